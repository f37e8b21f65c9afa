import { describe, expect, it } from "vitest";
import { guessesBetween, type Sampled } from "../../../src/motion/launches/between.js";
import { pointsOf } from "../../../src/motion/study/points.js";

/** So many samples of a map over the unit cube. */
function samplesOf(map: (at: readonly number[]) => readonly number[], dimensions: number, samples: number): Sampled[] {
  const unit = pointsOf("halton", { samples, dimensions, seed: 1 });
  return Array.from({ length: samples }, (_, i) => {
    const at = Array.from(unit.subarray(i * dimensions, (i + 1) * dimensions));
    return { at, misses: Float64Array.from(map(at)) };
  });
}

describe("guesses of roots between samples", () => {
  it("are those of a linear map, in each number of unknowns", () => {
    for (const root of [[0.3], [0.62, 0.41], [0.55, 0.45, 0.5]]) {
      const map = (at: readonly number[]): number[] =>
        root.map((_, r) => at.reduce((sum, y, j) => sum + (j === r ? 2 : 0.3 * (j - r)) * (y - root[j]), 0));
      const [first] = guessesBetween(samplesOf(map, root.length, 60));
      first.at.forEach((x, j) => {
        expect(x).toBeCloseTo(root[j], 10);
      });
    }
  });

  it("see a narrow piece between others, in which no sample lies and to whose root no slope points", () => {
    // the way to the root is a step of width .01, on both sides of which the first miss does not change
    const map = ([x, y]: readonly number[]): number[] => [
      Math.max(-1, Math.min(1, (x - 0.503) / 0.005)) + 0.1 * (y - 0.4),
      y - 0.4,
    ];
    const samples = samplesOf(map, 2, 100).filter(({ at: [x] }) => Math.abs(x - 0.503) > 0.005);
    expect(samples.length).toBeGreaterThan(90);
    const guesses = guessesBetween(samples);
    expect(guesses.length).toBeLessThan(30);
    expect(guesses.some(({ at: [x, y], size }) => Math.hypot(x - 0.503, y - 0.4) <= size && size < 0.2)).toBe(true);
  });

  it("are none where the map has no zero, or not as many rows as unknowns", () => {
    expect(guessesBetween(samplesOf(([x, y]) => [x + 1, y - 0.5], 2, 60))).toEqual([]);
    expect(guessesBetween(samplesOf(([x]) => [x - 0.5], 2, 60))).toEqual([]);
    expect(guessesBetween([])).toEqual([]);
  });
});
