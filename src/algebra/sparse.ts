/**
 * Numbers without meaning: sparse and small dense matrices, rotations, vectors of space, seeded random numbers, and the
 * sparse LU in `lu/`. Nothing here knows of formulas, solvers or contact; everything above may use all of it. A function
 * may be rewritten freely as long as it gives the same bits, since hashes of trajectories depend on them.
 *
 * @module algebra
 */

import { finish, inLots, type Stepwise } from "./stepwise.js";

/**
 * Sparse matrices by compressed columns. Entry p of column j, for colPtr[j] ≤ p < colPtr[j + 1], is
 * A[rowIdx[p], j] = values[p]; row indices ascend in each column. The pattern is fixed at birth, only values change,
 * so that an analysis of the pattern serves every Newton iteration.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly colPtr: Int32Array;
  readonly rowIdx: Int32Array;
  readonly values: Float64Array;
}

/** Entries between two pauses: about a millisecond. */
export const entriesAtOnce = 1 << 17;

/**
 * A = Σ_k x[k] e_i[k] e_j[k]ᵀ: duplicates are summed, explicit zeros stay in the pattern. Without `x` all values are
 * zero: a pattern to be filled later. Throws a RangeError on unequal lengths or an index outside rows × cols.
 */
export const fromTriplets = (
  size: readonly [rows: number, cols: number],
  i: ArrayLike<number>,
  j: ArrayLike<number>,
  x?: ArrayLike<number>,
): SparseMatrix => finish(gathering(size, i, j, x));

/** `fromTriplets` in parts. */
export function* gathering(
  [rows, cols]: readonly [rows: number, cols: number],
  i: ArrayLike<number>,
  j: ArrayLike<number>,
  x?: ArrayLike<number>,
): Stepwise<SparseMatrix> {
  const count = i.length;
  if (j.length !== count || (x !== undefined && x.length !== count)) {
    throw new RangeError(`triplets of unequal lengths: ${count} rows, ${j.length} columns, ${x?.length} values`);
  }
  yield* inLots(count, entriesAtOnce, (from, to) => {
    for (let t = from; t < to; t++)
      if (!isIndex(i[t], rows) || !isIndex(j[t], cols))
        throw new RangeError(`triplet ${t} at (${i[t]}, ${j[t]}) lies outside a ${rows} × ${cols} matrix`);
  });
  // Two stable counting sorts, by row and then by column, leave the rows ascending in each column.
  const order = yield* countingSort(j, cols, yield* countingSort(i, rows));
  const colPtr = new Int32Array(cols + 1);
  const rowIdx = new Int32Array(count);
  const values = new Float64Array(count);
  let end = 0;
  let col = -1;
  yield* inLots(count, entriesAtOnce, (from, to) => {
    for (let s = from; s < to; s++) {
      const t = order[s];
      const duplicate = j[t] === col && rowIdx[end - 1] === i[t];
      while (col < j[t]) colPtr[++col] = end;
      if (!duplicate) rowIdx[end++] = i[t];
      values[end - 1] += x === undefined ? 0 : x[t];
    }
  });
  while (col < cols) colPtr[++col] = end;
  return { rows, cols, colPtr, rowIdx: rowIdx.slice(0, end), values: values.slice(0, end) };
}

/** B = Aᵀ. Linear in the number of entries; rows come out ascending. */
export function transpose(a: SparseMatrix): SparseMatrix {
  const { rows, cols, colPtr, rowIdx, values } = a;
  const bPtr = new Int32Array(rows + 1);
  const bIdx = new Int32Array(rowIdx.length);
  const bVal = new Float64Array(rowIdx.length);
  for (let p = 0; p < rowIdx.length; p++) bPtr[rowIdx[p] + 1]++;
  for (let i = 0; i < rows; i++) bPtr[i + 1] += bPtr[i];
  const next = bPtr.slice(0, rows);
  for (let j = 0; j < cols; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const q = next[rowIdx[p]]++;
      bIdx[q] = j;
      bVal[q] = values[p];
    }
  }
  return { rows: cols, cols: rows, colPtr: bPtr, rowIdx: bIdx, values: bVal };
}

/** y = A x. Overwrites and returns `y` (length rows), which must not be `x`. */
export function multiply(a: SparseMatrix, x: Float64Array, y: Float64Array = new Float64Array(a.rows)): Float64Array {
  const { cols, colPtr, rowIdx, values } = a;
  checkLength("x", x, cols);
  checkLength("y", y, a.rows);
  y.fill(0);
  for (let j = 0; j < cols; j++) {
    const xj = x[j];
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) y[rowIdx[p]] += values[p] * xj;
  }
  return y;
}

/** diag(d), without the places of zeros. */
export function diagonalMatrix(d: Float64Array): SparseMatrix {
  const at = d.map((_, j) => j).filter((j) => d[j] !== 0);
  return fromTriplets(
    [d.length, d.length],
    at,
    at,
    at.map((j) => d[j]),
  );
}

/** Every place of an n × n matrix: its values stand column after column. */
export function fullPattern(n: number): SparseMatrix {
  return {
    rows: n,
    cols: n,
    colPtr: Int32Array.from({ length: n + 1 }, (_, j) => j * n),
    rowIdx: Int32Array.from({ length: n * n }, (_, p) => p % n),
    values: new Float64Array(n * n),
  };
}

/** The p with A[row, col] = values[p], or -1 if (row, col) is not in the pattern. Binary search. */
export function entryIndex(a: SparseMatrix, row: number, col: number): number {
  if (!isIndex(row, a.rows) || !isIndex(col, a.cols)) return -1;
  let low = a.colPtr[col];
  let high = a.colPtr[col + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (a.rowIdx[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low < a.colPtr[col + 1] && a.rowIdx[low] === row ? low : -1;
}

/** ‖A‖₁ = max_j Σ_i |A_ij|. NaN if an entry is. */
export function norm1(a: SparseMatrix): number {
  let norm = 0;
  for (let j = 0; j < a.cols; j++) {
    let sum = 0;
    for (let p = a.colPtr[j]; p < a.colPtr[j + 1]; p++) sum += Math.abs(a.values[p]);
    norm = Math.max(norm, sum);
  }
  return norm;
}

/** Positions in order of ascending key (0 ≤ key < limit); equal keys keep the order of `from` (default 0, 1, 2 …). */
function* countingSort(key: ArrayLike<number>, limit: number, from?: Int32Array): Stepwise<Int32Array> {
  const next = new Int32Array(limit + 1);
  yield* inLots(key.length, entriesAtOnce, (first, end) => {
    for (let t = first; t < end; t++) next[key[t] + 1]++;
  });
  for (let v = 0; v < limit; v++) next[v + 1] += next[v];
  const sorted = new Int32Array(key.length);
  yield* inLots(key.length, entriesAtOnce, (first, end) => {
    for (let s = first; s < end; s++) {
      const t = from === undefined ? s : from[s];
      sorted[next[key[t]]++] = t;
    }
  });
  return sorted;
}

function isIndex(k: number, limit: number): boolean {
  return Number.isInteger(k) && k >= 0 && k < limit;
}

function checkLength(name: string, x: Float64Array, length: number): void {
  if (x.length !== length) throw new RangeError(`${name} has length ${x.length}, needed is ${length}`);
}
