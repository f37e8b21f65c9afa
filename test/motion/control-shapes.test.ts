import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bSpline } from "../../src/motion/control-shapes.js";
import { real } from "../arbitraries.js";

const sum = (weights: readonly number[], of: (j: number) => number): number =>
  weights.reduce((total, weight, j) => total + weight * of(j), 0);

describe("cubic B-splines on equal clamped knots", () => {
  it("are positive, four at a time, and with the means of three knots as coefficients give x itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 12 }), real(0, 0.999), (size, x) => {
        const weights = bSpline(x, size);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
        expect(weights.filter((weight) => weight > 0).length).toBeLessThanOrEqual(4);
        expect(sum(weights, () => 1)).toBeCloseTo(1, 13);
        const knot = (i: number): number => Math.min(Math.max(i, 0), size - 3) / (size - 3);
        expect(sum(weights, (j) => (knot(j - 2) + knot(j - 1) + knot(j)) / 3)).toBeCloseTo(x, 13);
      }),
    );
  });

  it("begin with the first coefficient and end with the last, also where there are fewer than four", () => {
    for (const size of [1, 2, 3, 4, 9]) {
      expect(bSpline(0, size)[0]).toBe(1);
      expect(bSpline(1 - 1e-12, size).at(-1)).toBeCloseTo(1, 9);
    }
  });

  it("have no jump in value, slope or bend at a knot", () => {
    const h = 1e-4;
    // of six on three pieces: the inner knots are 1/3 and 2/3
    for (let j = 0; j < 6; j++) {
      const at = (x: number): number => bSpline(x, 6)[j]!;
      const bend = (x: number): number => (at(x + h) - 2 * at(x) + at(x - h)) / h ** 2;
      expect(bend(1 / 3 + 2 * h)).toBeCloseTo(bend(1 / 3 - 2 * h), 0);
    }
  });
});
