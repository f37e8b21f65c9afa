import { describe, expect, it } from "vitest";
import { fromTriplets, multiply } from "../../../src/algebra/sparse.js";
import { naturalRow } from "../../../src/solve/mcp.js";
import { basisOf, type Column } from "../../../src/solve/pivots/basis.js";
import { boxed, followPath, type LinearMcp, type Place } from "../../../src/solve/pivots/pivots.js";
import { uniform } from "../../algebra/matrices.js";

const infinity = Number.POSITIVE_INFINITY;

/** The largest row of the natural map. */
function miss({ matrix, offset, lower, upper }: LinearMcp, z: Float64Array): number {
  const row = multiply(matrix, z);
  return z.reduce((most, v, i) => Math.max(most, Math.abs(naturalRow(v, lower[i], upper[i], row[i] + offset[i]))), 0);
}

/**
 * A monotone problem with every kind of bounds: B Bᵀ of low rank and a skew part, of which an answer is known: a third of
 * the pairs are degenerate.
 */
function monotone(seed: number): LinearMcp {
  const random = uniform(seed);
  const n = 1 + Math.floor(25 * random());
  const rank = Math.floor(n * random());
  const B = Array.from({ length: n }, () => Array.from({ length: rank }, () => 2 * random() - 1));
  const places = { i: [] as number[], j: [] as number[], x: [] as number[] };
  const put = (i: number, j: number, x: number): void => {
    places.i.push(i);
    places.j.push(j);
    places.x.push(x);
  };
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      put(
        i,
        j,
        B[i].reduce((sum, b, k) => sum + b * B[j][k], 0),
      );
      if (i < j && random() < 0.3) {
        const skew = 2 * random() - 1;
        put(i, j, skew);
        put(j, i, -skew);
      }
    }
  const matrix = fromTriplets([n, n], places.i, places.j, places.x);
  const lower = new Float64Array(n);
  const upper = new Float64Array(n);
  const z = new Float64Array(n);
  const row = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const kind = Math.floor(5 * random());
    lower[i] = kind === 0 || kind === 1 ? -infinity : -1;
    upper[i] = kind === 0 || kind === 2 ? infinity : kind === 4 ? -1 : 2;
    const [low, high] = [Math.max(lower[i], -3), Math.min(upper[i], 3)];
    const at = random();
    if (at < 0.4 && lower[i] === low) {
      z[i] = low;
      row[i] = random() < 0.3 ? 0 : random();
    } else if (at < 0.8 && upper[i] === high) {
      z[i] = high;
      row[i] = random() < 0.3 ? 0 : -random();
    } else z[i] = low + (high - low) * random();
  }
  const linear = multiply(matrix, z);
  return { matrix, offset: row.map((v, i) => v - linear[i]), lower, upper };
}

const atBounds = ({ lower }: LinearMcp): Place[] => Array.from(lower, (v) => (v > -infinity ? "lower" : "upper"));

describe("Lemke's path on a sparse basis", () => {
  it("solves monotone problems with all kinds of bounds, from either bound", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const problem = monotone(seed);
      const box = boxed(problem, new Float64Array(problem.offset.length), 1e3);
      const limits = { random: uniform(seed), pivots: 2000, stopped: () => false };
      const { status, z } = followPath(box, atBounds(box), limits);
      expect(status, `seed ${seed}`).toBe("solved");
      expect(miss(box, z!), `seed ${seed}`).toBeLessThan(1e-8);
    }
  });

  it("goes on where free unknowns are basic, and says where that basis is singular", () => {
    // x free, 2 x + z = 4 ⟂ x, x + z ≥ 3 ⟂ z ≥ 0: x = 1, z = 2
    const problem = (slope: number): LinearMcp => ({
      matrix: fromTriplets([2, 2], [0, 1, 0, 1], [0, 0, 1, 1], [slope, 1, 1, 1]),
      offset: Float64Array.of(-4, -3),
      lower: Float64Array.of(-infinity, 0),
      upper: Float64Array.of(infinity, infinity),
    });
    const limits = { random: uniform(1), pivots: 100, stopped: () => false };
    const { z } = followPath(problem(2), ["inside", "lower"], limits);
    expect([...(z ?? [])]).toEqual([expect.closeTo(1, 12), expect.closeTo(2, 12)]);
    expect(followPath(problem(0), ["inside", "lower"], limits).status).toBe("singular");
  });

  it("ends on a ray where there is no solution, and stops where it is told to", () => {
    const problem: LinearMcp = {
      matrix: fromTriplets([1, 1], [0], [0], [-1]),
      offset: Float64Array.of(-1),
      lower: Float64Array.of(0),
      upper: Float64Array.of(infinity),
    };
    const limits = { random: uniform(1), pivots: 100, stopped: () => false };
    expect(followPath(problem, ["lower"], limits).status).toBe("ray");
    const large = monotone(8);
    const box = boxed(large, new Float64Array(large.offset.length), 1e3);
    let asked = 0;
    const stopped = { ...limits, stopped: () => ++asked > 3 };
    expect(followPath(box, atBounds(box), stopped)).toEqual({ status: "cancelled", pivots: 3 });
  });
});

describe("a basis whose columns are exchanged", () => {
  it("solves as one that is factored anew", () => {
    const random = uniform(4);
    const n = 30;
    const column = (j: number): Column => {
      const dense = Float64Array.from({ length: n }, (_, i) => (i === j ? 3 : random() < 0.2 ? random() : 0));
      const rows = Int32Array.from([...dense.keys()].filter((i) => dense[i] !== 0));
      return { rows, values: Float64Array.from(rows, (i) => dense[i]) };
    };
    const columns = Array.from({ length: n }, (_, j) => column(j));
    const basis = basisOf(n);
    expect(basis.factor(columns)).toBe(true);
    for (let k = 0; k < 60; k++) {
      const place = Math.floor(n * random());
      const next = column(place);
      const solved = new Float64Array(n);
      next.rows.forEach((i, e) => {
        solved[i] = next.values[e];
      });
      basis.solve(solved);
      basis.exchange(place, solved);
      columns[place] = next;
      const b = Float64Array.from({ length: n }, () => random());
      const x = b.slice();
      basis.solve(x);
      for (let j = 0; j < n; j++)
        columns[j].rows.forEach((i, e) => {
          b[i] -= columns[j].values[e] * x[j];
        });
      expect(Math.max(...b.map(Math.abs))).toBeLessThan(1e-12);
    }
  });
});
