import type { Stepwise } from "../../algebra/stepwise.js";
import { type Bounds, feasibility } from "./problem.js";

/** Equalities whose pivots are below this, relative to the largest coefficient, repeat others. */
const rankTolerance = 1e-9;
/** Products of numbers between two pauses: some milliseconds. */
export const productsAtOnce = 1 << 20;
/** Elements of the basis below this are zero. */
const basisTolerance = 1e-13;

/**
 * The free columns of a program, and what its equal rows leave of them: x = offset + basis y by the places of the free
 * columns. Made once for programs of one size.
 */
export interface Elimination {
  /** Number of free columns, which are `free[k]` at place k. */
  count: number;
  readonly free: Int32Array;
  /** Place of a free column, −1 where fixed. */
  readonly place: Int32Array;
  /** Equalities over free columns, then the right-hand side; rows have a place for every column of the program. */
  readonly table: Float64Array;
  /** Per place: row of the table that gives it, −1 where it stays unknown. */
  readonly basicRow: Int32Array;
  /** Places that stay unknown. */
  readonly unknown: Int32Array;
  readonly offset: Float64Array;
  readonly basis: Float64Array;
}

/** Room for programs of n columns and m rows. */
export function elimination(n: number, m: number): Elimination {
  return {
    count: 0,
    free: new Int32Array(n),
    place: new Int32Array(n),
    table: new Float64Array(m * (n + 1)),
    basicRow: new Int32Array(n),
    unknown: new Int32Array(n),
    offset: new Float64Array(n),
    basis: new Float64Array(n * n),
  };
}

/**
 * Eliminates the equal rows of `matrix` (by rows) under these bounds; fixed columns are written into x. Returns how many
 * columns stay unknown, or −1 where rows contradict each other.
 */
export function* eliminateRows(
  e: Elimination,
  matrix: Float64Array,
  bounds: Bounds,
  x: Float64Array,
): Stepwise<number> {
  separateColumns(e, bounds, x);
  return (yield* reduceTable(e, fillTable(e, matrix, bounds, x))) ? parametrise(e) : -1;
}

/** Numbers the free columns, and writes the fixed ones into x. */
function separateColumns(e: Elimination, { lower, upper }: Bounds, x: Float64Array): void {
  const { free, place } = e;
  let count = 0;
  for (let j = 0; j < x.length; j++) {
    const fixed = lower[j] === upper[j];
    place[j] = fixed ? -1 : count;
    if (fixed) x[j] = lower[j];
    else free[count++] = j;
  }
  e.count = count;
}

/** Fills the table with the equal rows; the number of them. */
function fillTable(e: Elimination, matrix: Float64Array, { rowLower, rowUpper }: Bounds, x: Float64Array): number {
  const { count, free, place, table } = e;
  const n = x.length;
  const stride = n + 1;
  let rows = 0;
  for (let i = 0; i < rowLower.length; i++) {
    if (rowLower[i] !== rowUpper[i]) continue;
    const t = rows * stride;
    let right = rowLower[i];
    for (let j = 0; j < n; j++) {
      const a = matrix[i * n + j];
      if (place[j] < 0 && a !== 0) right -= a * x[j];
    }
    for (let k = 0; k < count; k++) table[t + k] = matrix[i * n + free[k]];
    table[t + count] = right;
    rows++;
  }
  return rows;
}

/** Gauss–Jordan with complete pivoting; false if an equality that repeats others contradicts them. */
function* reduceTable({ count, place, table, basicRow }: Elimination, rows: number): Stepwise<boolean> {
  const stride = place.length + 1;
  basicRow.fill(-1, 0, count);
  let largest = 0;
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < count; k++) largest = Math.max(largest, Math.abs(table[i * stride + k]));
  let rank = 0;
  let work = 0;
  for (; rank < rows; rank++) {
    work += rows * count;
    if (work > productsAtOnce) {
      work = 0;
      yield;
    }
    let best = rankTolerance * largest;
    let row = -1;
    let column = -1;
    for (let i = rank; i < rows; i++)
      for (let k = 0, p = i * stride; k < count; k++, p++) {
        const v = table[p] < 0 ? -table[p] : table[p];
        if (v <= best) continue;
        best = v;
        row = i;
        column = k;
      }
    if (row < 0) break;
    const t = rank * stride;
    if (row !== rank)
      for (let k = 0, p = row * stride; k <= count; k++, p++) {
        const v = table[p];
        table[p] = table[t + k];
        table[t + k] = v;
      }
    const pivot = 1 / table[t + column];
    for (let k = 0; k <= count; k++) table[t + k] *= pivot;
    for (let i = 0; i < rows; i++) {
      const u = i * stride;
      const v = table[u + column];
      if (i === rank || v === 0) continue;
      for (let k = 0; k <= count; k++) table[u + k] -= v * table[t + k];
      table[u + column] = 0;
    }
    basicRow[column] = rank;
  }
  for (let i = rank; i < rows; i++) if (Math.abs(table[i * stride + count]) > feasibility) return false;
  return true;
}

/** x = offset + basis y over the unknown places; the number of them. */
function parametrise({ count, place, table, basicRow, unknown, offset, basis }: Elimination): number {
  const stride = place.length + 1;
  let p = 0;
  for (let k = 0; k < count; k++) if (basicRow[k] < 0) unknown[p++] = k;
  for (let k = 0; k < count; k++) {
    const row = basicRow[k];
    offset[k] = row < 0 ? 0 : table[row * stride + count];
    for (let s = 0; s < p; s++) {
      const v = row < 0 ? 0 : -table[row * stride + unknown[s]];
      basis[k * p + s] = Math.abs(v) < basisTolerance ? 0 : v;
    }
  }
  for (let s = 0; s < p; s++) basis[unknown[s] * p + s] = 1;
  return p;
}
