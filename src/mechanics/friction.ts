import {
  abs,
  add,
  constant,
  div,
  type Expr,
  max,
  min,
  mul,
  neg,
  norm,
  type Scalar,
  select,
  sqrt,
  sub,
} from "../expr/expr.js";
import { type Alike, mapV } from "../expr/vector.js";

/**
 * The form of Coulomb's law: `projection` onto the quadratic cone, the same cone by `fritz-john` conditions, or the
 * `pyramid` |λ_t| ≤ μλ_n, |λ_o| ≤ μλ_n of the linear complementarity models.
 */
export type FrictionLaw = "projection" | "fritz-john" | "pyramid";

/** Every friction law, the default first. */
export const frictionLaws: readonly FrictionLaw[] = ["projection", "fritz-john", "pyramid"];

/** Components along the two tangential contact axes. */
export type Tangential = readonly [Expr, Expr];

/**
 * Radius of the smoothed friction cone at a normal force: √(λ_t² + λ_o² + γ²) ≤ μλ_n + γ means |λ_f| ≤ R with
 * R = √(μλ_n (μλ_n + 2γ)) [N]; γ = 0 is Coulomb's cone (5) of Song, Kumar, Pang.
 */
export function coneRadius(friction: Scalar, lambdaN: Expr, smoothing: Scalar): Expr {
  const bound = mul(friction, lambdaN);
  return sqrt(mul(bound, add(bound, mul(2, smoothing))));
}

/**
 * Proj of a trial force onto the disk, or in three dimensions the ball, of radius R; the disk is the solution of the
 * friction QP (7) where C is isotropic.
 */
export function projectOntoBall<V extends readonly Expr[]>(trial: V, radius: Expr): Alike<V, Expr> {
  // without friction there is no cone to leave: a switch at zero would hold a surface by its side
  if (radius.op === "constant" && radius.value === 0) return mapV(trial, () => constant(0));
  const size = norm(...trial);
  const shrink = select(sub(radius, size), 1, div(radius, size));
  return mapV(trial, (x) => mul(shrink, x));
}

/** Proj of a trial force onto the square |λ_t| ≤ R, |λ_o| ≤ R. */
export function projectOntoBox(trial: Tangential, radius: Expr): Tangential {
  const clamp = (x: Expr): Expr => max(neg(radius), min(radius, x));
  return [clamp(trial[0]), clamp(trial[1])];
}

/** How far a friction force leaves the cone, |λ_f| − R [N]; zero while sliding, negative while sticking. */
export function coneExcess(force: Tangential, radius: Expr): Expr {
  return sub(norm(...force), radius);
}

/** The same for the pyramid: max(|λ_t|, |λ_o|) − R [N]. */
export function pyramidExcess(force: Tangential, radius: Expr): Expr {
  return sub(max(abs(force[0]), abs(force[1])), radius);
}

/** A contact's friction in a step: slip velocity [m/s], radius of the cone, force, and the force that would stick [N]. */
export interface Friction {
  readonly slip: Tangential;
  readonly radius: Expr;
  readonly force: Tangential;
  readonly trial: Tangential;
}

/** The columns of a contact's friction; a margin is positive where the contact sticks, alone along t or o for those. */
export function frictionColumns(
  contact: string,
  { slip, radius, force, trial }: Friction,
  excess: (force: Tangential, radius: Expr) => Expr,
): Record<string, Expr> {
  return {
    [`${contact}.slidingVelocityT`]: slip[0],
    [`${contact}.slidingVelocityO`]: slip[1],
    [`${contact}.coneRadius`]: radius,
    [`${contact}.coneExcess`]: excess(force, radius),
    [`${contact}.stickMargin`]: neg(excess(trial, radius)),
    [`${contact}.stickMarginT`]: neg(coneExcess([trial[0], constant(0)], radius)),
    [`${contact}.stickMarginO`]: neg(coneExcess([constant(0), trial[1]], radius)),
  };
}
