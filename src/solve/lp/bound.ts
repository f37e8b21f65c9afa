import type { LinearProgram } from "./program.js";

/** Room for one multiple of the rounding of a sum of a few hundred terms. */
const unit = 8 * Number.EPSILON;

/**
 * A lower bound on min costᵀx over the program from any multipliers y of its rows, right or wrong
 * (Neumaier, Shcherbina, Math. Programming 99, 2004): with d = cost − Aᵀy
 *
 *     costᵀx = yᵀAx + dᵀx ≥ Σ_i min(y_i rowLower_i, y_i rowUpper_i) + Σ_j min(d_j lower_j, d_j upper_j),
 *
 * where d_j is any number that rounding may have hidden, and less what rounding can have added. −∞ where a bound is
 * needed that is infinite, which rounding of d_j ≈ 0 makes likely: give every column finite bounds.
 * A cost left out is zero; `work` has room for two numbers a column.
 */
export function safeBound(
  program: LinearProgram,
  cost: ArrayLike<number> | undefined,
  y: ArrayLike<number>,
  work: Float64Array,
): number {
  const { lower, upper, rowLower, rowUpper, row, column, value } = program;
  const columns = lower.length;
  const d = work.subarray(0, columns);
  const error = work.subarray(columns, 2 * columns);
  let bound = 0;
  let magnitude = 0; // of all terms
  for (let j = 0; j < columns; j++) {
    d[j] = cost === undefined ? 0 : cost[j];
    error[j] = unit * Math.abs(d[j]);
  }
  for (let k = 0; k < row.length; k++) {
    const i = row[k];
    const term = usable(y[i], rowLower[i], rowUpper[i]) * value[k];
    if (term === 0) continue;
    d[column[k]] -= term;
    error[column[k]] += unit * Math.abs(term);
  }
  for (let i = 0; i < rowLower.length; i++) {
    const v = usable(y[i], rowLower[i], rowUpper[i]);
    if (v === 0) continue;
    const term = v * (v > 0 ? rowLower[i] : rowUpper[i]);
    bound += term;
    magnitude += Math.abs(term);
  }
  for (let j = 0; j < columns; j++) {
    const least = d[j] - error[j];
    const most = d[j] + error[j];
    if (least === 0 && most === 0) continue;
    const term = Math.min(leastProduct(least, lower[j], upper[j]), leastProduct(most, lower[j], upper[j]));
    bound += term;
    magnitude += Math.abs(term);
  }
  const safe = bound - unit * magnitude;
  return Number.isNaN(safe) ? Number.NEGATIVE_INFINITY : safe;
}

/** min d x over low ≤ x ≤ high. */
const leastProduct = (d: number, low: number, high: number): number => (d === 0 ? 0 : d * (d > 0 ? low : high));

/** The multiplier as it may be used: zero where its side of the row has no bound, and where it is no number. */
function usable(y: number, low: number, high: number): number {
  const side = y > 0 ? low : high;
  return Number.isFinite(y) && Number.isFinite(side) ? y : 0;
}

/**
 * A lower bound on the violations of rows, added up, at any x between its bounds: positive only if the program is
 * infeasible. `y` are the multipliers of an elastic program, in which a row may be violated at a cost of 1 a unit; they are clipped
 * to [−1, 1], which makes them multipliers of it whatever they were.
 */
export function leastViolation(program: LinearProgram, y: Float64Array, work: Float64Array): number {
  for (let i = 0; i < y.length; i++) y[i] = Math.min(1, Math.max(-1, y[i]));
  return safeBound(program, undefined, y, work);
}
