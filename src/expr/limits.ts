import { neg } from "./build.js";
import type { Expr } from "./node.js";

const limits = new WeakMap<Expr, Expr>();

/**
 * Says what a formula that takes a mean over a step becomes where the step is short: a computation of the continuous motion
 * puts that in its place. Returns the formula itself, which steps on a grid go on to use. Equal formulas are one object in every
 * scene, so that the limit must be that of the formula wherever it stands: it may name nothing that the formula does not name, but
 * for rates of its places.
 */
export function overStep(mean: Expr, inTheLimit: Expr): Expr {
  // a number or a leaf is no mean: it stands in every scene
  if (mean.op === "constant" || mean.op === "variable") return mean;
  limits.set(mean, inTheLimit);
  // −½x is no −(½x): the sign goes into the number
  limits.set(neg(mean), neg(inTheLimit));
  return mean;
}

/** The limit of a formula over a step; undefined where it is none of those that `overStep` was told. */
export const limitOf = (mean: Expr): Expr | undefined => limits.get(mean);
