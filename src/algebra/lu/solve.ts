import type { Factors } from "./factors.js";
import { subtract } from "./subtract.js";

/**
 * A x = b, from the last block to the first: L y = r for the block, then U x = y, which also takes the block's
 * unknowns out of the rows of earlier blocks. Skips zeros, so that a right-hand side with few entries costs less.
 * Overwrites and returns `x`, which may be `b`. Throws a RangeError for singular factors or a wrong length.
 */
export function solve(factors: Factors, b: Float64Array, x: Float64Array = new Float64Array(b.length)): Float64Array {
  check(factors, b, x, 1);
  solveAt(factors, b, x, 0);
  return x;
}

/** Aᵀ x = b, from the first block to the last: Uᵀ y = r, then Lᵀ x = y. Overwrites and returns `x`, may be `b`. */
export function solveTransposed(
  factors: Factors,
  b: Float64Array,
  x: Float64Array = new Float64Array(b.length),
): Float64Array {
  check(factors, b, x, 1);
  const { blockPtr, colOrder } = factors.analysis;
  const { lower, upper, pivot, rowAt, rowScale, work } = factors.triangles;
  const { ptr: lPtr, idx: lIdx, val: lVal } = lower;
  const { ptr: uPtr, idx: uIdx, val: uVal } = upper;
  const n = colOrder.length;
  for (let k = 0; k < n; k++) work[k] = b[colOrder[k]];
  for (let block = 0; block + 1 < blockPtr.length; block++) {
    const begin = blockPtr[block];
    const end = blockPtr[block + 1];
    for (let k = begin; k < end; k++) {
      let sum = work[k];
      for (let u = uPtr[k], uEnd = uPtr[k + 1]; u < uEnd; u++) sum -= uVal[u] * work[uIdx[u]];
      work[k] = sum / pivot[k];
    }
    for (let k = end - 1; k >= begin; k--) {
      let sum = work[k];
      for (let q = lPtr[k], qEnd = lPtr[k + 1]; q < qEnd; q++) sum -= lVal[q] * work[lIdx[q]];
      work[k] = sum;
    }
  }
  for (let k = 0; k < n; k++) {
    const i = rowAt[k];
    x[i] = work[k] * rowScale[i];
    work[k] = 0;
  }
  return x;
}

/** A X = B for `count` right-hand sides, column after column in `b` (n × count). In place; returns `b`. */
export function solveMany(factors: Factors, b: Float64Array, count: number): Float64Array {
  check(factors, b, b, count);
  const n = factors.analysis.colOrder.length;
  for (let c = 0; c < count; c++) solveAt(factors, b, b, c * n);
  return b;
}

/** Solves for the right-hand side that starts at b[at]; the answer starts at x[at]. */
function solveAt(factors: Factors, b: Float64Array, x: Float64Array, at: number): void {
  const { blockPtr, colOrder } = factors.analysis;
  const { lower, upper, pivot, rowAt, rowScale, work } = factors.triangles;
  const n = colOrder.length;
  for (let k = 0; k < n; k++) work[k] = b[at + rowAt[k]] * rowScale[rowAt[k]];
  for (let block = blockPtr.length - 2; block >= 0; block--) {
    const begin = blockPtr[block];
    const end = blockPtr[block + 1];
    for (let k = begin; k < end; k++) {
      const v = work[k];
      if (v === 0) continue;
      subtract(work, v, lower, k);
    }
    for (let k = end - 1; k >= begin; k--) {
      if (work[k] === 0) continue;
      const v = work[k] / pivot[k];
      work[k] = v;
      subtract(work, v, upper, k);
    }
  }
  for (let k = 0; k < n; k++) {
    x[at + colOrder[k]] = work[k];
    work[k] = 0;
  }
}

function check(factors: Factors, b: Float64Array, x: Float64Array, count: number): void {
  if (factors.status === "singular") {
    throw new RangeError(`cannot solve: singular at row ${factors.row}, column ${factors.column}`);
  }
  const length = factors.analysis.colOrder.length * count;
  if (b.length !== length || x.length !== length) {
    throw new RangeError(`right-hand side and solution have lengths ${b.length} and ${x.length}, needed is ${length}`);
  }
}
