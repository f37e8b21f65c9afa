import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "../../../src/motion/study/analysis/analysis.js";
import { correlation } from "../../../src/motion/study/analysis/correlation.js";
import { distributed } from "../../../src/motion/study/analysis/distribution.js";
import { paretoFront } from "../../../src/motion/study/analysis/pareto.js";
import { sobolIndices } from "../../../src/motion/study/analysis/sensitivity.js";
import { wilson } from "../../../src/motion/study/analysis/yield.js";
import { pointsOf } from "../../../src/motion/study/points.js";
import type { Study } from "../../../src/motion/study/study.js";

describe("a yield", () => {
  // R. Newcombe (1998), Table I, method 3: the score interval
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %d of %d lies from %d to %d", (passed, of, low, high) => {
    const { interval } = wilson(passed, of);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it("stays within 0 and 1 and holds its share", () => {
    const counts = fc
      .integer({ min: 1, max: 1e6 })
      .chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)));
    fc.assert(
      fc.property(counts, ([passed, of]) => {
        const { share, interval } = wilson(passed, of);
        expect(interval[0]).toBeGreaterThanOrEqual(0);
        expect(interval[0]).toBeLessThanOrEqual(share);
        expect(interval[1]).toBeGreaterThanOrEqual(share);
        expect(interval[1]).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("Sobol' indices", () => {
  const pi = Math.PI;
  /** T. Ishigami and T. Homma (1990), with a = 7 and b = .1: its indices have a closed form. */
  const ishigami = ([x, y, z]: readonly number[]): number =>
    Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
  const closed = { v1: 0.5 * (1 + (0.1 * pi ** 4) / 5) ** 2, v2: 49 / 8, v13: (8 * 0.01 * pi ** 8) / 225 };

  it("of the Ishigami function are within .01 of the closed form at 2^14 samples", () => {
    const samples = 2 ** 14;
    const points = pointsOf("saltelli", { samples, dimensions: 3, seed: 1 });
    const values = Float64Array.from({ length: samples * 5 }, (_, row) =>
      ishigami([0, 1, 2].map((d) => pi * (2 * points[3 * row + d] - 1))),
    );
    const { indices, samples: used } = sobolIndices(values, 3);
    const variance = closed.v1 + closed.v2 + closed.v13;
    expect(variance).toBeCloseTo(13.8446, 4);
    expect(used).toBe(samples);
    const first = [closed.v1, closed.v2, 0].map((part) => part / variance);
    const total = [closed.v1 + closed.v13, closed.v2, closed.v13].map((part) => part / variance);
    for (const i of [0, 1, 2]) {
      expect(Math.abs(indices[i].first - first[i])).toBeLessThan(0.01);
      expect(Math.abs(indices[i].total - total[i])).toBeLessThan(0.01);
    }
  });

  it("leave out base samples with a number that does not exist, and are none of a constant", () => {
    const values = Float64Array.of(1, 2, 2, 1, Number.NaN, 5, 6, 7, 3, 5, 5, 3);
    const kept = Float64Array.of(1, 2, 2, 1, 3, 5, 5, 3);
    expect(sobolIndices(values, 2)).toEqual(sobolIndices(kept, 2));
    // the first parameter does it all
    expect(sobolIndices(kept, 2).indices[1]).toEqual({ first: 0, total: 0 });
    expect(sobolIndices(new Float64Array(8).fill(3), 2).indices[0]).toEqual({ first: Number.NaN, total: Number.NaN });
  });
});

describe("columns", () => {
  it("have mean, deviation, quantiles and extreme rows, what is missing apart", () => {
    const found = distributed([4, Number.NaN, 1, 3, 2, 5]);
    expect(found).toMatchObject({
      count: 5,
      missing: 1,
      mean: 3,
      least: { value: 1, row: 2 },
      most: { value: 5, row: 5 },
    });
    expect(found.deviation).toBeCloseTo(Math.sqrt(2.5), 14);
    for (const [i, x] of [1.2, 2, 3, 4, 4.8].entries()) expect(found.quantiles[i]).toBeCloseTo(x, 14);
    expect(distributed([]).mean).toBeNaN();
    expect(distributed([Number.NaN]).least.row).toBe(-1);
  });

  it("keep the mean and a deviation of zero of a constant, however many rows", () => {
    const found = distributed(new Float64Array(1000).fill(0.1));
    expect(found.mean).toBe(0.1);
    expect(found.deviation).toBe(0);
  });

  it("correlate by the part of their variance that a line explains", () => {
    const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(numbers, (x) => {
        const r = correlation(
          x,
          x.map((one) => 2 - 3 * one),
        );
        // a column of one number has none
        expect(Number.isNaN(r) || Math.abs(r + 1) < 1e-9).toBe(true);
      }),
    );
    expect(correlation([1, 2, 3, Number.NaN], [1, 2, 2, 7])).toBeCloseTo(Math.sqrt(3) / 2, 14);
    expect(correlation([1, 1, 1], [1, 2, 3])).toBeNaN();
    expect(correlation([1, 1 + 2e-12, 1 + 4e-12], [1, 2, 3])).toBeNaN();
  });

  it("have a front: nobody beats its rows, and all others are beaten", () => {
    const small = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 40 }), (pairs) => {
        const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const front = paretoFront(x, y);
        const beats = (i: number, j: number): boolean => x[i] <= x[j] && y[i] <= y[j] && (x[i] < x[j] || y[i] < y[j]);
        for (const j of front) expect(pairs.some((_, i) => beats(i, j))).toBe(false);
        for (let j = 0; j < pairs.length; j++)
          if (!front.includes(j)) expect(front.some((i) => beats(i, j) || (x[i] === x[j] && y[i] === y[j]))).toBe(true);
      }),
    );
    expect(paretoFront([1, Number.NaN, 2], [2, 0, Number.NaN])).toEqual([0]);
  });
});

describe("the findings of a study", () => {
  const samples = 8;
  const columns = (rows: number) => ({
    items: Int32Array.from({ length: rows }, (_, row) => row),
    passed: new Float64Array(rows).fill(1),
    causes: new Array<string>(rows).fill(""),
    varied: {},
    values: { v: Float64Array.from({ length: rows }, (_, row) => Math.sin(row)) },
  });
  const study = (design: Study["design"], over: Study["over"]): Study => ({
    verb: "simulate",
    set: {},
    where: [],
    over,
    design,
    samples,
    seed: 1,
  });
  const sampled: Study["over"] = { a: { uniform: [0, 1] }, b: { uniform: [0, 1] } };

  it("have indices only where all that varies is sampled by Saltelli's scheme", () => {
    expect(analyse(study("saltelli", sampled), columns(samples * 4)).sensitivity?.v.samples).toBe(samples);
    expect(analyse(study("sobol", sampled), columns(samples)).sensitivity).toBeUndefined();
    expect(analyse(study("saltelli", { ...sampled, c: [1, 2] }), columns(samples * 8)).sensitivity).toBeUndefined();
  });
});
