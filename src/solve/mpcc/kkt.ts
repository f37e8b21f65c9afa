import { entryIndex, fromTriplets, type SparseMatrix } from "../../algebra/sparse.js";
import type { Mcp } from "../mcp.js";
import { addPenalty, addTransposed, type Mpcc } from "./problem.js";

/**
 * The matrix [[W + ρP, Jᵀ], [J, 0]] of the penalised program, W the Hessian of its Lagrangian and P that of Σ z_i z_j
 * over the pairs, with a full diagonal: where the entries of each part stand in it.
 */
export interface KktPattern {
  /** Unknowns z, which come before the multipliers of the rows. */
  readonly unknowns: number;
  readonly matrix: SparseMatrix;
  /** Both places of every entry of the Hessian's lower triangle; equal on the diagonal. */
  readonly hessianAt: readonly [Int32Array, Int32Array];
  /** Both places of every entry of the Jacobian: in J and in Jᵀ. */
  readonly jacobianAt: readonly [Int32Array, Int32Array];
  readonly pairsAt: readonly [Int32Array, Int32Array];
  readonly diagonalAt: Int32Array;
}

export function kktPattern({ patterns: { jacobian, hessian }, pairs, lower }: Mpcc): KktPattern {
  const n = lower.length;
  const m = jacobian.rows;
  const i: number[] = [];
  const j: number[] = [];
  const both = (row: number, column: number): void => {
    i.push(row, column);
    j.push(column, row);
  };
  for (let k = 0; k < n + m; k++) both(k, k);
  entries(hessian, both);
  entries(jacobian, (row, column) => both(n + row, column));
  pairs.first.forEach((first, k) => {
    both(first, pairs.second[k]);
  });
  const matrix = fromTriplets([n + m, n + m], i, j);
  const places = (list: (put: (row: number, column: number) => void) => void): readonly [Int32Array, Int32Array] => {
    const below: number[] = [];
    const above: number[] = [];
    list((row, column) => {
      below.push(entryIndex(matrix, row, column));
      above.push(entryIndex(matrix, column, row));
    });
    return [Int32Array.from(below), Int32Array.from(above)];
  };
  return {
    unknowns: n,
    matrix,
    hessianAt: places((put) => entries(hessian, put)),
    jacobianAt: places((put) => entries(jacobian, (row, column) => put(n + row, column))),
    pairsAt: places((put) => {
      for (let k = 0; k < pairs.first.length; k++) put(pairs.first[k], pairs.second[k]);
    }),
    diagonalAt: Int32Array.from({ length: n + m }, (_, k) => entryIndex(matrix, k, k)),
  };
}

function entries({ cols, colPtr, rowIdx }: SparseMatrix, put: (row: number, column: number) => void): void {
  for (let j = 0; j < cols; j++) for (let p = colPtr[j]; p < colPtr[j + 1]; p++) put(rowIdx[p], j);
}

/** Fills [[W + ρP, Jᵀ], [J, 0]]. */
export function fillKkt(
  { matrix, hessianAt, jacobianAt, pairsAt }: KktPattern,
  hessian: Float64Array,
  jacobian: Float64Array,
  rho: number,
): void {
  const { values } = matrix;
  values.fill(0);
  const [below, above] = hessianAt;
  for (let p = 0; p < hessian.length; p++) {
    values[below[p]] += hessian[p];
    if (above[p] !== below[p]) values[above[p]] += hessian[p];
  }
  for (let p = 0; p < jacobian.length; p++) {
    values[jacobianAt[0][p]] = jacobian[p];
    values[jacobianAt[1][p]] = jacobian[p];
  }
  for (let p = 0; p < pairsAt[0].length; p++) {
    values[pairsAt[0][p]] += rho;
    values[pairsAt[1][p]] += rho;
  }
}

/** The KKT conditions of a program as an Mcp over (z, y). */
export interface Kkt {
  readonly mcp: Mcp;
  /** Takes the penalty ρ, and the bounds of the program again where others were written into the Mcp. */
  penalise(rho: number): void;
}

/**
 * The KKT conditions of the penalised program, the exact penalty's multiplier ρ given:
 *
 *     lower ≤ z_i ≤ upper  ⟂  ∂f/∂z_i + (Jᵀy)_i + ρ·partner_i,      y free  ⟂  c(z).
 *
 * A decision is an unknown whose row is its own stationarity.
 */
export function kktMcp(problem: Mpcc, pattern: KktPattern): Kkt {
  const { names, patterns } = problem;
  const n = problem.lower.length;
  const m = patterns.jacobian.rows;
  const hessian = new Float64Array(patterns.hessian.rowIdx.length);
  const jacobian = new Float64Array(patterns.jacobian.rowIdx.length);
  const gradient = new Float64Array(n);
  const rows = new Float64Array(m);
  const lower = new Float64Array(n + m).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(n + m).fill(Number.POSITIVE_INFINITY);
  let rho = 0;
  const mcp: Mcp = {
    name: (i) => (i < n ? `optimality of ${names.unknown(i)}` : names.row(i - n)),
    lower,
    upper,
    scale: new Float64Array(n + m).fill(1),
    pattern: pattern.matrix,
    evaluate(zy, residual, values) {
      const z = zy.subarray(0, n);
      const y = zy.subarray(n);
      if (!Number.isFinite(problem.evaluate(z, rows))) return false;
      problem.slopes(z, gradient, jacobian);
      addPenalty(problem, z, rho, gradient);
      addTransposed(patterns.jacobian, jacobian, y, gradient);
      residual.set(gradient);
      residual.set(rows, n);
      if (values === undefined) return true;
      problem.curvature(z, y, hessian);
      fillKkt(pattern, hessian, jacobian, rho);
      values.set(pattern.matrix.values);
      return true;
    },
  };
  return {
    mcp,
    penalise(penalty) {
      rho = penalty;
      lower.set(problem.lower);
      upper.set(problem.upper);
    },
  };
}
