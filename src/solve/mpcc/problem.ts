import type { SparseMatrix } from "../../algebra/sparse.js";

/**
 * A mathematical program with complementarity constraints over n unknowns and m rows:
 *
 *     min f(z)   subject to   c(z) = 0,   lower ≤ z ≤ upper,   0 ≤ z_i ⟂ z_j ≥ 0 for every pair (i, j).
 *
 * Members of pairs are unknowns with lower bound 0. Of the `patterns`, `jacobian` is that of ∂c/∂z (m × n) and
 * `hessian` that of the lower triangle of ∂²(f + yᵀc)/∂z²; values come in the order of the pattern.
 */
export interface Mpcc {
  /** Names for people. */
  readonly names: { readonly unknown: (index: number) => string; readonly row: (index: number) => string };
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** First and second members of the pairs. */
  readonly pairs: { readonly first: Int32Array; readonly second: Int32Array };
  readonly patterns: { readonly jacobian: SparseMatrix; readonly hessian: SparseMatrix };
  /** Fills c and returns f; a number that is not finite where either is not defined. */
  evaluate(z: Float64Array, rows: Float64Array): number;
  /** Fills ∇f and the values of ∂c/∂z. */
  slopes(z: Float64Array, gradient: Float64Array, jacobian: Float64Array): void;
  /** Fills the values of ∂²(f + yᵀc)/∂z². */
  curvature(z: Float64Array, y: Float64Array, hessian: Float64Array): void;
}

/** gradient ← gradient + ρ·(partner of every member of a pair); returns ρ Σ z_i z_j. */
export function addPenalty({ pairs }: Mpcc, z: Float64Array, rho: number, gradient?: Float64Array): number {
  const { first, second } = pairs;
  let sum = 0;
  for (let k = 0; k < first.length; k++) {
    const [i, j] = [first[k], second[k]];
    sum += z[i] * z[j];
    if (gradient === undefined) continue;
    gradient[i] += rho * z[j];
    gradient[j] += rho * z[i];
  }
  return rho * sum;
}

/** r ← r + Jᵀ y on the pattern of J, of which only the values are given. */
export function addTransposed(
  { cols, colPtr, rowIdx }: SparseMatrix,
  values: Float64Array,
  y: Float64Array,
  r: Float64Array,
): void {
  for (let j = 0; j < cols; j++) {
    let sum = 0;
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) sum += values[p] * y[rowIdx[p]];
    r[j] += sum;
  }
}
