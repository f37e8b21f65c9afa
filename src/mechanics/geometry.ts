import { add, type Expr, mul, neg, type Scalar } from "../expr/expr.js";
import { addV, cross, dot, scaleV, type Vec3, vec3 } from "../expr/vector.js";
import type { Motion, Wrench } from "./body.js";

/** Contact axes: n from the second surface towards the first body, t and o = n × t in the surface. */
export interface ContactFrame {
  readonly normal: Vec3;
  readonly tangent: Vec3;
  readonly orthogonal: Vec3;
  /** Where the axes of the next step are others: cosine and sine of the angle about n from these to those. */
  readonly turn?: readonly [Expr, Expr];
}

/** One side of a contact: which body, the arm from its centre of mass to the contact point, and the sign of the force. */
export interface ContactSide {
  readonly body: string;
  readonly arm: Vec3;
  readonly sign: 1 | -1;
}

/** Where two surfaces are nearest: signed distance Ψ_n [m], axes, and what the force acts on. */
export interface ContactGeometry {
  readonly gap: Scalar;
  readonly frame: ContactFrame;
  readonly sides: readonly ContactSide[];
}

/** Axes of a contact in the plane: t is n turned by −90°. */
export function planarFrame(normal: Vec3): ContactFrame {
  return frameOf(normal, vec3(normal[1], neg(normal[0]), 0));
}

/** n, t and o = n × t. */
export function frameOf(normal: Vec3, tangent: Vec3): ContactFrame {
  return { normal, tangent, orthogonal: cross(normal, tangent) };
}

/** Γν: the velocity [m/s] of the first surface over the second along an axis, v + ω × arm summed with its sign. */
export function relativeVelocity(geometry: ContactGeometry, motions: ReadonlyMap<string, Motion>, axis: Vec3): Expr {
  return geometry.sides
    .map(({ body, arm, sign }) => {
      const { velocity, angularVelocity } = motions.get(body)!;
      return mul(sign, dot(axis, addV(velocity, cross(angularVelocity, arm))));
    })
    .reduce((sum, term) => add(sum, term));
}

/** Γᵀλ: the wrench of the contact force on one of the bodies. */
export function contactWrench(side: ContactSide, force: Vec3): Wrench {
  const signed = scaleV(side.sign, force);
  return { force: signed, torque: cross(side.arm, signed) };
}

/** The force n λ_n + t λ_t + o λ_o in world axes. */
export function forceInWorld(frame: ContactFrame, lambdaN: Scalar, lambdaT: Scalar, lambdaO: Scalar): Vec3 {
  return addV(addV(scaleV(lambdaN, frame.normal), scaleV(lambdaT, frame.tangent)), scaleV(lambdaO, frame.orthogonal));
}
