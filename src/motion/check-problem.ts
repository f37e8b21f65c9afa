import { isExpr } from "../expr/expr.js";
import {
  anything,
  type Check,
  callable,
  count,
  fields,
  formula,
  isRecord,
  limit,
  listOf,
  must,
  name,
  oneOf,
  positive,
  recordOf,
  scalar,
  text,
} from "../mechanics/fields.js";
import type { Model } from "../mechanics/model.js";
import { inWords } from "../mechanics/words.js";
import { BadInput, type Problem } from "./problem.js";

const about = { unit: text, meaning: text };
const names = listOf(name);

const parameterFields = fields(
  { ...about, value: anything },
  { min: limit, max: limit, above: limit, choices: must("a list of names", isChoices) },
);

function isChoices(given: unknown): boolean {
  return Array.isArray(given) && given.length > 0 && given.every((word) => typeof word === "string");
}

/** A parameter whose range holds some number; its value is checked with what is set. */
const parameter: Check = (given, at) => {
  parameterFields(given, at);
  const {
    min = Number.NEGATIVE_INFINITY,
    above = min,
    max = Number.POSITIVE_INFINITY,
  } = given as Record<string, number>;
  if (min > max || above > max)
    throw new BadInput(at, `${at} leaves no room: its smallest value is ${Math.max(min, above)}, its largest ${max}.`);
};

const condition = fields({ name, unit: text, residual: formula, frees: name });

const constraint = fields({ name, unit: text, residual: formula, must: oneOf(["be-zero", "not-exceed-zero"]) });

const reduction = fields({
  reduce: oneOf(["maximum", "minimum", "sum", "first-positive-step", "rises"]),
  column: name,
});

const value = fields({
  ...about,
  of: (given, at) => {
    if (isExpr(given)) return;
    must("a formula or a reduction { reduce, column }", isRecord)(given, at);
    reduction(given, at);
  },
});

const control = fields(about, {
  min: scalar,
  max: scalar,
  rate: scalar,
  guess: scalar,
  shape: (given, at) => {
    const every = isRecord(given) && "every" in (given as object);
    fields(every ? { every: count } : { coefficients: count })(given, at);
  },
});

const input: Check = (given, at) => {
  if (isExpr(given)) return;
  must("a formula or a control { unit, meaning, … }", isRecord)(given, at);
  control(given, at);
};

const objective = fields(
  { vary: names },
  {
    cost: formula,
    stage: formula,
    constraints: listOf(constraint),
    path: listOf(constraint),
    scenarios: listOf(recordOf(must("a number or a text", (x) => typeof x === "number" || typeof x === "string"))),
    over: oneOf(["worst", "mean"]),
    method: name,
  },
);

const grid = fields({ steps: count, h: positive }, { refine: fields({ at: oneOf(["impacts"]), tolerance: positive }) });

/** A start value is known by its state, here as where its formula gives no finite number. */
function checkStart(given: unknown): void {
  recordOf(anything)(given, "start");
  for (const [state, value] of Object.entries(given as object))
    if (!isExpr(value) && !Number.isFinite(value))
      throw new BadInput(
        state,
        `The start value of ${state} must be a finite number or a formula, it is ${inWords(value)}.`,
      );
}

const problemFields = fields(
  {
    name,
    title: text,
    model: must("a model, or a function that makes one", (x) => typeof x === "function" || isRecord(x)),
    parameters: recordOf(parameter),
    start: checkStart,
    grid,
    values: recordOf(value),
  },
  { inputs: recordOf(input), boundary: listOf(condition), objective },
);

const checked = new WeakSet<object>();

/**
 * The shape of a problem: that every field is there and holds what it may, and that nothing else is there. What its names
 * mean is checked when it is bound to its model.
 * @throws {BadInput} naming the field.
 */
export function checkProblem(given: unknown): asserts given is Problem {
  if (!isRecord(given)) throw new BadInput("problem", `A problem must be a record, it is ${inWords(given)}.`);
  if (checked.has(given as object)) return;
  problemFields(given, "");
  const { boundary = [], objective: asked } = given as Problem;
  const { constraints = [], path = [], vary = [] } = asked ?? {};
  distinct("boundary", "boundary conditions", boundary);
  distinct("objective.constraints", "constraints", constraints);
  distinct("objective.path", "conditions of the path", path);
  const twice = vary.find((name, i) => vary.indexOf(name) !== i);
  if (twice !== undefined) throw new BadInput("objective.vary", `objective.vary names ${twice} twice.`);
  checked.add(given as object);
}

/** What is told apart by its name needs one of its own. */
function distinct(field: string, what: string, given: readonly { readonly name: string }[]): void {
  const twice = given.find(({ name }, i) => given.findIndex((other) => other.name === name) !== i);
  if (twice !== undefined) throw new BadInput(field, `Two ${what} are called ${twice.name}.`);
}

const unknown = fields({ name, unit: text, scale: positive }, { lower: limit, upper: limit });

const model = fields(
  { name, state: listOf(unknown), inside: listOf(unknown), parameters: names, inputs: names, step: callable },
  { requires: anything, compliances: anything, footprints: anything, scene: anything, drawing: callable },
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
