import { describe, expect, it } from "vitest";
import type { BadInput } from "../../src/checks/bad-input.js";
import { constant } from "../../src/expr/expr.js";
import { boxHull } from "../../src/geometry/convex.js";
import { compliant } from "../../src/models/compliant.js";
import { distributed } from "../../src/models/distributed.js";
import { patchModel } from "../../src/models/patch/patch.js";
import { quasistatic } from "../../src/models/quasistatic/quasistatic.js";
import { rigid } from "../../src/models/rigid.js";
import { sliding } from "../../src/models/sliding.js";
import { checkDesignOptions, checkRunOptions } from "../../src/motion/problem/check-options.js";
import { checkProblem } from "../../src/motion/problem/check-problem.js";

type Data = Record<string, unknown>;

/** A copy of data with one more field `extra` in the record at a path of keys and indices. */
function grown(data: unknown, path: string, extra: string): unknown {
  const [key, ...rest] = path === "" ? [] : path.split("/");
  if (key === undefined) return { ...(data as Data), [extra]: 0.5 };
  const inner = (one: unknown): unknown => grown(one, rest.join("/"), extra);
  if (Array.isArray(data)) return data.map((one, i) => (String(i) === key ? inner(one) : one));
  return { ...(data as Data), [key]: inner((data as Data)[key]) };
}

function refusal(of: () => unknown): BadInput {
  try {
    of();
  } catch (error) {
    return error as BadInput;
  }
  throw new Error("it was accepted");
}

const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
const bodies = [{ name: "ball", space: "spatial", mass: 1, inertia: 0.4 }];
const applied = [{ body: "ball", force: [0, 0, 0], torque: [0, 0, 0] }];
const law = { stiffness: 1e4, damping: 1, coneSmoothing: 0 };
const contact = {
  name: "floor",
  body: "ball",
  shape: { kind: "ball", radius: 0.1 },
  against: floor,
  friction: 0.3,
  ...law,
};
const plate = { ...contact, name: "plate", against: { body: "other", shape: floor } };
const scene = {
  gravity: [0, 0, -9.8],
  bodies: [...bodies, { ...bodies[0], name: "other" }],
  contacts: [contact, plate],
  applied,
};
const { stiffness, damping, coneSmoothing, ...patchContact } = {
  ...contact,
  shape: boxHull(1, 1, 1),
  frictionAxes: [1, 1, 0.1],
};
const lid = { kind: "convex", body: "other", shape: boxHull(1, 1, 1), tangent: [1, 0, 0] };
const patchScene = { ...scene, contacts: [patchContact, { ...patchContact, name: "lid", against: lid }] };
const slidingScene = {
  gravity: 9.8,
  body: { name: "desk", mass: 1, inertia: 1, height: 0.1 },
  contact: {
    name: "floor",
    friction: 0.3,
    frictionAxes: [1, 1, 1],
    footprint: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  },
  applied: { force: [0, 0, 0], torque: [0, 0, 0] },
};
const {
  damping: _,
  coneSmoothing: __,
  ...elastic
} = { ...contact, body: "part", against: { body: "hand", shape: floor } };
const quasistaticScene = {
  gravity: [0, 0, -9.8],
  parts: [{ name: "part", space: "spatial", mass: 1, halfDiameter: 0.1 }],
  movers: [{ name: "hand", slides: [{ drive: "push", along: [1, 0, 0] }] }],
  contacts: [elastic],
  wrenches: [{ body: "part", force: [0, 0, 0], torque: [0, 0, 0] }],
  besides: { observe: {}, requires: [] },
};
const about = { unit: "m", meaning: "a length" };
const problem = {
  name: "own",
  title: "",
  model: compliant(scene as never),
  parameters: { length: { ...about, value: 1 } },
  inputs: { push: { ...about, shape: { every: 2 } } },
  start: {},
  grid: { steps: 1, h: 0.1, refine: { at: "impacts", tolerance: 1e-3 } },
  boundary: [{ name: "there", unit: "m", residual: constant(0), frees: "length" }],
  values: { end: { ...about, of: { reduce: "maximum", column: "x" } } },
  objective: { vary: ["length"], constraints: [{ name: "c", unit: "m", residual: constant(0), must: "be-zero" }] },
};
const run = { search: { scan: { name: "length", from: 0, to: 1 } } };

const doors: readonly (readonly [string, (data: never) => unknown, unknown, readonly string[]])[] = [
  [
    "compliant scene",
    compliant,
    scene,
    [
      "",
      "bodies/0",
      "contacts/0",
      "contacts/0/shape",
      "contacts/0/against",
      "contacts/1",
      "contacts/1/against",
      "contacts/1/against/shape",
      "applied/0",
    ],
  ],
  ["rigid scene", rigid, scene, ["", "contacts/0", "contacts/0/shape", "contacts/1/against/shape"]],
  ["scene of patches and points", distributed, scene, ["contacts/0", "contacts/1"]],
  [
    "patch scene",
    patchModel,
    patchScene,
    [
      "",
      "bodies/0",
      "contacts/0",
      "contacts/0/shape",
      "contacts/0/shape/faces/0",
      "contacts/0/against",
      "contacts/1/against",
      "contacts/1/against/shape",
      "applied/0",
    ],
  ],
  ["sliding scene", sliding, slidingScene, ["", "body", "contact", "applied"]],
  [
    "quasistatic scene",
    quasistatic,
    quasistaticScene,
    ["", "parts/0", "movers/0", "movers/0/slides/0", "contacts/0", "contacts/0/against", "wrenches/0", "besides"],
  ],
  [
    "problem",
    checkProblem,
    problem,
    [
      "",
      "parameters/length",
      "inputs/push",
      "inputs/push/shape",
      "grid",
      "grid/refine",
      "boundary/0",
      "values/end",
      "values/end/of",
      "objective",
      "objective/constraints/0",
    ],
  ],
  ["run", checkRunOptions, run, ["", "search", "search/scan"]],
  ["design", checkDesignOptions, { search: {} }, ["", "search"]],
];

describe("fields that nobody declared", () => {
  it.each(doors)("of a %s: there are none", (_, door, data) => {
    expect(() => door(data as never)).not.toThrow();
  });

  it.each(doors.flatMap(([name, door, data, paths]) => paths.map((path) => [name, path, door, data] as const)))(
    "in a %s at %j are refused by name",
    (_, path, door, data) => {
      const error = refusal(() => door(grown(data, path, "bounciness") as never));
      expect(error.name).toBe("BadInput");
      expect(error.field).toMatch(/(^|\.)bounciness$/);
      expect(error.message).toMatch(/There is no field "bounciness"(?: among [\w, ]+\.|; did you mean \w+\?)$/);
    },
  );

  it("of a contact are named with it, and with what they may mean", () => {
    const error = refusal(() => compliant(grown(scene, "contacts/0", "stifness") as never));
    expect(error.field).toBe("floor.stifness");
    expect(error.message).toBe('floor: There is no field "stifness"; did you mean stiffness?');
  });

  it("of a contact may belong to another law, so that one scene serves several", () => {
    expect(() => rigid(scene as never)).not.toThrow();
  });
});
