import { BadInput } from "../checks/bad-input.js";
import { fields, quantity } from "../checks/fields.js";
import { add, constant, div, type Expr, max, min, mul, neg, type Scalar, select, sub, toExpr } from "../expr/expr.js";
import { overStep } from "../expr/limits.js";
import { mapV } from "../expr/vector.js";
import {
  type Contact,
  type ContactKinematics,
  type ContactLaw,
  type ContactStage,
  contactFields,
  fieldsOfSomeLaws,
  forceView,
  onlyElement,
  partnerOf,
  surfaceFields,
} from "../mechanics/contact.js";
import { coneExcess, frictionColumns, projectOntoBall, pyramidExcess } from "../mechanics/friction.js";
import {
  complementary,
  equation,
  type Frame,
  type Model,
  type Pair,
  type Row,
  type Unknown,
} from "../mechanics/model.js";
import { notNegative } from "../mechanics/requirements.js";
import { type Scene, type ShapedScene, sceneModel } from "../mechanics/scene.js";
import type { Striking } from "../mechanics/views.js";

/** The two cones of the rigid step: Coulomb's quadratic cone, or the pyramid that makes the step an LCP. */
export type RigidFrictionLaw = "projection" | "pyramid";

const tangents = [
  { force: "tangentForce", forward: "forwardSlipT", backward: "backwardSlipT" },
  { force: "orthogonalForce", forward: "forwardSlipO", backward: "backwardSlipO" },
] as const;

const rigidContactFields = fields(contactFields, {
  ...fieldsOfSomeLaws,
  ...surfaceFields,
  restitution: quantity,
  impulseRestitution: quantity,
  rebound: quantity,
});

/**
 * A rigid contact. With `restitution` e from 0 to 1, Newton's, an impact leaves ν_n⁺ ≥ −e ν_n⁻, with friction in its cone; with
 * `impulseRestitution` e from 0 to 1, Poisson's, an impact first stops the approach, and gives back at least e times the impulse of
 * that (Pfeiffer, Glocker, Multibody Dynamics with Unilateral Contacts, 8.2), which at one contact creates no energy with friction either. Only the
 * method exact has impacts (Moreau 1988; Brogliato, Nonsmooth Mechanics). With `rebound` e Newton's law is one of steps on a
 * grid: the step that closes a gap stops there, and the next one parts the surfaces at e times the velocity at which they closed.
 * Near e = 1 the weight of one step may be more energy than a blow loses, which certificates then tell.
 */
export interface RigidContact extends Contact {
  readonly restitution?: Scalar;
  readonly impulseRestitution?: Scalar;
  readonly rebound?: Scalar;
}

/** The laws of impacts by the fields that give their coefficients: one contact has one of them. */
const laws = ["restitution", "impulseRestitution", "rebound"] as const;
const meanings = {
  restitution: "restitution is Newton's of the method exact",
  impulseRestitution: "impulseRestitution is Poisson's of the method exact",
  rebound: "rebound is Newton's of grids",
} as const;

/**
 * The rigid step of Stewart and Trinkle (1996) that Song, Kumar, Pang compare with, fully implicit:
 *
 *     0 ≤ λ_n ⟂ Ψ_n(q⁺) ≥ 0
 *
 * with the pyramid per tangent, v = p − n, 0 ≤ p ⟂ μλ_n + λ ≥ 0, 0 ≤ n ⟂ μλ_n − λ ≥ 0, or the cone by its natural map
 * λ_f = Proj_{μλ_n} [λ_f − Γ_f ν⁺ / (h ΓM⁻¹Γᵀ)].
 * @throws {RangeError} for a scene that names a missing body or one name twice.
 */
export function rigid(
  scene: Scene<RigidContact> | ShapedScene<RigidContact>,
  frictionLaw: RigidFrictionLaw = "projection",
): Model {
  const restitution: Record<string, Striking> = {};
  const model = sceneModel("rigid", scene, rigidContact(frictionLaw, restitution, yieldingOf(scene)));
  return Object.keys(restitution).length === 0 ? model : { ...model, views: { ...model.views, restitution } };
}

/** The law of rigid contacts, which notes what restitution they have. */
function rigidContact(
  frictionLaw: RigidFrictionLaw,
  restitution: Record<string, Striking>,
  yields: Yielding,
): ContactLaw<RigidContact> {
  return {
    name: frictionLaw,
    contact: rigidContactFields,
    states: ({ name, rebound }) =>
      rebound === undefined
        ? []
        : [
            { name: `${name}.closed`, unit: "m/s", scale: 1 },
            { name: `${name}.stored`, unit: "J", scale: 1 },
          ],
    inside({ name, friction }, planar): Unknown[] {
      const force = (axis: string): Unknown => ({ name: `${name}.${axis}`, unit: "N", scale: 1 });
      const slip = (axis: string): Unknown => ({ name: `${name}.${axis}`, unit: "m/s", scale: 1, lower: 0 });
      const unknowns: Unknown[] = [{ ...force("normalForce"), lower: 0 }];
      for (const axis of tangents.slice(0, planar ? 1 : 2)) {
        unknowns.push(force(axis.force));
        if (hasSlips(frictionLaw, friction)) unknowns.push(slip(axis.forward), slip(axis.backward));
      }
      return unknowns;
    },
    requires: (contact) => {
      const [law, another] = laws.filter((one) => contact[one] !== undefined);
      if (law === undefined) return [];
      const field = `${contact.name}.${law}`;
      if (another !== undefined)
        throw new BadInput(
          `${contact.name}.${another}`,
          `${contact.name}.${another} and ${field} must not both be given: ${meanings[another]}, ${meanings[law]}.`,
        );
      const e = contact[law] ?? 0;
      return [notNegative(field, e), { field, must: "be at most 1", holds: sub(1, e), orZero: true }];
    },
    views(contact, planar) {
      const { name, impulseRestitution } = contact;
      const coefficient = impulseRestitution ?? contact.restitution;
      if (coefficient !== undefined) {
        const isOfImpulses = impulseRestitution !== undefined;
        const other = Object.keys(restitution).find((one) => restitution[one].isOfImpulses !== isOfImpulses);
        if (other !== undefined)
          throw new BadInput(
            `${name}.${isOfImpulses ? "impulseRestitution" : "restitution"}`,
            `${name} and ${other} must have one law of impacts: restitution (Newton) or impulseRestitution (Poisson).`,
          );
        restitution[name] = {
          coefficient: toExpr(coefficient),
          isOfImpulses,
          ...(yields(contact, planar) > 0 && { giving: yields(contact, planar) }),
        };
      }
      return [forceView(contact, name, planar)];
    },
    step: (contact, elements, frame) =>
      rigidStep(contact, onlyElement(contact, elements), frame, [frictionLaw, yields]),
  };
}

/** True of a pyramid, whose slips are unknowns; that of a surface without friction, by a number and not by a parameter, has no inside. */
const hasSlips = (law: RigidFrictionLaw, friction: Scalar): boolean => law === "pyramid" && friction !== 0;

/**
 * Newton's law on a grid: Ψ_n(q⁺) ≥ h e a, where a is the velocity at which the step before closed the gap, so that behind it
 * ν_n⁺ = e a. A step closes a gap where its impulse changes what came in; what is to come back of its energy,
 * m ((e a)² − (ν_n⁺)²)/2 + m g h e a with the mass m = hλ_n/(a + ν_n⁺ + hg) that the impulse felt, is kept until then.
 */
function rebounding(
  { name, rebound: e }: RigidContact,
  { gap, mobility, parting, falling }: ContactKinematics,
  { now, next, h }: Frame,
  lambdaN: Expr,
) {
  if (e === undefined) return { gap, defines: {}, stored: [constant(0), constant(0)] as const };
  const [closed, stored] = [`${name}.closed`, `${name}.stored`];
  const came = max(0, neg(parting("now")));
  const impulse = mul(h, lambdaN);
  // at rest weight is no impact, and a force of rounding none either
  const closes = min(sub(came, leastSpeed), sub(mul(mobility, impulse), add(mul(impactPart, came), leastSpeed)));
  const isFirst = neg(now(closed));
  const speed = select(isFirst, select(closes, came, 0), 0);
  const left = parting("next");
  const weight = mul(h, max(0, falling?.() ?? 0));
  const mass = div(impulse, max(leastSpeed, add(speed, left, weight)));
  const back = mul(e, speed);
  const rise = add(mul(0.5, sub(mul(back, back), mul(left, left))), mul(weight, back));
  const kept = mul(mass, max(0, rise));
  return {
    gap: sub(gap, mul(h, e, now(closed))),
    defines: { [closed]: speed, [stored]: select(sub(speed, leastSpeed), kept, 0) },
    stored: [now(stored), next(stored)] as const,
  };
}

/** A blow changes at least this part of the velocity that comes in, and is faster than this [m/s]: slower ones do not rebound. */
const [impactPart, leastSpeed] = [1e-3, 1e-3];

/**
 * In continuous time a corner yields by this part of what would stop its bodies, or close its gap: where several corners hold the same
 * thing, as those of an edge do, their forces then are the least that hold, and no matrix is singular. Of a face in space more corners
 * hold it than of an edge in the plane, and rounding shows sooner.
 */
const yielding = { planar: 1e-12, spatial: 1e-8 } as const;

/** By how much a contact yields so. */
type Yielding = (contact: RigidContact, planar: boolean) => number;

/** One of several, mostly, on which a body may lie: a corner, an end of a capsule, a foot; whichever body is named first. */
const isFoot = (contact: RigidContact): boolean =>
  [contact.shape, partnerOf(contact).shape].some(
    (shape) => shape.kind === "point" || (shape.kind === "ball" && shape.centre !== undefined),
  );

/** Feet yield, and links of robots, which their joints hold as well, and whose gaps bend. */
function yieldingOf({ robots = [] }: Scene<RigidContact> | ShapedScene<RigidContact>): Yielding {
  const links = new Set(robots.flatMap(({ robot }) => robot.links));
  return (contact, planar) => {
    const partner = partnerOf(contact).body ?? "";
    const isHeld = links.has(contact.body) || links.has(partner);
    return !isFoot(contact) && !isHeld ? 0 : planar ? yielding.planar : yielding.spatial;
  };
}

function rigidStep(
  contact: RigidContact,
  kinematics: ContactKinematics,
  frame: Frame,
  [frictionLaw, yields]: readonly [RigidFrictionLaw, Yielding],
): ContactStage {
  const { sliding, planar, mobility, press } = kinematics;
  const { inside, h } = frame;
  const named = (axis: string): string => `${contact.name}.${axis}`;
  const lambdaN = inside(named("normalForce"));
  // along an axis on which joints let nothing slide no friction is felt, and any would do: it is none
  const slides = mapV(sliding, ({ op, value }) => op !== "constant" || value !== 0);
  const lambda = mapV(tangents, ({ force }, i) => (slides[i] ? inside(named(force)) : constant(0)));
  const radius = mul(contact.friction, lambdaN);
  // the force that would stop the sliding within this step: the natural map's step size, and the test for sticking
  const giving = yields(contact, planar);
  const trial = mapV(tangents, (_, i) => {
    if (!slides[i]) return constant(0);
    const slip = div(sliding[i], mul(h, mobility));
    const stopped = sub(lambda[i], slip);
    if (giving === 0) return stopped;
    // the formula with the force in it: the slip alone may be that of another scene, whose contacts have other names
    return overStep(stopped, sub(lambda[i], add(slip, mul(giving, lambda[i]))));
  });
  // the force that would close the gap within this step: the gap in newtons
  const { gap, defines: impact, stored } = rebounding(contact, kinematics, frame, lambdaN);
  const normal = complementary(named("normalForce"), div(gap, mul(h, h, mobility)));
  const rows: Row[] = [normal];
  const pairs: Pair[] = [{ name: named("normal"), contact: contact.name, a: lambdaN, b: normal.residual }];
  const defines: Record<string, Expr> = { ...impact };
  const knowsSlips = hasSlips(frictionLaw, contact.friction);
  const isFrictionless = frictionLaw === "pyramid" && !knowsSlips;
  for (const [i, axis] of tangents.slice(0, planar ? 1 : 2).entries()) {
    if (isFrictionless || !slides[i]) {
      for (const name of knowsSlips ? Object.values(axis) : [axis.force]) defines[named(name)] = constant(0);
    } else if (knowsSlips) {
      const forward = complementary(named(axis.forward), sub(radius, neg(lambda[i])));
      const backward = complementary(named(axis.backward), sub(radius, lambda[i]));
      const slip = sub(inside(forward.unknown), inside(backward.unknown));
      rows.push(equation(named(axis.force), sub(sliding[i], slip)), forward, backward);
      pairs.push(forward.pair, backward.pair);
    } else rows.push(equation(named(axis.force), sub(lambda[i], projectOntoBall(trial, radius)[i])));
  }
  const excess = frictionLaw === "pyramid" ? pyramidExcess : coneExcess;
  return {
    rows,
    defines,
    pairs,
    observe: {
      [named("gap")]: kinematics.gap,
      [named("separation")]: kinematics.gap,
      ...frictionColumns(contact.name, { slip: sliding, radius, force: lambda, trial }, excess),
    },
    forces: [[lambdaN, ...lambda]],
    ...(press && { guess: { [named("normalForce")]: press } }),
    elasticEnergy: [...stored],
  };
}
