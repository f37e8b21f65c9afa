import type { SparseMatrix } from "../../algebra/sparse.js";
import type { Miqp } from "./problem.js";

/** ½ xᵀHx + cᵀx. */
export function objective({ H, c }: Pick<Miqp, "H" | "c">, x: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < c.length; j++) {
    const xj = x[j];
    if (xj === 0) continue;
    for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) sum += 0.5 * H.values[p] * x[H.rowIdx[p]] * xj;
    sum += c[j] * xj;
  }
  return sum;
}

/** H x + c into `gradient`. */
export function slope({ H, c }: Pick<Miqp, "H" | "c">, x: Float64Array, gradient: Float64Array): void {
  gradient.set(c);
  for (let j = 0; j < c.length; j++)
    for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) gradient[H.rowIdx[p]] += H.values[p] * x[j];
}

/** The activities A x into `activity`. */
export function activities(A: SparseMatrix, x: Float64Array, activity: Float64Array): void {
  activity.fill(0);
  for (let j = 0; j < A.cols; j++) {
    const xj = x[j];
    if (xj === 0) continue;
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) activity[A.rowIdx[p]] += A.values[p] * xj;
  }
}

/** How far the side of a pair lies above zero. */
export function side({ lower, rowLower }: Miqp, x: Float64Array, activity: Float64Array, index: number): number {
  const n = lower.length;
  return index < n ? x[index] - lower[index] : activity[index - n] - rowLower[index - n];
}

/** The largest violation of a bound, a row or a pair (its smaller side), all as they stand; `activity` is overwritten. */
export function residual(miqp: Miqp, x: Float64Array, activity: Float64Array): number {
  const { A, lower, upper, rowLower, rowUpper, pairs } = miqp;
  activities(A, x, activity);
  let worst = 0;
  for (let j = 0; j < x.length; j++) worst = Math.max(worst, lower[j] - x[j], x[j] - upper[j]);
  for (let i = 0; i < activity.length; i++)
    worst = Math.max(worst, rowLower[i] - activity[i], activity[i] - rowUpper[i]);
  for (let k = 0; k < pairs.length; k++) {
    const [first, second] = pairs[k];
    worst = Math.max(worst, Math.min(side(miqp, x, activity, first), side(miqp, x, activity, second)));
  }
  return Number.isNaN(objective(miqp, x)) ? Number.POSITIVE_INFINITY : worst;
}
