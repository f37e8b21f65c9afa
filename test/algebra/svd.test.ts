import fc from "fast-check";
import { Matrix, pseudoInverse, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { type FullMatrix, leastNorm, rightSingular } from "../../src/algebra/svd.js";
import { uniform } from "./matrices.js";

/** A random matrix of any shape whose rank is at most `rank`, with rows of sizes over six orders. */
const matrices = fc
  .record({
    rows: fc.integer({ min: 1, max: 7 }),
    columns: fc.integer({ min: 1, max: 7 }),
    rank: fc.integer({ min: 0, max: 7 }),
    spread: fc.integer({ min: 0, max: 6 }),
    seed: fc.integer(),
  })
  .map(({ rows, columns, rank, spread, seed }) => {
    const random = uniform(seed);
    const factor = (m: number, n: number): Matrix =>
      new Matrix(Array.from({ length: m }, () => Array.from({ length: n }, () => 2 * random() - 1)));
    const product = rank === 0 ? Matrix.zeros(rows, columns) : factor(rows, rank).mmul(factor(rank, columns));
    for (let i = 0; i < rows; i++) product.mulRow(i, 10 ** (-spread * random()));
    return product;
  });

const full = (a: Matrix): FullMatrix => ({
  rows: a.rows,
  columns: a.columns,
  values: Float64Array.from(a.to1DArray()),
});

describe("singular values", () => {
  it("are those of an independent decomposition, and their vectors are orthonormal", () => {
    fc.assert(
      fc.property(matrices, (a) => {
        const { values, vectors } = rightSingular(full(a));
        const peer = new SingularValueDecomposition(a, { autoTranspose: true }).diagonal;
        const size = Math.max(1e-300, values[0]!);
        peer.forEach((sigma, s) => {
          expect(Math.abs(values[s]! - sigma) / size).toBeLessThan(1e-13);
        });
        vectors.forEach((v, i) => {
          vectors.forEach((w, j) => {
            expect(Math.abs(v.reduce((sum, x, k) => sum + x * w[k]!, 0) - (i === j ? 1 : 0))).toBeLessThan(1e-13);
          });
          // ‖A v‖ = σ
          const length = Math.hypot(...a.mmul(Matrix.columnVector(Array.from(v))).to1DArray());
          expect(Math.abs(length - values[i]!) / size).toBeLessThan(1e-13);
        });
      }),
    );
  });

  it("gives small ones of graded columns to all their digits", () => {
    // the Läuchli matrix: its smaller singular value is ε exactly
    const epsilon = 1e-9;
    const { values } = rightSingular({ rows: 3, columns: 2, values: Float64Array.of(1, 1, epsilon, 0, 0, epsilon) });
    expect(values[0]).toBeCloseTo(Math.SQRT2, 14);
    expect(Math.abs(values[1]! / epsilon - 1)).toBeLessThan(1e-7);
  });

  it("is not finite where the matrix is not", () => {
    expect(rightSingular({ rows: 2, columns: 1, values: Float64Array.of(1, Number.NaN) }).values[0]).toBeNaN();
    expect(leastNorm({ rows: 1, columns: 2, values: Float64Array.of(1, Number.NaN) }, [1])[0]).toBeNaN();
  });
});

describe("least norm", () => {
  it("is the product with an independent pseudo-inverse", () => {
    fc.assert(
      fc.property(matrices, fc.integer(), (a, seed) => {
        const random = uniform(seed);
        const b = Array.from({ length: a.rows }, random);
        const tolerance = 1e-9;
        const sigma = rightSingular(full(a)).values;
        // near the tolerance either side may drop a value
        fc.pre(sigma.every((s) => s < 1e-10 * sigma[0]! || s > 1e-7 * sigma[0]!));
        const peer = pseudoInverse(a, tolerance / Math.max(a.rows, a.columns)).mmul(Matrix.columnVector(b));
        const size = Math.max(1e-300, ...peer.to1DArray().map(Math.abs));
        leastNorm(full(a), b, tolerance).forEach((x, j) => {
          expect(Math.abs(x - peer.get(j, 0)) / size).toBeLessThan(1e-6);
        });
      }),
    );
  });

  it("of no rows is zero", () => {
    expect(leastNorm({ rows: 0, columns: 2, values: new Float64Array() }, [])).toEqual([0, 0]);
  });
});
