import { type Checked, fields, kind, kindOf, name, quantity, vector } from "../../checks/fields.js";
import { add, constant, div, type Expr, max, mul, type Scalar, select, sub } from "../../expr/expr.js";
import { overStep } from "../../expr/limits.js";
import { addV, cross, dot, normV, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { directionToWorld } from "../../geometry/placement.js";
import { ofBody } from "../body.js";
import type { Requirement } from "../model.js";
import { notNegative } from "../requirements.js";
import { type Acting, type Action, type ActionStage, atEnd, type Situation } from "./action.js";
import { carriedBy, pointOf, rateOf, type Side, shortly, sideOf } from "./carried.js";
import { type TableFriction, tableFriction } from "./table.js";

const ends = {
  name,
  body: name,
  /** The other end: a point of another body, or of the world. */
  to: fields({}, { body: name, at: vector }),
  /** Stiffness [N/m]. */
  stiffness: quantity,
  /** Length without force [m]. */
  length: quantity,
};

const moreOfEnds = {
  /** The point of the body where it pulls, in its axes [m]; the centre of mass where left out. */
  at: vector,
  /** Damping along it [N s/m]. */
  damping: quantity,
};

const kinds = {
  /** Pulls and pushes. */
  spring: kind("spring", ends, moreOfEnds),
  /** Only pulls. */
  tendon: kind("tendon", ends, moreOfEnds),
  drag: kind(
    "drag",
    { name, body: name },
    {
      /** Drag in proportion to the velocity [N s/m]. */
      linear: quantity,
      /** Drag in proportion to its square [N s²/m²]. */
      quadratic: quantity,
      /** Velocity of the air [m/s], world axes: formulas of t too. */
      wind: vector,
    },
  ),
  thrust: kind(
    "thrust",
    {
      name,
      body: name,
      /** In axes of the body [N]: formulas of t too. */
      force: vector,
    },
    {
      /** The point of the body that it pushes, in its axes [m]; at the centre of mass where left out. */
      at: vector,
    },
  ),
};

/** The check of a force. */
export const force = kindOf({ ...kinds, table: tableFriction });

/** Pulls its two ends together, or pushes them apart. */
export interface SpringForce extends Checked<(typeof kinds)["spring"]> {}

/** Pulls its two ends together where it is longer than its length. */
export interface TendonForce extends Checked<(typeof kinds)["tendon"]> {}

/** Takes momentum from the centre of mass by its velocity over the air. */
export interface DragForce extends Checked<(typeof kinds)["drag"]> {}

/** Pushes as the body turns. */
export interface ThrustForce extends Checked<(typeof kinds)["thrust"]> {}

/** A force that follows from how its body moves and stands. */
export type FreeForce = SpringForce | TendonForce | DragForce | ThrustForce;

/**
 * A force on a body: a spring or a tendon between two points, drag of the air, an engine that the body carries, or friction of a
 * table that is seen from above.
 */
export type Force = FreeForce | TableFriction;

/** Bodies that a force names, which must be there. */
export function bodiesOfForce(one: Force): string[] {
  const pulls = one.kind === "spring" || one.kind === "tendon";
  const other = pulls ? one.to.body : one.kind === "table" ? one.on : undefined;
  return other === undefined ? [one.body] : [one.body, other];
}

/** The force of a scene's list as an action. */
export function forceAction(one: FreeForce): Action {
  return { inside: [], requires: requirementsOf(one), step: (situation) => stageOf(one, situation) };
}

function requirementsOf(one: FreeForce): Requirement[] {
  const given = (field: string, value: Scalar | undefined): Requirement[] =>
    value === undefined ? [] : [notNegative(`${one.name}.${field}`, value)];
  if (one.kind === "drag") return [...given("linear", one.linear), ...given("quadratic", one.quadratic)];
  if (one.kind === "thrust") return [];
  return [...given("stiffness", one.stiffness), ...given("length", one.length), ...given("damping", one.damping)];
}

function stageOf(one: FreeForce, situation: Situation): ActionStage {
  if (one.kind === "drag") return drag(one, situation);
  if (one.kind === "thrust") return thrust(one, situation);
  return pull(one, situation);
}

/** Two points nearer than this [m] have no line between them. */
const nearest = 1e-12;

/**
 * T = K s⁺ + C (s⁺ − s)/h with s = l − l₀, of a tendon max(0, l − l₀) and T ≥ 0, along (d + d⁺)/(l + l⁺) for the distance d of
 * length l: its work is that of the tension on the change of length, so that a step only takes energy.
 */
function pull(
  { kind, name, stiffness, length, damping = 0, ...spring }: SpringForce | TendonForce,
  situation: Situation,
): ActionStage {
  const { motions, frame } = situation;
  const [first, second] = [sideOf(spring.body, motions), sideOf(spring.to.body, motions)];
  const [at, to] = [vec3(...(spring.at ?? [0, 0, 0])), vec3(...(spring.to.at ?? [0, 0, 0]))];
  const [p, q] = [pointOf(first, at), pointOf(second, to)];
  const [before, after] = [subV(p.now, q.now), subV(p.next, q.next)];
  const [l, lNext] = [normV(before), normV(after)];
  const tight = kind === "tendon";
  const stretchOf = (now: Expr): Expr => (tight ? max(0, sub(now, length)) : sub(now, length));
  const lengthens = rateOf(lNext, frame);
  const inTheLimit = tight ? select(sub(lNext, length), lengthens, 0) : lengthens;
  const rate = overStep(div(sub(stretchOf(lNext), stretchOf(l)), frame.h), inTheLimit);
  const viscoelastic = add(mul(stiffness, stretchOf(lNext)), mul(damping, rate));
  const tension = tight ? max(0, viscoelastic) : viscoelastic;
  const mean = scaleV(div(1, max(add(l, lNext), nearest)), addV(before, after));
  const line = shortly(mean, scaleV(div(1, max(lNext, nearest)), after));
  const onFirst = scaleV(mul(-1, tension), line);
  const stored = (now: Expr): Expr => mul(0.5, stiffness, stretchOf(now), stretchOf(now));
  return {
    wrenches: [...actingAt(first, at, onFirst), ...actingAt(second, to, scaleV(-1, onFirst))],
    observe: { [`${name}.length`]: lNext, [`${name}.tension`]: tension },
    stored: [stored(l), stored(lNext)],
  };
}

/** A force on a side at a point of it, over the whole step; none on the world. */
export function actingAt(side: Side, local: Vec3, force: Vec3): Acting[] {
  if (side.body === undefined) return [];
  return [{ body: side.body, wrench: { force, torque: cross(carriedBy(side, local).secant, force) } }];
}

/** F = −c₁ w − c₂ |w| w with the velocity w of the centre of mass over the air; the wind works. */
function drag({ name, body, linear = 0, quadratic = 0, wind }: DragForce, { motions, frame }: Situation): ActionStage {
  const { velocity } = ofBody(motions.next, body);
  const air = wind && vec3(atEnd(wind[0]), atEnd(wind[1]), atEnd(wind[2]));
  const over = air === undefined ? velocity : subV(velocity, air);
  const force = scaleV(mul(-1, add(linear, mul(quadratic, normV(over)))), over);
  return {
    wrenches: [{ body, wrench: { force, torque: vec3(0, 0, 0) } }],
    observe: { [`${name}.power`]: dot(force, velocity) },
    work: air === undefined ? constant(0) : mul(frame.h, dot(force, air)),
  };
}

/** A force that turns with the body; the engine works. */
function thrust({ body, name, force, at = [0, 0, 0] }: ThrustForce, { motions, frame }: Situation): ActionStage {
  const motion = ofBody(motions.next, body);
  const inWorld = directionToWorld(motion, vec3(atEnd(force[0]), atEnd(force[1]), atEnd(force[2])));
  const torque = cross(directionToWorld(motion, vec3(...at)), inWorld);
  const power = add(dot(inWorld, motion.velocity), dot(torque, motion.angularVelocity));
  return {
    wrenches: [{ body, wrench: { force: inWorld, torque } }],
    observe: { [`${name}.power`]: power },
    work: mul(frame.h, power),
  };
}
