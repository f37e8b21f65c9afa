import { describe, expect, it } from "vitest";
import { accepts, admits, clear, emptyFilter, leave, shortest } from "../../../src/solve/mpcc/filter.js";

/** A filter begun at a violation θ. */
function begun(theta: number) {
  const filter = emptyFilter();
  clear(filter, theta);
  return filter;
}

describe("a filter of Wächter and Biegler", () => {
  it("admits what is better than every pair in one of both, and nothing far out", () => {
    const filter = begun(1);
    // a point that cannot be improved along its step is noted
    leave(filter, { theta: 2, phi: 5, slope: 1 }, 1, 5);
    expect(admits(filter, 1, 9)).toBe(true);
    expect(admits(filter, 9, 1)).toBe(true);
    expect(admits(filter, 2, 5)).toBe(false);
    expect(admits(filter, 3, 6)).toBe(false);
    expect(admits(filter, Number.NaN, 0)).toBe(false);
    expect(admits(filter, 0.99e4, -1)).toBe(true);
    expect(admits(filter, 1.01e4, -1)).toBe(false);
    clear(filter, 50);
    expect(admits(filter, 3, 6)).toBe(true);
    expect(admits(filter, 40e4, 6)).toBe(true);
  });

  it("notes no point from which φ fell as its slope promised, and which met its rows", () => {
    const here = { theta: 0, phi: 5, slope: -1 };
    const fallen = begun(1);
    leave(fallen, here, 1, 4);
    expect(admits(fallen, 0, 5)).toBe(true);
    const risen = begun(1);
    leave(risen, here, 1, 5.5);
    expect(admits(risen, 0, 5)).toBe(false);
  });

  it("asks a promised fall of φ near the rows, and a gain in one of both far from them", () => {
    const near = { theta: 1e-9, phi: 5, slope: -1 };
    expect(accepts(begun(1), near, { alpha: 1, theta: 1e-9, phi: 4.5 })).toBe(true);
    // no violation less, hence φ alone counts
    expect(accepts(begun(1), near, { alpha: 1, theta: 0, phi: 5.1 })).toBe(false);
    const far = { theta: 0.5, phi: 5, slope: -1 };
    expect(accepts(begun(1), far, { alpha: 1, theta: 0.2, phi: 5.1 })).toBe(true);
    expect(accepts(begun(1), far, { alpha: 1, theta: 0.6, phi: 4.5 })).toBe(true);
    expect(accepts(begun(1), far, { alpha: 1, theta: 0.5, phi: 5 })).toBe(false);
    expect(accepts(begun(1), far, { alpha: 1, theta: 0.2, phi: Number.NaN })).toBe(false);
    expect(accepts(begun(1), far, { alpha: 1, theta: 0.2, phi: Number.POSITIVE_INFINITY })).toBe(false);
  });

  it("takes differences of rounding in φ for none", () => {
    const level = { theta: 0, phi: 1e6, slope: -1e-6 };
    expect(accepts(begun(1), level, { alpha: 1, theta: 0, phi: 1e6 * (1 + Number.EPSILON) })).toBe(true);
    expect(accepts(begun(1), level, { alpha: 1, theta: 0, phi: 1e6 * (1 + 1e-12) })).toBe(false);
  });

  it("has shorter steps worth a trial where less violation asks less of φ", () => {
    const filter = begun(1);
    const at = (theta: number, slope: number): number => shortest(filter, { theta, phi: 0, slope });
    expect(at(0.5, 1)).toBeGreaterThan(0);
    // a fall of γ θ in φ is reached at the share γ θ / −slope
    expect(at(0.5, -1) / at(0.25, -1)).toBeCloseTo(2, 9);
    expect(at(0.5, -1) / at(0.5, -4)).toBeCloseTo(4, 9);
    // and a step uphill in φ gains by its violation alone
    expect(at(0.5, 1)).toBe(at(0.1, 0));
    expect(at(0.5, -1)).toBeLessThanOrEqual(at(0.5, 1));
    expect(at(0, -1)).toBe(0);
  });
});
