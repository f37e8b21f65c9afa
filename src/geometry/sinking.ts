import { div, type Expr, sub } from "../expr/expr.js";
import { dot, subV, vec3 } from "../expr/vector.js";
import type { Carried } from "./ball-pairs.js";
import { overGround } from "./height-field/ground-pairs.js";
import { directionToWorld, pointToBody } from "./placement.js";
import { reachOf } from "./reach.js";
import type { HalfSpace, HeightField, Shape } from "./shape.js";

/** How far what touches a surface without end has sunk into it. */
export interface Sinking {
  /** Height of the middle of its body over the surface [m]. */
  readonly height: Expr;
  /** The least depth that counts [m]. */
  readonly room: Expr;
}

/** Nothing counts as thinner than this part of its reach: a sheet on its face may be pressed in by that. */
const thinnest = 5;

/**
 * A half-space without ends, or ground, has no core that a shape could meet, but a body whose middle is as deep as its surface is not
 * pressed in: it has sunk. Undefined for other pairs, and for a point that is the middle itself.
 */
export function sinkingOf(one: Carried<Shape>, two: Carried<Shape>): Sinking | undefined {
  const [{ shape, next }, plane] = isEndless(one) || isGround(one) ? [two, one] : [one, two];
  if (next === undefined || !(isEndless(plane) || isGround(plane))) return undefined;
  const reach = reachOf(shape);
  if (reach.op === "constant" && reach.value === 0) return undefined;
  if (isGround(plane)) {
    const { height } = overGround(plane.shape, pointToBody(plane.next, next.position));
    return { height, room: div(reach, thinnest) };
  }
  const normal = directionToWorld(plane.next, vec3(...plane.shape.normal));
  const away = plane.next === undefined ? next.position : subV(next.position, plane.next.position);
  return { height: sub(dot(normal, away), plane.shape.offset), room: div(reach, thinnest) };
}

const isGround = (one: Carried<Shape>): one is Carried<HeightField> => one.shape.kind === "height-field";

const isEndless = (one: Carried<Shape>): one is Carried<HalfSpace> =>
  one.shape.kind === "half-space" && one.shape.stretch === undefined && one.shape.breadth === undefined;
