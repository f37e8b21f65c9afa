import { type Analysis, analyse, type Factors, factor, solve } from "../algebra/lu.js";
import { fromTriplets, type SparseMatrix } from "../algebra/sparse.js";

/**
 * The Levenberg–Marquardt step d of Φ(z) = 0 with Jacobian G:
 *
 *     (GᵀG + μI) d = −GᵀΦ,
 *
 * from the square system [I G; Gᵀ −μI] [y; d] = [−Φ; 0] (y = −Φ − Gd), whose condition is the root of that of GᵀG.
 */
export interface Levenberg {
  /** Writes the step for damping μ > 0 into `step`; false where even this system could not be factored. */
  solve(matrix: SparseMatrix, value: Float64Array, damping: number, step: Float64Array): boolean;
}

/** Analyses the augmented pattern of G once. */
export function levenberg(pattern: SparseMatrix): Levenberg {
  const n = pattern.cols;
  const nnz = pattern.rowIdx.length;
  const rows: number[] = [];
  const cols: number[] = [];
  for (let i = 0; i < 2 * n; i++) {
    rows.push(i);
    cols.push(i);
  }
  for (let j = 0; j < n; j++)
    for (let p = pattern.colPtr[j]!; p < pattern.colPtr[j + 1]!; p++) {
      const i = pattern.rowIdx[p]!;
      rows.push(i, n + j);
      cols.push(n + j, i);
    }
  // which entry of G (2 … nnz+1), identity (0) or −μ (1) each augmented entry is: carried through the assembly as value
  const tags = new Float64Array(2 * n + 2 * nnz);
  for (let i = 0; i < n; i++) tags[n + i] = 1;
  for (let p = 0; p < nnz; p++) {
    tags[2 * n + 2 * p] = p + 2;
    tags[2 * n + 2 * p + 1] = p + 2;
  }
  const augmented = fromTriplets(2 * n, 2 * n, rows, cols, tags);
  const source = Int32Array.from(augmented.values);
  const right = new Float64Array(2 * n);
  let analysis: Analysis | undefined;
  let factors: Factors | undefined;
  return {
    solve(matrix, value, damping, step) {
      analysis ??= analyse(augmented);
      for (let p = 0; p < source.length; p++) {
        const tag = source[p]!;
        augmented.values[p] = tag === 0 ? 1 : tag === 1 ? -damping : matrix.values[tag - 2]!;
      }
      factors = factor(analysis, augmented, undefined, factors);
      if (factors.status !== "factored") return false;
      right.fill(0);
      for (let i = 0; i < n; i++) right[i] = -value[i]!;
      solve(factors, right, right);
      step.set(right.subarray(n));
      return step.every(Number.isFinite);
    },
  };
}
