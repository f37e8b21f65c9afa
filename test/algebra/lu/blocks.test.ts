import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockTriangular, stronglyConnected } from "../../../src/algebra/lu/blocks.js";
import { maximumTransversal } from "../../../src/algebra/lu/matching.js";
import { entryIndex, fromTriplets, type SparseMatrix } from "../../../src/algebra/sparse.js";
import { Entries, horizonMatrix, shuffled, sparseMatrix, sparsePattern, uniform } from "../matrices.js";

const isPermutation = (order: Int32Array) =>
  order
    .slice()
    .sort()
    .every((v, k) => v === k);

describe("maximumTransversal", () => {
  it("pairs rows and columns of entries, as many as the slow way does", () => {
    fc.assert(
      fc.property(sparsePattern(), (a) => {
        const { rank, rowOf, columnOf } = maximumTransversal(a);
        let pairs = 0;
        for (let j = 0; j < a.cols; j++) {
          if (rowOf[j] === -1) continue;
          pairs++;
          expect(columnOf[rowOf[j]]).toBe(j);
          expect(entryIndex(a, rowOf[j], j)).not.toBe(-1);
        }
        expect(columnOf.filter((j) => j !== -1)).toHaveLength(pairs);
        expect(rank).toBe(pairs);
        expect(rank).toBe(rankByRecursion(a));
      }),
    );
  });

  it("keeps a full diagonal", () => {
    const a = fromTriplets([3, 3], [0, 1, 1, 2, 2, 0], [0, 0, 1, 1, 2, 2]);
    expect([...maximumTransversal(a).rowOf]).toEqual([0, 1, 2]);
  });

  it("takes rectangular patterns", () => {
    expect(maximumTransversal(fromTriplets([2, 3], [0, 0, 1], [0, 1, 2])).rank).toBe(2);
    expect(maximumTransversal(fromTriplets([3, 2], [2, 2], [0, 1])).rank).toBe(1);
  });
});

describe("blockTriangular", () => {
  it("gives permutations to block upper triangular form with a full diagonal", () => {
    fc.assert(
      fc.property(sparseMatrix(), (a) => {
        const { rowOrder, colOrder, blockPtr } = checkedForm(a);
        for (let k = 0; k < a.cols; k++) expect(entryIndex(a, rowOrder[k], colOrder[k])).not.toBe(-1);
        expect(blockPtr[blockPtr.length - 1]).toBe(a.cols);
      }),
    );
  });

  it("also of a structurally singular pattern", () => {
    fc.assert(fc.property(sparsePattern(), (a) => void checkedForm(a)));
  });

  it("finds the blocks that were hidden by permutations", () => {
    const random = uniform(3);
    const n = 60;
    const entries = new Entries();
    const row = shuffled(n, random);
    const col = shuffled(n, random);
    const sizes = [1, 7, 1, 20, 2, 29];
    let begin = 0;
    for (const size of sizes) {
      for (let k = 0; k < size; k++) {
        entries.add(row[begin + k], col[begin + k], 1);
        entries.add(row[begin + k], col[begin + ((k + 1) % size)], 1);
        if (begin > 0) entries.add(row[Math.floor(random() * begin)], col[begin + k], 1);
      }
      begin += size;
    }
    const { blockPtr } = blockTriangular(entries.matrix(n));
    const found = sizes.map((_, b) => blockPtr[b + 1] - blockPtr[b]);
    expect(found.sort((a, b) => a - b)).toEqual([...sizes].sort((a, b) => a - b));
  });

  it("leaves the outputs of a horizon outside the cycle", () => {
    const a = horizonMatrix(10, 1);
    const { blockPtr } = checkedForm(a);
    expect(blockPtr.length - 1).toBeGreaterThan(50);
  });

  it("refuses a matrix that is not square", () => {
    expect(() => blockTriangular(fromTriplets([2, 3], [], []))).toThrow("2 × 3");
  });
});

it("chains and cycles of 200 000 nodes do not overflow the stack", () => {
  const n = 200_000;
  const i = Int32Array.from({ length: 2 * n }, (_, t) => (t < n ? t : (t + 1) % n)); // diagonal, then j → j + 1
  const j = Int32Array.from({ length: 2 * n }, (_, t) => t % n);
  expect(stronglyConnected(fromTriplets([n, n], i, j)).count).toBe(1);
  const chain = fromTriplets([n, n], i.subarray(0, 2 * n - 1), j.subarray(0, 2 * n - 1));
  expect(stronglyConnected(chain).count).toBe(n);
  // Without its diagonal but for one entry, in the last column, the chain is matched by one path through all of it.
  const path = fromTriplets([n, n], i.subarray(1), j.subarray(1));
  expect(maximumTransversal(path).rank).toBe(n);
});

function checkedForm(a: SparseMatrix) {
  const form = blockTriangular(a);
  const { rowOrder, colOrder, blockPtr } = form;
  expect(isPermutation(rowOrder)).toBe(true);
  expect(isPermutation(colOrder)).toBe(true);
  const blockOf = (k: number) => blockPtr.findIndex((begin) => begin > k) - 1;
  const placeOf = new Int32Array(a.rows);
  for (let k = 0; k < a.rows; k++) placeOf[rowOrder[k]] = k;
  for (let k = 0; k < a.cols; k++) {
    const j = colOrder[k];
    for (let p = a.colPtr[j]; p < a.colPtr[j + 1]; p++) {
      expect(blockOf(placeOf[a.rowIdx[p]])).toBeLessThanOrEqual(blockOf(k));
    }
  }
  return form;
}

/** The largest matching by the textbook's recursion. */
function rankByRecursion(a: SparseMatrix): number {
  const columnOf = new Int32Array(a.rows).fill(-1);
  const augment = (j: number, seen: Set<number>): boolean => {
    for (let p = a.colPtr[j]; p < a.colPtr[j + 1]; p++) {
      const i = a.rowIdx[p];
      if (seen.has(i)) continue;
      seen.add(i);
      if (columnOf[i] === -1 || augment(columnOf[i], seen)) {
        columnOf[i] = j;
        return true;
      }
    }
    return false;
  };
  let rank = 0;
  for (let j = 0; j < a.cols; j++) if (augment(j, new Set())) rank++;
  return rank;
}
