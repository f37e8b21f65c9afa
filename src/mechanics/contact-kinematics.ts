import { add, div, type Expr, mul, type Scalar } from "../expr/expr.js";
import { addV, cross, dot, scaleV, type Vec3, vec3 } from "../expr/vector.js";
import type { ContactFrame, ContactGeometry, ContactSide } from "../geometry/contact-geometry.js";
import { type Body, type Motion, momentOf, ofBody, type Wrench } from "./body.js";

/** Γν: the velocity [m/s] of the first surface over the second along an axis, v + ω × arm summed with its sign. */
export function relativeVelocity(geometry: ContactGeometry, motions: ReadonlyMap<string, Motion>, axis: Vec3): Expr {
  return geometry.sides
    .map(({ body, arm, sign }) => {
      const { velocity, angularVelocity } = ofBody(motions, body);
      return mul(sign, dot(axis, addV(velocity, cross(angularVelocity, arm))));
    })
    .reduce((sum, term) => add(sum, term));
}

/** The acceleration at which gravity closes the surfaces [m/s²]; what is driven does not fall. */
export function falling(
  { sides, frame }: ContactGeometry,
  gravity: readonly [Scalar, Scalar, Scalar],
  isDriven: (body: string) => boolean,
): Expr {
  const down = dot(frame.normal, vec3(...gravity));
  return add(...sides.map(({ body, sign }) => (isDriven(body) ? 0 : mul(-sign, down))));
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

/** The velocity that a unit impulse at the end of the arm makes, at most: 1/m + |arm|²/I [1/kg]. */
export function sideMobility(body: Body, arm: Vec3): Expr {
  return add(div(1, body.mass), div(dot(arm, arm), momentOf(body, 0)));
}
