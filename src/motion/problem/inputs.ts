import { abs, type Expr, type Scalar, select, sub, variable } from "../../expr/expr.js";

/** The 1-based number of a declared step, a leaf of input formulas: schedules go by it. */
export const step: Expr = variable("step");

/** The end of the step [s], a leaf of input formulas. */
export const end: Expr = variable("t");

/** Leaves of input formulas, in the order of their kernel; the parameters follow. */
export const inputLeaves: readonly Expr[] = [step, end];

/** A stretch of steps, from `from` until before `to`, counted from 0, so that the first starts at `from`·h; its value. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly value: Scalar;
}

/** The value of the piece in which a step lies, 0 in none; where pieces overlap, of the first. */
export function piecewise(pieces: readonly Piece[]): Expr {
  return pieces.reduceRight<Expr>(
    (otherwise, { from, to, value }) => {
      // step 1 is the one that starts at time 0, and half a step beside the ends no rounding decides
      return select(sub(step, from + 0.5), select(sub(to + 0.5, step), value, otherwise), otherwise);
    },
    sub(step, step),
  );
}

/** One value a step, the last one held. */
export function table(values: readonly Scalar[]): Expr {
  const last = values.length - 1;
  return piecewise(values.map((value, k) => ({ from: k, to: k < last ? k + 1 : Number.POSITIVE_INFINITY, value })));
}

/** Grid points nearer to a time than this [s] are at it. */
const atOnce = 1e-9;

/**
 * One in the step that ends at a time, zero in all others: a condition on every step times an input of this formula is
 * one on a way point alone. The time must be a grid point.
 */
export function atTime(time: Scalar): Expr {
  return select(sub(atOnce, abs(sub(end, time))), 1, 0);
}
