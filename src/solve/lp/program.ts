/**
 * A linear program: min costᵀx subject to rowLower ≤ A x ≤ rowUpper, lower ≤ x ≤ upper, with A by its entries
 * A[row[k], column[k]] = value[k] (no entry twice). Its owner may change every number and append rows and entries
 * between solves; bounds may be infinite, nothing may be NaN.
 */
export interface LinearProgram {
  readonly cost: number[];
  readonly lower: number[];
  readonly upper: number[];
  readonly rowLower: number[];
  readonly rowUpper: number[];
  readonly row: number[];
  readonly column: number[];
  readonly value: number[];
}

/** The verdict of a solver of linear programs; `failed` covers limits and numerical trouble. */
export type LpStatus = "optimal" | "infeasible" | "unbounded" | "failed";

/**
 * An answer that nobody should believe unchecked. Where it is optimal, `x` is the point and `rowDuals` the
 * multipliers y of the rows: cost − Aᵀy is the reduced cost, y_i ≥ 0 where row i lies at its lower bound.
 * The arrays belong to the problem and are overwritten by its next solve.
 */
export interface LpAnswer {
  readonly status: LpStatus;
  readonly x: Float64Array;
  readonly rowDuals: Float64Array;
}

/** One problem that stays in the solver's memory, so that the next solve starts from the last basis. */
export interface LpProblem {
  /**
   * Solves the program with the bounds and costs of now. `changed`: the matrix, or the number of rows, is another
   * than in the last call (the number of columns never changes).
   */
  solve(program: LinearProgram, changed: boolean): LpAnswer;
  /** Gives the solver's memory back. */
  dispose(): void;
}

/** A solver of linear programs: glpk.js or HiGHS. */
export interface LpSolver {
  readonly name: "glpk.js" | "glpk.js by JSON" | "HiGHS";
  open(columns: number): LpProblem;
}
