import { add, div, type Expr, max, min, mul, neg, norm, type Scalar, sqrt, sub } from "../expr/expr.js";
import { addV, dot, mapV, normV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { directionToBody, directionToWorld, type Place, placedIn, pointToBody, pointToWorld } from "./placement.js";
import type { Ball, Box, Capsule, Cylinder, Ellipsoid } from "./shape.js";
import {
  flat,
  type Inequality,
  smoothFarthest,
  smoothInequalities,
  smoothLengths,
  smoothRadius,
  smoothSupport,
} from "./smooth.js";

/** A box with round edges and corners. */
export interface RoundedBox extends Box {
  readonly rounding: Scalar;
}

/** A convex body with one inequality or a few, wherever it stands in its axes: smooth, around a line, or around a box. */
export type PlacedShape = Ball | Ellipsoid | Cylinder | Capsule | RoundedBox;

type Rounded = Capsule | RoundedBox;

const isRounded = (shape: PlacedShape): shape is Rounded => shape.kind === "capsule" || shape.kind === "box";

/** The axes of a shape in those in which it stands; none where they are the same. */
function axesOf(shape: PlacedShape): Place {
  if (shape.kind === "ball") return shape.centre && placedIn(undefined, { position: shape.centre });
  return shape.kind === "capsule" || shape.pose === undefined ? undefined : placedIn(undefined, shape.pose);
}

/** The middle of a shape. */
export function placedMiddle(shape: PlacedShape): Vec3 {
  if (shape.kind === "capsule") return scaleV(0.5, addV(vec3(...shape.from), vec3(...shape.to)));
  return axesOf(shape)?.position ?? vec3(0, 0, 0);
}

/**
 * The f_i ≤ 0 and their gradients at a point. With a radius r around a core K whose nearest point to x is P(x),
 *
 *     f = (|x − P(x)|² − r²)/(2r),   ∇f = (x − P(x))/r,
 *
 * which is convex, with a continuous gradient that is a unit vector on the surface.
 */
export function placedInequalities(shape: PlacedShape, point: Vec3): Inequality[] {
  const axes = axesOf(shape);
  const own = pointToBody(axes, point);
  const all = isRounded(shape) ? [roundedInequality(shape, own)] : smoothInequalities(shape, own);
  return all.map(({ value, gradient }) => ({ value, gradient: directionToWorld(axes, gradient) }));
}

function roundedInequality(shape: Rounded, x: Vec3): Inequality {
  const r = roundingOf(shape);
  const off = subV(x, nearestInCore(shape, x));
  return { value: div(sub(dot(off, off), mul(r, r)), mul(2, r)), gradient: scaleV(div(1, r), off) };
}

const roundingOf = (shape: Rounded): Scalar => (shape.kind === "capsule" ? shape.radius : shape.rounding);

const within = (x: Expr, low: Scalar, high: Scalar): Expr => max(low, min(high, x));

/** P(x). */
function nearestInCore(shape: Rounded, x: Vec3): Vec3 {
  if (shape.kind === "box") {
    const half = coreHalf(shape);
    return mapV(x, (each, i) => within(each, neg(half[i]), half[i]));
  }
  const from = vec3(...shape.from);
  const along = subV(vec3(...shape.to), from);
  return addV(from, scaleV(within(div(dot(subV(x, from), along), dot(along, along)), 0, 1), along));
}

const coreHalf = ({ half, rounding }: RoundedBox): Vec3 => mapV(half, (each) => sub(each, rounding));

/** The support function h(d) = max d·x [m]. */
export function placedSupport(shape: PlacedShape, d: Vec3): Expr {
  const axes = axesOf(shape);
  const own = directionToBody(axes, d);
  const support = isRounded(shape) ? roundedSupport(shape, own) : smoothSupport(shape, own);
  return axes === undefined ? support : add(support, dot(d, axes.position));
}

function roundedSupport(shape: Rounded, d: Vec3): Expr {
  const beyond = mul(roundingOf(shape), normV(d));
  if (shape.kind === "capsule") return add(max(dot(d, vec3(...shape.from)), dot(d, vec3(...shape.to))), beyond);
  const half = coreHalf(shape);
  return add(...mapV(d, (x, i) => mul(half[i], max(x, neg(x)))), beyond);
}

/** A point that lies farthest in a direction d ≠ 0, which goes over from ends to middles where farthest points are many. */
export function placedFarthest(shape: PlacedShape, d: Vec3): Vec3 {
  const axes = axesOf(shape);
  const own = directionToBody(axes, d);
  return pointToWorld(axes, isRounded(shape) ? roundedFarthest(shape, own) : smoothFarthest(shape, own));
}

function roundedFarthest(shape: Rounded, d: Vec3): Vec3 {
  const size = normV(d);
  const beyond = scaleV(div(roundingOf(shape), size), d);
  const part = (x: Expr, length: Scalar): Expr => {
    const whole = mul(size, length);
    return div(x, sqrt(add(mul(x, x), mul(flat * flat, whole, whole))));
  };
  if (shape.kind === "box") {
    const half = coreHalf(shape);
    return addV(
      mapV(d, (x, i) => mul(half[i], part(x, 1))),
      beyond,
    );
  }
  const half = scaleV(0.5, subV(vec3(...shape.to), vec3(...shape.from)));
  return addV(placedMiddle(shape), scaleV(part(dot(d, half), normV(half)), half), beyond);
}

/** The largest distance of a point of the body from the origin of its axes, or somewhat more [m]. */
export function placedRadius(shape: PlacedShape): Expr {
  if (shape.kind === "capsule") return add(max(norm(...shape.from), norm(...shape.to)), shape.radius);
  const own = shape.kind === "box" ? norm(...shape.half) : smoothRadius(shape);
  const axes = axesOf(shape);
  return axes === undefined ? own : add(own, normV(axes.position));
}

/** The lengths that must be above 0 [m]. */
export function placedLengths(shape: PlacedShape): readonly Scalar[] {
  if (shape.kind === "capsule") return [shape.radius, normV(subV(vec3(...shape.to), vec3(...shape.from)))];
  if (shape.kind === "box") return [shape.rounding, ...mapV(shape.half, (half) => sub(half, shape.rounding))];
  return smoothLengths(shape);
}
