import { diagonalMatrix, fromTriplets, type SparseMatrix } from "../../algebra/sparse.js";
import { activities } from "./point.js";
import type { Miqp } from "./problem.js";

/**
 * The program whose cost is Σ w_j x_j² among the points that cost as little as x, in any convex part of `miqp` in which
 * x is the least: there such points have the same H x and cᵀx, so these are fixed, column by column where H is diagonal
 * there and the column is in no pair, by added rows elsewhere.
 */
export function tieProgram(miqp: Miqp, x: Float64Array, weights: Float64Array): Miqp {
  const { H, c, A, pairs } = miqp;
  const n = c.length;
  const lower = miqp.lower.slice();
  const upper = miqp.upper.slice();
  const inPair = new Uint8Array(n);
  for (const pair of pairs) for (const index of pair) if (index < n) inPair[index] = 1;
  const entries: Entries = { row: [], column: [], value: [] };
  let rows = A.rows;
  const pinned = new Uint8Array(n);
  for (let j = 0; j < n; j++) {
    const from = H.colPtr[j];
    const to = H.colPtr[j + 1];
    let alone = inPair[j] === 0;
    let empty = true;
    for (let p = from; p < to; p++) {
      if (H.values[p] === 0) continue;
      empty = false;
      if (H.rowIdx[p] !== j) alone = false;
    }
    if (empty) continue;
    if (alone) {
      lower[j] = upper[j] = x[j];
      pinned[j] = 1;
      continue;
    }
    // H is symmetric: its column j is its row j
    for (let p = from; p < to; p++) {
      put(entries, rows, H.rowIdx[p], H.values[p]);
    }
    rows++;
  }
  if (c.some((v, j) => v !== 0 && pinned[j] === 0)) {
    c.forEach((v, j) => {
      if (v !== 0) put(entries, rows, j, v);
    });
    rows++;
  }
  const added = rows - A.rows;
  const extended = added === 0 ? A : append(A, rows, entries);
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

/** Entries of a matrix, one after the other. */
interface Entries {
  readonly row: number[];
  readonly column: number[];
  readonly value: number[];
}

function put({ row, column, value }: Entries, i: number, j: number, v: number): void {
  row.push(i);
  column.push(j);
  value.push(v);
}

/** A with these entries below it, `rows` in all. */
function append(A: SparseMatrix, rows: number, below: Entries): SparseMatrix {
  const { row, column, value } = below;
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) put(below, A.rowIdx[p], j, A.values[p]);
  return fromTriplets([rows, A.cols], row, column, value);
}

function concatenate(a: Float64Array, b: Float64Array): Float64Array {
  if (b.length === 0) return a;
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
