import type { SparseMatrix } from "../../algebra/sparse.js";

/** Share of the largest element, times the size, below which a pivot, or what is left of H after all of them, is zero. */
const rounding = 1e-12;

/**
 * Why H is not symmetric and positive semidefinite, in one sentence; undefined where it is. PᵀHP = L D Lᵀ, the largest
 * diagonal element left being the next pivot (Higham, Accuracy and Stability of Numerical Algorithms, 10.3): of a
 * positive semidefinite H of rank r rounding is left after r pivots, and of an indefinite one more than that. Without
 * the order a small pivot of a low rank divides rounding by rounding.
 */
export function refuseCurvature(H: SparseMatrix): string | undefined {
  if (isDiagonal(H)) {
    const negative = H.values.find((v) => v < 0);
    return negative === undefined ? undefined : `H is not positive semidefinite: it holds ${negative} on its diagonal.`;
  }
  const n = H.cols;
  const a = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) a[H.rowIdx[p] * n + j] = H.values[p];
  const largest = H.values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      if (Math.abs(a[i * n + j] - a[j * n + i]) > rounding * largest) return `H is not symmetric at (${i}, ${j}).`;
  const room = rounding * n * largest;
  const left = Array.from({ length: n }, (_, j) => j);
  while (left.length > 0) {
    let best = 0;
    for (let s = 1; s < left.length; s++) if (a[left[s] * (n + 1)] > a[left[best] * (n + 1)]) best = s;
    const pivot = a[left[best] * (n + 1)];
    if (!(pivot > room)) break;
    const [k] = left.splice(best, 1);
    takeOut(a, n, k, left);
  }
  for (const i of left) {
    if (a[i * n + i] < -room) return `H is not positive semidefinite: pivot ${i} is ${a[i * n + i]}.`;
    for (const j of left)
      if (j < i && Math.abs(a[i * n + j]) > room) return `H is not positive semidefinite at (${i}, ${j}).`;
  }
  return undefined;
}

/** a ← a − a_k a_kᵀ / a_kk on the columns that are left, a_k being column k. */
function takeOut(a: Float64Array, n: number, k: number, left: readonly number[]): void {
  const pivot = a[k * n + k];
  const columns = left.filter((i) => a[i * n + k] !== 0);
  const values = columns.map((i) => a[i * n + k] / pivot);
  columns.forEach((i, s) => {
    columns.forEach((j, t) => {
      a[i * n + j] -= pivot * values[s] * values[t];
    });
  });
}

function isDiagonal(H: SparseMatrix): boolean {
  for (let j = 0; j < H.cols; j++)
    for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) if (H.rowIdx[p] !== j && H.values[p] !== 0) return false;
  return true;
}
