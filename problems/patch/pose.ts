/** Shared by the planned poses: the turn that is left to a wanted heading, and how long a coasting body takes. */
import {
  add,
  atan2,
  type BoundaryCondition,
  cos,
  div,
  type Expr,
  last,
  mul,
  norm,
  type Scalar,
  sin,
  sqrt,
  sub,
} from "bankshot";

/** The turn [rad] from a heading to that of a body that stands upright at the end; right up to a whole turn. */
export function turnBeyond(body: string, heading: Scalar): Expr {
  const half = mul(0.5, heading);
  const [w, z] = [last(`${body}.e0`), last(`${body}.ez`)];
  // the quaternion holds half the angle: tan of the difference from its sine and cosine
  return mul(2, atan2(sub(mul(z, cos(half)), mul(w, sin(half))), add(mul(w, cos(half)), mul(z, sin(half)))));
}

/** A place and heading on the floor, or a way and turn to it. */
interface PlanarPose {
  readonly x: Scalar;
  readonly y: Scalar;
  readonly theta: Scalar;
}

/** The three conditions of a wanted pose, each freeing one parameter. */
export function poseConditions(
  body: string,
  target: PlanarPose,
  frees: readonly [string, string, string],
): BoundaryCondition[] {
  return [
    { name: "end.x", unit: "m", residual: sub(last(`${body}.x`), target.x), frees: frees[0] },
    { name: "end.y", unit: "m", residual: sub(last(`${body}.y`), target.y), frees: frees[1] },
    { name: "end.theta", unit: "rad", residual: turnBeyond(body, target.theta), frees: frees[2] },
  ];
}

/**
 * How long a body that slides and spins needs to come to rest by itself [s], if all its velocities fade together: from
 * the friction ellipsoid of axes 1, 1, e_r, S₀ = √(v² + e_r²ω²) fades by μg a second and the way is S₀T/2, so that
 * T = √(2 √(d² + e_r²θ²) / (μg)). Exact where e_r² = I/m and the centre of mass lies on the floor.
 */
export function coastingTime({ x, y, theta }: PlanarPose, axis: Scalar, deceleration: Scalar): Expr {
  return sqrt(div(mul(2, norm(x, y, mul(axis, theta))), deceleration));
}
