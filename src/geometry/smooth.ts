import { add, div, type Expr, max, mul, neg, norm, type Scalar, sqrt, sub } from "../expr/expr.js";
import { type Alike, mapV, type Vec3, vec3 } from "../expr/vector.js";
import type { Ball, Cylinder, Ellipsoid } from "./shape.js";

/** A convex body without vertices, its centre at the origin of its axes. */
export type SmoothShape = Omit<Ball, "centre"> | Ellipsoid | Cylinder;

/** One inequality of a convex body at a point: f_i [m] and ∇f_i. */
export interface Inequality {
  readonly value: Expr;
  readonly gradient: Vec3;
}

/** A principal moment of inertia for each axis of the body [kg m²]. */
export type Moments = readonly [Expr, Expr, Expr];

/** ½s (Σ x_i²/a_i² − 1) with s the mean half-axis: [m] near the surface, and smooth at the centre too. */
function quadric<P extends readonly [Expr, Expr, ...Expr[]]>(
  halfAxes: readonly Scalar[],
  point: P,
): { value: Expr; gradient: Alike<P, Expr> } {
  const s = mul(1 / halfAxes.length, add(...halfAxes));
  const scaled = mapV(point, (x, i) => div(x, mul(halfAxes[i], halfAxes[i])));
  return {
    value: mul(0.5, s, sub(add(...point.map((x, i) => mul(x, scaled[i]))), 1)),
    gradient: mapV(point, (_, i) => mul(s, scaled[i])),
  };
}

/** The f_i ≤ 0 of a smooth body and their gradients at a point in body axes: one, and for a cylinder side, top and bottom. */
export function smoothInequalities(shape: SmoothShape, point: Vec3): Inequality[] {
  if (shape.kind === "cylinder") {
    const { value, gradient } = quadric([shape.radius, shape.radius], [point[0], point[1]]);
    return [
      { value, gradient: vec3(gradient[0], gradient[1], 0) },
      { value: sub(point[2], shape.halfLength), gradient: vec3(0, 0, 1) },
      { value: sub(neg(point[2]), shape.halfLength), gradient: vec3(0, 0, -1) },
    ];
  }
  const { value, gradient } = quadric(halfAxesOf(shape), point);
  return [{ value, gradient }];
}

const halfAxesOf = (shape: Exclude<SmoothShape, Cylinder>): readonly [Scalar, Scalar, Scalar] =>
  shape.kind === "ball" ? [shape.radius, shape.radius, shape.radius] : shape.halfAxes;

/** The support function h(d) = max d·x over the body [m], for a direction d in body axes. */
export function smoothSupport(shape: SmoothShape, d: Vec3): Expr {
  if (shape.kind === "cylinder")
    return add(mul(shape.radius, norm(d[0], d[1])), mul(shape.halfLength, max(d[2], neg(d[2]))));
  return norm(...halfAxesOf(shape).map((a, i) => mul(a, d[i])));
}

/** Directions this near to a cylinder's axis [rad] have the points of its cap's middle rather than of its rim. */
export const flat = 1e-3;

/**
 * A point of the body that lies farthest in a direction d ≠ 0, x = ∇h(d); for a cylinder one that goes over from rim to
 * the middle of a cap, and from the rims to the middle of its side, where farthest points are many.
 */
export function smoothFarthest(shape: SmoothShape, d: Vec3): Vec3 {
  if (shape.kind === "cylinder") {
    const size = norm(...d);
    const soft = (...parts: Expr[]): Expr => sqrt(add(...parts.map((x) => mul(x, x)), mul(flat * flat, size, size)));
    const out = div(shape.radius, soft(d[0], d[1]));
    return vec3(mul(out, d[0]), mul(out, d[1]), mul(shape.halfLength, div(d[2], soft(d[2]))));
  }
  const a = halfAxesOf(shape);
  const length = smoothSupport(shape, d);
  return mapV(a, (axis, i) => div(mul(axis, axis, d[i]), length));
}

/** The largest distance of a point of the body from its centre [m]. */
export function smoothRadius(shape: SmoothShape): Expr {
  return shape.kind === "cylinder" ? norm(shape.radius, shape.halfLength) : max(...halfAxesOf(shape));
}

/** The lengths that must be above 0 [m]. */
export function smoothLengths(shape: SmoothShape): readonly Scalar[] {
  return shape.kind === "cylinder" ? [shape.radius, shape.halfLength] : halfAxesOf(shape);
}

/** Moments of a uniform body: m(b² + c²)/5 of an ellipsoid; m(3r² + 4c²)/12 across and mr²/2 along a cylinder. */
export function smoothMoments(shape: SmoothShape, mass: Scalar): Moments {
  const square = (x: Scalar): Expr => mul(x, x);
  if (shape.kind === "cylinder") {
    const across = mul(mass, 1 / 12, add(mul(3, square(shape.radius)), mul(4, square(shape.halfLength))));
    return [across, across, mul(mass, 0.5, square(shape.radius))];
  }
  const [a, b, c] = mapV(halfAxesOf(shape), square);
  const moment = (x: Expr, y: Expr): Expr => mul(mass, 1 / 5, add(x, y));
  return [moment(b, c), moment(a, c), moment(a, b)];
}
