import fc from "fast-check";
import { Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { boundedStep, leastNorm } from "../../../src/motion/boundary/bounded-step.js";
import { real } from "../../arbitraries.js";

const free = (value: number): number => value;
const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

describe("a step to the zero of rows", () => {
  it("is of least norm where many steps reach it", () => {
    // 3 x + 4 y = 10 is nearest to the origin at (3, 4)·10/25
    const x = leastNorm(new Matrix([[3, 4]]), Float64Array.of(10));
    expect(x).toEqual([expect.closeTo(1.2, 12), expect.closeTo(1.6, 12)]);
    expect(leastNorm(new Matrix(0, 2), new Float64Array(0))).toEqual([0, 0]);
  });

  it("leaves the least sum of weighed squares where none does", () => {
    // x = 1 and x = 3 of weights 1 and w meet at (1 + 3 w²) / (1 + w²)
    fc.assert(
      fc.property(real(0.1, 5), (w) => {
        const rows = { values: Float64Array.of(-1, -3), jacobian: new Matrix([[1], [1]]) };
        const [x] = boundedStep(rows, [0], Float64Array.of(1, w), free);
        expect(x).toBeCloseTo((1 + 3 * w * w) / (1 + w * w), 9);
      }),
    );
  });

  it("stops at the end of a range, and what is open does the rest", () => {
    // x + y = 3 from (0, 0), y ≤ 1: without the end both would take 1.5
    const rows = { values: Float64Array.of(-3), jacobian: new Matrix([[1, 1]]) };
    const limit = (value: number, j: number): number => (j === 1 ? Math.min(1, value) : value);
    expect(boundedStep(rows, [0, 0], ones(1), free)).toEqual([expect.closeTo(1.5, 12), expect.closeTo(1.5, 12)]);
    expect(boundedStep(rows, [0, 0], ones(1), limit)).toEqual([expect.closeTo(2, 12), 1]);
    // from y = 0.75 a quarter is left of its range
    expect(boundedStep(rows, [0, 0.75], ones(1), limit)).toEqual([expect.closeTo(2.75, 12), 0.25]);
  });

  it("never leaves the ranges, however many end", () => {
    const list = fc.array(real(-2, 2), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(list, fc.array(real(-1, 1), { minLength: 3, maxLength: 3 }), list, (entries, at, values) => {
        const rows = { values: Float64Array.from(values.slice(0, 2)), jacobian: Matrix.from1DArray(2, 3, entries) };
        const step = boundedStep(rows, at, ones(2), (value) => Math.min(1, Math.max(-1, value)));
        step.forEach((x, j) => {
          expect(Math.abs(at[j] + x)).toBeLessThanOrEqual(1 + 1e-15);
        });
      }),
    );
  });
});
