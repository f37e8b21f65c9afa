import type { Analysis } from "./lu-analysis.js";
import { type Factors, makeFactors, ZERO_PIVOT } from "./lu-factors.js";
import type { SparseMatrix } from "./sparse.js";

/**
 * Where the diagonal of the permuted block holds this share of the largest candidate in its column, it is the pivot:
 * the order was chosen for it, another pivot costs fill. On horizon matrices with weak diagonals 0.1 keeps growth
 * below 10 for 5 % more fill than KLU's 1e-3, with which growth reached 2e5; partial pivoting costs up to 20 %.
 */
const PIVOT_THRESHOLD = 0.1;

/**
 * Factors A, of the analysed pattern, block by block and column by column: solve L x = A[:, k] for the part above
 * the diagonal (Gilbert, Peierls, SIAM J. Sci. Stat. Comput. 9, 1988), in time proportional to the arithmetic
 *
 *     reach = columns of L that x touches, found by depth-first search, in topological order
 *     x = A[:, k];   for j in reach: x -= L[:, j] x[j];   U[:, k] = x above;   L[:, k] = x below / pivot
 *
 * and take the pivot on the diagonal if it holds `pivotThreshold` × the largest candidate (0: any that is not zero,
 * so that a symmetric matrix keeps the signs of its pivots; 1: partial pivoting). Rows are scaled by their largest
 * entry. Search paths are shortened by symmetric pruning (Eisenstat, Liu, SIAM J. Matrix Anal. Appl. 13, 1992).
 *
 * A singular matrix is a status, not an exception: a structurally singular one, an entry not finite, or a column
 * all of whose candidates are below ZERO_PIVOT × its largest entry. Elimination then goes on with the other columns,
 * so that the row reported is one that depends on the others. Rounding can hide a dependence from this test; then
 * `conditionEstimate` is beyond 1e15. `reuse` gives its memory to the new factors and is itself void. Throws a
 * RangeError if A is not of the analysed pattern's size.
 */
export function factor(
  analysis: Analysis,
  a: SparseMatrix,
  pivotThreshold = PIVOT_THRESHOLD,
  reuse?: Factors,
): Factors {
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
  eliminate(factors, a, pivotThreshold);
  if (factors.row === -1 && analysis.rank < a.cols) {
    // Rounding passed for a pivot.
    factors.row = analysis.row;
    factors.column = analysis.column;
  }
  factors.pivoted = factors.row === -1;
  if (factors.pivoted) factors.status = "factored";
  return factors;
}

/** rowScale[i] = 1 / max_j |A_ij|, or 1 for a row of zeros. False, with row and column set, if an entry is not finite. */
function scaleRows(factors: Factors, a: SparseMatrix): boolean {
  const { cols, colPtr, rowIdx, values } = a;
  const { rowScale } = factors.triangles;
  rowScale.fill(0);
  for (let j = 0; j < cols; j++) {
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) {
      const i = rowIdx[p]!;
      const v = Math.abs(values[p]!);
      if (v > rowScale[i]!) rowScale[i] = v;
      if (v < Infinity) continue;
      factors.row = i;
      factors.column = j;
      return false;
    }
  }
  for (let i = 0; i < cols; i++) {
    const scale = 1 / rowScale[i]!;
    rowScale[i] = scale < Infinity ? scale : 1; // also for a row of subnormal numbers
  }
  return true;
}

/** The factorisation proper. Sets row and column if singular. */
function eliminate(factors: Factors, a: SparseMatrix, pivotThreshold: number): void {
  const { analysis, triangles } = factors;
  const { blockPtr } = analysis;
  const { colPtr, rowIdx, values, cols: n } = a;
  const { lPtr, uPtr, uMid, pivot, rowAt, placeOf, rowScale, work: x } = triangles;
  let { lIdx, lVal, uIdx, uVal } = triangles;
  let colAt = analysis.colOrder;
  const mark = new Int32Array(n); // rows seen, by stamp
  const searchEnd = new Int32Array(n); // in L: where the search in a column may stop; 0 until pruned
  const reach = new Int32Array(n);
  const path = new Int32Array(n);
  const cursor = new Int32Array(n);
  rowAt.set(analysis.rowOrder);
  for (let k = 0; k < n; k++) placeOf[rowAt[k]!] = k;
  let stamp = 0;
  let lEnd = 0;
  let uEnd = 0;
  let growth = 1;

  for (let b = 0; b + 1 < blockPtr.length; b++) {
    const begin = blockPtr[b]!;
    let end = blockPtr[b + 1]!; // columns from here on depend on the others of the block
    for (let k = begin; k < end; ) {
      const col = colAt[k]!;
      const pEnd = colPtr[col + 1]!;
      if (lEnd + n - k > lIdx.length) {
        const room = 2 * lIdx.length + n;
        lIdx = triangles.lIdx = grow(lIdx, new Int32Array(room));
        lVal = triangles.lVal = grow(lVal, new Float64Array(room));
      }
      if (uEnd + k + 1 > uIdx.length) {
        const room = 2 * uIdx.length + n;
        uIdx = triangles.uIdx = grow(uIdx, new Int32Array(room));
        uVal = triangles.uVal = grow(uVal, new Float64Array(room));
      }
      stamp++;
      lPtr[k] = lEnd;
      uPtr[k] = uEnd;
      let top = n;
      let columnMax = 0;
      let uMax = 0;

      // Scatter A[:, k] and search: rows without a pivot go to L, columns of L to reach, other blocks straight to U.
      for (let p = colPtr[col]!; p < pEnd; p++) {
        const i = rowIdx[p]!;
        const v = values[p]! * rowScale[i]!;
        const place = placeOf[i]!;
        if (place < begin) {
          uIdx[uEnd] = place;
          uVal[uEnd++] = v;
          continue;
        }
        x[i] = v;
        if (v > columnMax) columnMax = v;
        else if (-v > columnMax) columnMax = -v;
        if (mark[i] === stamp) continue;
        mark[i] = stamp;
        if (place >= k) {
          lIdx[lEnd++] = i;
          continue;
        }
        let depth = 0;
        let j = place;
        let q = lPtr[j]!;
        let qEnd = searchEnd[j] === 0 ? lPtr[j + 1]! : searchEnd[j]!;
        for (;;) {
          let next = -1;
          while (q < qEnd) {
            const r = lIdx[q++]!;
            if (mark[r] === stamp) continue;
            mark[r] = stamp;
            const c = placeOf[r]!;
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
            q = lPtr[j]!;
          } else {
            reach[--top] = j;
            if (depth === 0) break;
            j = path[--depth]!;
            q = cursor[depth]!;
          }
          qEnd = searchEnd[j] === 0 ? lPtr[j + 1]! : searchEnd[j]!;
        }
      }
      uMid[k] = uEnd;

      // x -= L[:, j] x[j], and U[:, k].
      for (let t = top; t < n; t++) {
        const j = reach[t]!;
        const r = rowAt[j]!;
        const u = x[r]!;
        x[r] = 0;
        uIdx[uEnd] = j;
        uVal[uEnd++] = u;
        if (u === 0) continue;
        if (u > uMax) uMax = u;
        else if (-u > uMax) uMax = -u;
        for (let q = lPtr[j]!, qEnd = lPtr[j + 1]!; q < qEnd; q++) x[lIdx[q]!]! -= lVal[q]! * u;
      }

      // The pivot: the diagonal if it is large enough, else the largest.
      const lBegin = lPtr[k]!;
      let largest = 0;
      let sum = 0; // of |x|: not finite if any is not
      let pivotRow = -1;
      for (let q = lBegin; q < lEnd; q++) {
        const v = Math.abs(x[lIdx[q]!]!);
        sum += v;
        if (v <= largest) continue;
        largest = v;
        pivotRow = lIdx[q]!;
      }
      const zero = ZERO_PIVOT * Math.max(columnMax, uMax);
      if (!(largest > zero && sum < Infinity)) {
        // Column k goes to the end of the block, with the others that failed.
        for (let q = lBegin; q < lEnd; q++) x[lIdx[q]!] = 0;
        if (colAt === analysis.colOrder) colAt = colAt.slice();
        if (factors.column === -1) factors.column = col;
        colAt[k] = colAt[--end]!;
        colAt[end] = col;
        lEnd = lBegin;
        uEnd = uPtr[k]!;
        continue;
      }
      const diagonal = rowAt[k]!;
      if (mark[diagonal] === stamp) {
        const v = Math.abs(x[diagonal]!);
        if (v >= pivotThreshold * largest && v > zero) pivotRow = diagonal;
      }
      const place = placeOf[pivotRow]!;
      rowAt[place] = diagonal;
      placeOf[diagonal] = place;
      rowAt[k] = pivotRow;
      placeOf[pivotRow] = k;

      // L[:, k] = x below / pivot.
      const d = x[pivotRow]!;
      x[pivotRow] = 0;
      pivot[k] = d;
      let out = lBegin;
      for (let q = lBegin; q < lEnd; q++) {
        const r = lIdx[q]!;
        if (r === pivotRow) continue;
        lIdx[out] = r;
        lVal[out++] = x[r]! / d;
        x[r] = 0;
      }
      lEnd = out;
      searchEnd[k] = 0;
      const size = Math.max(uMax, Math.abs(d));
      if (size > growth * columnMax && columnMax > 0) growth = size / columnMax;

      // Prune: if column j of L reaches the pivot row, its rows without a pivot are found through column k from now on.
      for (let u = uMid[k]!; u < uEnd; u++) {
        const j = uIdx[u]!;
        if (searchEnd[j] !== 0) continue;
        let low = lPtr[j]!;
        let high = lPtr[j + 1]!;
        let q = low;
        while (q < high && lIdx[q] !== pivotRow) q++;
        if (q === high) continue;
        while (low < high) {
          const r = lIdx[low]!;
          if (placeOf[r]! <= k) {
            low++;
            continue;
          }
          const v = lVal[low]!;
          lIdx[low] = lIdx[--high]!;
          lVal[low] = lVal[high]!;
          lIdx[high] = r;
          lVal[high] = v;
        }
        searchEnd[j] = low;
      }
      lPtr[++k] = lEnd;
    }
    if (end < blockPtr[b + 1]!) {
      // The rows left without a pivot are combinations of the others; the last block's are so in the whole matrix.
      factors.row = rowAt[end]!;
      for (let k = end; k < blockPtr[b + 1]!; k++) {
        lPtr[k] = lPtr[k + 1] = lEnd;
        uPtr[k] = uMid[k] = uEnd;
        pivot[k] = 0;
      }
    }
    for (let q = lPtr[begin]!; q < lEnd; q++) lIdx[q] = placeOf[lIdx[q]!]!;
  }
  lPtr[n] = lEnd;
  uPtr[n] = uEnd;
  factors.growth = growth;
  factors.fill = lEnd + uEnd + n;
}

function grow<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
