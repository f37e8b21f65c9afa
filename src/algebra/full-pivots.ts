/** Pivots below this part of the largest, of a matrix whose rows and columns are scaled to one, are rounding. */
const rounding = 1e-9;

/** P R A C Q = L U of a small full matrix, with rows and columns scaled by R and C and pivots from all that is left, as far as these are no rounding. */
export interface FullPivots {
  /** How many unknowns its rows determine. */
  readonly rank: () => number;
  /** Factors A, n × n by rows, which stays as it is. */
  factor(a: Float64Array): void;
  /** A x = b where b is a sum of columns of A, and Aᵀ x = b likewise; what rows leave open is zero, and rows that say nothing new are not asked. x overwrites b. */
  solve(b: Float64Array): void;
  solveTransposed(b: Float64Array): void;
}

/** Factors that know how many rows of a matrix say something new, with their memory. */
export function fullPivots(n: number): FullPivots {
  const lu = new Float64Array(n * n);
  const [ofRow, ofColumn, work] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const [rows, columns] = [new Int32Array(n), new Int32Array(n)];
  let rank = 0;

  function scale(): void {
    for (let i = 0; i < n; i++) {
      let most = 0;
      for (let j = 0; j < n; j++) most = Math.max(most, Math.abs(lu[i * n + j]));
      ofRow[i] = most > 0 ? 1 / most : 1;
      for (let j = 0; j < n; j++) lu[i * n + j] *= ofRow[i];
    }
    for (let j = 0; j < n; j++) {
      let most = 0;
      for (let i = 0; i < n; i++) most = Math.max(most, Math.abs(lu[i * n + j]));
      ofColumn[j] = most > 0 ? 1 / most : 1;
      for (let i = 0; i < n; i++) lu[i * n + j] *= ofColumn[j];
    }
  }

  /** Brings the largest of what is left to the place of pivot k, and tells its size. */
  function choose(k: number): number {
    let [largest, row, column] = [0, k, k];
    for (let i = k; i < n; i++)
      for (let j = k; j < n; j++) {
        const v = Math.abs(lu[i * n + j]);
        if (v > largest) [largest, row, column] = [v, i, j];
      }
    if (row !== k) for (let j = 0; j < n; j++) [lu[k * n + j], lu[row * n + j]] = [lu[row * n + j], lu[k * n + j]];
    if (column !== k)
      for (let i = 0; i < n; i++) [lu[i * n + k], lu[i * n + column]] = [lu[i * n + column], lu[i * n + k]];
    [rows[k], rows[row]] = [rows[row], rows[k]];
    [columns[k], columns[column]] = [columns[column], columns[k]];
    return largest;
  }

  return {
    rank: () => rank,
    factor(a) {
      lu.set(a);
      scale();
      for (let i = 0; i < n; i++) rows[i] = columns[i] = i;
      for (rank = 0; rank < n && choose(rank) > rounding; rank++) {
        const k = rank;
        for (let i = k + 1; i < n; i++) {
          const l = lu[i * n + k] / lu[k * n + k];
          lu[i * n + k] = l;
          if (l !== 0) for (let j = k + 1; j < n; j++) lu[i * n + j] -= l * lu[k * n + j];
        }
      }
    },
    solve(b) {
      for (let i = 0; i < rank; i++) {
        work[i] = ofRow[rows[i]] * b[rows[i]];
        for (let j = 0; j < i; j++) work[i] -= lu[i * n + j] * work[j];
      }
      b.fill(0);
      for (let i = rank - 1; i >= 0; i--) {
        for (let j = i + 1; j < rank; j++) work[i] -= lu[i * n + j] * work[j];
        work[i] /= lu[i * n + i];
        b[columns[i]] = ofColumn[columns[i]] * work[i];
      }
    },
    solveTransposed(b) {
      for (let i = 0; i < rank; i++) {
        work[i] = ofColumn[columns[i]] * b[columns[i]];
        for (let j = 0; j < i; j++) work[i] -= lu[j * n + i] * work[j];
        work[i] /= lu[i * n + i];
      }
      b.fill(0);
      for (let i = rank - 1; i >= 0; i--) {
        for (let j = i + 1; j < rank; j++) work[i] -= lu[j * n + i] * work[j];
        b[rows[i]] = ofRow[rows[i]] * work[i];
      }
    },
  };
}
