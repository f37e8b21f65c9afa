import { diagonalMatrix, fromTriplets, type SparseMatrix } from "../algebra/sparse.js";
import { activities } from "./miqp-point.js";
import type { Miqp } from "./miqp-problem.js";

/**
 * The program whose cost is Σ w_j x_j² among the points that cost as little as x, in any convex part of `miqp` in which
 * x is the least: there such points have the same H x and cᵀx, so these are fixed, column by column where H is diagonal
 * there and the column is in no pair, by added rows elsewhere.
 */
export function amongEqual(miqp: Miqp, x: Float64Array, weights: Float64Array): Miqp {
  const { H, c, A, pairs } = miqp;
  const n = c.length;
  const lower = miqp.lower.slice();
  const upper = miqp.upper.slice();
  const inPair = new Uint8Array(n);
  for (const pair of pairs) for (const index of pair) if (index < n) inPair[index] = 1;
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  let rows = A.rows;
  const pinned = new Uint8Array(n);
  for (let j = 0; j < n; j++) {
    const from = H.colPtr[j]!;
    const to = H.colPtr[j + 1]!;
    let alone = inPair[j] === 0;
    let empty = true;
    for (let p = from; p < to; p++) {
      if (H.values[p] === 0) continue;
      empty = false;
      if (H.rowIdx[p] !== j) alone = false;
    }
    if (empty) continue;
    if (alone) {
      lower[j] = upper[j] = x[j]!;
      pinned[j] = 1;
      continue;
    }
    // H is symmetric: its column j is its row j
    for (let p = from; p < to; p++) {
      row.push(rows);
      column.push(H.rowIdx[p]!);
      value.push(H.values[p]!);
    }
    rows++;
  }
  if (c.some((v, j) => v !== 0 && pinned[j] === 0)) {
    c.forEach((v, j) => {
      if (v === 0) return;
      row.push(rows);
      column.push(j);
      value.push(v);
    });
    rows++;
  }
  const added = rows - A.rows;
  const extended = added === 0 ? A : append(A, rows, row, column, value);
  const right = new Float64Array(rows);
  if (added > 0) activities(extended, x, right);
  return {
    H: diagonalMatrix(weights.map((w) => 2 * w)),
    c: new Float64Array(n),
    A: extended,
    rowLower: concatenate(miqp.rowLower, right.subarray(A.rows)),
    rowUpper: concatenate(miqp.rowUpper, right.subarray(A.rows)),
    lower,
    upper,
    pairs,
  };
}

function append(A: SparseMatrix, rows: number, row: number[], column: number[], value: number[]): SparseMatrix {
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]!; p < A.colPtr[j + 1]!; p++) {
      row.push(A.rowIdx[p]!);
      column.push(j);
      value.push(A.values[p]!);
    }
  return fromTriplets(rows, A.cols, row, column, value);
}

function concatenate(a: Float64Array, b: Float64Array): Float64Array {
  if (b.length === 0) return a;
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
