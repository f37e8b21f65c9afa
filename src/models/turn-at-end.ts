import { abs, atan2, div, type Expr, mul, norm, type Scalar, select } from "../expr/expr.js";
import { conjugateQ, exponentialQ, multiplyQ, type Quat, quat, vec3 } from "../expr/vector.js";
import { last } from "../mechanics/model.js";

const axes = ["x", "y", "z"] as const;

/** A turn by less [rad] has no axis. */
const least = 1e-12;

const orientationOf = (body: string): Quat => {
  const [w, x, y, z] = ["e0", "ex", "ey", "ez"].map((state) => last(`${body}.${state}`));
  return quat(w, x, y, z);
};

/**
 * How a body in space is turned at the end of a motion: a component along an axis of the world of its rotation vector [rad],
 *
 *     r = 2 sign(w) atan2(|v|, |w|) v / |v|,     q = (w, v) its quaternion in the last state:
 *
 * its axis times its angle, of half a turn at most. It is for values: a condition takes `turnError`, which has no jump.
 */
export function turnAtEnd(body: string, axis: "x" | "y" | "z"): Expr {
  const [w, ...v] = orientationOf(body);
  const length = norm(...v, least);
  const angle = mul(select(w, 2, -2), atan2(length, abs(w)));
  return mul(div(angle, length), v[axes.indexOf(axis)]);
}

/**
 * The residual of a condition that a body in space is turned so at the end of a motion: a component along an axis of the world of
 *
 *     2 vec(q q̂*) = 2 sin(φ/2) n,
 *
 * where n and φ are axis and angle of the rotation from where it must be, q̂, to where it is, q. It is nearly φ n [rad], smooth, and
 * zero where it must be only: three of them determine a turn, and those about x and y alone leave open how it is turned about z.
 * @param target - the rotation vector that it must have: its axis times its angle [rad]
 */
export function turnError(body: string, target: readonly [Scalar, Scalar, Scalar], axis: "x" | "y" | "z"): Expr {
  const beside = multiplyQ(orientationOf(body), conjugateQ(exponentialQ(vec3(...target))));
  return mul(2, beside[1 + axes.indexOf(axis)]);
}
