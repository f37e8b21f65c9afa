/**
 * Mathematical problems and their solvers; no formula and no body is known here. This file states the mixed
 * complementarity problem, its natural residual and what every solver answers. A solver is a room: `newton/` for the
 * problem itself, `pivots/` for a linear one, `rescue/` for who asks once, `mpcc/` for programs with complementarity
 * constraints, `miqp/` for quadratic ones solved to the global optimum, `lp/` for linear programs, `minimise/` for small
 * smooth or rugged functions. A new one needs nothing but these types.
 *
 * @module solve
 */

import type { SparseMatrix } from "../algebra/sparse.js";
import type { Stepwise } from "../algebra/stepwise.js";

/**
 * The box-constrained mixed complementarity problem: find z with
 *
 *     lower ≤ z ≤ upper  ⟂  F(z),
 *
 * that is, for every i: F_i = 0 where z_i lies between its bounds, F_i ≥ 0 at the lower and F_i ≤ 0 at the upper one.
 * A free unknown (−∞, ∞) makes its row an equation.
 *
 * `name(i)` names unknown i and the row that it answers; `scale[i]` is a typical magnitude of unknown i in its own
 * unit; `pattern` is the fixed pattern of ∂F/∂z; `evaluate` fills F and, if asked, the Jacobian values in the order of
 * the pattern, and returns false where F is not defined. `evaluating` does the same in parts, where it may take long.
 */
export interface Mcp {
  readonly name: (index: number) => string;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly scale: Float64Array;
  readonly pattern: SparseMatrix;
  evaluate(z: Float64Array, residual: Float64Array, jacobian?: Float64Array): boolean;
  evaluating?(z: Float64Array, residual: Float64Array, jacobian?: Float64Array): Stepwise<boolean>;
}

/** Evaluates an Mcp in parts, as far as it can be. */
export function* evaluating(
  mcp: Mcp,
  z: Float64Array,
  residual: Float64Array,
  jacobian?: Float64Array,
): Stepwise<boolean> {
  if (mcp.evaluating !== undefined) return yield* mcp.evaluating(z, residual, jacobian);
  return mcp.evaluate(z, residual, jacobian);
}

/**
 * How a solver left: each has a sentence for people in `Solution.message`. A motion that was computed but breaks a law of
 * its certificate is `unphysical`, one that misses the accuracy asked for is `coarse`; no solver of this room says so.
 */
export type Status =
  | "solved"
  | "coarse"
  | "unphysical"
  | "iteration-limit"
  | "no-progress"
  | "singular"
  | "infeasible"
  | "not-finite"
  | "cancelled"
  | "feasible";

/** One row of the natural residual, named. */
export interface WorstRow {
  readonly row: string;
  readonly residual: number;
}

/** The answer of a solver. `residual` is the natural residual in the declared units, `worst` its largest rows first. */
export interface Solution {
  readonly status: Status;
  readonly z: Float64Array;
  readonly residual: number;
  readonly iterations: number;
  readonly worst: readonly WorstRow[];
  readonly message: string;
}

/** Row i of the natural map: z_i − mid(l_i, u_i, z_i − F_i); zero in every row exactly at a solution. */
export function naturalRow(z: number, lower: number, upper: number, residual: number): number {
  const target = z - residual;
  if (target < lower) return z - lower;
  if (target > upper) return z - upper;
  // z − (z − F) would lose the digits of F where |z| is large
  return residual;
}

/** The natural residual max_i |z_i − mid(l_i, u_i, z_i − F_i)|, unscaled; NaN where any row is NaN. */
export function naturalResidual(mcp: Pick<Mcp, "lower" | "upper">, z: Float64Array, residual: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < z.length; i++) {
    const r = Math.abs(naturalRow(z[i], mcp.lower[i], mcp.upper[i], residual[i]));
    if (!(r <= largest)) largest = r;
    if (Number.isNaN(largest)) return Number.NaN;
  }
  return largest;
}

/** The `count` rows with the largest natural residual, largest first. */
export function worstRows(
  mcp: Pick<Mcp, "name" | "lower" | "upper">,
  z: Float64Array,
  residual: Float64Array,
  count = 5,
): WorstRow[] {
  const size = (i: number): number => {
    const r = Math.abs(naturalRow(z[i], mcp.lower[i], mcp.upper[i], residual[i]));
    return Number.isNaN(r) ? Number.POSITIVE_INFINITY : r;
  };
  const top: { i: number; r: number }[] = [];
  for (let i = 0; i < z.length; i++) {
    const r = size(i);
    if (r === 0 || (top.length === count && r <= top[count - 1].r)) continue;
    top.push({ i, r });
    top.sort((a, b) => b.r - a.r);
    if (top.length > count) top.pop();
  }
  return top.map(({ i, r }) => ({ row: mcp.name(i), residual: r }));
}
