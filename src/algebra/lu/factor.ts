import type { SparseMatrix } from "../sparse.js";
import { finish, type Stepwise } from "../stepwise.js";
import type { Analysis } from "./analysis.js";
import { type Factors, makeFactors, scaleRows, type Triangles, ZERO_PIVOT } from "./factors.js";
import { subtract } from "./subtract.js";

/**
 * The diagonal of the permuted block is the pivot if it holds this share of the largest candidate in its column: the
 * order was chosen for it, another pivot costs fill. On horizon matrices with weak diagonals 0.1 keeps growth
 * below 10 for 5 % more fill than KLU's 1e-3, with which growth reached 2e5; partial pivoting costs up to 20 %.
 */
const PIVOT_THRESHOLD = 0.1;

/** Products of numbers between two pauses at most: some milliseconds where there is much fill. */
const productsAtOnce = 1 << 20;
/** Columns between two pauses at most: where there is little fill, their searches are the work. */
const columnsAtOnce = 64;

/** How to factor; all may be left out. */
interface Factoring {
  /** The share of the largest candidate that the diagonal must hold to be the pivot. */
  readonly threshold?: number | undefined;
  /** Gives its memory to the new factors, and is itself void. */
  readonly reuse?: Factors | undefined;
  /** True where the factors are no longer wanted. */
  readonly stopped?: (() => boolean) | undefined;
}

const never = (): boolean => false;

/**
 * Factors A, of the analysed pattern, block by block and column by column: solve L x = A[:, k] for the part above
 * the diagonal (Gilbert, Peierls, SIAM J. Sci. Stat. Comput. 9, 1988), in time proportional to the arithmetic
 *
 *     reach = columns of L that x touches, found by depth-first search, in topological order
 *     x = A[:, k];   for j in reach: x -= L[:, j] x[j];   U[:, k] = x above;   L[:, k] = x below / pivot
 *
 * and take the pivot on the diagonal if it holds `threshold` × the largest candidate (0: any that is not zero,
 * so that a symmetric matrix keeps the signs of its pivots; 1: partial pivoting). Rows are scaled by their largest
 * entry. Search paths are shortened by symmetric pruning (Eisenstat, Liu, SIAM J. Matrix Anal. Appl. 13, 1992).
 *
 * A singular matrix is a status, not an exception: a structurally singular one, an entry not finite, or a column
 * all of whose candidates are below ZERO_PIVOT × its largest entry. Elimination then goes on with the other columns,
 * so that the row reported is one that depends on the others. Rounding can hide a dependence from this test; then
 * `conditionEstimate` is beyond 1e15, or, where another block is singular, the row reported is one of that block. Where `stopped` says so on the way the factors are singular nowhere. Throws a
 * RangeError if A is not of the analysed pattern's size.
 */
export function factor(
  analysis: Analysis,
  a: SparseMatrix,
  { threshold = PIVOT_THRESHOLD, reuse, stopped = never }: Factoring = {},
): Factors {
  return finish(factoring(analysis, a, { threshold, reuse, stopped }));
}

/** `factor` in parts, of which none takes longer than some milliseconds. */
export function* factoring(
  analysis: Analysis,
  a: SparseMatrix,
  { threshold = PIVOT_THRESHOLD, reuse, stopped = never }: Factoring = {},
): Stepwise<Factors> {
  const { pattern } = analysis;
  if (a.cols !== pattern.cols || a.rows !== pattern.rows || a.rowIdx.length !== pattern.rowIdx.length) {
    throw new RangeError(
      `analysed was a ${pattern.rows} × ${pattern.cols} pattern of ${pattern.rowIdx.length} entries, ` +
        `to be factored is a ${a.rows} × ${a.cols} matrix of ${a.rowIdx.length}`,
    );
  }
  const factors = reuse !== undefined && reuse.analysis === analysis ? reuse : makeFactors(analysis);
  factors.status = "singular";
  factors.row = -1;
  factors.column = -1;
  factors.growth = 1;
  factors.fill = 0;
  factors.pivoted = false;
  if (!scaleRows(factors, a)) return factors;
  const under = startElimination(factors, a);
  for (;;) {
    // asked before every part: what was stopped in a pause, or before the first, costs nothing more
    if (stopped()) {
      factors.row = factors.column = -1;
      return factors;
    }
    if (eliminate(factors, under, threshold)) break;
    yield;
  }
  if (factors.row === -1 && analysis.rank < a.cols) {
    // Rounding passed for a pivot.
    factors.row = analysis.row;
    factors.column = analysis.column;
  }
  factors.pivoted = factors.row === -1;
  if (factors.pivoted) factors.status = "factored";
  return factors;
}

/** One factorisation under way: its matrices, how far they are, and the column that is being eliminated. */
interface Elimination {
  readonly a: SparseMatrix;
  readonly triangles: Triangles;
  readonly search: Search;
  lEnd: number; // entries of L and of U so far
  uEnd: number;
  begin: number; // of the block
  largest: number; // |A| in the column, rows scaled
  readonly place: Place;
}

/** The next column: its block and place, and the columns from `end` on, which depend on the others of the block. */
interface Place {
  block: number;
  k: number;
  end: number;
  colAt: Int32Array;
}

/** Memory of the depth-first searches in L. */
interface Search {
  readonly mark: Int32Array; // rows seen, by stamp
  readonly end: Int32Array; // where the search in a column of L may stop; 0 until pruned
  readonly reach: Int32Array; // columns of L found, from `top` on in topological order
  readonly path: Int32Array;
  readonly cursor: Int32Array;
  stamp: number;
  top: number;
}

function startElimination({ analysis, triangles }: Factors, a: SparseMatrix): Elimination {
  const { rowOrder, colOrder, blockPtr } = analysis;
  const { rowAt, placeOf } = triangles;
  rowAt.set(rowOrder);
  for (let k = 0; k < rowAt.length; k++) placeOf[rowAt[k]] = k;
  const n = a.cols;
  const search = {
    mark: new Int32Array(n),
    end: new Int32Array(n),
    reach: new Int32Array(n),
    path: new Int32Array(n),
    cursor: new Int32Array(n),
    stamp: 0,
    top: n,
  };
  const place = { block: 0, k: 0, end: blockPtr.length > 1 ? blockPtr[1] : 0, colAt: colOrder };
  return { a, triangles, search, lEnd: 0, uEnd: 0, begin: 0, largest: 0, place };
}

/** The factorisation proper, up to the next pause; true where it is done. Sets row and column if singular. */
function eliminate(factors: Factors, e: Elimination, threshold: number): boolean {
  const { analysis, triangles } = factors;
  const { blockPtr } = analysis;
  const { lower, upper, rowAt, placeOf, work: x } = triangles;
  const { place } = e;
  const n = e.a.cols;
  const { mark, reach } = e.search;
  let { colAt } = place;
  let { growth } = factors;
  let products = 0;
  let columns = 0;

  for (; place.block + 1 < blockPtr.length; place.block++) {
    e.begin = blockPtr[place.block];
    let { end } = place;
    for (let k = place.k; k < end; ) {
      if (products > productsAtOnce || columns++ === columnsAtOnce) {
        Object.assign(place, { k, end, colAt });
        factors.growth = growth;
        return false;
      }
      const col = colAt[k];
      scatter(e, col, k);
      const { ptr: lPtr, idx: lIdx } = lower;
      const { idx: uIdx, val: uVal } = upper;
      const { lEnd, largest: columnMax } = e;

      // x -= L[:, j] x[j], and U[:, k].
      let uEnd = e.uEnd;
      let uMax = 0;
      for (let t = e.search.top; t < n; t++) {
        const j = reach[t];
        const r = rowAt[j];
        const u = x[r];
        x[r] = 0;
        uIdx[uEnd] = j;
        uVal[uEnd++] = u;
        products += lPtr[j + 1] - lPtr[j];
        if (u === 0) continue;
        if (u > uMax) uMax = u;
        else if (-u > uMax) uMax = -u;
        subtract(x, u, lower, j);
      }

      // The pivot: the diagonal if it is large enough, else the largest.
      let largest = 0;
      let sum = 0; // of |x|: not finite if any is not
      let pivotRow = -1;
      for (let q = lPtr[k]; q < lEnd; q++) {
        const v = Math.abs(x[lIdx[q]]);
        sum += v;
        if (v <= largest) continue;
        largest = v;
        pivotRow = lIdx[q];
      }
      const zero = ZERO_PIVOT * Math.max(columnMax, uMax);
      if (!(largest > zero && sum < Infinity)) {
        // Column k goes to the end of the block, with the others that failed.
        for (let q = lPtr[k]; q < lEnd; q++) x[lIdx[q]] = 0;
        e.lEnd = lPtr[k];
        e.uEnd = upper.ptr[k];
        if (colAt === analysis.colOrder) colAt = colAt.slice();
        if (factors.column === -1) factors.column = col;
        colAt[k] = colAt[--end];
        colAt[end] = col;
        continue;
      }
      const diagonal = rowAt[k];
      if (mark[diagonal] === e.search.stamp) {
        const v = Math.abs(x[diagonal]);
        if (v >= threshold * largest && v > zero) pivotRow = diagonal;
      }
      const size = Math.max(uMax, Math.abs(x[pivotRow]));
      if (size > growth * columnMax && columnMax > 0) growth = size / columnMax;
      e.uEnd = uEnd;
      storeColumn(e, k, pivotRow);
      lPtr[++k] = e.lEnd;
    }
    const next = blockPtr[place.block + 1];
    if (end < next) {
      // The rows left without a pivot are combinations of the others; the last block's are so in the whole matrix.
      factors.row = rowAt[end];
      leaveOut(e, end, next);
    }
    const { ptr, idx } = lower;
    for (let q = ptr[e.begin]; q < e.lEnd; q++) idx[q] = placeOf[idx[q]];
    place.k = next;
    place.end = blockPtr[place.block + 2];
  }
  lower.ptr[n] = e.lEnd;
  upper.ptr[n] = e.uEnd;
  factors.growth = growth;
  factors.fill = e.lEnd + e.uEnd + n;
  return true;
}

/** Columns `from` up to `to` have no pivot, and nothing in L and U. */
function leaveOut({ triangles: { lower, upper, pivot }, lEnd, uEnd }: Elimination, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    lower.ptr[k] = lower.ptr[k + 1] = lEnd;
    upper.ptr[k] = upper.mid[k] = uEnd;
    pivot[k] = 0;
  }
}

/** Makes room in L and U for all that a column can need. */
function makeRoom({ lower, upper }: Triangles, n: number): void {
  const lRoom = 2 * lower.idx.length + n;
  lower.idx = grow(lower.idx, new Int32Array(lRoom));
  lower.val = grow(lower.val, new Float64Array(lRoom));
  const uRoom = 2 * upper.idx.length + n;
  upper.idx = grow(upper.idx, new Int32Array(uRoom));
  upper.val = grow(upper.val, new Float64Array(uRoom));
}

/** x = A[:, k], and the search: rows without a pivot go to L, columns of L to reach, other blocks straight to U. */
function scatter(e: Elimination, col: number, k: number): void {
  const { colPtr, rowIdx, values, cols: n } = e.a;
  const { lower, upper, placeOf, rowScale, work: x } = e.triangles;
  const { mark, end: searchEnd, reach, path, cursor } = e.search;
  const { begin } = e;
  let { lEnd, uEnd } = e;
  if (lEnd + n - k > lower.idx.length || uEnd + k + 1 > upper.idx.length) makeRoom(e.triangles, n);
  const { ptr: lPtr, idx: lIdx } = lower;
  const { idx: uIdx, val: uVal } = upper;
  const stamp = ++e.search.stamp;
  let top = n;
  let largest = 0;
  lPtr[k] = lEnd;
  upper.ptr[k] = uEnd;
  for (let p = colPtr[col], pEnd = colPtr[col + 1]; p < pEnd; p++) {
    const i = rowIdx[p];
    const v = values[p] * rowScale[i];
    const place = placeOf[i];
    if (place < begin) {
      uIdx[uEnd] = place;
      uVal[uEnd++] = v;
      continue;
    }
    x[i] = v;
    if (v > largest) largest = v;
    else if (-v > largest) largest = -v;
    if (mark[i] === stamp) continue;
    mark[i] = stamp;
    if (place >= k) {
      lIdx[lEnd++] = i;
      continue;
    }
    let depth = 0;
    let j = place;
    let q = lPtr[j];
    let qEnd = searchEnd[j] === 0 ? lPtr[j + 1] : searchEnd[j];
    for (;;) {
      let next = -1;
      while (q < qEnd) {
        const r = lIdx[q++];
        if (mark[r] === stamp) continue;
        mark[r] = stamp;
        const c = placeOf[r];
        if (c < k) {
          next = c;
          break;
        }
        lIdx[lEnd++] = r;
      }
      if (next !== -1) {
        path[depth] = j;
        cursor[depth++] = q;
        j = next;
        q = lPtr[j];
      } else {
        reach[--top] = j;
        if (depth === 0) break;
        j = path[--depth];
        q = cursor[depth];
      }
      qEnd = searchEnd[j] === 0 ? lPtr[j + 1] : searchEnd[j];
    }
  }
  upper.mid[k] = uEnd;
  e.lEnd = lEnd;
  e.uEnd = uEnd;
  e.search.top = top;
  e.largest = largest;
}

/**
 * Moves the pivot's row to place k; L[:, k] = x below / pivot. Then prunes: if column j of L reaches the pivot's row, its
 * rows without a pivot are found through column k from now on.
 */
function storeColumn(e: Elimination, k: number, pivotRow: number): void {
  const { lower, upper, pivot, rowAt, placeOf, work: x } = e.triangles;
  const { ptr: lPtr, idx: lIdx, val: lVal } = lower;
  const searchEnd = e.search.end;
  const diagonal = rowAt[k];
  const place = placeOf[pivotRow];
  rowAt[place] = diagonal;
  placeOf[diagonal] = place;
  rowAt[k] = pivotRow;
  placeOf[pivotRow] = k;
  const d = x[pivotRow];
  x[pivotRow] = 0;
  pivot[k] = d;
  let out = lPtr[k];
  for (let q = out, lEnd = e.lEnd; q < lEnd; q++) {
    const r = lIdx[q];
    if (r === pivotRow) continue;
    lIdx[out] = r;
    lVal[out++] = x[r] / d;
    x[r] = 0;
  }
  e.lEnd = out;
  searchEnd[k] = 0;
  const uIdx = upper.idx;
  for (let u = upper.mid[k], uEnd = e.uEnd; u < uEnd; u++) {
    const j = uIdx[u];
    if (searchEnd[j] !== 0) continue;
    let low = lPtr[j];
    let high = lPtr[j + 1];
    let q = low;
    while (q < high && lIdx[q] !== pivotRow) q++;
    if (q === high) continue;
    while (low < high) {
      const r = lIdx[low];
      if (placeOf[r] <= k) {
        low++;
        continue;
      }
      const v = lVal[low];
      lIdx[low] = lIdx[--high];
      lVal[low] = lVal[high];
      lIdx[high] = r;
      lVal[high] = v;
    }
    searchEnd[j] = low;
  }
}

function grow<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
