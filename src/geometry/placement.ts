import { add, constant, cos, type Expr, mul, sin, sub } from "../expr/expr.js";
import { addV, conjugateQ, multiplyQ, type Quat, quat, rotateV, subV, type Vec3, vec3 } from "../expr/vector.js";
import type { ShapePose } from "./shape.js";

/** A position and an orientation in the world: of a body, or of a link of a robot. */
export interface Pose {
  readonly position: Vec3;
  /** The unit quaternion; undefined for a planar body. */
  readonly orientation: Quat | undefined;
  /** The angle θ of a planar body; zero for a spatial one. */
  readonly heading: Expr;
}

/** The axes of a shape: those of a moving body, or of the world. */
export type Place = Pose | undefined;

/** The axes of a shape that has a pose in those of a body, or of the world. */
export function placedIn(place: Place, { position, orientation }: ShapePose): Place {
  const turned = orientation === undefined ? undefined : quat(...orientation);
  return {
    position: pointToWorld(place, vec3(...position)),
    orientation: place === undefined || turned === undefined ? (turned ?? place?.orientation) : after(place, turned),
    heading: place?.heading ?? constant(0),
  };
}

/** The orientation of what is turned in a pose; a planar one is turned by its heading about z. */
function after({ orientation, heading }: Pose, turned: Quat): Quat {
  const half = mul(0.5, heading);
  return multiplyQ(orientation ?? quat(cos(half), 0, 0, sin(half)), turned);
}

/** R v: a direction from body to world. */
export function directionToWorld(place: Place, v: Vec3): Vec3 {
  if (place === undefined) return v;
  if (place.orientation !== undefined) return rotateV(place.orientation, v);
  const [c, s] = [cos(place.heading), sin(place.heading)];
  return vec3(sub(mul(c, v[0]), mul(s, v[1])), add(mul(s, v[0]), mul(c, v[1])), v[2]);
}

/** Rᵀ v: a direction from world to body. */
export function directionToBody(place: Place, v: Vec3): Vec3 {
  if (place === undefined) return v;
  if (place.orientation !== undefined) return rotateV(conjugateQ(place.orientation), v);
  const [c, s] = [cos(place.heading), sin(place.heading)];
  return vec3(add(mul(c, v[0]), mul(s, v[1])), sub(mul(c, v[1]), mul(s, v[0])), v[2]);
}

/** x + R p: a point from body to world. */
export function pointToWorld(place: Place, p: Vec3): Vec3 {
  return place === undefined ? p : addV(place.position, directionToWorld(place, p));
}

/** Rᵀ(p − x): a point from world to body. */
export function pointToBody(place: Place, p: Vec3): Vec3 {
  return place === undefined ? p : directionToBody(place, subV(p, place.position));
}

/** From the centre of mass, or the origin of the fixed world, to a point of the world. */
export function armTo(place: Place, point: Vec3): Vec3 {
  return place === undefined ? point : subV(point, place.position);
}

/** The coordinates of a centre of mass at the origin of its own axes. */
export const origin: readonly [Expr, Expr, Expr] = vec3(0, 0, 0);
