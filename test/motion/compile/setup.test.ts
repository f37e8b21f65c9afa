import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { add, mul, sub, variable } from "../../../src/expr/expr.js";
import { boxHull } from "../../../src/geometry/convex.js";
import type { CompliantContact } from "../../../src/mechanics/compliance.js";
import { equation, first, last, next, now, parameter } from "../../../src/mechanics/model.js";
import type { Scene } from "../../../src/mechanics/scene.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { patchModel } from "../../../src/models/patch/patch.js";
import type { PatchScene } from "../../../src/models/patch/patch-scene.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { BadInput, type Problem } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";

function refusal(problem: Problem, set: Record<string, unknown> = {}): BadInput {
  try {
    setUp(problem, set as Record<string, number>);
  } catch (error) {
    if (error instanceof BadInput) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(set)}`);
}

const numeric = Object.values(problems).flatMap(({ problem }) =>
  Object.entries({ ...problem.parameters, "grid.steps": {}, "grid.h": {}, "grid.end": {} })
    .filter(([, declared]) => !("choices" in declared))
    .map(([name]) => ({ problem, name, title: `${problem.name} ${name}` })),
);

describe("a freed duration", () => {
  const [height, speed] = ["height", "speed"].map((name) => ({ name, unit: "m", scale: 1 }));
  /** A stone in free flight: from 0 upwards with 4.905 m/s it is back after one second. */
  const stone: Problem = {
    name: "stone",
    title: "A stone falls back",
    model: {
      name: "stone",
      state: [height, speed],
      inside: [],
      parameters: [],
      inputs: [],
      step: ({ now, next, h }) => ({
        rows: [
          equation("height", sub(next("height"), add(now("height"), mul(h, next("speed"))))),
          equation("speed", sub(next("speed"), sub(now("speed"), mul(9.81, h)))),
        ],
        pairs: [],
        observe: {},
      }),
    },
    parameters: { time: { value: 0.7, unit: "s", meaning: "duration", min: 0.1, max: 3 } },
    start: { height: 0, speed: 4.905 },
    grid: { steps: 100, h: 0.01 },
    boundary: [{ name: "end.height", unit: "m", residual: last("height"), frees: "time" }],
    values: {},
  };

  it("is found where it is freed, and refused where it follows what is", async () => {
    const { status, run } = await solve(stone);
    expect(status).toBe("solved");
    // 2 v/g of steps that fall by (N + 1)/N too much
    expect(run.parameters.time).toBeCloseTo(1 / 1.01, 9);
    const half = { value: 0.3, unit: "s", meaning: "half of it" };
    const parameters = { half, time: { value: mul(2, parameter("half")), unit: "s", meaning: "duration" } };
    const boundary = [{ name: "end.height", unit: "m", residual: last("height"), frees: "half" }];
    expect(refusal({ ...stone, parameters, boundary })).toMatchObject({ field: "boundary" });
  });
});

describe("every parameter at the door", () => {
  it.each(numeric)("$title refuses what is no finite number", ({ problem, name }) => {
    for (const value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      "",
      "abc",
      "1e999",
      [1, 2],
      null,
      true,
      {},
    ]) {
      const { field, message } = refusal(problem, { [name]: value });
      expect(field).toBe(name);
      expect(message).toMatch(/^[^\n]+\.$/);
      expect(message).toContain(name);
    }
  });

  it.each(["mass", "radius", "inertia", "gravity", "stiffness", "start.z", "grid.steps", "grid.h", "grid.end"])(
    "%s refuses zero and negative numbers",
    (name) => {
      for (const value of [0, -1]) expect(refusal(place, { [name]: value }).field).toBe(name);
    },
  );

  it.each(["friction", "damping", "coneSmoothing"])("%s refuses negative numbers and takes zero", (name) => {
    expect(refusal(place, { [name]: -1e-9 }).field).toBe(name);
    expect(() => setUp(place, { [name]: 0 })).not.toThrow();
  });

  it("a launch outside its range", () => {
    expect(refusal(place, { "launch.vx": 21 }).message).toBe("launch.vx must be from -20 to 20 m/s, it is 21.");
  });

  it.each(["constructor", "__proto__", "toString", "mas", "Mass", ""])(
    "the unknown name %j, with the nearest right one",
    (name) => {
      const { field, message } = refusal(place, Object.fromEntries([[name, 1]]));
      // an empty name is written as people see it
      expect(field).toBe(name === "" ? '""' : name);
      expect(message).toMatch(/did you mean \S+\?$/);
    },
  );

  it("an unknown choice", () => {
    expect(refusal(place, { frictionLaw: "coulomb" }).message).toMatch(
      /must be one of projection, fritz-john, pyramid/,
    );
    expect(refusal(place, { frictionLaw: 3 }).field).toBe("frictionLaw");
  });

  it("a smoothing of zero where the Fritz John rows would divide by it", () => {
    expect(refusal(place, { frictionLaw: "fritz-john", coneSmoothing: 0 }).field).toBe("table.coneSmoothing");
  });
});

describe("formulas of parameters", () => {
  const value = (set: Record<string, number>, name: string): number => {
    const { compiled, parameters } = setUp(place, set);
    return parameters[compiled.parameters.indexOf(name)];
  };

  it("follow what they depend on, unless set themselves", () => {
    expect(value({}, "inertia")).toBeCloseTo(2e-4, 15);
    expect(value({ radius: 0.1 }, "inertia")).toBeCloseTo(8e-4, 15);
    expect(value({ radius: 0.1, inertia: 1 }, "inertia")).toBe(1);
    expect(value({ stiffness: 2e4 }, "start.z")).toBeCloseTo(0.05 - 0.98e-4, 15);
  });

  it("may not go in a circle or use anything but parameters", () => {
    const made = (formula: ReturnType<typeof parameter>): Problem => ({
      ...place,
      parameters: { ...place.parameters, mass: { ...place.parameters.mass, value: formula } },
    });
    expect(refusal(made(parameter("mass"))).message).toMatch(/refers to itself/);
    expect(refusal(made(parameter("weight"))).message).toMatch(/did you mean/);
    expect(refusal(made(last("ball.x"))).message).toMatch(/parameters only/);
  });
});

describe("problems that contradict themselves", () => {
  const [first, second] = place.boundary!;
  it.each([
    ["a condition that frees nothing known", { boundary: [{ ...first, frees: "launch.v" }] }, "boundary", /launch\.vx/],
    ["a condition that frees a choice", { boundary: [{ ...first, frees: "frictionLaw" }] }, "boundary", /frictionLaw/],
    [
      "two conditions that free one parameter",
      { boundary: [first, { ...second, frees: "launch.vx" }] },
      "boundary",
      /Two/,
    ],
    ["two conditions of one name", { boundary: [first, { ...second, name: "end.x" }] }, "boundary", /Two/],
    [
      "a condition on something unknown",
      { boundary: [{ ...first, residual: variable("last.ball.w") }] },
      "boundary",
      /last\.ball/,
    ],
    ["a state without a start", { start: { "ball.x": 0 } }, "start", /ball\.y/],
    ["a start of no state", { start: { ...place.start, "ball.q": 0 } }, "start", /ball\.q/],
    [
      "a start that is not finite",
      { start: { ...place.start, "ball.x": Number.POSITIVE_INFINITY } },
      "ball.x",
      /finite/,
    ],
    ["a quaternion that is not unit", { start: { ...place.start, "ball.e0": 2 } }, "ball.e0 … ez", /unit quaternion/],
    ["no steps", { grid: { steps: 0, h: 0.01 } }, "grid.steps", /from 1/],
    ["half a step", { grid: { steps: 1.5, h: 0.01 } }, "grid.steps", /whole number/],
    ["a step of no length", { grid: { steps: 1, h: 0 } }, "grid.h", /above 0/],
    ["a step that is no number", { grid: { steps: 1, h: Number.NaN } }, "grid.h", /finite/],
  ] as const)("%s", (_, change, field, reason) => {
    const error = refusal({ ...place, ...change } as Problem);
    expect(error.field).toBe(field);
    expect(error.message).toMatch(reason);
  });
});

describe("names that mean nothing", () => {
  const about = { unit: "m", meaning: "" };
  const aboutBody = (body: string, coordinate: string, state = "ball.x") => ({
    name: "place",
    unit: "m",
    residual: last(state),
    frees: "launch.vx",
    about: { body, coordinate },
  });
  const row = { name: "row", unit: "m", must: "be-zero" };
  it.each([
    ["a reduced column", { values: { a: { ...about, of: { reduce: "sum", column: "table.normal" } } } }, "values"],
    ["a column at the end", { values: { a: { ...about, of: last("table.gapp") } } }, "values", "last.table.gap?"],
    ["a force at the start", { values: { a: { ...about, of: first("table.normalForce") } } }, "values", "first.table."],
    ["a leaf of another kind", { values: { a: { ...about, of: variable("next.ball.x") } } }, "values", "last.ball.x?"],
    ["a start value", { start: { ...place.start, "ball.x": last("ball.x") } }, "start", '"last.ball.x"'],
    ["a state of a cost", { objective: { cost: last("ball.q"), vary: [] } }, "objective.cost", "last.ball.x?"],
    ["a value of a cost", { objective: { cost: variable("values.end.z"), vary: [] } }, "objective", "end.x?"],
    [
      "a state of a constraint",
      { objective: { vary: [], constraints: [{ ...row, residual: first("ball.q") }] } },
      "objective.constraints",
      "first.ball.x?",
    ],
    ["a force of a stage", { objective: { vary: [], stage: variable("inside.table.tangent") } }, "objective.stage"],
    [
      "a state of a path",
      { objective: { vary: [], path: [{ ...row, residual: variable("next.ball.q") }] } },
      "objective.path",
      "next.ball.x?",
    ],
    ["an input", { inputs: { push: last("ball.x") } }, "inputs", '"last.ball.x"'],
    ["a control that drives nothing", { inputs: { push: about } }, "inputs", 'no input "push"'],
    ["a condition about another body", { boundary: [aboutBody("bal", "x")] }, "boundary[0].about.body", "mean ball?"],
    [
      "a condition about a coordinate that a body in the plane has not",
      { ...problems["impact/bank-shot"].problem, boundary: [aboutBody("disk", "z", "disk.x")] },
      "boundary[0].about.coordinate",
      "disk moves in the plane",
    ],
    ["a field", { boundry: [] }, "boundry", "did you mean boundary?"],
    ["a field of a parameter", { parameters: { m: { ...about, value: 1, mn: 0 } } }, "parameters.m.mn", "mean min?"],
  ])("%s", (_, change, field, words = "did you mean") => {
    const error = refusal({ ...place, boundary: [], ...change } as unknown as Problem);
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
  });
});

describe("fields of the wrong kind", () => {
  const about = { unit: "m", meaning: "" };
  const condition = place.boundary![0];
  const objective = { cost: last("ball.x"), vary: ["launch.vx"] };
  it.each([
    ["name", { name: "" }],
    ["model", { model: undefined }],
    ["parameters", { parameters: null }],
    ["parameters.mass", { parameters: { mass: 1 } }],
    ["parameters.mass.min", { parameters: { mass: { ...about, value: 1, min: Number.NaN } } }],
    ["parameters.mass", { parameters: { mass: { ...about, value: 1, min: 2, max: 0 } } }],
    ["parameters.law.choices", { parameters: { law: { ...about, value: "a", choices: [] } } }],
    ["mass", { parameters: { mass: { ...about, value: {} } } }],
    ["start", { start: [] }],
    ["ball.x", { start: { ...place.start, "ball.x": "0" } }],
    ["ball.x", { start: { ...place.start, "ball.x": Number.NaN } }],
    ["ball.x", { start: { ...place.start, "ball.x": { op: "variable", args: [] } } }],
    ["grid", { grid: undefined }],
    ["grid.refine.at", { grid: { ...place.grid, refine: { tolerance: 1e-3 } } }],
    ["boundary", { boundary: {} }],
    ["boundary[0].residual", { boundary: [{ ...condition, residual: 0 }] }],
    ["boundary[0].frees", { boundary: [{ ...condition, frees: 3 }] }],
    ["values", { values: undefined }],
    ["values.a.of", { values: { a: { ...about, of: 3 } } }],
    ["values.a.of.reduce", { values: { a: { ...about, of: { reduce: "mean", column: "ball.x" } } } }],
    ["inputs.push", { inputs: { push: 3 } }],
    ["inputs.push.max", { inputs: { push: { ...about, max: "1" } } }],
    ["inputs.push.shape.every", { inputs: { push: { ...about, shape: { every: 0 } } } }],
    ["objective.vary", { objective: { cost: last("ball.x") } }],
    ["objective.vary", { objective: { ...objective, vary: ["launch.vx", "launch.vx"] } }],
    ["objective.cost", { objective: { ...objective, cost: 3 } }],
    ["objective.over", { objective: { ...objective, over: "best" } }],
    ["objective.scenarios[0].mass", { objective: { ...objective, scenarios: [{ mass: null }] } }],
    [
      "objective.constraints[0].must",
      { objective: { ...objective, constraints: [{ name: "a", unit: "", residual: last("ball.x"), must: "hold" }] } },
    ],
  ])("%s %#", (field, change) => {
    const error = refusal({ ...place, ...change } as unknown as Problem);
    expect(error.field).toBe(field);
    expect(error.message).toMatch(/^[^\n]*\.$/);
    expect(error.message).not.toMatch(/undefined|\[object/);
  });
});

describe("options of a run", () => {
  it.each([
    ["sett", { sett: {} }, "did you mean set?"],
    ["set", { set: [] }, "a record"],
    ["guess", { guess: "lin" }, "auto, line, zeros"],
    ["strategy", { strategy: "gobal" }, "auto, shoot, global"],
    ["search.al", { search: { al: true } }, "did you mean all?"],
    ["search.starts", { search: { starts: 0 } }, "from 1"],
    ["search.from", { search: { from: { t: [0, 1] } } }, "a motion"],
    ["signal", { signal: true }, "AbortSignal"],
    ["onIteration", { onIteration: 3 }, "a function"],
  ])("%s", async (field, options, words) => {
    for (const run of [solve, simulate]) {
      const error: BadInput = await run(place, options as object).then(
        () => undefined,
        (reason) => reason,
      );
      expect(error).toBeInstanceOf(BadInput);
      expect(error.field).toBe(field);
      expect(error.message).toContain(words);
    }
  });
});

describe("models of one's own", () => {
  const unknown = { name: "x", unit: "m", scale: 1 };
  const row = equation("x", sub(next("x"), now("x")));
  const problemOf = (model: object, stage: object = {}): Problem => ({
    name: "own",
    title: "",
    model: {
      name: "still",
      state: [unknown],
      inside: [],
      parameters: [],
      inputs: [],
      step: () => ({ rows: [row], pairs: [], observe: {}, ...stage }),
      ...model,
    },
    parameters: {},
    start: { x: 0 },
    grid: { steps: 1, h: 1 },
    values: {},
  });

  it("takes the model itself", () => expect(() => setUp(problemOf({}))).not.toThrow());

  it.each([
    ["model.step", problemOf({ step: undefined }), "a function"],
    ["model.state[0].scale", problemOf({ state: [{ ...unknown, scale: 0 }] }), "above 0"],
    ["model", problemOf({ inside: [unknown] }), "called x"],
    ["model.step.pairs", problemOf({}, { pairs: undefined }), "missing"],
    ["model.step.rows[0].residual", problemOf({}, { rows: [{ unknown: "x", residual: 0 }] }), "a formula"],
    ["model", problemOf({}, { rows: [equation("x", sub(next("y"), now("x")))] }), "did you mean next.x?"],
    ["model", problemOf({}, { observe: { gap: parameter("mass") } }), "observation gap"],
    ["model", problemOf({}, { observe: { x: next("x") } }), "observes x"],
    ["model", problemOf({ views: { contacts: [{ name: "stop", columns: { separation: "gap" } }] } }), 'column "gap"'],
    ["model", problemOf({ views: { bodies: [{ name: "mass", position: ["x", "y"] }] } }), "The view of mass"],
    [
      "model.views.contacts[0].columns.gap",
      problemOf({ views: { contacts: [{ name: "a", columns: { gap: "x" } }] } }),
      "gap",
    ],
  ])("%s %#", (field, problem, words) => {
    const error = refusal(problem);
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
  });
});

describe("scenes with numbers of their own", () => {
  const scene: Scene<CompliantContact> = {
    gravity: [0, 0, -9.8],
    bodies: [{ name: "ball", space: "spatial", mass: 1, inertia: [1, 2, 2.5] }],
    contacts: [
      {
        name: "floor",
        body: "ball",
        shape: { kind: "ball", radius: 0.1 },
        against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
        friction: 0.3,
        stiffness: 1e4,
        damping: 1,
        coneSmoothing: 0,
      },
    ],
  };
  const problemOf = (changed: Scene<CompliantContact>): Problem => {
    const model = compliant(changed);
    return {
      name: "own",
      title: "",
      model,
      parameters: {},
      start: { ...atRest(model), "ball.z": 0.1 },
      grid: { steps: 1, h: 0.01 },
      values: {},
    };
  };
  const [body, contact] = [scene.bodies[0], scene.contacts[0]];
  const cube = boxHull(0.1, 0.1, 0.1);
  const { against, friction } = contact;
  const slider = { name: "ground", body: "ball", shape: cube, against, friction, frictionAxes: [1, 1, 0.1] };

  it("accepts the scene itself", () => expect(() => setUp(problemOf(scene))).not.toThrow());

  it.each([
    ["ball.mass", { ...scene, bodies: [{ ...body, mass: -1 }] }],
    ["ball.inertia", { ...scene, bodies: [{ ...body, inertia: 0 }] }],
    ["ball.inertia", { ...scene, bodies: [{ ...body, inertia: [1, 1, 3] as const }] }],
    ["ball.inertia", { ...scene, bodies: [{ ...body, inertia: [1, 1, 1, 1.1, 0, 0] as const }] }],
    ["ball.inertia", { ...scene, bodies: [{ ...body, inertia: [1, 1, 1, 0.9, 0.9, -0.9] as const }] }],
    ["floor.radius", { ...scene, contacts: [{ ...contact, shape: { kind: "ball", radius: 0 } as const }] }],
    ["floor.friction", { ...scene, contacts: [{ ...contact, friction: -0.1 }] }],
    ["floor.stiffness", { ...scene, contacts: [{ ...contact, stiffness: 0 }] }],
    ["floor.damping", { ...scene, contacts: [{ ...contact, damping: -1 }] }],
    [
      "floor.normal",
      { ...scene, contacts: [{ ...contact, against: { ...contact.against, normal: [0, 0, 2] as const } }] },
    ],
    [
      "floor.tangent",
      { ...scene, contacts: [{ ...contact, against: { ...contact.against, tangent: [0, 0, 1] as const } }] },
    ],
  ])("refuses %s out of range", (field, changed) => {
    expect(refusal(problemOf(changed)).field).toBe(field);
  });

  it.each([
    ["gravity", { ...scene, gravity: [0, -9.8] }],
    ["bodies", { ...scene, bodies: undefined }],
    ["bodies[0].name", { ...scene, bodies: [{ ...body, name: "" }] }],
    ["ball.space", { ...scene, bodies: [{ ...body, space: "flat" }] }],
    ["ball.mass", { ...scene, bodies: [{ ...body, mass: Number.POSITIVE_INFINITY }] }],
    ["ball.inertia", { ...scene, bodies: [{ ...body, inertia: [1, 1] }] }],
    ["ball.mas", { ...scene, bodies: [{ ...body, mas: 1 }] }],
    ["floor.shape.kind", { ...scene, contacts: [{ ...contact, shape: { kind: "torus", radius: 1 } }] }],
    ["floor.shape.kind", { ...scene, contacts: [{ ...contact, shape: { kind: "round", radius: 1 } }] }],
    ["floor.shape.centr", { ...scene, contacts: [{ ...contact, shape: { ...contact.shape, centr: [0, 0, 0] } }] }],
    ["floor.against.offset", { ...scene, contacts: [{ ...contact, against: { ...contact.against, offset: "0" } }] }],
    ["floor.damping", { ...scene, contacts: [{ ...contact, damping: undefined }] }],
    ["applied[0].torque", { ...scene, applied: [{ body: "ball", force: [0, 0, 0] }] }],
  ])("refuses %s of the wrong kind", (field, changed) => {
    expect(() => compliant(changed as unknown as typeof scene)).toThrow(expect.objectContaining({ field }));
  });

  it.each([
    ["ground.normal", { against: { ...slider.against, normal: [-1, 0, 1] } }],
    ["ground.shape", { shape: { ...cube, faces: [{ ...cube.faces[0], normal: [0, 0, 2] }] } }],
    ["ground.shape.faces[0].normal", { shape: { ...cube, faces: [{ ...cube.faces[0], normal: [0, 1] }] } }],
    ["ground.shape.faces[0].vertices", { shape: { ...cube, faces: [{ ...cube.faces[0], vertices: [0, 1, 9] }] } }],
    ["ground.frictionAxes", { frictionAxes: [1, 1] }],
  ])("refuses %s of a patch", (field, change) => {
    const changed = { gravity: scene.gravity, bodies: [body], contacts: [{ ...slider, ...change }] };
    expect(() => {
      const model = patchModel(changed as unknown as PatchScene);
      setUp({ ...problemOf(scene), model, start: { ...atRest(model) } });
    }).toThrow(expect.objectContaining({ field }));
  });

  it.each([
    ["round", "ball"],
    ["sphere", "ball"],
    ["block", "box"],
    ["vertices", "hull"],
    ["polyhedron", "hull"],
  ])("says what a %s of 0.1 is called now", (kind, word) => {
    const of = (one: object): unknown => ({ ...scene, contacts: [{ ...one, shape: { kind, radius: 1 } }] });
    const words = `floor.shape.kind is "${kind}", which is called "${word}" since 0.2.`;
    expect(() => compliant(of(contact) as typeof scene)).toThrow(words);
    const patch = { ...slider, name: "floor" };
    if (kind !== "block") expect(() => patchModel(of(patch) as PatchScene)).toThrow(words);
  });

  it("refuses a contact of a missing body, and a name used twice", () => {
    expect(() => compliant({ ...scene, contacts: [{ ...contact, body: "cube" }] })).toThrow(/no body "cube"/);
    expect(() => compliant({ ...scene, bodies: [body, body] })).toThrow(/"ball" twice/);
  });
});
