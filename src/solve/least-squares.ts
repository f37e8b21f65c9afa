import { factorDense, solveDense } from "../algebra/dense.js";

/** The normal equations of min Σ (d_i + D_i δ)² in n unknowns that count by their lengths. */
export interface LeastSquares {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly pivots: Int32Array;
}

export const leastSquares = (n: number): LeastSquares => ({
  matrix: new Float64Array(n * n),
  right: new Float64Array(n),
  pivots: new Int32Array(n),
});

/** Forgets all rows. */
export function clearRows({ matrix, right }: LeastSquares): void {
  matrix.fill(0);
  right.fill(0);
}

/** Adds the row whose d stands at `at`, its D behind it; returns |d|. */
export function addRow({ matrix, right }: LeastSquares, rows: Float64Array, at: number, lengths: Float64Array): number {
  const n = right.length;
  const d = rows[at];
  for (let j = 0; j < n; j++) {
    const slope = rows[at + 1 + j] / lengths[j];
    right[j] -= slope * d;
    for (let k = 0; k < n; k++) matrix[j * n + k] += (slope * rows[at + 1 + k]) / lengths[k];
  }
  return Math.abs(d);
}

/**
 * Solves for δ, which is left in `right` in units of the lengths. A `damping` of the largest diagonal element leaves alone
 * what no row holds by more; false where the equations are singular all the same.
 */
export function solveRows({ matrix, right, pivots }: LeastSquares, damping: number): boolean {
  const n = right.length;
  const largest = Math.max(...Array.from({ length: n }, (_, j) => matrix[j * n + j]));
  for (let j = 0; j < n; j++) matrix[j * n + j] += damping * largest;
  if (factorDense(matrix, n, pivots) >= 0) return false;
  solveDense(matrix, n, pivots, right);
  return true;
}
