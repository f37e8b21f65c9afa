import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minimumDegree } from "../../../src/algebra/lu/ordering.js";
import { fromTriplets, type SparseMatrix, transpose } from "../../../src/algebra/sparse.js";
import { Entries, gridLaplacian, horizonMatrix, sparsePattern } from "../matrices.js";

describe("minimumDegree", () => {
  it("gives a permutation of any pattern", () => {
    fc.assert(
      fc.property(sparsePattern(60), (a) => {
        expect([...minimumDegree(a)].sort((p, q) => p - q)).toEqual(Array.from({ length: a.cols }, (_, k) => k));
      }),
    );
  });

  it("finds orders without fill where there are some: trees and arrows", () => {
    const n = 50;
    const arrow = new Entries();
    const tree = new Entries();
    for (let k = 1; k < n; k++) {
      arrow.add(0, k, 1);
      tree.add((k - 1) >> 1, k, 1);
    }
    expect(factorEntries(arrow.matrix(n), minimumDegree(arrow.matrix(n)))).toBe(2 * n - 1);
    expect(factorEntries(tree.matrix(n), minimumDegree(tree.matrix(n)))).toBe(2 * n - 1);
  });

  it("is hardly worse than exact minimum degree on random patterns", () => {
    fc.assert(
      fc.property(sparsePattern(60), (a) => {
        expect(factorEntries(a, minimumDegree(a))).toBeLessThanOrEqual(
          1.3 * factorEntries(a, exactMinimumDegree(a)) + 5,
        );
      }),
    );
  });

  it("keeps the Cholesky factor of a 30 × 30 grid near 10 000 entries", () => {
    const a = gridLaplacian(30);
    const approximate = factorEntries(a, minimumDegree(a));
    const exact = factorEntries(a, exactMinimumDegree(a));
    const natural = factorEntries(
      a,
      Int32Array.from({ length: 900 }, (_, k) => k),
    );
    expect(approximate).toBeLessThan(1.15 * exact);
    expect(approximate).toBeLessThan(0.45 * natural);
  });

  it("puts a column that enters everything last, and is as quick as without it", () => {
    const a = horizonMatrix(3000, 1);
    const n = a.cols;
    const i = [...a.rowIdx];
    const j = i.map(() => 0);
    for (let k = 0; k < n; k++) j.fill(k, a.colPtr[k], a.colPtr[k + 1]);
    for (let k = 0; k < n; k += 3) {
      i.push(k);
      j.push(n);
    }
    expect(minimumDegree(fromTriplets([n + 1, n + 1], i, j))[n]).toBe(n);
  });

  it("takes the empty pattern", () => {
    expect(minimumDegree(fromTriplets([0, 0], [], []))).toHaveLength(0);
    expect([...minimumDegree(fromTriplets([2, 2], [], []))].sort()).toEqual([0, 1]);
  });
});

/** Neighbours of each node of A + Aᵀ. */
function neighbours(a: SparseMatrix): Set<number>[] {
  const sets = Array.from({ length: a.cols }, () => new Set<number>());
  for (const m of [a, transpose(a)]) {
    for (let j = 0; j < m.cols; j++) {
      for (let p = m.colPtr[j]; p < m.colPtr[j + 1]; p++) if (m.rowIdx[p] !== j) sets[j].add(m.rowIdx[p]);
    }
  }
  return sets;
}

/** Joins the neighbours of k to a clique and takes k out. */
function eliminateNode(sets: Set<number>[], k: number): void {
  for (const i of sets[k]) {
    for (const j of sets[k]) if (i !== j) sets[i].add(j);
    sets[i].delete(k);
  }
}

/** Entries of the Cholesky factor, diagonal included, by elimination of the graph. */
function factorEntries(a: SparseMatrix, order: Int32Array): number {
  const sets = neighbours(a);
  let count = 0;
  for (const k of order) {
    count += sets[k].size + 1;
    eliminateNode(sets, k);
  }
  return count;
}

function exactMinimumDegree(a: SparseMatrix): Int32Array {
  const sets = neighbours(a);
  const left = new Set(sets.keys());
  const order = new Int32Array(a.cols);
  for (let k = 0; k < a.cols; k++) {
    let best = -1;
    for (const i of left) if (best === -1 || sets[i].size < sets[best].size) best = i;
    order[k] = best;
    left.delete(best);
    eliminateNode(sets, best);
  }
  return order;
}
