/**
 * P A = L U in place, with partial pivoting, for a small full matrix stored by rows (n × n). Below the diagonal stands
 * L (unit diagonal not stored), above and on it U; step k swapped row k with row pivots[k]. Returns -1, or the column
 * where it stopped: one with a value that is not finite, or the first in which every candidate for the pivot is zero.
 */
export function factorDense(a: Float64Array, n: number, pivots: Int32Array): number {
  for (let p = 0; p < n * n; p++) if (a[p] - a[p] !== 0) return p % n;
  for (let k = 0; k < n; k++) {
    const rowK = k * n;
    let pivotRow = rowK;
    let largest = Math.abs(a[rowK + k]);
    for (let row = rowK + n; row < n * n; row += n) {
      const v = Math.abs(a[row + k]);
      if (v <= largest) continue;
      largest = v;
      pivotRow = row;
    }
    if (!(largest > 0 && largest < Infinity)) return k;
    pivots[k] = pivotRow / n;
    if (pivotRow !== rowK) {
      for (let j = 0; j < n; j++) {
        const v = a[rowK + j];
        a[rowK + j] = a[pivotRow + j];
        a[pivotRow + j] = v;
      }
    }
    const d = 1 / a[rowK + k];
    for (let row = rowK + n; row < n * n; row += n) {
      const l = a[row + k] * d;
      a[row + k] = l;
      if (l === 0) continue;
      for (let j = k + 1; j < n; j++) a[row + j] -= l * a[rowK + j];
    }
  }
  return -1;
}

/** A x = b with the factors of `factorDense`; x overwrites b. */
export function solveDense(a: Float64Array, n: number, pivots: Int32Array, b: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const p = pivots[k];
    const v = b[p];
    b[p] = b[k];
    b[k] = v;
  }
  for (let i = 1; i < n; i++) {
    const row = i * n;
    let sum = b[i];
    for (let j = 0; j < i; j++) sum -= a[row + j] * b[j];
    b[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n;
    let sum = b[i];
    for (let j = i + 1; j < n; j++) sum -= a[row + j] * b[j];
    b[i] = sum / a[row + i];
  }
}

/** Aᵀ x = b with the factors of `factorDense`; x overwrites b. */
export function solveDenseTransposed(a: Float64Array, n: number, pivots: Int32Array, b: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const row = k * n;
    const v = b[k] / a[row + k];
    b[k] = v;
    for (let j = k + 1; j < n; j++) b[j] -= a[row + j] * v;
  }
  for (let k = n - 1; k > 0; k--) {
    const row = k * n;
    const v = b[k];
    for (let j = 0; j < k; j++) b[j] -= a[row + j] * v;
  }
  for (let k = n - 1; k >= 0; k--) {
    const p = pivots[k];
    const v = b[p];
    b[p] = b[k];
    b[k] = v;
  }
}
