import { describe, expect, it } from "vitest";

import { type Expr, evaluate } from "../../../src/expr/expr.js";
import { atTime, piecewise, table } from "../../../src/motion/problem/inputs.js";

/** The values of a formula in the first steps of length h. */
const inSteps = (formula: Expr, count: number, h = 0.1): number[] =>
  Array.from({ length: count }, (_, k) => evaluate(formula, (leaf) => (leaf === "step" ? k + 1 : (k + 1) * h)));

describe("schedules of inputs", () => {
  it("a table gives its values step by step, and holds the last one", () => {
    expect(inSteps(table([3, 1, 4, 1, 5]), 8)).toEqual([3, 1, 4, 1, 5, 5, 5, 5]);
    expect(inSteps(table([7]), 3)).toEqual([7, 7, 7]);
  });

  it("pieces hold from the step that starts at `from` until before the one that starts at `to`", () => {
    const pieces = [
      { from: 1, to: 3, value: 2 },
      { from: 5, to: 6, value: 9 },
    ];
    expect(inSteps(piecewise(pieces), 7)).toEqual([0, 2, 2, 0, 0, 9, 0]);
    expect(inSteps(piecewise([]), 3)).toEqual([0, 0, 0]);
  });

  it("of pieces that overlap the first counts", () => {
    const [wide, narrow] = [
      { from: 0, to: 4, value: 1 },
      { from: 2, to: 3, value: 5 },
    ];
    expect(inSteps(piecewise([narrow, wide]), 5)).toEqual([1, 1, 5, 1, 0]);
    expect(inSteps(piecewise([wide, narrow]), 5)).toEqual([1, 1, 1, 1, 0]);
  });

  it("a time is met in the step that ends at it, to rounding, and in no other", () => {
    // 3 · 0.1 is not 0.3
    expect(inSteps(atTime(0.3), 5)).toEqual([0, 0, 1, 0, 0]);
    expect(inSteps(atTime(0.35), 5)).toEqual([0, 0, 0, 0, 0]);
    expect(inSteps(atTime(0.003), 4, 0.001)).toEqual([0, 0, 1, 0]);
  });
});
