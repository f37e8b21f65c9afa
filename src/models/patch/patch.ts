/**
 * Convex bodies on contact patches by one equivalent contact point each, after Xie and Chakraborty: this file states the
 * step, the others its parts (nearest points over ground and between two bodies, the friction ellipsoid, first guesses,
 * unions of patches). The guesses may be changed freely: they decide how fast a step is solved, not what its solution is.
 * @module models/patch
 */
import { BadInput } from "../../checks/bad-input.js";
import { add, atan2, constant, type Expr, mul, norm, sub } from "../../expr/expr.js";
import { addV, cross, dot, rotateV, scaleV, type Vec3, vec3 } from "../../expr/vector.js";
import { type ConvexShape, middleOf, shellOf } from "../../geometry/convex.js";
import { placedLengths } from "../../geometry/placed.js";
import {
  type Body,
  bodyOf,
  bodyStates,
  bodyView,
  type Gyroscopic,
  impulsiveNewtonEuler,
  mechanicalEnergy,
  ofBody,
  quaternionNorm,
  sumWrenches,
  unitKinematics,
  unitMotionOf,
  type Wrench,
} from "../../mechanics/body.js";
import {
  type Frame,
  frame,
  type Model,
  type Requirement,
  type Row,
  type Stage,
  usedNames,
} from "../../mechanics/model.js";
import {
  bodyRequirements,
  halfSpaceRequirements,
  notNegative,
  positive,
  refuseRepeats,
  shapesRequirements,
  unitVector,
} from "../../mechanics/requirements.js";
import { deepestOf } from "../../mechanics/solids/overlaps.js";
import type { Footprint } from "../../mechanics/views.js";
import { patchCore, patchOverlap } from "./between-steps.js";
import {
  type ContactForms,
  contactPart,
  contactUnknowns,
  footprintColumns,
  impulseView,
  type PatchContact,
  supportingBody,
} from "./contact.js";
import { isConvexSupport } from "./ecp-pair.js";
import { flight, patchGuesses } from "./guess.js";
import { type PatchScene, patchScene } from "./patch-scene.js";
import { expandPatches, type ShapedPatchScene } from "./shaped.js";

/** The forms that the rows may take: those of contacts, and when the gyroscopic term is taken (explicit). */
export interface PatchForms extends ContactForms {
  readonly gyroscopic?: Gyroscopic;
}

/** All forms, by the laws that scenes of patches tell. */
export const patchLaws: Readonly<Record<string, PatchForms>> = {
  projection: {},
  "fritz-john": { frictionLaw: "fritz-john" },
  "projection, implicit": { gyroscopic: "implicit" },
  "fritz-john, implicit": { frictionLaw: "fritz-john", gyroscopic: "implicit" },
};

const lawOf = ({ frictionLaw = "projection", gyroscopic }: PatchForms): string =>
  gyroscopic === "implicit" ? `${frictionLaw}, implicit` : frictionLaw;

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
 * given by its hull; its mass and inertia are its own. Applied wrenches are those of the start of the step. With
 * `contacts: "all"` bodies and the world are given by their shapes, and materials give friction and its axes.
 * @throws {BadInput} for a field that is missing or holds what it cannot.
 * @throws {RangeError} for a contact or wrench on a body that the scene does not have, or a name used twice.
 */
export function patchModel(given: PatchScene | ShapedPatchScene, forms: PatchForms = {}): Model {
  const scene = expandPatches(given);
  patchScene(scene, "");
  checkNames(scene);
  const step = (at: Frame): Stage => patchStep(scene, forms, at);
  const stage = step(frame);
  return {
    name: "patch",
    state: scene.bodies.flatMap(bodyStates),
    inside: scene.contacts.flatMap((contact) => contactUnknowns(contact, forms)),
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    // whoever compiles the model asks for these formulas again
    step: (at) => (at === frame ? stage : step(at)),
    requires: [
      ...shapesRequirements(scene),
      ...scene.bodies.flatMap(bodyRequirements),
      ...scene.contacts.flatMap(({ name, friction, frictionAxes, shape, against, rounding }) => [
        notNegative(`${name}.friction`, friction),
        ...(rounding === undefined ? [] : [notNegative(`${name}.rounding`, rounding)]),
        ...frictionAxes.map((axis) => positive(`${name}.frictionAxes`, axis)),
        ...convexRequirements(`${name}.shape`, shape),
        ...(isConvexSupport(against)
          ? [unitVector(`${name}.tangent`, against.tangent), ...convexRequirements(`${name}.against`, against.shape)]
          : halfSpaceRequirements(name, against)),
      ]),
    ],
    views: {
      contacts: scene.contacts.map((contact) => {
        const core = patchCore(contact);
        return { ...impulseView(contact), ...(core && { core }) };
      }),
      bodies: scene.bodies.map(bodyView),
      footprints: scene.contacts.flatMap(footprintOf),
      overlaps: deepestOf(scene.contacts.flatMap(patchOverlap)),
      scene: { kind: "patch", law: lawOf(forms), scene },
    },
  };
}

/** The corners of a hull that may touch; shapes without corners leave no footprint. */
function footprintOf({ name, body, shape, shells }: PatchContact): Footprint[] {
  if (shape.kind !== "hull") return [];
  const shell = shellOf(shape);
  const columns = footprintColumns(name, shell.vertices.length, ["x", "y", "z"]);
  return [{ contact: name, body, ...shell, columns, ...(shells !== undefined && { shells }) }];
}

/** Faces with unit normals around the centre of mass, or positive lengths. */
function convexRequirements(field: string, shape: ConvexShape): Requirement[] {
  if (shape.kind !== "hull") return placedLengths(shape).map((length) => positive(field, length));
  return shape.faces.flatMap(({ normal, offset }) => [
    notNegative(field, sub(offset, dot(vec3(...normal), middleOf(shape)))),
    { ...unitVector(field, normal), must: "have faces with unit normals" },
  ]);
}

function patchStep(scene: PatchScene, forms: PatchForms, frame: Frame): Stage {
  const { now, next, h } = frame;
  const gravity = vec3(...scene.gravity);
  const motions = new Map(scene.bodies.map((body) => [body.name, unitMotionOf(body, next)]));
  const bodyNamed = (name: string): Body => bodyOf(scene, name);
  const parts = scene.contacts.map((contact) => contactPart(contact, { bodyOf: bodyNamed, motions }, frame, forms));
  const rows: Row[] = parts.flatMap((part) => [...part.rows]);
  const observe: Record<string, Expr> = Object.assign({}, ...parts.map((part) => part.observe));
  const defines: Record<string, Expr> = {};
  const applied = new Map(scene.bodies.map((body) => [body.name, appliedTo(body, scene, frame)]));
  let before: Expr = constant(0);
  let after: Expr = constant(0);
  let work: Expr = constant(0);
  for (const body of scene.bodies) {
    const wrench = ofBody(applied, body.name);
    const impulses = parts.flatMap((part) => part.impulses.filter((one) => one.body === body.name));
    const impulse = sumWrenches(impulses.map((one) => one.impulse));
    const total: Wrench = { force: addV(wrench.force, scaleV(body.mass, gravity)), torque: wrench.torque };
    const motion = impulsiveNewtonEuler(body, frame, { impulse, applied: total }, forms.gyroscopic ?? "explicit");
    rows.push(...motion.rows);
    Object.assign(defines, unitKinematics(body, frame), motion.defines);
    const { velocity, angularVelocity } = ofBody(motions, body.name);
    work = add(work, mul(h, add(dot(wrench.force, velocity), dot(wrench.torque, angularVelocity))));
    before = add(before, mechanicalEnergy(body, now, gravity));
    after = add(after, mechanicalEnergy(body, next, gravity));
    Object.assign(observe, orientationColumns(body, frame));
    for (const [i, axis] of ["x", "y", "z"].entries()) {
      observe[`${body.name}.force.${axis}`] = wrench.force[i];
      observe[`${body.name}.torque.${axis}`] = wrench.torque[i];
    }
  }
  observe.energy = after;
  observe.appliedWork = work;
  observe.energyCreated = sub(sub(after, before), work);
  return {
    rows,
    defines,
    pairs: parts.flatMap((part) => [...part.pairs]),
    observe,
    guesses: patchGuesses(scene.contacts, (name) => flight(bodyNamed(name), ofBody(applied, name), gravity, frame), h),
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

function checkNames(scene: PatchScene): void {
  refuseRepeats(scene);
  for (const { name, rounding, against } of scene.contacts)
    if (rounding !== undefined && isConvexSupport(against))
      throw new BadInput(`${name}.rounding`, `${name}.rounding is of hulls over half-spaces: leave it out.`);
  const partners = scene.contacts.map(supportingBody).filter((body) => body !== undefined);
  for (const body of [...scene.contacts, ...(scene.applied ?? [])].map((on) => on.body).concat(partners))
    if (bodyOf(scene, body).space !== "spatial")
      throw new BadInput(`${body}.space`, `${body}.space must be spatial: patches touch in space.`);
}
