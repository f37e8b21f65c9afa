import { add, div, type Expr, max, min, mul, neg, norm, type Scalar, select, sub } from "../expr/expr.js";
import { addV, cross, dot, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { nearestOnGround } from "./height-field/height-field.js";
import { nearestOnMesh } from "./mesh/nearest.js";
import type { Box, Capsule, Cylinder, HalfSpace, HeightField, MeshShape, Point, Polygon, Segment } from "./shape.js";

/**
 * The shapes whose nearest point has a formula. A capsule and a box with rounding are the points within `roundingOf` of
 * their core, and the nearest point is that of the core.
 */
export type Nearable = Segment | Point | Polygon | Box | Capsule | Cylinder | HalfSpace | HeightField | MeshShape;

/** Points closer than this [m] have no direction between them: a hundredth of an atom. */
export const coincident = 1e-12;

/** The point of a shape's core that is nearest to a point, both in the shape's axes; inside of the core it is the point itself. */
export function nearestPoint(shape: Nearable, p: Vec3): Vec3 {
  switch (shape.kind) {
    case "point":
      return vec3(...shape.at);
    case "segment":
    case "capsule":
      return nearestOnSegment(vec3(...shape.from), vec3(...shape.to), p);
    case "polygon":
      return nearestOnOutline(shape, p);
    case "box": {
      const [a, b, c] = shape.half.map((half) => sub(half, shape.rounding ?? 0));
      return vec3(clamp(p[0], a), clamp(p[1], b), clamp(p[2], c));
    }
    case "cylinder": {
      const inwards = min(1, div(shape.radius, max(coincident, norm(p[0], p[1]))));
      return vec3(mul(inwards, p[0]), mul(inwards, p[1]), clamp(p[2], shape.halfLength));
    }
    case "half-space":
      return nearestOnTop(shape, p);
    case "height-field":
      return nearestOnGround(shape, p);
    case "mesh":
      return nearestOnMesh(shape, p);
  }
}

/** How far the surface of a shape is from its core [m]. */
export function roundingOf(shape: Nearable): Scalar {
  if (shape.kind === "capsule") return shape.radius;
  return shape.kind === "box" ? (shape.rounding ?? 0) : 0;
}

const clamp = (x: Expr, half: Expr | Scalar): Expr => max(neg(add(0, half)), min(half, x));

/** a + clamp((p − a)·e / e·e, 0, 1) e with e = b − a. */
function nearestOnSegment(a: Vec3, b: Vec3, p: Vec3): Vec3 {
  const e = subV(b, a);
  const along = max(0, min(1, div(dot(subV(p, a), e), squareOf(e))));
  return addV(a, scaleV(along, e));
}

function nearestOnOutline({ vertices }: Polygon, p: Vec3): Vec3 {
  const corners = vertices.map(([x, y]) => vec3(x, y, 0));
  let best = nearestOnSegment(corners[0], corners[1], p);
  for (let i = 1; i < corners.length; i++) {
    const other = nearestOnSegment(corners[i], corners[(i + 1) % corners.length], p);
    const nearer = sub(squareOf(subV(p, best)), squareOf(subV(p, other)));
    best = vec3(select(nearer, other[0], best[0]), select(nearer, other[1], best[1]), 0);
  }
  return best;
}

/** p without its height over the surface, and without what it hangs over the ends. */
function nearestOnTop({ normal, tangent, offset, stretch, breadth }: HalfSpace, p: Vec3): Vec3 {
  const n = vec3(...normal);
  const t = vec3(...tangent);
  const beyond = (axis: Vec3, ends: readonly [Scalar, Scalar] | undefined): Vec3 =>
    ends === undefined ? vec3(0, 0, 0) : scaleV(overhang(dot(axis, p), ends), axis);
  const height = max(0, sub(dot(n, p), offset));
  const across = cross(n, t);
  return subV(p, addV(scaleV(height, n), beyond(t, stretch), beyond(across, breadth)));
}

/** How far x is beyond the end of an interval, negative before its begin. */
function overhang(x: Expr, [from, to]: readonly [Scalar, Scalar]): Expr {
  return sub(x, max(from, min(to, x)));
}

const squareOf = (v: Vec3): Expr => dot(v, v);
