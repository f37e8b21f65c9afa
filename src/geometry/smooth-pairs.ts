import { add, div, mul, type Scalar, sqrt, sub } from "../expr/expr.js";
import { addV, dot, negV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { axesOf, type Carried } from "./ball-pairs.js";
import type { ContactGeometry } from "./contact-geometry.js";
import { directionToBody, directionToWorld, pointToWorld } from "./placement.js";
import type { Ellipsoid, HalfSpace, Ring } from "./shape.js";
import { smoothFarthest } from "./smooth.js";
import { lowestOnHalfSpace } from "./vertex-pairs.js";

/** An ellipsoid on a half-space: its lowest point x = ∇h(−n), with the support function h(d) = |(a_i d_i)|, touches. */
export function ellipsoidOnHalfSpace(ellipsoid: Carried<Ellipsoid>, plane: Carried<HalfSpace>): ContactGeometry {
  const axes = axesOf(ellipsoid, "next");
  const down = directionToBody(axes, negV(normalOf(plane)));
  return lowestOnHalfSpace(pointToWorld(axes, smoothFarthest(ellipsoid.shape, down)), ellipsoid, plane);
}

/** Directions nearer to the axis of a circle than this [rad] have points between its rim and its centre. */
const flat = 1e-3;
/** A circle that stands within this [rad] is drawn in along neither side of its axis; one that lies is where it should be. */
const upright = 0.1;
const drawnIn = flat * Math.sqrt(1 + upright * upright);

/**
 * The point of a circle that lies farthest in a direction d, |d| = 1, in its own axes from its centre: x = ∇h(d) of
 *
 *     h(d) = r(√(s² + ε²c²) − ε c² √((1 + δ²)/(c² + δ²))),   c = d·a, s² = 1 − c²,
 *
 * a flat ellipsoid that is drawn in by its own thickness: exact where the circle lies and where it stands, and everywhere a support
 * function, so that the height of the point changes as the point itself moves. A point that goes from rim to centre otherwise makes energy.
 */
export function ringFarthest(radius: Scalar, a: Vec3, d: Vec3): Vec3 {
  const c = dot(d, a);
  const across = subV(d, scaleV(c, a));
  const reach = sqrt(add(dot(across, across), mul(flat * flat, c, c)));
  const w = sqrt(add(mul(c, c), upright * upright));
  const drawn = sub(div(mul(2, c), w), div(mul(c, c, c), mul(w, w, w)));
  const aside = div(mul(drawnIn * upright * upright, c, c), mul(w, w, w));
  const along = sub(div(mul(flat * flat, c), reach), mul(drawnIn, drawn));
  return scaleV(radius, addV(scaleV(div(1, reach), across), scaleV(along, a), scaleV(aside, d)));
}

/** A circle on a half-space: its lowest point touches. */
export function ringOnHalfSpace(ring: Carried<Ring>, plane: Carried<HalfSpace>): ContactGeometry {
  const a = directionToWorld(ring.next, vec3(...ring.shape.axis));
  const centre = pointToWorld(ring.next, vec3(...ring.shape.centre));
  return lowestOnHalfSpace(addV(centre, ringFarthest(ring.shape.radius, a, negV(normalOf(plane)))), ring, plane);
}

const normalOf = ({ shape, next }: Carried<HalfSpace>): Vec3 => directionToWorld(next, vec3(...shape.normal));
