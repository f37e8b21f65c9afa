import { add, div, type Expr, max, min, neg, norm, type Scalar, select, sub } from "../../expr/expr.js";
import { addV, mapV, negV, type Vec3, vec3 } from "../../expr/vector.js";
import { axesOf, type Carried, sidesAt } from "../ball-pairs.js";
import { type ContactGeometry, frameOf } from "../contact-geometry.js";
import { directionToBody, directionToWorld, type Place, pointToBody, pointToWorld } from "../placement.js";
import type { Ellipsoid, HeightField, Point, Ring } from "../shape.js";
import { smoothFarthest } from "../smooth.js";
import { ringFarthest } from "../smooth-pairs.js";
import { endsOf, surfaceAt } from "./height-field.js";

/** A point over ground, in the axes of the ground: how high, and a normal and a tangent of the ground there. */
interface OverGround {
  readonly height: Expr;
  readonly normal: Vec3;
  readonly tangent: Vec3;
}

/**
 * The height of a point over the plane that touches the ground below it,
 *
 *     Ψ_n = (z − f(x, y)) / √(1 + f_x² + f_y²),
 *
 * which has a sign, and is the distance but for the square of itself times the curvature. Ground that ends is the top of a
 * block, and Ψ_n the largest of the heights over its top and its sides.
 */
export function overGround(ground: HeightField, p: Vec3): OverGround {
  const ends = endsOf(ground);
  const within = ([a, b]: readonly [Scalar, Scalar], x: Expr): Expr => max(a, min(b, x));
  const { height, slopes } = surfaceAt(ground, within(ends[0], p[0]), within(ends[1], p[1]));
  const [sx, sy] = slopes;
  const steep = norm(1, sx, sy);
  const level = norm(1, sx);
  const top = {
    height: div(sub(p[2], height), steep),
    normal: vec3(neg(div(sx, steep)), neg(div(sy, steep)), div(1, steep)),
    // in the x–z plane of the ground, so that no axes are taken along
    tangent: vec3(div(1, level), 0, div(sx, level)),
  };
  const [x, y] = [vec3(1, 0, 0), vec3(0, 1, 0)];
  const sides = [
    { height: sub(ends[0][0], p[0]), normal: negV(x), tangent: y },
    { height: sub(p[0], ends[0][1]), normal: x, tangent: y },
    { height: sub(ends[1][0], p[1]), normal: negV(y), tangent: x },
    { height: sub(p[1], ends[1][1]), normal: y, tangent: x },
  ];
  return sides.reduce((best, side) => {
    const farther = sub(side.height, best.height);
    const either = (a: Vec3, b: Vec3): Vec3 => mapV(a, (c, i) => select(farther, c, b[i]));
    return {
      height: max(best.height, side.height),
      normal: either(side.normal, best.normal),
      tangent: either(side.tangent, best.tangent),
    };
  }, top);
}

/** A vertex on ground: the force acts at it, along the normal of the ground below it. */
export function pointOnGround(point: Carried<Point>, ground: Carried<HeightField>): ContactGeometry {
  return lowestOnGround(pointToWorld(point.next, vec3(...point.shape.at)), point, ground);
}

/** Searches for the lowest point of a round body over curved ground: the gap errs with the square of what is left. */
const searches = 3;

/** An ellipsoid on ground: its lowest point over the plane that touches the ground below that point. */
export function ellipsoidOnGround(ellipsoid: Carried<Ellipsoid>, ground: Carried<HeightField>): ContactGeometry {
  const axes = axesOf(ellipsoid, "next");
  const lowest = (normal: Vec3): Vec3 =>
    pointToWorld(axes, smoothFarthest(ellipsoid.shape, directionToBody(axes, negV(normal))));
  return lowestOnGround(found(pointToWorld(axes, vec3(0, 0, 0)), lowest, ground), ellipsoid, ground);
}

/** A circle on ground: its lowest point over the plane that touches the ground below that point. */
export function ringOnGround(ring: Carried<Ring>, ground: Carried<HeightField>): ContactGeometry {
  const a = directionToWorld(ring.next, vec3(...ring.shape.axis));
  const centre = pointToWorld(ring.next, vec3(...ring.shape.centre));
  const lowest = (n: Vec3): Vec3 => addV(centre, ringFarthest(ring.shape.radius, a, negV(n)));
  return lowestOnGround(found(centre, lowest, ground), ring, ground);
}

/** From the middle of a body: the normal of the ground below a point, the lowest point along it, and again. */
function found(middle: Vec3, lowest: (normal: Vec3) => Vec3, { shape, next }: Carried<HeightField>): Vec3 {
  let p = middle;
  for (let k = 0; k < searches; k++) p = lowest(directionToWorld(next, overGround(shape, inGround(next, p)).normal));
  return p;
}

const inGround = (place: Place, p: Vec3): Vec3 => pointToBody(place, p);

function lowestOnGround(p: Vec3, first: Carried<unknown>, ground: Carried<HeightField>): ContactGeometry {
  const { height, normal, tangent } = overGround(ground.shape, inGround(ground.next, p));
  const [n, t] = [directionToWorld(ground.next, normal), directionToWorld(ground.next, tangent)];
  return {
    gap: add(height, 0),
    frame: frameOf(n, t),
    sides: sidesAt(p, first, ground),
  };
}
