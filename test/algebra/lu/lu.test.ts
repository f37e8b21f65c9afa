import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  analyse,
  conditionEstimate,
  type Factors,
  factor,
  refactor,
  solve,
  solveMany,
  solveTransposed,
} from "../../../src/algebra/lu/lu.js";
import { fromTriplets, multiply, norm1, type SparseMatrix, transpose } from "../../../src/algebra/sparse.js";
import { gridLaplacian, horizonMatrix, identity, sparseMatrix, uniform } from "../matrices.js";

const orderings = ["minimum-degree", "natural"] as const;
const largest = (x: Float64Array) => x.reduce((m, v) => Math.max(m, Math.abs(v)), 0);

/** ‖A x - b‖ / (‖A‖₁ ‖x‖ + ‖b‖), maximum norms of the vectors. */
function backwardError(a: SparseMatrix, x: Float64Array, b: Float64Array): number {
  const residual = multiply(a, x);
  for (let i = 0; i < b.length; i++) residual[i] -= b[i];
  return largest(residual) / (norm1(a) * largest(x) + largest(b));
}

function randomVector(n: number, seed = 1): Float64Array {
  const random = uniform(seed);
  return Float64Array.from({ length: n }, () => 2 * random() - 1);
}

/** The same pattern with every value off by up to `share` of itself. */
function changed(a: SparseMatrix, share: number, seed = 5): SparseMatrix {
  const random = uniform(seed);
  return { ...a, values: a.values.map((v) => v * (1 + share * (2 * random() - 1))) };
}

function expectSolves(factors: Factors, a: SparseMatrix, tolerance = 1e-13): void {
  const b = randomVector(a.cols);
  expect(factors.status).toBe("factored");
  expect(backwardError(a, solve(factors, b), b)).toBeLessThan(tolerance);
  expect(backwardError(transpose(a), solveTransposed(factors, b), b)).toBeLessThan(tolerance);
}

describe("factor and solve", () => {
  it("a matrix by hand", () => {
    const a = fromTriplets([3, 3], [0, 1, 2, 0, 1], [1, 0, 2, 2, 2], [2, 4, 8, 1, 1]);
    const factors = factor(analyse(a), a);
    expect([...solve(factors, Float64Array.of(5, 5, 8))]).toEqual([1, 2, 1]);
    expect([...solveTransposed(factors, Float64Array.of(4, 2, 10))]).toEqual([1, 1, 1]);
    expect(factors).toMatchObject({ row: -1, column: -1, fill: 5, growth: 1 });
  });

  it("the empty matrix and the identity", () => {
    const empty = identity(0);
    expect(solve(factor(analyse(empty), empty), new Float64Array(0))).toHaveLength(0);
    const b = randomVector(9);
    expect([...solve(factor(analyse(identity(9)), identity(9)), b)]).toEqual([...b]);
  });

  it("random matrices, to rounding", () => {
    fc.assert(
      fc.property(sparseMatrix(), fc.constantFrom(...orderings), fc.constantFrom(0.1, 1), (a, ordering, threshold) => {
        const factors = factor(analyse(a, ordering), a, { threshold });
        fc.pre(factors.status === "factored");
        expectSolves(factors, a, 1e-13 * Math.max(1, factors.growth));
      }),
    );
  });

  it("the grid and the horizon, whose diagonal is useless", () => {
    for (const a of [gridLaplacian(20), horizonMatrix(1, 4), horizonMatrix(40, 2)]) {
      for (const ordering of orderings) expectSolves(factor(analyse(a, ordering), a), a);
    }
  });

  it("a horizon of 200 000 unknowns, on the stack as it is", () => {
    const a = horizonMatrix(12_500, 1);
    const factors = factor(analyse(a), a);
    expectSolves(factors, a);
    expect(factors.fill).toBeLessThan(2.5 * a.values.length);
  });

  it("many right-hand sides as one by one, in place", () => {
    fc.assert(
      fc.property(sparseMatrix(30), fc.nat(4), (a, count) => {
        const factors = factor(analyse(a), a);
        fc.pre(factors.status === "factored");
        const n = a.cols;
        const b = randomVector(n * count);
        const x = solveMany(factors, b.slice(), count);
        for (let c = 0; c < count; c++) {
          const column = b.slice(c * n, (c + 1) * n);
          expect([...x.subarray(c * n, (c + 1) * n)]).toEqual([...solve(factors, column)]);
          expect(solve(factors, column, column)).toBe(column);
          expect([...column]).toEqual([...x.subarray(c * n, (c + 1) * n)]);
        }
      }),
    );
  });

  it("in the memory of earlier factors, with the same result", () => {
    const a = horizonMatrix(30, 1);
    const b = changed(a, 0.5);
    const analysis = analyse(a);
    const right = randomVector(a.cols);
    const first = factor(analysis, a);
    const again = factor(analysis, b, { reuse: first });
    expect(again).toBe(first);
    expect([...solve(again, right)]).toEqual([...solve(factor(analysis, b), right)]);
  });

  it("stops where it is told to, and its memory serves again", () => {
    const a = horizonMatrix(30, 1);
    const analysis = analyse(a);
    let looks = 0;
    const stopped = factor(analysis, a, { stopped: () => ++looks > 3 });
    expect(looks).toBe(4);
    expect(stopped).toMatchObject({ status: "singular", row: -1, column: -1, pivoted: false });
    const right = randomVector(a.cols);
    expect([...solve(factor(analysis, a, { reuse: stopped }), right)]).toEqual([...solve(factor(analysis, a), right)]);
  });

  it("keeps a symmetric order and diagonal pivots at threshold 0, so that their signs are the inertia", () => {
    // K = [H Aᵀ; A -δ]: as many negative pivots as rows of A, whatever the order.
    const a = fromTriplets(
      [5, 5],
      [0, 1, 2, 3, 4, 3, 0, 3, 1, 4, 1, 4, 2],
      [0, 1, 2, 3, 4, 0, 3, 1, 3, 1, 4, 2, 4],
      [1e-3, 2, 1e-6, -1e-8, -1e-8, 1, 1, 2, 2, 3, 3, 1, 1],
    );
    const factors = factor(analyse(a), a, { threshold: 0 });
    const { rowAt, pivot } = factors.triangles;
    expect([...rowAt]).toEqual([...factors.analysis.colOrder]);
    expect(pivot.filter((d) => d < 0)).toHaveLength(2);
  });

  it("refuses another pattern's matrix and vectors of another length", () => {
    const a = gridLaplacian(3);
    expect(() => factor(analyse(a), identity(9))).toThrow("9 × 9 matrix of 9");
    expect(() => solve(factor(analyse(a), a), new Float64Array(8))).toThrow("needed is 9");
    expect(() => analyse(fromTriplets([2, 3], [], []))).toThrow("2 × 3");
  });
});

describe("refactor", () => {
  it("gives the same bits for the same values", () => {
    fc.assert(
      fc.property(sparseMatrix(), (a) => {
        const analysis = analyse(a);
        const fresh = factor(analysis, a);
        const kept = factor(analysis, a);
        fc.pre(kept.status === "factored");
        expect(refactor(kept, a)).toBe(true);
        const b = randomVector(a.cols);
        expect([...solve(kept, b)]).toEqual([...solve(fresh, b)]);
        expect(kept.growth).toBe(fresh.growth);
      }),
    );
  });

  it("solves for values that moved", () => {
    fc.assert(
      fc.property(sparseMatrix(), fc.integer(), (a, seed) => {
        const factors = factor(analyse(a), a);
        fc.pre(factors.status === "factored");
        const moved = changed(a, 0.3, seed);
        if (!refactor(factors, moved)) return; // the growth test may say no
        expectSolves(factors, moved, 1e-10);
      }),
    );
    const a = horizonMatrix(40, 2);
    const factors = factor(analyse(a), a);
    const moved = changed(a, 0.05);
    expect(refactor(factors, moved)).toBe(true);
    expectSolves(factors, moved, 1e-12);
  });

  it("says no when a kept pivot has become small beside its column, zero, or not finite", () => {
    const a = fromTriplets([2, 2], [0, 1, 0, 1], [0, 0, 1, 1], [4, 1, 1, 4]);
    const factors = factor(analyse(a), a);
    const pivotEntry = (column: number, value: number) => ({
      ...a,
      values: a.values.map((v, p) => (p === (column === 0 ? 0 : 3) ? value : v)),
    });
    for (const column of [0, 1]) {
      for (const value of [1e-9, 0, Number.NaN, Infinity]) {
        const other = pivotEntry(column, value);
        if (value === 1e-9 || value === 0) {
          // The other column's pivot makes up for it unless it is the one eliminated first.
          const answer = refactor(factors, other);
          expect(answer).toBe(factors.analysis.colOrder[0] !== column);
        } else expect(refactor(factors, other)).toBe(false);
        if (Number.isFinite(value)) expectSolves(factor(factors.analysis, other), other);
        expect(refactor(factors, a)).toBe(true);
        expectSolves(factors, a);
      }
    }
  });

  it("sees a value that is not finite off the diagonal blocks too", () => {
    const a = fromTriplets([2, 2], [0, 1, 0], [0, 1, 1], [1, 1, 5]);
    const factors = factor(analyse(a), a);
    expect(refactor(factors, { ...a, values: Float64Array.of(1, Number.NaN, 1) })).toBe(false);
    expect(refactor(factors, { ...a, values: Float64Array.of(1, Infinity, 1) })).toBe(false);
    expect(refactor(factors, a)).toBe(true);
  });

  it("has nothing to keep after singular factors", () => {
    const a = fromTriplets([2, 2], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 1]);
    expect(refactor(factor(analyse(a), a), { ...a, values: Float64Array.of(1, 2, 3, 4) })).toBe(false);
  });
});

describe("conditionEstimate", () => {
  it("lies between a tenth of the condition number and itself", () => {
    fc.assert(
      fc.property(sparseMatrix(25), (a) => {
        const factors = factor(analyse(a), a);
        fc.pre(factors.status === "factored");
        const n = a.cols;
        let inverseNorm = 0;
        for (let j = 0; j < n; j++) {
          const unit = new Float64Array(n);
          unit[j] = 1;
          inverseNorm = Math.max(
            inverseNorm,
            solve(factors, unit).reduce((sum, v) => sum + Math.abs(v), 0),
          );
        }
        const exact = norm1(a) * inverseNorm;
        const estimate = conditionEstimate(factors, a);
        expect(estimate).toBeLessThanOrEqual(exact * (1 + 1e-8));
        expect(estimate).toBeGreaterThan(exact / 10);
      }),
    );
  });

  it("of the identity is 1, of singular factors infinite", () => {
    expect(conditionEstimate(factor(analyse(identity(4)), identity(4)), identity(4))).toBe(1);
    const zero = fromTriplets([2, 2], [0, 1], [0, 1], [0, 0]);
    expect(conditionEstimate(factor(analyse(zero), zero), zero)).toBe(Infinity);
  });
});
