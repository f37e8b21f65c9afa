import {
  admit,
  anything,
  callable,
  either,
  fields,
  flag,
  formula,
  holding,
  isRecord,
  limit,
  listOf,
  name,
  oneOf,
  positive,
  scalar,
  text,
} from "../../checks/fields.js";
import { inWords } from "../../checks/words.js";
import type { Model } from "../../mechanics/model.js";
import { preferenceOf } from "./condition.js";
import { checkGrid } from "./grid.js";
import { BadInput, type Problem, problem } from "./problem.js";

const checked = new WeakSet<object>();

/**
 * The shape of a problem: that every field is there and holds what it may, and that nothing else is there. What its names
 * mean is checked when it is compiled with its model.
 * @throws {BadInput} naming the field.
 */
export function checkProblem(given: unknown): asserts given is Problem {
  if (!isRecord(given)) throw new BadInput("problem", `A problem must be a record, it is ${inWords(given)}.`);
  if (checked.has(given as object)) return;
  const { boundary = [], objective: asked, grid, parameters } = admit(problem, given);
  checkGrid(grid, "time" in parameters);
  const { constraints = [], path = [], vary = [] } = asked ?? {};
  distinct("boundary", "boundary conditions", boundary);
  const preferences = boundary.filter((one) => one === preferenceOf({ boundary: [one] }));
  if (preferences.length > 1)
    throw new BadInput(
      "boundary",
      `${preferences.map(({ name }) => name).join(" and ")} are preferences, of which there is one: add their formulas, each times its weight.`,
    );
  distinct("objective.constraints", "constraints", constraints);
  distinct("objective.path", "conditions of the path", path);
  const twice = vary.find((name, i) => vary.indexOf(name) !== i);
  if (twice !== undefined) throw new BadInput("objective.vary", `objective.vary names ${twice} twice.`);
  checked.add(given as object);
}

/** Refuses two of the same name. */
function distinct(field: string, what: string, given: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  const twice = given.find(({ name }) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new BadInput(field, `Two ${what} are called ${twice.name}.`);
}

const names = listOf(name);

const unknown = fields(
  { name, unit: text, scale: positive },
  { lower: limit, upper: limit, atRest: scalar, yields: flag, contact: name },
);

const requirement = fields({ field: name, must: name, holds: formula, orZero: flag });

const contactView = fields(
  {
    name,
    columns: fields(
      {},
      {
        normal: name,
        tangential: names,
        coneRadius: name,
        slip: names,
        stickMargin: name,
        separation: name,
        coneExcess: name,
        frictionWork: name,
      },
    ),
  },
  {
    body: name,
    patch: name,
    unit: oneOf(["N", "N s"]),
    compliance: anything,
    core: fields(
      {
        room: formula,
        reach: formula,
        gap: either((given) => typeof given === "function", callable, formula),
        column: name,
      },
      { against: name, height: formula, front: formula },
    ),
    shares: fields({ deepest: name, passedThrough: name }, { smoothed: names }),
  },
);

const bodyView = fields(
  { name, position: names },
  {
    orientation: either(Array.isArray, names, name),
    quaternionNorm: name,
    lightness: formula,
    mass: formula,
    flies: fields({ axis: oneOf(["x", "z"]), at: formula }),
  },
);

const footprintView = holding({ contact: name, columns: fields({ heights: names, slip: name, ecp: names }) });

const views = fields(
  {},
  {
    contacts: listOf(contactView),
    bodies: listOf(bodyView),
    footprints: listOf(footprintView),
    restitution: anything,
    scene: anything,
    joints: fields({ angles: names, stops: names, leap: formula }),
    drawing: callable,
    overlaps: callable,
  },
);

const model = fields(
  { name, state: listOf(unknown), inside: listOf(unknown), parameters: names, inputs: names, step: callable },
  { requires: listOf(requirement), views },
);

/**
 * The shape of a model.
 * @throws {BadInput} naming the field.
 */
export function checkModel(given: unknown): asserts given is Model {
  model(given, "model");
  const { state, inside } = given as Model;
  distinct("model", "unknowns of the model", [...state, ...inside]);
}
