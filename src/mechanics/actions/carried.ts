import { gradient } from "../../expr/derivative.js";
import { add, constant, div, type Expr, leaves, mul, sub } from "../../expr/expr.js";
import { overStep } from "../../expr/limits.js";
import { addV, scaleV, type Vec3 } from "../../expr/vector.js";
import { directionToWorld, pointToWorld } from "../../geometry/placement.js";
import { type Motion, ofBody } from "../body.js";
import type { Frame } from "../model.js";
import type { Motions } from "../pairs.js";

/** One side of a joint or a spring: a body at both ends of a step, or the world, which has none. */
export interface Side {
  readonly body: string | undefined;
  readonly now: Motion | undefined;
  readonly next: Motion | undefined;
}

/** A vector of the world at both ends of a step, and in between. */
export interface Between {
  readonly now: Vec3;
  readonly next: Vec3;
  /** (a + a⁺)/2 */
  readonly mean: Vec3;
}

/** A vector that a body carries round: h ω⁺ × `secant` is all that it changes in the step. */
export interface Carried extends Between {
  readonly secant: Vec3;
}

/** The side of a body, or of the world where no body is named. */
export function sideOf(body: string | undefined, { now, next }: Motions): Side {
  if (body === undefined) return { body, now: undefined, next: undefined };
  return { body, now: ofBody(now, body), next: ofBody(next, body) };
}

/** Both ends of a step; in the limit of short ones both are one. */
export function between(now: Vec3, next: Vec3): Between {
  return { now, next, mean: shortly(scaleV(0.5, addV(now, next)), next) };
}

/** A vector of a whole step, which is that of its end where the step is short. */
export function shortly(mean: Vec3, next: Vec3): Vec3 {
  const [x, y, z] = mean.map((of, i) => (of === next[i] ? of : overStep(of, next[i])));
  return [x, y, z];
}

/**
 * A direction or an arm in the axes of a body. The kinematic map of a spatial body is Cayley's, R⁺ − R = ½ (hω)× (R⁺ + R), so
 * that the mean is the secant; a planar one turns by φ = hω itself, which asks for tan(φ/2)/(φ/2) times the mean.
 */
export function carriedBy(side: Side, local: Vec3): Carried {
  const vector = between(directionToWorld(side.now, local), directionToWorld(side.next, local));
  const { now, next } = side;
  if (now === undefined || next === undefined || next.orientation !== undefined)
    return { ...vector, secant: vector.mean };
  const half = mul(0.5, sub(next.heading, now.heading));
  return { ...vector, secant: shortly(scaleV(tanOver(mul(half, half)), vector.mean), vector.next) };
}

/** A point of a body in the world at both ends of a step. */
export function pointOf({ now, next }: Side, local: Vec3): Between {
  return between(pointToWorld(now, local), pointToWorld(next, local));
}

/** tan(x)/x = 1 + x²/3 + 2 x⁴/15 + 17 x⁶/315 + … of x²: a step turns a body by a small angle. */
function tanOver(square: Expr): Expr {
  const term = (factor: number, rest: Expr): Expr => add(factor, mul(square, rest));
  return term(1, term(1 / 3, term(2 / 15, constant(17 / 315))));
}

const ofNext = "next.";

/** The rate of what states at the end of a step say, by their rates: Σ ∂g/∂q⁺ (q⁺ − q)/h. */
export function rateOf(g: Expr, { now, h }: Pick<Frame, "now" | "h">): Expr {
  const states = leaves([g]).filter(({ name }) => name.startsWith(ofNext));
  const parts = [...gradient(g, states)].map(([q, slope]) =>
    mul(slope, div(sub(q, now(q.name.slice(ofNext.length))), h)),
  );
  return add(0, ...parts);
}
