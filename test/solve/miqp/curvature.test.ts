import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromTriplets, type SparseMatrix } from "../../../src/algebra/sparse.js";
import { refuseMiqp } from "../../../src/solve/miqp/problem.js";
import { uniform } from "../../algebra/matrices.js";

function matrixOf(a: readonly Float64Array[]): SparseMatrix {
  const entries = a.flatMap((line, i) => [...line].map((v, j) => ({ i, j, v })));
  return fromTriplets(
    [a.length, a.length],
    entries.map(({ i }) => i),
    entries.map(({ j }) => j),
    entries.map(({ v }) => v),
  );
}

/**
 * B diag(±1) Bᵀ, the first `negative` signs being negative and their columns of B the longest. Half of the rows of B
 * nearly repeat the row before, which makes small pivots where the order is left alone.
 */
function gram(size: number, rank: number, seed: number, negative = 0): Float64Array[] {
  const random = uniform(seed);
  const B: Float64Array[] = [];
  for (let i = 0; i < size; i++) {
    const apart = i > 0 && negative === 0 && random() < 0.5 ? 10 ** (-6 * random()) : 1;
    const before = B[i - 1] ?? new Float64Array(rank);
    B.push(before.map((v, k) => (1 - apart) * v + apart * (2 * random() - 1) * (k < negative ? 3 : 1)));
  }
  const sign = (k: number): number => (k < negative ? -1 : 1);
  return B.map((p) => Float64Array.from(B, (q) => p.reduce((sum, v, k) => sum + sign(k) * v * q[k], 0)));
}

const fault = (H: SparseMatrix): string | undefined => {
  const n = H.cols;
  const bound = new Float64Array(n).fill(1);
  const A = fromTriplets([0, n], [], [], []);
  const none = new Float64Array(0);
  return refuseMiqp({ H, c: bound, A, rowLower: none, rowUpper: none, lower: bound, upper: bound, pairs: [] });
};

const shape = fc
  .record({ size: fc.integer({ min: 2, max: 30 }), share: fc.double({ min: 0, max: 1, noNaN: true }), seed: fc.nat() })
  .map(({ size, share, seed }) => ({ size, rank: Math.round(share * size), seed }));

describe("the curvature of a cost", () => {
  it("is accepted where it is B Bᵀ of any rank", () => {
    fc.assert(
      fc.property(shape, ({ size, rank, seed }) => {
        expect(fault(matrixOf(gram(size, rank, seed)))).toBeUndefined();
      }),
      { numRuns: 2400 },
    );
  });

  it("is refused where one of its squares is negative", () => {
    fc.assert(
      fc.property(shape, ({ size, rank, seed }) => {
        fc.pre(rank > 0);
        expect(fault(matrixOf(gram(size, rank, seed, 1)))).toMatch(/positive semidefinite/);
      }),
      { numRuns: 500 },
    );
  });

  it("is refused where its diagonal is zero and it is not", () => {
    expect(fault(matrixOf([Float64Array.of(0, 1), Float64Array.of(1, 0)]))).toMatch(
      /positive semidefinite at \(1, 0\)/,
    );
  });
});
