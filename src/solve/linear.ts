import { factorDense, solveDense, solveDenseTransposed } from "../algebra/dense.js";
import {
  type Analysis,
  analysing,
  conditionEstimate,
  type Factors,
  factoring,
  refactoring,
  solve as solveFactors,
  solveTransposed,
} from "../algebra/lu/lu.js";
import { norm1, type SparseMatrix } from "../algebra/sparse.js";
import { finish, type Stepwise } from "../algebra/stepwise.js";

/** A square linear system on a fixed pattern: analysed once, factored for many values, solved in place. */
export interface LinearSystem {
  /** Factors the matrix; false where it is singular, and then `singular` tells where, or where `stopped` says so. */
  factor(a: SparseMatrix, stopped?: () => boolean): boolean;
  /** `factor` in parts, where it may take long. */
  factoring?(a: SparseMatrix, stopped?: () => boolean): Stepwise<boolean>;
  /** Drops numbers of earlier factors, so that the next answer does not depend on what was solved before. */
  forget(): void;
  /** b ← A⁻¹ b. */
  solve(b: Float64Array): void;
  /** b ← A⁻ᵀ b. */
  solveTransposed(b: Float64Array): void;
  /** Row and column (original indices) that were found dependent at the last failed `factor`; −1 where not known. */
  readonly singular: { row: number; column: number };
  /** An estimate of the condition number κ₁ of the matrix last factored; ∞ where it was singular. */
  condition(a: SparseMatrix): number;
}

/** Factors a matrix in parts, as far as the system can. */
export function* factored(system: LinearSystem, a: SparseMatrix, stopped?: () => boolean): Stepwise<boolean> {
  if (system.factoring !== undefined) return yield* system.factoring(a, stopped);
  return system.factor(a, stopped);
}

/** A linear solver as the Newton knows it: how to make a system from a pattern. */
export type LinearSolver = (pattern: SparseMatrix) => LinearSystem;

/** Sparse LU with block triangular form and minimum degree: the whole horizon. */
export const sparseLu: LinearSolver = (pattern) => {
  let analysis: Analysis | undefined;
  const singular = { row: -1, column: -1 };
  let factors: Factors | undefined;
  let current = false;
  const known = (): Factors => {
    if (factors === undefined) throw new RangeError("nothing was factored: call factor before solve");
    return factors;
  };
  function* parts(a: SparseMatrix, stopped?: () => boolean): Stepwise<boolean> {
    analysis ??= yield* analysing(pattern);
    if (current && factors?.status === "factored" && (yield* refactoring(factors, a))) return true;
    factors = yield* factoring(analysis, a, { reuse: factors, stopped });
    current = true;
    singular.row = factors.row;
    singular.column = factors.column;
    return factors.status === "factored";
  }
  return {
    singular,
    forget() {
      current = false;
    },
    factor: (a, stopped) => finish(parts(a, stopped)),
    factoring: parts,
    solve(b) {
      solveFactors(known(), b, b);
    },
    solveTransposed(b) {
      solveTransposed(known(), b, b);
    },
    condition: (a) => (factors?.status === "factored" ? conditionEstimate(factors, a) : Number.POSITIVE_INFINITY),
  };
};

/** Dense LU with partial pivoting for a few unknowns: one step of a march. */
export const denseLu: LinearSolver = (pattern) => {
  const n = pattern.cols;
  const dense = new Float64Array(n * n);
  const pivots = new Int32Array(n);
  const position = new Int32Array(pattern.rowIdx.length);
  for (let j = 0; j < n; j++)
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) position[p] = pattern.rowIdx[p] * n + j;
  const singular = { row: -1, column: -1 };
  return {
    singular,
    forget() {},
    factor(a) {
      dense.fill(0);
      for (let p = 0; p < position.length; p++) dense[position[p]] = a.values[p];
      const column = factorDense(dense, n, pivots);
      singular.column = column;
      return column < 0;
    },
    solve(b: Float64Array) {
      solveDense(dense, n, pivots, b);
    },
    solveTransposed(b) {
      solveDenseTransposed(dense, n, pivots, b);
    },
    condition(a: SparseMatrix) {
      if (singular.column >= 0) return Number.POSITIVE_INFINITY;
      return norm1(a) * inverseNorm1(n, (b) => solveDense(dense, n, pivots, b));
    },
  };
};

/** ‖A⁻¹‖₁ column by column: exact, and cheap for the few unknowns that the dense solver is for. */
function inverseNorm1(n: number, solve: (b: Float64Array) => void): number {
  const column = new Float64Array(n);
  let largest = 0;
  for (let j = 0; j < n; j++) {
    column.fill(0);
    column[j] = 1;
    solve(column);
    largest = Math.max(
      largest,
      column.reduce((sum, x) => sum + Math.abs(x), 0),
    );
  }
  return largest;
}
