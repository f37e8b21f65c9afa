import { describe, expect, it } from "vitest";
import { emptyPlace, placeAt, radau } from "../../../src/motion/exact/tableau.js";

describe.each([3, 5, 9] as const)("the method of Radau of order %d", (order) => {
  const { stages, c, d, ofStart, b, back, gamma } = radau(order);
  const sum = (weights: ArrayLike<number>, of: (x: number) => number): number =>
    Array.from(c, (x, i) => weights[i] * of(x)).reduce((total, x) => total + x);

  it("integrates all polynomials of degree 2s − 2 exactly, to the end of the step", () => {
    expect(2 * stages - 1).toBe(order);
    expect(c[stages - 1]).toBe(1);
    for (let k = 0; k <= 2 * stages - 2; k++) expect(sum(b, (x) => x ** k)).toBeCloseTo(1 / (k + 1), 14);
  });

  it("differentiates polynomials of degree s at its stages, and continues those of degree s − 1 to the start", () => {
    for (let i = 0; i < stages; i++) {
      const row = d.subarray(i * stages, (i + 1) * stages);
      for (let k = 1; k <= stages; k++) expect(sum(row, (x) => x ** k)).toBeCloseTo(k * c[i] ** (k - 1), 12);
      // a constant has no slope, so what the start has is what the stages have together
      expect(ofStart[i]).toBeCloseTo(
        sum(row, () => 1),
        12,
      );
    }
    for (let k = 0; k < stages; k++) expect(sum(back, (x) => x ** k)).toBeCloseTo(k === 0 ? 1 : 0, 12);
  });

  it("has at any part of a step the value and the slope of the polynomial through start and stages", () => {
    for (const tau of [0, 0.3, 0.85, 1]) {
      const place = emptyPlace(radau(order));
      placeAt(radau(order), tau, place);
      expect(place.part).toBe(tau);
      for (let k = 0; k <= stages; k++) {
        const start = k === 0 ? 1 : 0;
        expect(place.of[0] * start + sum(place.of.subarray(1), (x) => x ** k)).toBeCloseTo(tau ** k, 12);
        expect(place.slopes[0] * start + sum(place.slopes.subarray(1), (x) => x ** k)).toBeCloseTo(
          k === 0 ? 0 : k * tau ** (k - 1),
          12,
        );
        if (k < stages) expect(sum(place.stages, (x) => x ** k)).toBeCloseTo(tau ** k, 12);
      }
    }
  });

  it.runIf(order === 5)("filters by the real eigenvalue of its matrix, so that one factor serves", () => {
    const [a11, a12, a13, a21, a22, a23, a31, a32, a33] = Array.from(d, (x, n) => x - (n % 4 === 0 ? 1 / gamma : 0));
    const minors = [a22 * a33 - a23 * a32, a21 * a33 - a23 * a31, a21 * a32 - a22 * a31];
    expect(Math.abs(a11 * minors[0] - a12 * minors[1] + a13 * minors[2])).toBeLessThan(1e-8);
  });
});
