import { describe, expect, it } from "vitest";
import { shapesOf } from "../../../src/motion/problem/control-shapes.js";

describe("a control that is a cubic spline of few coefficients", () => {
  const count = 60;

  it.each([1, 2, 3, 4, 5, 9])(
    "of %i is the blossom of its knots: 1, x and the highest power come out exactly",
    (size) => {
      const { ties } = shapesOf([{ coefficients: size }], count, (step) => step, count);
      const degree = Math.min(3, size - 1);
      const pieces = size - degree;
      /** The knots that belong to coefficient j, as many as the degree, the first and the last repeated (clamped). */
      const knots = (j: number): number[] =>
        Array.from({ length: degree }, (_, i) => Math.min(Math.max(j + i + 1 - degree, 0), pieces) / pieces);
      ties.forEach(([own, ...used], k) => {
        expect(own).toEqual([k, 1]);
        const x = (k + 0.5) / count;
        const sum = (coefficient: (j: number) => number): number =>
          used.reduce((total, [column, weight]) => total - weight * coefficient(column - count), 0);
        expect(used.length).toBeLessThanOrEqual(degree + 1);
        expect(Math.max(...used.map(([, weight]) => weight))).toBeLessThanOrEqual(0);
        expect(sum(() => 1)).toBeCloseTo(1, 13);
        expect(sum((j) => knots(j).reduce((product, t) => product * t, 1))).toBeCloseTo(x ** degree, 13);
        if (degree > 0) expect(sum((j) => knots(j).reduce((total, t) => total + t / degree, 0))).toBeCloseTo(x, 13);
      });
      expect(ties).toHaveLength(count);
    },
  );

  it("beside one that is kept over three steps has ties of its own", () => {
    const { ties, coefficients } = shapesOf([undefined, { every: 3 }], 7, (step, control) => 2 * step + control, 14);
    expect(coefficients).toBe(0);
    // the steps 2, 3, 5 and 6 are as the ones before
    const tied = [1, 2, 4, 5].map((k) => [
      [2 * k + 1, 1],
      [2 * k - 1, -1],
    ]);
    expect(ties).toEqual(tied);
  });
});
