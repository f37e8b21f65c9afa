import { describe, expect, it } from "vitest";
import { fromTriplets, fullPattern } from "../../../src/algebra/sparse.js";
import { loadHighs } from "../../../src/solve/lp/highs.js";
import type { Mcp } from "../../../src/solve/mcp.js";
import { isProvenInfeasible, type LinearMcp, linearMcp } from "../../../src/solve/pivots/pivots.js";
import { uniform } from "../../algebra/matrices.js";

const infinity = Number.POSITIVE_INFINITY;

/** Small whole numbers, half of the entries zero, every kind of bounds: a good half has no point that meets the rows. */
function random(seed: number): LinearMcp {
  const next = uniform(seed);
  const n = 1 + Math.floor(6 * next());
  const whole = (): number => (next() < 0.5 ? 0 : Math.floor(7 * next()) - 3);
  const matrix = fromTriplets(
    [n, n],
    Array.from({ length: n * n }, (_, p) => p % n),
    Array.from({ length: n * n }, (_, p) => Math.floor(p / n)),
    Array.from({ length: n * n }, whole),
  );
  const kinds = Array.from({ length: n }, () => Math.floor(5 * next()));
  return {
    matrix,
    offset: Float64Array.from({ length: n }, whole),
    lower: Float64Array.from(kinds, (kind) => (kind === 0 || kind === 1 ? -infinity : 0)),
    upper: Float64Array.from(kinds, (kind) => (kind === 1 ? 1 : kind === 2 ? 2 : kind === 3 ? 0 : infinity)),
  };
}

describe("the proof that linear rows contradict each other", () => {
  it("is found exactly where a solver of linear programs finds no point", async () => {
    const highs = await loadHighs();
    let infeasible = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const { matrix, offset, lower, upper } = random(seed);
      const n = offset.length;
      const rows = Array.from({ length: n }, (_, i) => i);
      const program = {
        cost: rows.map(() => 0),
        lower: [...lower],
        upper: [...upper],
        rowLower: rows.map((i) => (upper[i] < infinity ? -infinity : -offset[i])),
        rowUpper: rows.map((i) => (lower[i] > -infinity ? infinity : -offset[i])),
        row: [...matrix.rowIdx],
        column: [...matrix.rowIdx].map((_, p) => Math.floor(p / n)),
        value: [...matrix.values],
      };
      const problem = highs.open(n);
      const { status } = problem.solve(program, true);
      problem.dispose();
      expect(["optimal", "infeasible"]).toContain(status);
      const limits = { random: uniform(seed), pivots: 1000, stopped: () => false };
      const proven = isProvenInfeasible({ matrix, offset, lower, upper }, limits);
      expect(proven, `seed ${seed}`).toBe(status === "infeasible");
      if (proven) infeasible++;
    }
    expect(infeasible).toBeGreaterThan(40);
    expect(infeasible).toBeLessThan(160);
  });

  it("is none where a tiny slope leads to a far solution", () => {
    const problem = (slope: number): LinearMcp => ({
      matrix: fromTriplets([1, 1], [0], [0], [slope]),
      offset: Float64Array.of(-1),
      lower: Float64Array.of(0),
      upper: Float64Array.of(infinity),
    });
    const limits = { random: uniform(1), pivots: 100, stopped: () => false };
    expect(isProvenInfeasible(problem(1e-13), limits)).toBe(false);
    expect(isProvenInfeasible(problem(0), limits)).toBe(true);
  });
});

describe("linear rows", () => {
  const mcp = (row: (x: number, y: number) => [value: number, slope: number]): Mcp => ({
    name: String,
    lower: Float64Array.of(0, -infinity),
    upper: Float64Array.of(infinity, infinity),
    scale: Float64Array.of(1, 1),
    pattern: fullPattern(2),
    evaluate([x, y], residual, jacobian) {
      const [value, slope] = row(x, y);
      residual.set([value, x - y + 2]);
      jacobian?.set([slope, 1, 1, -1]);
      return true;
    },
  });

  it("are recognised, with their offsets", () => {
    const linear = linearMcp(
      mcp((x, y) => [3 * x + y - 5, 3]),
      uniform(1),
    );
    expect(linear?.offset).toEqual(Float64Array.of(-5, 2));
    expect(linear?.matrix.values).toEqual(Float64Array.of(3, 1, 1, -1));
  });

  it("are told from curved ones, and from those with a kink", () => {
    expect(
      linearMcp(
        mcp((x, y) => [3 * x + y + 1e-9 * x * x, 3 + 2e-9 * x]),
        uniform(1),
      ),
    ).toBeUndefined();
    expect(
      linearMcp(
        mcp((x, y) => [3 * x + y + Math.max(0, x - 5), x > 5 ? 4 : 3]),
        uniform(1),
      ),
    ).toBeUndefined();
    expect(
      linearMcp(
        mcp((x, y) => [x > 100 ? Number.NaN : 3 * x + y, 3]),
        uniform(1),
      ),
    ).toBeUndefined();
  });
});
