import { add, div, mul, neg, sqrt } from "../expr/expr.js";
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

/** Circles that lie flatter than this [rad] touch with their centre rather than with the lowest point of their rim. */
const flat = 1e-3;

/** A circle on a half-space: its lowest point is c − r u/|u|, with u = n − (n·a) a the steepest way up in its plane. */
export function ringOnHalfSpace(ring: Carried<Ring>, plane: Carried<HalfSpace>): ContactGeometry {
  const n = normalOf(plane);
  const a = directionToWorld(ring.next, vec3(...ring.shape.axis));
  const up = subV(n, scaleV(dot(n, a), a));
  const steepness = sqrt(add(dot(up, up), flat * flat));
  const centre = pointToWorld(ring.next, vec3(...ring.shape.centre));
  const lowest = addV(centre, scaleV(neg(div(mul(1, ring.shape.radius), steepness)), up));
  return lowestOnHalfSpace(lowest, ring, plane);
}

const normalOf = ({ shape, next }: Carried<HalfSpace>): Vec3 => directionToWorld(next, vec3(...shape.normal));
