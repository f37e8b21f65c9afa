import { expect, it } from "vitest";
import { add, type Expr, max, min, mul, pow, sub } from "../../../src/expr/expr.js";
import { last, type Model, parameter as p } from "../../../src/mechanics/model.js";
import { design } from "../../../src/motion/design.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

/** A point that is put at (x, y). */
const put: Model = {
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
const placed = (...rows: readonly Expr[]): Problem => ({
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
const tooth = (x: Expr, width: number): Expr => max(-1, min(1, mul(1 / width, x)));

it("a design that begins on a plateau, where nothing moves its constraints, is found from elsewhere in the box", async () => {
  const found = await design(placed(tooth(sub(last("x"), 0.873), 0.02), tooth(sub(last("y"), 0.132), 0.3)));
  expect(found.status).toBe("solved");
  expect(found.values["design.x"]).toBeCloseTo(0.873, 8);
  expect(found.values["design.y"]).toBeCloseTo(0.132, 8);
});

it("no design is called infeasible before the box is looked over, and one is where all of it says so; the closest of it is told", async () => {
  const far = add(tooth(sub(0.873, last("x")), 0.02), 3);
  const { status, message, values } = await design(placed(far, sub(last("y"), 0.132)));
  expect(status).toBe("infeasible");
  expect(values["design.x"]).toBeGreaterThanOrEqual(0.893);
  expect(message).toContain("the closest misses one by 2.00, and none of 200 designs over the whole box led to one");
});
