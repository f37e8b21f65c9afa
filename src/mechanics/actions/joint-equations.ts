import { abs, add, atan2, div, type Expr, mul, neg, select, sqrt, sub } from "../../expr/expr.js";
import {
  addV,
  conjugateQ,
  cross,
  dot,
  multiplyQ,
  negV,
  normV,
  type Quat,
  quat,
  rotateV,
  scaleV,
  subV,
  type Vec3,
  vec3,
} from "../../expr/vector.js";
import type { Wrench } from "../body.js";
import { type Between, between, type Carried, carriedBy, pointOf, type Side, shortly } from "./carried.js";

/** One scalar equation of a joint: how far it is from holding, and the wrenches of a unit of its force on both sides. */
export interface Equation {
  /** Of the force or moment that answers it, such as `forceX`. */
  readonly name: string;
  /** A length [m] with a force, an angle with a moment. */
  readonly of: "length" | "angle";
  /** At the start and at the end of the step. */
  readonly now: Expr;
  readonly next: Expr;
  readonly first: Wrench;
  readonly second: Wrench;
  /** The rate, where it is not what `next` gains on `now`: an angle begins anew at half a turn, and what turns does not. */
  readonly rate?: Expr;
  /** Wrenches of a unit of what acts by the rate, where these are others. */
  readonly turning?: readonly [Wrench, Wrench];
}

/** Both sides of a joint: the arms of the points that it joins, and from the second to the first. */
export interface Joined {
  readonly sides: readonly [Side, Side];
  readonly arms: readonly [Carried, Carried];
  readonly apart: Between;
}

/** The points of two sides that a joint joins, in their own axes. */
export function joined(sides: readonly [Side, Side], [at, to]: readonly [Vec3, Vec3]): Joined {
  const [p, q] = [pointOf(sides[0], at), pointOf(sides[1], to)];
  return {
    sides,
    arms: [carriedBy(sides[0], at), carriedBy(sides[1], to)],
    apart: between(subV(p.now, q.now), subV(p.next, q.next)),
  };
}

/** A direction of the world, which nothing carries. */
export function fixedAxis(axis: Vec3): Carried {
  const none = vec3(0, 0, 0);
  return { now: axis, next: axis, mean: axis, secant: none };
}

/**
 * d·u = 0 for the distance d of the points and an axis u that the second side carries. In the step
 * Δ(d·u) = Δd·ū + d̄·Δu, which says where the force acts so that it does no work: wrenches of means.
 */
export function alongAxis(name: string, { arms, apart }: Joined, u: Carried): Equation {
  const along = u.mean;
  return {
    name,
    of: "length",
    now: dot(apart.now, u.now),
    next: dot(apart.next, u.next),
    first: { force: along, torque: cross(arms[0].secant, along) },
    second: {
      force: negV(along),
      torque: addV(negV(cross(arms[1].secant, along)), cross(u.secant, apart.mean)),
    },
  };
}

/** a·b = 0 for axes of the first and of the second side: Δ(a·b) = Δa·b̄ + ā·Δb. */
export function perpendicular(name: string, a: Carried, b: Carried): Equation {
  const none = vec3(0, 0, 0);
  return {
    name,
    of: "angle",
    now: dot(a.now, b.now),
    next: dot(a.next, b.next),
    first: { force: none, torque: cross(a.secant, b.mean) },
    second: { force: none, torque: cross(b.secant, a.mean) },
  };
}

/** (|d|² − L²)/2L = 0: the distance of the points is L. */
export function apartBy(name: string, { arms, apart }: Joined, length: Expr): Equation {
  const line = scaleV(div(1, length), apart.mean);
  const excess = (d: Vec3): Expr => div(sub(dot(d, d), mul(length, length)), mul(2, length));
  return {
    name,
    of: "length",
    now: excess(apart.now),
    next: excess(apart.next),
    first: { force: line, torque: cross(arms[0].secant, line) },
    second: { force: negV(line), torque: negV(cross(arms[1].secant, line)) },
  };
}

/** The distance |d| of the points: in the step Δ|d| = Δd · 2 d̄/(|d| + |d⁺|). */
export function apartAlong(name: string, { arms, apart }: Joined): Equation {
  const [now, next] = [normV(apart.now), normV(apart.next)];
  const line = shortly(scaleV(div(2, add(now, next)), apart.mean), scaleV(div(1, next), apart.next));
  return {
    name,
    of: "length",
    now,
    next,
    first: { force: line, torque: cross(arms[0].secant, line) },
    second: { force: negV(line), torque: negV(cross(arms[1].secant, line)) },
  };
}

/** The angle of an axis of the second side in axes of the first: it falls where the first turns on, so its negative is the angle. */
export const fromFirst = (row: Equation): Equation => ({ ...row, now: neg(row.now), next: neg(row.next) });

/** θ₁ − θ₂ − offset = 0 in the plane. */
export function turnedBy(name: string, { sides: [first, second] }: Joined, offset: Expr): Equation {
  const angle = (end: "now" | "next"): Expr => sub(sub(first[end]?.heading ?? 0, second[end]?.heading ?? 0), offset);
  const [on, against] = moments(vec3(0, 0, 1));
  return { name, of: "angle", now: angle("now"), next: angle("next"), first: on, second: against };
}

/**
 * The angle of the first side about an axis n of the second, from u to where v is: atan2 of v's parts along n × u and u. Its rate is
 * n·(ω₁ − ω₂), over any number of turns.
 */
export function angleAbout(
  name: string,
  { sides }: Joined,
  n: Carried,
  [v, u, w]: readonly [Carried, Carried, Carried],
): Equation {
  const [first, second] = moments(n.mean);
  return {
    name,
    of: "angle",
    now: atan2(dot(v.now, w.now), dot(v.now, u.now)),
    next: atan2(dot(v.next, w.next), dot(v.next, u.next)),
    first,
    second,
    rate: dot(n.mean, turningOf(sides)),
  };
}

/**
 * The part of the first side's turn by θ about n along an axis of the second (the `i`th of its triad): of the rotation vector
 * φ = θ n, 0 ≤ θ < π, from the quaternion (w, v) of that turn, φ = 2 atan2(|v|, |w|) v/|v| sign w. What stores energy in it acts by the
 * moment along which it grows, J_l⁻ᵀ e = e + ½ φ × e + c φ × (φ × e), c = (1 − ½ θ cot ½ θ)/θ² (Barfoot 2017, 7.1.5); what acts by the rate e·(ω₁ − ω₂)
 * acts about e.
 */
export function partOfTurn(i: 0 | 1 | 2, { sides }: Joined, orientation: Quat | undefined): Equation {
  const axes = triad(orientation).map((axis) => carriedBy(sides[1], axis));
  const unit = triad(undefined)[i];
  const at = (end: "now" | "next"): { readonly part: Expr; readonly grows: Vec3 } => {
    const { turn, curl } = rotationVector(relative(sides, orientation, end));
    const once = cross(turn, unit);
    const along = addV(unit, scaleV(0.5, once), scaleV(curl, cross(turn, once)));
    const [x, y, z] = axes.map((axis, k) => scaleV(along[k], axis[end]));
    return { part: turn[i], grows: addV(x, y, z) };
  };
  const [now, next] = [at("now"), at("next")];
  const [first, second] = moments(between(now.grows, next.grows).mean);
  const axis = axes[i].mean;
  return {
    name: "moment",
    of: "angle",
    now: now.part,
    next: next.part,
    first,
    second,
    rate: dot(axis, turningOf(sides)),
    turning: moments(axis),
  };
}

/** A moment on the first side, and against it on the second. */
function moments(about: Vec3): readonly [Wrench, Wrench] {
  const none = vec3(0, 0, 0);
  return [
    { force: none, torque: about },
    { force: none, torque: negV(about) },
  ];
}

/** ω₁ − ω₂ at the end of the step. */
function turningOf([first, second]: Joined["sides"]): Vec3 {
  const none = vec3(0, 0, 0);
  return subV(first.next?.angularVelocity ?? none, second.next?.angularVelocity ?? none);
}

/** The first side's orientation in axes of the second, turned by `orientation`. */
function relative(sides: Joined["sides"], orientation: Quat | undefined, end: "now" | "next"): Quat {
  const still = quat(1, 0, 0, 0);
  const [own, other] = sides.map((side) => side[end]?.orientation ?? still);
  const turned = orientation === undefined ? other : multiplyQ(other, orientation);
  return multiplyQ(conjugateQ(turned), own);
}

/** Half a turn below this, a sine by itself is 0/0; in 2 atan2(s, c)/s it is then wrong by less than rounding. */
const noTurn = 1e-8;

/** φ of a quaternion, and c of `partOfTurn`. */
function rotationVector([w, x, y, z]: Quat): { readonly turn: Vec3; readonly curl: Expr } {
  const sine = sqrt(add(mul(x, x), mul(y, y), mul(z, z), noTurn * noTurn));
  const cosine = abs(w);
  const factor = div(mul(2, atan2(sine, cosine)), sine);
  const turn = scaleV(mul(factor, select(w, 1, -1)), [x, y, z]);
  return { turn, curl: div(sub(1, mul(0.5, factor, cosine)), mul(factor, factor, sine, sine)) };
}

/**
 * Two unit vectors u, w with u × w = n, as formulas without a branch that jumps where n is numbers (Duff et al. 2017,
 * listing 3).
 */
export function perpendiculars([x, y, z]: Vec3): readonly [Vec3, Vec3] {
  const sign = select(z, 1, -1);
  const a = div(-1, add(sign, z));
  const b = mul(x, y, a);
  return [
    [add(1, mul(sign, x, x, a)), mul(sign, b), neg(mul(sign, x))],
    [b, add(sign, mul(y, y, a)), neg(y)],
  ];
}

/** The axes x, y, z of a triad turned by a quaternion. */
export function triad(orientation: readonly [Expr, Expr, Expr, Expr] | undefined): readonly [Vec3, Vec3, Vec3] {
  const axes = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)] as const;
  if (orientation === undefined) return axes;
  const turned = (v: Vec3): Vec3 => rotateV(orientation, v);
  return [turned(axes[0]), turned(axes[1]), turned(axes[2])];
}
