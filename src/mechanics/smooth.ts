import { add, div, type Expr, max, mul, neg, norm, type Scalar, sqrt, sub } from "../expr/expr.js";
import { type Vec3, vec3 } from "../expr/vector.js";
import type { Inequality } from "./convex.js";

/** The ball |x| ≤ r about the centre of mass [m]. */
export interface Sphere {
  readonly kind: "sphere";
  readonly radius: Scalar;
}

/** Σ x_i²/a_i² ≤ 1 about the centre of mass, with half-axes a along the body's axes [m]. */
export interface SolidEllipsoid {
  readonly kind: "ellipsoid";
  readonly halfAxes: readonly [Scalar, Scalar, Scalar];
}

/** x² + y² ≤ r², |z| ≤ c about the centre of mass: flat caps, along the body's z axis [m]. */
export interface Cylinder {
  readonly kind: "cylinder";
  readonly radius: Scalar;
  readonly halfHeight: Scalar;
}

/** A convex body without vertices. */
export type SmoothShape = Sphere | SolidEllipsoid | Cylinder;

/** A principal moment of inertia for each axis of the body [kg m²]. */
export type Moments = readonly [Expr, Expr, Expr];

/** ½s (Σ x_i²/a_i² − 1) with s the mean half-axis: [m] near the surface, and smooth at the centre too. */
function quadric(halfAxes: readonly Scalar[], point: readonly Expr[]): { value: Expr; gradient: Expr[] } {
  const s = mul(1 / halfAxes.length, add(...halfAxes));
  const scaled = point.map((x, i) => div(x, mul(halfAxes[i]!, halfAxes[i]!)));
  return {
    value: mul(0.5, s, sub(add(...point.map((x, i) => mul(x, scaled[i]!))), 1)),
    gradient: scaled.map((x) => mul(s, x)),
  };
}

/** The f_i ≤ 0 of a smooth body and their gradients at a point in body axes: one, and for a cylinder side, top and bottom. */
export function smoothInequalities(shape: SmoothShape, point: Vec3): Inequality[] {
  if (shape.kind === "cylinder") {
    const { value, gradient } = quadric([shape.radius, shape.radius], [point[0], point[1]]);
    return [
      { value, gradient: vec3(gradient[0]!, gradient[1]!, 0) },
      { value: sub(point[2], shape.halfHeight), gradient: vec3(0, 0, 1) },
      { value: sub(neg(point[2]), shape.halfHeight), gradient: vec3(0, 0, -1) },
    ];
  }
  const { value, gradient } = quadric(halfAxesOf(shape), point);
  return [{ value, gradient: gradient as unknown as Vec3 }];
}

const halfAxesOf = (shape: Sphere | SolidEllipsoid): readonly [Scalar, Scalar, Scalar] =>
  shape.kind === "sphere" ? [shape.radius, shape.radius, shape.radius] : shape.halfAxes;

/** The support function h(d) = max d·x over the body [m], for a direction d in body axes. */
export function smoothSupport(shape: SmoothShape, d: Vec3): Expr {
  if (shape.kind === "cylinder")
    return add(mul(shape.radius, norm(d[0], d[1])), mul(shape.halfHeight, max(d[2], neg(d[2]))));
  return norm(...halfAxesOf(shape).map((a, i) => mul(a, d[i]!)));
}

/** Directions this near to a cylinder's axis [rad] have the points of its cap's middle rather than of its rim. */
const flat = 1e-3;

/**
 * A point of the body that lies farthest in a direction d ≠ 0, x = ∇h(d); for a cylinder one that goes over from rim to
 * the middle of a cap, and from the rims to the middle of its side, where farthest points are many.
 */
export function smoothFarthest(shape: SmoothShape, d: Vec3): Vec3 {
  if (shape.kind === "cylinder") {
    const size = norm(...d);
    const soft = (...parts: Expr[]): Expr => sqrt(add(...parts.map((x) => mul(x, x)), mul(flat * flat, size, size)));
    const out = div(shape.radius, soft(d[0], d[1]));
    return vec3(mul(out, d[0]), mul(out, d[1]), mul(shape.halfHeight, div(d[2], soft(d[2]))));
  }
  const a = halfAxesOf(shape);
  const length = smoothSupport(shape, d);
  return vec3(...(a.map((axis, i) => div(mul(axis, axis, d[i]!), length)) as [Expr, Expr, Expr]));
}

/** The largest distance of a point of the body from its centre [m]. */
export function smoothRadius(shape: SmoothShape): Expr {
  return shape.kind === "cylinder" ? norm(shape.radius, shape.halfHeight) : max(...halfAxesOf(shape));
}

/** The lengths that must be above 0 [m]. */
export function smoothLengths(shape: SmoothShape): readonly Scalar[] {
  return shape.kind === "cylinder" ? [shape.radius, shape.halfHeight] : halfAxesOf(shape);
}

/** Moments of a uniform body: m(b² + c²)/5 of an ellipsoid; m(3r² + 4c²)/12 across and mr²/2 along a cylinder. */
export function smoothMoments(shape: SmoothShape, mass: Scalar): Moments {
  const square = (x: Scalar): Expr => mul(x, x);
  if (shape.kind === "cylinder") {
    const across = mul(mass, 1 / 12, add(mul(3, square(shape.radius)), mul(4, square(shape.halfHeight))));
    return [across, across, mul(mass, 0.5, square(shape.radius))];
  }
  const [a, b, c] = halfAxesOf(shape).map(square) as [Expr, Expr, Expr];
  const moment = (x: Expr, y: Expr): Expr => mul(mass, 1 / 5, add(x, y));
  return [moment(b, c), moment(a, c), moment(a, b)];
}
