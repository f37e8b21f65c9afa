import { add, atan2, constant, div, type Expr, min, mul, norm, type Scalar, sub } from "../expr/expr.js";
import { addV, cross, dot, rotateV, scaleV, type Vec3, vec3 } from "../expr/vector.js";
import {
  type Body,
  bodyStates,
  type Gyroscopic,
  impulsiveNewtonEuler,
  mechanicalEnergy,
  quaternionNorm,
  sumWrenches,
  unitKinematics,
  unitMotionOf,
  type Wrench,
} from "../mechanics/body.js";
import { type ConvexShape, radiusOf, verticesOf } from "../mechanics/convex.js";
import { ecpUnknowns, heightOver, nearestToHalfSpace } from "../mechanics/ecp.js";
import {
  ellipsoid,
  ellipsoidExcess,
  fritzJohnRows,
  projectionRows,
  type Rubbing,
  slipOf,
  stickMargin,
} from "../mechanics/ellipsoid.js";
import {
  complementary,
  type Frame,
  frame,
  type Model,
  type Pair,
  type Row,
  type Stage,
  type Unknown,
  usedNames,
} from "../mechanics/model.js";
import { patchGuesses } from "../mechanics/patch-guess.js";
import { bodyRequirements, notNegative, positive } from "../mechanics/requirements.js";
import type { AppliedWrench } from "../mechanics/scene.js";
import type { Components, HalfSpace } from "../mechanics/shape.js";

/** A possible contact of a convex body, or of the hull of one that is not, with a fixed half-space. */
export interface PatchContact {
  readonly name: string;
  readonly body: string;
  /** The hull, in body axes with the centre of mass at the origin. */
  readonly shape: ConvexShape;
  readonly against: HalfSpace;
  /** μ. */
  readonly friction: Scalar;
  /** e_t, e_o [1] and e_r [m] of the friction ellipsoid. */
  readonly frictionAxes: Components;
}

/** A wrench in world axes, as formulas of `inputs.*` and parameters; its force acts at a point of the body. */
export interface PatchWrench extends AppliedWrench {
  /** Where the force acts, in body axes [m]; the centre of mass where left out. */
  readonly at?: Components;
}

/** Bodies and their possible patch contacts: plain data, with formulas of parameters for numbers. */
export interface PatchScene {
  /** Acceleration of gravity [m/s²], world axes. */
  readonly gravity: Components;
  readonly bodies: readonly Body[];
  readonly contacts: readonly PatchContact[];
  readonly applied?: readonly PatchWrench[];
}

/** The forms that the rows may take; the first of each is the default. They have the same solutions. */
export interface PatchForms {
  /** Maximum dissipation by projection onto the friction ellipsoid, or the paper's rows (14), (15). */
  readonly frictionLaw?: "projection" | "fritz-john";
  /** 0 ≤ p_n ⟂ gap of a₁ over the ground ≥ 0, (6) of the paper, or ⟂ max f_i(a₂) ≥ 0, its (5). */
  readonly nonPenetration?: "contact-point" | "support-point";
  readonly gyroscopic?: Gyroscopic;
}

/**
 * Rigid bodies on planar contact patches by one equivalent contact point each, Xie and Chakraborty (2019): state,
 * contact impulses and contact points out of one mixed complementarity problem a step,
 *
 *     M⁺(ν⁺ − ν) = W_n p_n + W_t p_t + W_o p_o + W_r p_r + h λ(t_u) + h (0, −ω × Iω)                         (16), (18)
 *     q⁺ = q + h v⁺,   Q⁺ = normalize(Q + (h/2)(0, ω⁺)⊗Q)                                                      (17)
 *
 * with the nearest points of `ecp.ts` (8)–(12), the friction ellipsoid of `ellipsoid.ts` (13)–(15), and
 * W_n = [n; r×n], W_t = [t; r×t], W_o = [o; r×o], W_r = [0; n], r = a₁⁺ − q⁺. Positions, quaternions and velocities are
 * explicit; what a step solves for is ω⁺, the point, its multipliers and the impulses. A body that is not convex is
 * given by its hull; its mass and inertia are its own. Applied wrenches are those of the start of the step.
 * @throws {RangeError} for a contact or wrench on a body that the scene does not have, or a name used twice.
 */
export function patchModel(scene: PatchScene, forms: PatchForms = {}): Model {
  checkPatchScene(scene);
  const step = (frame: Frame): Stage => patchStep(scene, forms, frame);
  const stage = step(frame);
  return {
    name: "patch",
    state: scene.bodies.flatMap(bodyStates),
    inside: scene.contacts.flatMap((contact) => contactUnknowns(contact, forms)),
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    step,
    requires: [
      ...scene.bodies.flatMap(bodyRequirements),
      ...scene.contacts.flatMap(({ name, friction, frictionAxes, shape }) => [
        notNegative(`${name}.friction`, friction),
        ...frictionAxes.map((axis) => positive(`${name}.frictionAxes`, axis)),
        ...shape.faces.map(({ offset }) => notNegative(`${name}.shape`, offset)),
      ]),
    ],
    footprints: scene.contacts.map(({ name, body, shape }) => ({ contact: name, body, vertices: shape.vertices })),
    scene,
  };
}

function contactUnknowns({ name, shape }: PatchContact, { frictionLaw }: PatchForms): Unknown[] {
  const impulse = (axis: string, unit = "N s"): Unknown => ({ name: `${name}.${axis}Impulse`, unit, scale: 1 });
  const unknowns = [
    ...ecpUnknowns(name, shape),
    { ...impulse("normal"), lower: 0 },
    impulse("tangent"),
    impulse("orthogonal"),
    impulse("rotation", "N m s"),
  ];
  if (frictionLaw === "fritz-john") unknowns.push({ name: `${name}.slip`, unit: "m/s", scale: 1, lower: 0 });
  return unknowns;
}

/** What a contact adds to a step, and its impulse on the body. */
interface ContactPart {
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly impulse: Wrench;
}

function contactPart(contact: PatchContact, body: Body, frame: Frame, forms: PatchForms): ContactPart {
  const { name, shape, against } = contact;
  const { inside, next, h } = frame;
  const motion = unitMotionOf(body, next);
  const nearest = nearestToHalfSpace(name, shape, motion, against, inside);
  const { normal, tangent, orthogonal } = nearest.frame;
  const { arm } = nearest;
  const names = ["tangent", "orthogonal", "rotation"].map((axis) => `${name}.${axis}Impulse`);
  const pN = inside(`${name}.normalImpulse`);
  const p = names.map(inside) as unknown as Rubbing;
  const sliding = addV(motion.velocity, cross(motion.angularVelocity, arm));
  const v: Rubbing = [dot(tangent, sliding), dot(orthogonal, sliding), dot(normal, motion.angularVelocity)];
  const friction = ellipsoid(contact.frictionAxes, mul(contact.friction, pN), p, v, slipInertia(contact, body));
  const distance = forms.nonPenetration === "support-point" ? nearest.supportDepth : nearest.gap;
  // the impulse that would close the gap within the step: the gap in newton seconds
  const press = complementary(`${name}.normalImpulse`, div(mul(body.mass, distance), h));
  const slip = forms.frictionLaw === "fritz-john" ? { name: `${name}.slip`, sigma: inside(`${name}.slip`) } : undefined;
  const rubbing = slip === undefined ? projectionRows(names, friction) : fritzJohnRows(names, friction, slip);
  const force = addV(addV(scaleV(pN, normal), scaleV(p[0], tangent)), scaleV(p[1], orthogonal));
  const torque = addV(cross(arm, force), scaleV(p[2], normal));
  const ecp = addV(motion.position, arm);
  const heights = verticesOf(shape).map((vertex) =>
    heightOver(against, addV(motion.position, rotateV(motion.orientation, vertex))),
  );
  const lowest = min(...heights);
  return {
    rows: [...nearest.rows, { unknown: press.unknown, residual: press.residual }, ...rubbing],
    pairs: [
      { name: `${name}.normal`, a: pN, b: press.residual },
      ...nearest.pairs,
      ...(slip === undefined ? [] : [{ name: slip.name, a: slip.sigma, b: rubbing.at(-1)!.residual }]),
    ],
    observe: {
      [`${name}.gap`]: nearest.gap,
      [`${name}.separation`]: lowest,
      ...Object.fromEntries(ecp.map((x, i) => [`${name}.ecp.${"xyz"[i]!}`, x])),
      ...Object.fromEntries(heights.map((height, i) => [`${name}.height.${i}`, height])),
      ...(slip === undefined && { [`${name}.slip`]: slipOf(friction) }),
      [`${name}.coneExcess`]: ellipsoidExcess(friction),
      [`${name}.stickMargin`]: stickMargin(friction),
      [`${name}.frictionWork`]: add(mul(p[0], v[0]), mul(p[1], v[1]), mul(p[2], v[2])),
    },
    impulse: { force, torque },
  };
}

/** The inertia [kg] of a contact against slip in units of the ellipsoid's axes, estimated: m/e² and I/e_r² in series. */
export function slipInertia({ frictionAxes: [t, o, r], shape }: PatchContact, { mass, inertia }: Body): Expr {
  const moment: Scalar = Array.isArray(inertia) ? inertia[2]! : (inertia as Scalar);
  const L = radiusOf(shape);
  const point = add(div(1, mass), div(mul(L, L), moment));
  return div(1, add(mul(t, t, point), mul(o, o, point), div(mul(r, r), moment)));
}

function patchStep(scene: PatchScene, forms: PatchForms, frame: Frame): Stage {
  const { now, next, h } = frame;
  const gravity = vec3(...scene.gravity);
  const parts = scene.contacts.map((contact) => contactPart(contact, bodyOf(scene, contact.body), frame, forms));
  const rows: Row[] = parts.flatMap((part) => [...part.rows]);
  const observe: Record<string, Expr> = Object.assign({}, ...parts.map((part) => part.observe));
  const defines: Record<string, Expr> = {};
  const applied = new Map(scene.bodies.map((body) => [body.name, appliedTo(body, scene, frame)]));
  let [before, after, work]: Expr[] = [constant(0), constant(0), constant(0)];
  for (const body of scene.bodies) {
    const wrench = applied.get(body.name)!;
    const impulse = sumWrenches(
      parts.filter((_, i) => scene.contacts[i]!.body === body.name).map((part) => part.impulse),
    );
    const total: Wrench = { force: addV(wrench.force, scaleV(body.mass, gravity)), torque: wrench.torque };
    const motion = impulsiveNewtonEuler(body, frame, impulse, total, forms.gyroscopic ?? "explicit");
    rows.push(...motion.rows);
    Object.assign(defines, unitKinematics(body, frame), motion.defines);
    const { velocity, angularVelocity } = unitMotionOf(body, next);
    work = add(work!, mul(h, add(dot(wrench.force, velocity), dot(wrench.torque, angularVelocity))));
    before = add(before!, mechanicalEnergy(body, now, gravity));
    after = add(after!, mechanicalEnergy(body, next, gravity));
    Object.assign(observe, orientationColumns(body, frame));
    for (const [i, axis] of ["x", "y", "z"].entries()) {
      observe[`${body.name}.force.${axis}`] = wrench.force[i]!;
      observe[`${body.name}.torque.${axis}`] = wrench.torque[i]!;
    }
  }
  observe.energy = after!;
  observe.appliedWork = work!;
  observe.energyCreated = sub(sub(after!, before!), work!);
  return {
    rows,
    defines,
    pairs: parts.flatMap((part) => [...part.pairs]),
    observe,
    guesses: patchGuesses(scene.contacts, (name) => bodyOf(scene, name), applied, gravity, frame),
  };
}

/** |Q|, the angle between the body's z axis and the world's, and the turn about the world's z axis in this step [rad]. */
function orientationColumns(body: Body, { now, next }: Frame): Record<string, Expr> {
  const [w, , , z] = unitMotionOf(body, now).orientation;
  const after = unitMotionOf(body, next).orientation;
  const [zx, zy, zz] = rotateV(after, vec3(0, 0, 1));
  return {
    [`${body.name}.quaternionNorm`]: quaternionNorm(body, next),
    [`${body.name}.tilt`]: atan2(norm(zx, zy), zz),
    [`${body.name}.turn`]: mul(
      2,
      atan2(sub(mul(w, after[3]), mul(z, after[0])), add(mul(w, after[0]), mul(z, after[3]))),
    ),
  };
}

/** The sum of the wrenches on a body about its centre of mass, without gravity, at the start of the step. */
function appliedTo(body: Body, { applied = [] }: PatchScene, { now }: Frame): Wrench {
  const { orientation } = unitMotionOf(body, now);
  return sumWrenches(
    applied
      .filter((wrench) => wrench.body === body.name)
      .map(({ force, torque, at }) => {
        const F: Vec3 = vec3(...force);
        const about = vec3(...torque);
        return {
          force: F,
          torque: at === undefined ? about : addV(about, cross(rotateV(orientation, vec3(...at)), F)),
        };
      }),
  );
}

export function bodyOf({ bodies }: PatchScene, name: string): Body {
  const body = bodies.find((b) => b.name === name);
  if (body === undefined) throw new RangeError(`scene has no body "${name}"`);
  return body;
}

function checkPatchScene(scene: PatchScene): void {
  const names = [...scene.bodies, ...scene.contacts].map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`scene uses the name "${twice}" twice`);
  for (const { body } of [...scene.contacts, ...(scene.applied ?? [])])
    if (bodyOf(scene, body).space !== "spatial") throw new RangeError(`body "${body}" must be spatial`);
}
