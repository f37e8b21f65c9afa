import { type Analysis, analysing, type Factors, factoring, solve } from "../../algebra/lu/lu.js";
import { fromTriplets, type SparseMatrix } from "../../algebra/sparse.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";

/**
 * The Levenberg–Marquardt step d of Φ(z) = 0 with Jacobian G:
 *
 *     (GᵀG + μI) d = −GᵀΦ,
 *
 * from the square system [I G; Gᵀ −μI] [y; d] = [−Φ; 0] (y = −Φ − Gd), whose condition is the root of that of GᵀG.
 */
export interface Levenberg {
  /**
   * Writes the step for damping μ > 0 into `step` and returns by how much it lowers the linear model's merit,
   * ½‖Φ‖² − ½‖Φ + Gd‖²; NaN where even this system could not be factored.
   */
  solve(matrix: SparseMatrix, value: Float64Array, damping: number, step: Float64Array): number;
  /** `solve` in parts. */
  solving(matrix: SparseMatrix, value: Float64Array, damping: number, step: Float64Array): Stepwise<number>;
}

/**
 * Memory for the steps of matrices of one pattern; the augmented pattern is analysed when first needed. Where `stopped`
 * says so a step is NaN.
 */
export function levenberg(pattern: SparseMatrix, stopped: () => boolean): Levenberg {
  const n = pattern.cols;
  const right = new Float64Array(2 * n);
  let system: Augmented | undefined;
  let analysis: Analysis | undefined;
  let factors: Factors | undefined;
  function* solving(matrix: SparseMatrix, value: Float64Array, damping: number, step: Float64Array): Stepwise<number> {
    system ??= yield* augmentedPattern(pattern);
    const { augmented, source } = system;
    analysis ??= yield* analysing(augmented);
    for (let p = 0; p < source.length; p++) {
      const from = source[p];
      augmented.values[p] = from === IDENTITY ? 1 : from === DAMPING ? -damping : matrix.values[from];
    }
    // threshold 0 pivots on the diagonal: a quasidefinite matrix has factors in any symmetric order (Vanderbei 1995)
    factors = yield* factoring(analysis, augmented, { threshold: 0, reuse: factors, stopped });
    if (factors.status !== "factored") return Number.NaN;
    right.fill(0);
    for (let i = 0; i < n; i++) right[i] = -value[i];
    solve(factors, right, right);
    let before = 0;
    let after = 0;
    for (let i = 0; i < n; i++) {
      before += value[i] * value[i];
      after += right[i] * right[i];
      step[i] = right[n + i];
      if (!Number.isFinite(step[i])) return Number.NaN;
    }
    return 0.5 * (before - after);
  }
  return { solve: (matrix, value, damping, step) => finish(solving(matrix, value, damping, step)), solving };
}

const IDENTITY = -1;
const DAMPING = -2;

/** The matrix [I G; Gᵀ −μI], and where each of its entries comes from. */
interface Augmented {
  readonly augmented: SparseMatrix;
  readonly source: Int32Array;
}

/** The pattern of [I G; Gᵀ −μI], and for each entry where it comes from: a position in G, IDENTITY or DAMPING. */
function* augmentedPattern(pattern: SparseMatrix): Stepwise<Augmented> {
  const n = pattern.cols;
  const rows: number[] = [];
  const cols: number[] = [];
  const from: number[] = [];
  const put = (row: number, col: number, origin: number): void => {
    rows.push(row);
    cols.push(col);
    from.push(origin);
  };
  for (let j = 0; j < n; j++) {
    put(j, j, IDENTITY);
    put(n + j, n + j, DAMPING);
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
      put(pattern.rowIdx[p], n + j, p);
      put(n + j, pattern.rowIdx[p], p);
    }
  }
  yield;
  // the origins go through the assembly as values: no two triplets share a place
  const augmented = fromTriplets([2 * n, 2 * n], rows, cols, from);
  return { augmented, source: Int32Array.from(augmented.values) };
}
