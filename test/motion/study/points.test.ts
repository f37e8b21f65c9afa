import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentsOf } from "../../../src/motion/problem/distribution.js";
import { normalQuantile, quantile } from "../../../src/motion/study/distributions.js";
import { pointsOf, radicalInverse } from "../../../src/motion/study/points.js";
import { mostDimensions, sobolSequence } from "../../../src/motion/study/sobol.js";

const fractions = (digits: Uint32Array): number[] => Array.from(digits, (x) => x / 2 ** 32);

describe("the Sobol' sequence", () => {
  it("has the first points that S. Joe and F. Kuo (2008) print for their direction numbers", () => {
    expect(fractions(sobolSequence(6, 8))).toEqual([
      ...[0, 0, 0, 0, 0, 0],
      ...[0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
      ...[0.75, 0.25, 0.25, 0.25, 0.75, 0.75],
      ...[0.25, 0.75, 0.75, 0.75, 0.25, 0.25],
      ...[0.375, 0.375, 0.625, 0.875, 0.375, 0.125],
      ...[0.875, 0.875, 0.125, 0.375, 0.875, 0.625],
      ...[0.625, 0.125, 0.875, 0.625, 0.625, 0.875],
      ...[0.125, 0.625, 0.375, 0.125, 0.125, 0.375],
    ]);
  });

  it("has point 777 of 32 dimensions as SciPy 1.17 (qmc.Sobol, unscrambled) prints it", () => {
    const [a, b] = [777 * 32, 778 * 32];
    expect(fractions(sobolSequence(32, 778).subarray(a, b))).toEqual([
      0.6923828125, 0.9365234375, 0.1630859375, 0.2744140625, 0.6357421875, 0.3564453125, 0.1904296875, 0.7626953125,
      0.3486328125, 0.3232421875, 0.7451171875, 0.6962890625, 0.3837890625, 0.4736328125, 0.5693359375, 0.5146484375,
      0.4033203125, 0.8642578125, 0.3701171875, 0.7529296875, 0.2373046875, 0.2724609375, 0.9462890625, 0.4814453125,
      0.3447265625, 0.1455078125, 0.0595703125, 0.7802734375, 0.0634765625, 0.1103515625, 0.5419921875, 0.8994140625,
    ]);
  });

  it("keeps one point in each of 2^m equal parts of every axis, whatever the seed", () => {
    for (const seed of [0, 1, 2026]) {
      const points = pointsOf("sobol", { samples: 256, dimensions: mostDimensions, seed });
      for (let d = 0; d < mostDimensions; d++) {
        const parts = new Set(Array.from({ length: 256 }, (_, i) => Math.floor(256 * points[i * mostDimensions + d])));
        expect(parts.size).toBe(256);
      }
    }
  });
});

it("mirrors digits at the point: the published points of the Halton sequence", () => {
  const inverses = (base: number): number[] => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => radicalInverse(i, base));
  expect(inverses(2)).toEqual([0, 1 / 2, 1 / 4, 3 / 4, 1 / 8, 5 / 8, 3 / 8, 7 / 8]);
  const thirds = [0, 1 / 3, 2 / 3, 1 / 9, 4 / 9, 7 / 9, 2 / 9, 5 / 9];
  for (const [i, x] of inverses(3).entries()) expect(x).toBeCloseTo(thirds[i], 15);
});

describe("points", () => {
  it.each(["random", "sobol", "halton"] as const)("of %s begin alike when there are more of them", (design) => {
    const few = pointsOf(design, { samples: 37, dimensions: 3, seed: 5 });
    const many = pointsOf(design, { samples: 200, dimensions: 3, seed: 5 });
    expect(many.slice(0, few.length)).toEqual(few);
    expect(pointsOf(design, { samples: 37, dimensions: 3, seed: 6 })).not.toEqual(few);
  });

  it.each(["random", "lhs", "sobol", "halton"] as const)(
    "of %s lie inside the cube, with the mean of the cube",
    (design) => {
      const points = pointsOf(design, { samples: 1000, dimensions: 2, seed: 3 });
      expect(points.every((x) => x > 0 && x < 1)).toBe(true);
      expect(points.reduce((a, b) => a + b) / points.length).toBeCloseTo(0.5, 1);
    },
  );

  it("of a Latin hypercube have every part of every axis once", () => {
    const points = pointsOf("lhs", { samples: 50, dimensions: 4, seed: 9 });
    for (let d = 0; d < 4; d++)
      expect(new Set(Array.from({ length: 50 }, (_, i) => Math.floor(50 * points[i * 4 + d]))).size).toBe(50);
  });

  it("are refused where a sequence has no so many dimensions", () => {
    expect(() => pointsOf("sobol", { samples: 2, dimensions: 33, seed: 1 })).toThrow(/at most 32 dimensions/);
    expect(() => pointsOf("halton", { samples: 2, dimensions: 17, seed: 1 })).toThrow(/at most 16 dimensions/);
  });
});

describe("quantiles", () => {
  it.each([
    [1e-300, -37.0470962993612],
    [1e-10, -6.361340902404056],
    [0.001, -3.090232306167813],
    [0.025, -1.9599639845400545],
    [0.3, -0.5244005127080409],
    [0.5, 0],
    [0.6, 0.2533471031357997],
    [0.999999, 4.753424308817087],
  ])("of the normal distribution: Φ⁻¹(%d) = %d (SciPy 1.17)", (p, x) => {
    expect(Math.abs(normalQuantile(p) - x)).toBeLessThanOrEqual(4e-15 * Math.abs(x));
  });

  it("invert the distributions that they are of", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (u) => {
        const x = quantile({ triangular: [1, 2, 5] }, u);
        const share = x < 2 ? (x - 1) ** 2 / 4 : 1 - (5 - x) ** 2 / 12;
        expect(share).toBeCloseTo(u, 10);
        expect(quantile({ uniform: [-2, 4] }, u)).toBeCloseTo(-2 + 6 * u, 12);
        expect(quantile({ normal: [3, 2] }, u) + quantile({ normal: [3, 2] }, 1 - u)).toBeCloseTo(6, 8);
      }),
    );
  });
});

it("moments of distributions are those of their densities", () => {
  const from = (density: (x: number) => number, [a, b]: readonly [number, number]) => {
    const count = 20_000;
    const at = Array.from({ length: count }, (_, k) => a + ((b - a) * (k + 0.5)) / count);
    const mass = at.reduce((sum, x) => sum + density(x), 0);
    const mean = at.reduce((sum, x) => sum + x * density(x), 0) / mass;
    return { mean, variance: at.reduce((sum, x) => sum + (x - mean) ** 2 * density(x), 0) / mass };
  };
  const tent = (a: number, c: number, b: number) => (x: number) => (x < c ? (x - a) / (c - a) : (b - x) / (b - c));
  const bell = (x: number) => Math.exp(-0.5 * ((x - 1.5) / 0.4) ** 2);
  for (const [given, density, ends] of [
    [{ triangular: [-1, 2, 2.5] }, tent(-1, 2, 2.5), [-1, 2.5]],
    [{ triangular: [0.5, 1, 4] }, tent(0.5, 1, 4), [0.5, 4]],
    [{ uniform: [-2, 5] }, () => 1, [-2, 5]],
    [{ normal: [1.5, 0.4] }, bell, [-2.5, 5.5]],
  ] as const) {
    const { mean, variance } = momentsOf(given);
    const wanted = from(density, ends);
    expect(mean).toBeCloseTo(wanted.mean, 6);
    expect(variance).toBeCloseTo(wanted.variance, 6);
  }
});
