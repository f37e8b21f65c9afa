import { add, mul, neg, type Scalar, sub } from "../expr/expr.js";
import { addV, cross, dot, scaleV, type Vec3, vec3 } from "../expr/vector.js";
import type { Body, Motion, Wrench } from "./body.js";

/** A round shape about a body's centre of mass: a disk in the plane, a sphere in space. */
export interface Round {
  readonly kind: "round";
  /** Radius [m]. */
  readonly radius: Scalar;
}

/** The fixed half-space n·x ≤ offset, with unit normal n out of it and unit tangent t in its surface. */
export interface HalfSpace {
  readonly kind: "half-space";
  readonly normal: readonly [Scalar, Scalar, Scalar];
  readonly tangent: readonly [Scalar, Scalar, Scalar];
  /** Distance of the surface from the origin along the normal [m]. */
  readonly offset: Scalar;
}

/** Contact axes: n from the second surface towards the first body, t and o = n × t in the surface. */
export interface ContactFrame {
  readonly normal: Vec3;
  readonly tangent: Vec3;
  readonly orthogonal: Vec3;
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

/** Ψ_n(q) = n·x − offset − r for a disk or sphere on a half-space; the force acts r below the centre. */
export function roundOnHalfSpace(body: Body, motion: Motion, round: Round, plane: HalfSpace): ContactGeometry {
  const normal = vec3(...plane.normal);
  const tangent = vec3(...plane.tangent);
  return {
    gap: sub(sub(dot(normal, motion.position), plane.offset), round.radius),
    frame: { normal, tangent, orthogonal: cross(normal, tangent) },
    sides: [{ body: body.name, arm: scaleV(neg(add(0, round.radius)), normal), sign: 1 }],
  };
}

/** Γν: the velocity [m/s] of the first surface over the second along an axis, v + ω × arm summed with its sign. */
export function relativeVelocity(geometry: ContactGeometry, motions: ReadonlyMap<string, Motion>, axis: Vec3) {
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
