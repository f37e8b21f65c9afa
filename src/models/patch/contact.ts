import { type Fields, fields, kindOf, listOf, must, name, quantity, vector } from "../../checks/fields.js";
import { add, div, type Expr, mul } from "../../expr/expr.js";
import { addV, dot, mapV, scaleV } from "../../expr/vector.js";
import type { ContactSide } from "../../geometry/contact-geometry.js";
import { radiusOf } from "../../geometry/convex.js";
import { convexShape, shapes } from "../../geometry/shape.js";
import { type Body, momentOf, ofBody, type SpatialMotion, type Wrench } from "../../mechanics/body.js";
import { contactWrench, forceInWorld, relativeVelocity } from "../../mechanics/contact-kinematics.js";
import { complementary, type Frame, type Pair, type Row, type Unknown } from "../../mechanics/model.js";
import type { ContactView, FootprintColumns } from "../../mechanics/views.js";
import { ecpUnknowns, nearestToHalfSpace } from "./ecp.js";
import { convexSupport, isConvexSupport, nearestOfTwo, pairUnknowns } from "./ecp-pair.js";
import {
  ellipsoid,
  ellipsoidExcess,
  fritzJohnRows,
  projectionRows,
  type Rubbing,
  slipOf,
  stickMargin,
} from "./ellipsoid.js";

const shell = fields({
  vertices: listOf(vector),
  faces: listOf(listOf(must<number>("a whole number", Number.isInteger))),
});

/** The fields of a patch contact. */
export const patchFields = {
  name,
  body: name,
  /** The hull, in body axes with the centre of mass at the origin. */
  shape: convexShape,
  against: kindOf({ "half-space": shapes["half-space"], convex: convexSupport }),
  /** μ. */
  friction: quantity,
  /** e_t, e_o [1] and e_r [m] of the friction ellipsoid. */
  frictionAxes: vector,
};

/** Fields that it may have. */
export const optionalPatchFields = {
  /** The surface is so far outside of the hull [m], around edges and corners too; over half-spaces only. */
  rounding: quantity,
  /** The true shape where it is not the hull, part by part; it has no part in the motion, but in what is told of it. */
  shells: listOf(shell),
};

/** A possible contact of a convex body, or of the hull of one that is not, with a half-space or another convex body. */
export interface PatchContact extends Fields<typeof patchFields, typeof optionalPatchFields> {}

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

/** A contact on a patch by its columns: impulses of steps, of which the last is about the normal [N m s]. */
export function impulseView({ name, body }: Pick<PatchContact, "name" | "body">): ContactView {
  return {
    name,
    body,
    unit: "N s",
    columns: {
      normal: `${name}.normalImpulse`,
      tangential: ["tangent", "orthogonal", "rotation"].map((axis) => `${name}.${axis}Impulse`),
      slip: [`${name}.slip`],
      stickMargin: `${name}.stickMargin`,
      separation: `${name}.separation`,
      coneExcess: `${name}.coneExcess`,
      frictionWork: `${name}.frictionWork`,
    },
  };
}

/** The columns of a patch with so many vertices, and of its contact point along these axes. */
export function footprintColumns(contact: string, vertices: number, axes: readonly string[]): FootprintColumns {
  return {
    heights: Array.from({ length: vertices }, (_, i) => `${contact}.height.${i}`),
    slip: `${contact}.slip`,
    ecp: axes.map((axis) => `${contact}.ecp.${axis}`),
  };
}

/** The part of a contact in a step, and its impulse on each of the bodies. */
export interface ContactPart {
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly impulses: readonly { readonly body: string; readonly impulse: Wrench }[];
}

/** The bodies of a scene by name, and their motions at the end of the step. */
export interface Moving {
  readonly bodyOf: (name: string) => Body;
  readonly motions: ReadonlyMap<string, SpatialMotion>;
}

/** The rows of a contact: nearest points, 0 ≤ p_n ⟂ gap ≥ 0, and friction. */
export function contactPart(
  contact: PatchContact,
  { bodyOf, motions }: Moving,
  { inside, h }: Frame,
  forms: ContactForms,
): ContactPart {
  const { name, against } = contact;
  const motion = ofBody(motions, contact.body);
  const nearest = isConvexSupport(against)
    ? nearestOfTwo(
        contact,
        [motion, against.body === undefined ? undefined : ofBody(motions, against.body)],
        against,
        inside,
      )
    : nearestToHalfSpace(contact, motion, against, inside);
  const { frame, sides } = nearest;
  const names = mapV(["tangent", "orthogonal", "rotation"] as const, (axis) => `${name}.${axis}Impulse`);
  const pN = inside(`${name}.normalImpulse`);
  const p: Rubbing = mapV(names, (unknown) => inside(unknown));
  const spin = sides.map(({ body, sign }) => mul(sign, dot(frame.normal, ofBody(motions, body).angularVelocity)));
  const v: Rubbing = [
    relativeVelocity(nearest, motions, frame.tangent),
    relativeVelocity(nearest, motions, frame.orthogonal),
    add(...spin),
  ];
  const bodies = sides.map(({ body }) => bodyOf(body));
  const friction = ellipsoid(
    { axes: contact.frictionAxes, radius: mul(contact.friction, pN), impulse: p, velocity: v },
    { inertia: slipInertia(contact, ...bodies), L: radiusOf(contact.shape) },
  );
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
      { name: `${name}.normal`, contact: name, a: pN, b: press.residual },
      ...nearest.pairs,
      ...(slip === undefined ? [] : [{ name: slip.name, a: slip.sigma, b: rubbing[rubbing.length - 1].residual }]),
    ],
    observe: {
      ...(!isConvexSupport(against) && { [`${name}.gap`]: nearest.gap }),
      [`${name}.separation`]: nearest.separation,
      ...Object.fromEntries(nearest.ecp.map((x, i) => [`${name}.ecp.${"xyz"[i]}`, x])),
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
