import {
  atRest,
  type BoundaryCondition,
  compliant,
  neg,
  type Problem,
  parameter as p,
  type Result,
  solve,
} from "../../../src/index.js";

const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 1 }],
  world: [],
  contacts: "all",
  materials: [],
});

const speed = (value: number) => ({ value, unit: "m/s", meaning: "launch velocity", min: -10, max: 10 });

/** Steps of a hundredth for a second: backward Euler ends at v + (0, 0, −g·1.01/2). */
export const fall = 9.81 * 0.505;

/** A ball thrown from the origin in empty space, with what is asked of it: its end is linear in its launch. */
export const thrown = (boundary: readonly BoundaryCondition[], values: Problem["values"] = {}): Problem => ({
  name: "thrown",
  title: "A throw",
  model,
  parameters: {
    gravity: { value: 9.81, unit: "m/s²", meaning: "gravity" },
    vx: speed(2),
    vy: speed(0),
    vz: speed(3),
  },
  start: { ...atRest(model), "ball.vx": p("vx"), "ball.vy": p("vy"), "ball.vz": p("vz") },
  grid: { steps: 100, h: 0.01 },
  boundary,
  values,
});

/** The launch that was found. */
export const launchOf = ({ run: { parameters } }: Result): number[] =>
  ["vx", "vy", "vz"].map((name) => Number(parameters[name]));

/** Its answer without the error of its grid. */
export const asked = (boundary: readonly BoundaryCondition[], values?: Problem["values"]): Promise<Result> =>
  solve(thrown(boundary, values), { gridError: false });
