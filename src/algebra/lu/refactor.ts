import type { SparseMatrix } from "../sparse.js";
import { finish, type Stepwise } from "../stepwise.js";
import { type Factors, ZERO_PIVOT } from "./factors.js";
import { subtract } from "./subtract.js";

/**
 * A kept pivot may be this share of the largest entry in its column. Smaller than the 1e-3 that `factor` allows,
 * since values move between Newton iterations and a new search costs several times as much; the price is at most a
 * few digits of a direction that Newton corrects anyway.
 */
const KEPT_PIVOT_THRESHOLD = 1e-6;

/**
 * Factors new values of the same pattern with the pivots, the fill and the row scales kept: the left-looking
 * elimination of `factor` without search and without allocation. False, and the factors are void, if a pivot fails:
 * zero by the measure of ZERO_PIVOT, below `threshold` × the largest of its column, or not finite. Then call `factor`
 * again; also after singular factors, which have no pivots to keep.
 */
export function refactor(factors: Factors, a: SparseMatrix, threshold = KEPT_PIVOT_THRESHOLD): boolean {
  return finish(refactoring(factors, a, threshold));
}

/** `refactor` in parts, of which none takes longer than some milliseconds. */
export function* refactoring(factors: Factors, a: SparseMatrix, threshold = KEPT_PIVOT_THRESHOLD): Stepwise<boolean> {
  if (!factors.pivoted) return false;
  factors.status = "factored";
  factors.row = -1;
  factors.column = -1;
  factors.growth = 1;
  const place = { block: 0, k: 0 };
  while (place.block + 1 < factors.analysis.blockPtr.length) {
    if (place.k > 0) yield;
    if (!renew(factors, a, threshold, place)) return false;
  }
  return true;
}

/** Products of numbers between two pauses. */
const productsAtOnce = 1 << 20;

/** Renews the factors from a column on, up to the next pause; false where a pivot fails. */
function renew(factors: Factors, a: SparseMatrix, threshold: number, place: { block: number; k: number }): boolean {
  const { colOrder, blockPtr } = factors.analysis;
  const { colPtr, rowIdx, values } = a;
  const { lower, upper, pivot, placeOf, rowAt, rowScale, work: x } = factors.triangles;
  const { ptr: lPtr, idx: lIdx, val: lVal } = lower;
  const { ptr: uPtr, idx: uIdx, val: uVal } = upper;
  let { growth } = factors;
  let products = 0;

  for (; place.block + 1 < blockPtr.length; place.block++) {
    const begin = blockPtr[place.block];
    const end = blockPtr[place.block + 1];
    for (let { k } = place; k < end; k++) {
      if (products > productsAtOnce) {
        place.k = k;
        factors.growth = growth;
        return true;
      }
      const col = colOrder[k];
      let u = uPtr[k];
      let check = 0; // v - v for all values: NaN if any is not finite
      let columnMax = 0;
      for (let p = colPtr[col], pEnd = colPtr[col + 1]; p < pEnd; p++) {
        const i = rowIdx[p];
        const v = values[p] * rowScale[i];
        const place = placeOf[i];
        if (place < begin) {
          check += v - v;
          uVal[u++] = v;
          continue;
        }
        x[place] = v;
        const size = Math.abs(v);
        if (size > columnMax) columnMax = size;
      }

      // x -= L[:, j] x[j], and U[:, k].
      let uMax = 0;
      for (const uEnd = uPtr[k + 1]; u < uEnd; u++) {
        const j = uIdx[u];
        const v = x[j];
        uVal[u] = v;
        if (v === 0) continue;
        x[j] = 0;
        check += v - v;
        const size = Math.abs(v);
        if (size > uMax) uMax = size;
        products += lPtr[j + 1] - lPtr[j];
        subtract(x, v, lower, j);
      }

      // L[:, k] = x below / pivot.
      const d = x[k];
      x[k] = 0;
      pivot[k] = d;
      check += d - d;
      let largest = 0;
      for (let q = lPtr[k], qEnd = lPtr[k + 1]; q < qEnd; q++) {
        const i = lIdx[q];
        const v = x[i];
        x[i] = 0;
        lVal[q] = v / d;
        check += v - v;
        const size = Math.abs(v);
        if (size > largest) largest = size;
      }
      const size = Math.abs(d);
      const scale = Math.max(columnMax, uMax);
      if (!(size >= threshold * largest && size > ZERO_PIVOT * scale && check === 0)) {
        factors.status = "singular";
        factors.row = rowAt[k];
        factors.column = col;
        return false;
      }
      const grown = Math.max(uMax, size);
      if (grown > growth * columnMax && columnMax > 0) growth = grown / columnMax;
    }
    place.k = end;
  }
  factors.growth = growth;
  return true;
}
