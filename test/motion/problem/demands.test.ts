import { expect, it } from "vitest";
import { evaluate } from "../../../src/expr/expr.js";
import { last } from "../../../src/mechanics/model.js";
import { rigid } from "../../../src/models/rigid.js";
import { condition } from "../../../src/motion/problem/condition.js";
import { endConstraints } from "../../../src/motion/problem/demands.js";
import type { BoundaryCondition } from "../../../src/motion/problem/problem.js";

const model = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
});
const rowsOf = (condition: Partial<BoundaryCondition>) =>
  endConstraints({ boundary: [{ name: "end.x", unit: "m", residual: last("puck.x"), ...condition }] }, model);
/** Each row by its name, and its value at x = 0.6. */
const told = (condition: Partial<BoundaryCondition>): [string, number][] =>
  rowsOf(condition).map(({ name, residual }) => [name, evaluate(residual, () => 0.6)]);

it("rows of a condition are named by the end of the band that they are", () => {
  expect(told({})).toEqual([["end.x", 0.6]]);
  expect(rowsOf({}).map(({ must }) => must)).toEqual(["be-zero"]);
  // 0.6 is .1 above the band of the tolerance, and 1.1 above its lower end
  expect(told({ tolerance: 0.5 })).toEqual([
    ["end.x", expect.closeTo(0.1, 5)],
    ["end.x (lower end)", expect.closeTo(-1.1, 5)],
  ]);
  expect(told({ within: { from: 0.2, to: 0.5 } })).toEqual([
    ["end.x", expect.closeTo(-0.4, 12)],
    ["end.x (upper end)", expect.closeTo(0.1, 12)],
  ]);
  const square: BoundaryCondition["residual"] = {
    body: "puck",
    inside: { kind: "box", centre: [0, 0], half: [1, 1] },
  };
  expect(rowsOf({ residual: square }).map(({ name }) => name)).toEqual([
    "end.x",
    "end.x (row 2)",
    "end.x (row 3)",
    "end.x (row 4)",
  ]);
  expect(rowsOf({ when: { at: 1 } })).toEqual([]);
});

it("a preference is at the end, at a time or in an event, and has neither a band nor a tolerance", () => {
  const check = (more: object) => () =>
    condition({ name: "least", unit: "m", residual: { least: last("puck.x") }, ...more }, "it");
  for (const more of [{}, { when: { at: 1 } }, { when: "end" }]) expect(check(more)).not.toThrow();
  expect(check({ when: "always" })).toThrow("it.when: a formula is preferred at the end, at a time, or in an event.");
  expect(check({ when: { sometime: "it" } })).toThrow("it.when: a formula is preferred");
  expect(check({ within: { from: 0 } })).toThrow("it.within: what is preferred has none.");
  expect(check({ tolerance: 1 })).toThrow("it.tolerance: what is preferred has none.");
});
