import { add, atan2, div, type Expr, mul, neg, select, sub } from "../../expr/expr.js";
import { addV, cross, dot, negV, normV, rotateV, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
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

/** ½ (a − b) of two equations of one kind. */
export function halfDifference(a: Equation, b: Equation): Equation {
  const half = (one: Vec3, other: Vec3): Vec3 => scaleV(0.5, subV(one, other));
  const wrench = (one: Wrench, other: Wrench): Wrench => ({
    force: half(one.force, other.force),
    torque: half(one.torque, other.torque),
  });
  return {
    name: a.name,
    of: a.of,
    now: mul(0.5, sub(a.now, b.now)),
    next: mul(0.5, sub(a.next, b.next)),
    first: wrench(a.first, b.first),
    second: wrench(a.second, b.second),
  };
}

/** θ₁ − θ₂ − offset = 0 in the plane. */
export function turnedBy(name: string, { sides: [first, second] }: Joined, offset: Expr): Equation {
  const angle = (end: "now" | "next"): Expr => sub(sub(first[end]?.heading ?? 0, second[end]?.heading ?? 0), offset);
  const none = vec3(0, 0, 0);
  const about = vec3(0, 0, 1);
  return {
    name,
    of: "angle",
    now: angle("now"),
    next: angle("next"),
    first: { force: none, torque: about },
    second: { force: none, torque: negV(about) },
  };
}

/** The angle of the first side about an axis n of the second, from u to where v is: atan2 of v's parts along n × u and u. */
export function angleAbout(name: string, n: Carried, [v, u, w]: readonly [Carried, Carried, Carried]): Equation {
  const none = vec3(0, 0, 0);
  return {
    name,
    of: "angle",
    now: atan2(dot(v.now, w.now), dot(v.now, u.now)),
    next: atan2(dot(v.next, w.next), dot(v.next, u.next)),
    first: { force: none, torque: n.mean },
    second: { force: none, torque: negV(n.mean) },
  };
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
