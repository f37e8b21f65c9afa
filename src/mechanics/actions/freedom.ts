import { abs, add, constant, div, type Expr, max, min, mul, neg, type Scalar, sub } from "../../expr/expr.js";
import { overStep } from "../../expr/limits.js";
import { complementary, equation, type Frame, type Pair, type Requirement, type Row, type Unknown } from "../model.js";
import { notNegative, positive } from "../requirements.js";
import { atEnd } from "./action.js";
import { rateOf } from "./carried.js";
import type { Freedom, Joint } from "./joint-data.js";
import type { Equation } from "./joint-equations.js";

/** Σ 1/m and Σ 1/I of what is free to move: the velocity that a unit of impulse makes. */
export interface Mobility {
  readonly length: Expr;
  readonly angle: Expr;
}

/** All that acts along the freedom of a joint, summed: a force [N] or a moment [N m]. */
interface FreedomStage {
  readonly force: Expr;
  /** The part that acts by the rate, where that acts elsewhere; else it is in the force. */
  readonly turning: Expr | undefined;
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly stored: readonly [Expr, Expr];
  readonly work: Expr;
}

/** A freedom with what acts along it, and its name: that of its joint, where there is one only. */
export interface Freed extends Freedom {
  readonly name: string;
  readonly along: Equation;
}

/** A motor that keeps a velocity as far as it can. */
const servoOf = ({ motor }: Freedom): { readonly velocity: Scalar; readonly most: Scalar } | undefined =>
  motor !== undefined && "velocity" in motor ? motor : undefined;

/** The forces of the limits of a joint, by their names. */
export function limitForces({ name, limits, freedoms = {} }: Joint): string[] {
  const each = [
    [name, limits] as const,
    ...Object.entries(freedoms).map(([of, one]) => [`${name}.${of}`, one.limits] as const),
  ];
  return each.flatMap(([of, said]) => [
    ...(said?.lower === undefined ? [] : [`${of}.lowerForce`]),
    ...(said?.upper === undefined ? [] : [`${of}.upperForce`]),
  ]);
}

/** The unknown forces of limits, friction and a servo. */
export function freedomInside(one: Freed, unit: string): Unknown[] {
  const { name, limits, friction } = one;
  const of = (force: string): Unknown => ({ name: `${name}.${force}`, unit, scale: 1 });
  return [
    ...(limits?.lower === undefined ? [] : [{ ...of("lowerForce"), lower: 0 }]),
    ...(limits?.upper === undefined ? [] : [{ ...of("upperForce"), lower: 0 }]),
    ...(friction === undefined ? [] : [of("frictionForce")]),
    ...(servoOf(one) === undefined ? [] : [of("motorForce")]),
  ];
}

/** Limits that leave room, and nothing negative. */
export function freedomRequirements(one: Freed): Requirement[] {
  const { name, limits, friction, damping, spring, along } = one;
  const servo = servoOf(one);
  const turns = (field: string, end: Scalar | undefined): Requirement[] =>
    end === undefined || along.rate === undefined ? [] : [withinHalfATurn(`${name}.${field}`, end)];
  const given = (field: string, value: Scalar | undefined): Requirement[] =>
    value === undefined ? [] : [notNegative(`${name}.${field}`, value)];
  const room = limits?.lower === undefined || limits.upper === undefined ? undefined : sub(limits.upper, limits.lower);
  return [
    ...(room === undefined
      ? []
      : [{ ...positive(`${name}.limits`, room), must: "have the upper one above the lower one" }]),
    ...turns("limits.lower", limits?.lower),
    ...turns("limits.upper", limits?.upper),
    ...given("friction", friction),
    ...given("damping", damping),
    ...given("spring.stiffness", spring?.stiffness),
    ...given("motor.most", servo?.most),
  ];
}

/** The poses of bodies in space tell an angle, but no whole turns. */
const withinHalfATurn = (field: string, angle: Scalar): Requirement => ({
  field,
  must: "lie between −π and π, since a pose in space tells no whole turns",
  holds: sub(Math.PI, abs(angle)),
  orZero: true,
});

/** Beyond a limit by this a joint does not begin [m or rad]: people type angles with six digits or more. */
const typed = 1e-6;

/** A joint begins within its limits: from outside the first step would throw it back. */
export function limitsAtStart({ name, limits, along }: Freed): Requirement[] {
  const within = (side: "lower" | "upper", room: Expr): Requirement => ({
    field: `${name}.limits.${side}`,
    must: "hold at the start",
    holds: add(typed, room),
    orZero: true,
  });
  return [
    ...(limits?.lower === undefined ? [] : [within("lower", sub(along.now, limits.lower))]),
    ...(limits?.upper === undefined ? [] : [within("upper", sub(limits.upper, along.now))]),
  ];
}

/**
 * Along the freedom s of a joint, with its rate ṡ, (s⁺ − s)/h or in space that of the turning:
 *
 *     0 ≤ λ_l ⟂ s⁺ − s_l ≥ 0,   0 ≤ λ_u ⟂ s_u − s⁺ ≥ 0,   −K (s⁺ − s₀) − C ṡ,
 *     f = Proj_[−F, F] (f − ṡ/(h Σ1/m)) for friction, and a motor's force, or its servo's f = Proj_[−F, F] (f − (ṡ − v)/(h Σ1/m)).
 */
export function freedomStage(one: Freed, mobility: Mobility, frame: Frame): FreedomStage {
  const { name, along, limits, friction, damping = 0, spring, motor } = one;
  const { h, inside } = frame;
  const stop = mul(h, mobility[along.of]);
  const rate = along.rate ?? overStep(div(sub(along.next, along.now), h), rateOf(along.next, frame));
  const rows: Row[] = [];
  const pairs: Pair[] = [];
  const forces: Expr[] = [];
  const turning: Expr[] = along.turning === undefined ? forces : [];
  const limit = (force: string, room: Expr, sign: 1 | -1): void => {
    const row = complementary(`${name}.${force}`, div(room, stop));
    rows.push(row);
    pairs.push(row.pair);
    forces.push(mul(sign, inside(row.unknown)));
  };
  if (limits?.lower !== undefined) limit("lowerForce", sub(along.next, limits.lower), 1);
  if (limits?.upper !== undefined) limit("upperForce", sub(limits.upper, along.next), -1);
  /** The force within ±most that brings the rate to a wanted one, or as near as it can. */
  const hold = (force: string, most: Scalar, wanted: Scalar): Expr => {
    const unknown = inside(`${name}.${force}`);
    const towards = sub(unknown, div(sub(rate, wanted), stop));
    rows.push(equation(`${name}.${force}`, sub(unknown, max(neg(most), min(most, towards)))));
    turning.push(unknown);
    return unknown;
  };
  if (friction !== undefined) hold("frictionForce", friction, 0);
  const stiffness = spring?.stiffness ?? 0;
  const stretch = (s: Expr): Expr => sub(s, spring?.rest ?? 0);
  const energy = (s: Expr): Expr => mul(0.5, stiffness, stretch(s), stretch(s));
  if (turning === forces) forces.push(sub(neg(mul(stiffness, stretch(along.next))), mul(damping, rate)));
  else {
    forces.push(neg(mul(stiffness, stretch(along.next))));
    turning.push(neg(mul(damping, rate)));
  }
  let driven: Expr = constant(0);
  if (motor !== undefined && "force" in motor) {
    driven = atEnd(motor.force);
    turning.push(driven);
  }
  const servo = servoOf(one);
  if (servo !== undefined) driven = hold("motorForce", atEnd(servo.most), atEnd(servo.velocity));
  return {
    force: add(...forces),
    turning: turning === forces ? undefined : add(...turning),
    rows,
    pairs,
    observe: {
      [`${name}.${along.of === "angle" ? "angle" : "way"}`]: along.next,
      [`${name}.rate`]: rate,
      [`${name}.motorPower`]: mul(driven, rate),
    },
    stored: [energy(along.now), energy(along.next)],
    work: mul(h, driven, rate),
  };
}
