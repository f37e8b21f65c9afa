import { add, div, type Expr, mul, type Scalar } from "../expr/expr.js";
import { addV, dot, scaleV } from "../expr/vector.js";
import { type Body, type Motion, momentOf, type Wrench } from "./body.js";
import { type ConvexShape, radiusOf } from "./convex.js";
import { ecpUnknowns, nearestToHalfSpace } from "./ecp.js";
import { type ConvexSupport, isConvexSupport, nearestOfTwo, pairUnknowns } from "./ecp-pair.js";
import {
  ellipsoid,
  ellipsoidExcess,
  fritzJohnRows,
  projectionRows,
  type Rubbing,
  slipOf,
  stickMargin,
} from "./ellipsoid.js";
import { type ContactSide, contactWrench, forceInWorld, relativeVelocity } from "./geometry.js";
import { complementary, type Frame, type Pair, type Row, type Unknown } from "./model.js";
import type { Components, HalfSpace, Shell } from "./shape.js";

/** A possible contact of a convex body, or of the hull of one that is not, with a half-space or another convex body. */
export interface PatchContact {
  readonly name: string;
  readonly body: string;
  /** The hull, in body axes with the centre of mass at the origin. */
  readonly shape: ConvexShape;
  readonly against: HalfSpace | ConvexSupport;
  /** μ. */
  readonly friction: Scalar;
  /** e_t, e_o [1] and e_r [m] of the friction ellipsoid. */
  readonly frictionAxes: Components;
  /** The true shape where it is not the hull, part by part; it has no part in the motion, but in what is told of it. */
  readonly shells?: readonly Shell[];
}

/** The forms that the rows of a contact may take; the first of each is the default. They have the same solutions. */
export interface ContactForms {
  /** Maximum dissipation by projection onto the friction ellipsoid, or the paper's rows (14), (15). */
  readonly frictionLaw?: "projection" | "fritz-john";
  /** 0 ≤ p_n ⟂ gap of a₁ over the ground ≥ 0, (6) of the paper, or ⟂ max f_i(a₂) ≥ 0, its (5). */
  readonly nonPenetration?: "contact-point" | "support-point";
}

/** The moving body that a contact is with, if it is with one. */
export function supportingBody({ against }: PatchContact): string | undefined {
  return isConvexSupport(against) ? against.body : undefined;
}

/** The unknowns of a contact inside a step. */
export function contactUnknowns({ name, shape, against }: PatchContact, { frictionLaw }: ContactForms): Unknown[] {
  const impulse = (axis: string, unit = "N s"): Unknown => ({ name: `${name}.${axis}Impulse`, unit, scale: 1 });
  const unknowns = [
    ...(isConvexSupport(against) ? pairUnknowns(name, shape, against.shape) : ecpUnknowns(name, shape)),
    { ...impulse("normal"), lower: 0 },
    impulse("tangent"),
    impulse("orthogonal"),
    impulse("rotation", "N m s"),
  ];
  if (frictionLaw === "fritz-john") unknowns.push({ name: `${name}.slip`, unit: "m/s", scale: 1, lower: 0 });
  return unknowns;
}

/** What a contact adds to a step, and its impulse on each of the bodies. */
export interface ContactPart {
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly impulses: readonly { readonly body: string; readonly impulse: Wrench }[];
}

/** The rows of a contact: nearest points, 0 ≤ p_n ⟂ gap ≥ 0, and friction. */
export function contactPart(
  contact: PatchContact,
  bodyOf: (name: string) => Body,
  motions: ReadonlyMap<string, Motion>,
  { inside, h }: Frame,
  forms: ContactForms,
): ContactPart {
  const { name, against } = contact;
  const motion = motions.get(contact.body)!;
  const nearest = isConvexSupport(against)
    ? nearestOfTwo(
        contact,
        motion,
        against,
        against.body === undefined ? undefined : motions.get(against.body)!,
        inside,
      )
    : nearestToHalfSpace(contact, motion, against, inside);
  const { frame, sides } = nearest;
  const names = ["tangent", "orthogonal", "rotation"].map((axis) => `${name}.${axis}Impulse`);
  const pN = inside(`${name}.normalImpulse`);
  const p = names.map(inside) as unknown as Rubbing;
  const spin = sides.map(({ body, sign }) => mul(sign, dot(frame.normal, motions.get(body)!.angularVelocity)));
  const v: Rubbing = [
    relativeVelocity(nearest, motions, frame.tangent),
    relativeVelocity(nearest, motions, frame.orthogonal),
    add(...spin),
  ];
  const bodies = sides.map(({ body }) => bodyOf(body));
  const friction = ellipsoid(contact.frictionAxes, mul(contact.friction, pN), p, v, {
    inertia: slipInertia(contact, ...bodies),
    L: radiusOf(contact.shape),
  });
  const distance = forms.nonPenetration === "support-point" ? nearest.supportDepth : nearest.gap;
  // the velocity that would close the gap within the step
  const press = complementary(`${name}.normalImpulse`, div(distance, h));
  const slip = forms.frictionLaw === "fritz-john" ? { name: `${name}.slip`, sigma: inside(`${name}.slip`) } : undefined;
  const rubbing = slip === undefined ? projectionRows(names, friction) : fritzJohnRows(names, friction, slip);
  const force = forceInWorld(frame, pN, p[0], p[1]);
  const impulse = (side: ContactSide): Wrench => {
    const push = contactWrench(side, force);
    return { force: push.force, torque: addV(push.torque, scaleV(mul(side.sign, p[2]), frame.normal)) };
  };
  return {
    rows: [...nearest.rows, { unknown: press.unknown, residual: press.residual }, ...rubbing],
    pairs: [
      { name: `${name}.normal`, a: pN, b: press.residual },
      ...nearest.pairs,
      ...(slip === undefined ? [] : [{ name: slip.name, a: slip.sigma, b: rubbing.at(-1)!.residual }]),
    ],
    observe: {
      ...(!isConvexSupport(against) && { [`${name}.gap`]: nearest.gap }),
      [`${name}.separation`]: nearest.separation,
      ...Object.fromEntries(nearest.ecp.map((x, i) => [`${name}.ecp.${"xyz"[i]!}`, x])),
      ...Object.fromEntries(nearest.heights.map((height, i) => [`${name}.height.${i}`, height])),
      ...(slip === undefined && { [`${name}.slip`]: slipOf(friction) }),
      [`${name}.coneExcess`]: ellipsoidExcess(friction),
      [`${name}.stickMargin`]: stickMargin(friction),
      [`${name}.frictionWork`]: add(mul(p[0], v[0]), mul(p[1], v[1]), mul(p[2], v[2])),
    },
    impulses: sides.map((side) => ({ body: side.body, impulse: impulse(side) })),
  };
}

/** The inertia [kg] of a contact against slip in units of the ellipsoid's axes, estimated: m/e² and I/e_r² in series. */
export function slipInertia({ frictionAxes: [t, o, r], shape }: PatchContact, ...bodies: readonly Body[]): Expr {
  const L = radiusOf(shape);
  const mobilities = bodies.map((body) => {
    const moment = momentOf(body, 2);
    const point = add(div(1, body.mass), div(mul(L, L), moment));
    return add(mul(t, t, point), mul(o, o, point), div(mul(r, r), moment));
  });
  return div(1, add(...mobilities));
}
