import { fromTriplets, type SparseMatrix } from "../algebra/sparse.js";
import type { Mcp } from "./mcp.js";

/**
 * A mathematical program with complementarity constraints over n unknowns and m rows:
 *
 *     min f(z)   subject to   c(z) = 0,   lower ≤ z ≤ upper,   0 ≤ z_i ⟂ z_j ≥ 0 for every pair (i, j).
 *
 * Members of pairs are unknowns with lower bound 0. `jacobian` is the pattern of ∂c/∂z (m × n), `hessian` that of the
 * lower triangle of ∂²(f + yᵀc)/∂z², each with its values in the order of the pattern.
 */
export interface Program {
  readonly name: (unknown: number) => string;
  readonly rowName: (row: number) => string;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** First and second members of the pairs. */
  readonly pairs: { readonly first: Int32Array; readonly second: Int32Array };
  readonly jacobian: SparseMatrix;
  readonly hessian: SparseMatrix;
  /** Fills c and returns f; a number that is not finite where either is not defined. */
  evaluate(z: Float64Array, rows: Float64Array): number;
  /** Fills ∇f and the values of ∂c/∂z. */
  slopes(z: Float64Array, gradient: Float64Array, jacobian: Float64Array): void;
  /** Fills the values of ∂²(f + yᵀc)/∂z². */
  curvature(z: Float64Array, y: Float64Array, hessian: Float64Array): void;
}

/** The place of entry (i, j) in a pattern; −1 where it has none. */
export function placeOf({ colPtr, rowIdx }: SparseMatrix, i: number, j: number): number {
  let low = colPtr[j]!;
  let high = colPtr[j + 1]! - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rowIdx[middle]!;
    if (row === i) return middle;
    if (row < i) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * The matrix [[W + ρP, Jᵀ], [J, 0]] of the penalised program, W the Hessian of its Lagrangian and P that of Σ z_i z_j
 * over the pairs, with a full diagonal: where the entries of each part stand in it.
 */
export interface KktPattern {
  readonly matrix: SparseMatrix;
  /** Both places of every entry of the Hessian's lower triangle; equal on the diagonal. */
  readonly hessianAt: readonly [Int32Array, Int32Array];
  /** Both places of every entry of the Jacobian: in J and in Jᵀ. */
  readonly jacobianAt: readonly [Int32Array, Int32Array];
  readonly pairsAt: readonly [Int32Array, Int32Array];
  readonly diagonalAt: Int32Array;
}

export function kktPattern({ jacobian, hessian, pairs, lower }: Program): KktPattern {
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
    both(first, pairs.second[k]!);
  });
  const matrix = fromTriplets(n + m, n + m, i, j);
  const places = (list: (put: (row: number, column: number) => void) => void): readonly [Int32Array, Int32Array] => {
    const below: number[] = [];
    const above: number[] = [];
    list((row, column) => {
      below.push(placeOf(matrix, row, column));
      above.push(placeOf(matrix, column, row));
    });
    return [Int32Array.from(below), Int32Array.from(above)];
  };
  return {
    matrix,
    hessianAt: places((put) => entries(hessian, put)),
    jacobianAt: places((put) => entries(jacobian, (row, column) => put(n + row, column))),
    pairsAt: places((put) => {
      for (let k = 0; k < pairs.first.length; k++) put(pairs.first[k]!, pairs.second[k]!);
    }),
    diagonalAt: Int32Array.from({ length: n + m }, (_, k) => placeOf(matrix, k, k)),
  };
}

function entries({ cols, colPtr, rowIdx }: SparseMatrix, put: (row: number, column: number) => void): void {
  for (let j = 0; j < cols; j++) for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) put(rowIdx[p]!, j);
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
    values[below[p]!]! += hessian[p]!;
    if (above[p] !== below[p]) values[above[p]!]! += hessian[p]!;
  }
  for (let p = 0; p < jacobian.length; p++) {
    values[jacobianAt[0][p]!] = jacobian[p]!;
    values[jacobianAt[1][p]!] = jacobian[p]!;
  }
  for (let p = 0; p < pairsAt[0].length; p++) {
    values[pairsAt[0][p]!]! += rho;
    values[pairsAt[1][p]!]! += rho;
  }
}

/** gradient ← gradient + ρ·(partner of every member of a pair); returns ρ Σ z_i z_j. */
export function addPenalty({ pairs }: Program, z: Float64Array, rho: number, gradient?: Float64Array): number {
  const { first, second } = pairs;
  let sum = 0;
  for (let k = 0; k < first.length; k++) {
    const [i, j] = [first[k]!, second[k]!];
    sum += z[i]! * z[j]!;
    if (gradient === undefined) continue;
    gradient[i]! += rho * z[j]!;
    gradient[j]! += rho * z[i]!;
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
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) sum += values[p]! * y[rowIdx[p]!]!;
    r[j]! += sum;
  }
}

/** The KKT conditions of a program as an Mcp over (z, y); `bind` takes the penalty ρ, and bounds that have changed. */
export interface Kkt {
  readonly mcp: Mcp;
  bind(rho: number): void;
}

/**
 * The KKT conditions of the penalised program, the exact penalty's multiplier ρ given:
 *
 *     lower ≤ z_i ≤ upper  ⟂  ∂f/∂z_i + (Jᵀy)_i + ρ·partner_i,      y free  ⟂  c(z).
 *
 * A decision is an unknown whose row is its own stationarity.
 */
export function kktMcp(program: Program, pattern: KktPattern): Kkt {
  const n = program.lower.length;
  const m = program.jacobian.rows;
  const hessian = new Float64Array(program.hessian.rowIdx.length);
  const jacobian = new Float64Array(program.jacobian.rowIdx.length);
  const gradient = new Float64Array(n);
  const rows = new Float64Array(m);
  const lower = new Float64Array(n + m).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(n + m).fill(Number.POSITIVE_INFINITY);
  let rho = 0;
  const mcp: Mcp = {
    name: (i) => (i < n ? `optimality of ${program.name(i)}` : program.rowName(i - n)),
    lower,
    upper,
    scale: new Float64Array(n + m).fill(1),
    pattern: pattern.matrix,
    evaluate(zy, residual, values) {
      const z = zy.subarray(0, n);
      const y = zy.subarray(n);
      if (!Number.isFinite(program.evaluate(z, rows))) return false;
      program.slopes(z, gradient, jacobian);
      addPenalty(program, z, rho, gradient);
      addTransposed(program.jacobian, jacobian, y, gradient);
      residual.set(gradient);
      residual.set(rows, n);
      if (values === undefined) return true;
      program.curvature(z, y, hessian);
      fillKkt(pattern, hessian, jacobian, rho);
      values.set(pattern.matrix.values);
      return true;
    },
  };
  return {
    mcp,
    bind(penalty) {
      rho = penalty;
      lower.set(program.lower);
      upper.set(program.upper);
    },
  };
}
