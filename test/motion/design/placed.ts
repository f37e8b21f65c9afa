import { add, type Expr, max, min, mul, pow } from "../../../src/expr/expr.js";
import { last, type Model, parameter as p } from "../../../src/mechanics/model.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

/** A point that is put at (x, y). */
export const put: Model = {
  name: "put",
  state: [
    { name: "x", unit: "m", scale: 1 },
    { name: "y", unit: "m", scale: 1 },
  ],
  inside: [],
  parameters: ["x", "y"],
  inputs: [],
  step: () => ({ rows: [], pairs: [], defines: { x: p("x"), y: p("y") }, observe: {} }),
};

/** A design of its place, begun at (.5, .5) of the unit square, under two equations. */
export const placed = (...rows: readonly Expr[]): Problem => ({
  name: "placed",
  title: "A point that is put where two equations hold",
  model: put,
  parameters: Object.fromEntries(
    ["x", "y"].map((name) => [name, { value: 0.5, unit: "m", meaning: "where the point is put", min: 0, max: 1 }]),
  ),
  start: { x: 0, y: 0 },
  grid: { steps: 1, h: 0.1 },
  values: {},
  objective: {
    cost: add(pow(last("x"), 2), pow(last("y"), 2)),
    vary: ["x", "y"],
    constraints: rows.map((residual, i) => ({ name: `row ${i}`, unit: "m", residual, must: "be-zero" as const })),
  },
});

/** What moves with its argument within a part of the unit of zero, and not at all beyond it. */
export const tooth = (x: Expr, width: number): Expr => max(-1, min(1, mul(1 / width, x)));
