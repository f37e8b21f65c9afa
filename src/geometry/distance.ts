import { cos, sin } from "../algebra/elementary/elementary.js";
import { abs, add, div, type Expr, max, min, mul, neg, norm, type Scalar, select, sub } from "../expr/expr.js";
import { addV, cross, dot, mapV, normV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { type ContactFrame, frameOf, planarFrame } from "./contact-geometry.js";
import { directionToBody, directionToWorld, type Place, pointToBody, pointToWorld } from "./placement.js";
import type { Ball, Box, Components, Cylinder, HalfSpace, Pad, Point } from "./shape.js";

/** The nearest points of two surfaces (world axes), their signed distance φ [m], and axes with n from second to first. */
export interface Nearest {
  readonly gap: Expr;
  readonly first: Vec3;
  readonly second: Vec3;
  readonly frame: ContactFrame;
}

/** A surface that others are near to: a half-space, the face of a finger, a box with sharp or round edges. */
export type Surface = HalfSpace | Pad | Box;

/** A signed distance of a point, and its gradient m: the nearest point of the surface is p − distance · m. */
export interface SignedDistance {
  readonly distance: Expr;
  readonly normal: Vec3;
}

/** Lengths below this [m] have no direction: a hundredth of an atom. */
const directionless = 1e-12;

/** The signed distance of a point from a surface, both in the axes of the surface. */
export function signedDistance(surface: Surface, p: Vec3): SignedDistance {
  if (surface.kind === "half-space") {
    const normal = vec3(...surface.normal);
    return { distance: sub(dot(normal, p), surface.offset), normal };
  }
  const side = (x: Expr): Expr => select(x, 1, -1);
  if (surface.kind === "pad") {
    // a box whose upper face is at z = 0
    const behind = mul(0.5, surface.depth);
    const half = [...surface.half, behind] as const;
    return signedDistance({ kind: "box", half }, vec3(p[0], p[1], add(p[2], behind)));
  }
  const { half, rounding = 0 } = surface;
  const beyond = mapV(p, (x, i) => sub(abs(x), sub(half[i], rounding)));
  return cornerDistance(beyond, mapV(p, side), rounding);
}

/**
 * The signed distance of the corner d ≤ 0, grown by a radius: ‖max(d, 0)‖ + min(max_i d_i, 0) − r. Its gradient is
 * max(d, 0)/‖max(d, 0)‖ outside, and the axis of the nearest face inside and on it.
 */
function cornerDistance(d: Vec3, sign: Vec3, radius: Scalar): SignedDistance {
  const deepest = max(...d);
  const outside = mapV(d, (x) => max(x, 0));
  const length = normV(outside);
  const [first, second] = [min(sub(d[0], d[1]), sub(d[0], d[2])), sub(d[1], d[2])];
  const face = vec3(
    select(first, 1, 0),
    select(first, 0, select(second, 1, 0)),
    select(first, 0, select(second, 0, 1)),
  );
  const onFace = sub(directionless, deepest);
  const unit = mapV(outside, (x, i) => select(onFace, face[i], div(x, max(length, directionless))));
  const normal = mapV(unit, (x, i) => mul(sign[i], x));
  return { distance: sub(select(onFace, deepest, length), radius), normal };
}

/** A tangent to a unit normal: about y where that has a direction, else about z; x for n = z. */
function tangentTo(m: Vec3): Vec3 {
  const about = (axis: Vec3): Vec3 => {
    const t = cross(axis, m);
    return scaleV(div(1, max(normV(t), directionless)), t);
  };
  const [first, second] = [about(vec3(0, 1, 0)), about(vec3(0, 0, 1))];
  const steep = sub(0.9, abs(m[1]));
  return mapV(first, (x, i) => select(steep, x, second[i]));
}

/** A shape and the axes that carry it. */
export interface Placed<S> {
  readonly shape: S;
  readonly place: Place;
}

/** The world's nearest points and axes for a ball about `centre` in the world. */
function nearestTo(centre: Vec3, radius: Scalar, { shape, place }: Placed<Surface>, planar: boolean): Nearest {
  const { distance, normal } = signedDistance(shape, pointToBody(place, centre));
  const n = directionToWorld(place, normal);
  const tangent = shape.kind === "half-space" ? vec3(...shape.tangent) : tangentTo(normal);
  return {
    gap: sub(distance, radius),
    first: subV(centre, scaleV(radius, n)),
    second: subV(centre, scaleV(distance, n)),
    frame: planar ? planarFrame(n) : frameOf(n, directionToWorld(place, tangent)),
  };
}

/** A ball or a point against a surface: φ = d(c) − r. */
export function ballNear({ shape, place }: Placed<Ball | Point>, surface: Placed<Surface>, planar = false): Nearest {
  const centre: Components = shape.kind === "point" ? shape.at : (shape.centre ?? [0, 0, 0]);
  const radius = shape.kind === "point" ? 0 : shape.radius;
  return nearestTo(pointToWorld(place, vec3(...centre)), radius, surface, planar);
}

/**
 * A cylinder against a flat surface, one contact at either end: the lowest point of the rim is the end's centre c less
 * r n⊥/|n⊥|, with n⊥ the part of the surface's normal across the axis a; over a half-space and over the face of a pad
 * the gap is its height,
 *
 *     φ = n·c − offset − r √(1 − (n·a)²).
 *
 * A cylinder that stands has no lowest point: `standing` gives its contacts.
 */
export function cylinderNear(
  { shape: { radius, halfLength }, place: at }: Placed<Cylinder>,
  surface: Placed<HalfSpace | Pad>,
): Nearest[] {
  const up = surface.shape.kind === "pad" ? vec3(0, 0, 1) : vec3(...surface.shape.normal);
  const n = directionToBody(at, directionToWorld(surface.place, up));
  const across = norm(n[0], n[1]);
  const outward = scaleV(div(neg(radius), max(across, directionless)), vec3(n[0], n[1], 0));
  return [-1, 1].map((end) => {
    const lowest = addV(outward, vec3(0, 0, mul(end, halfLength)));
    return nearestTo(pointToWorld(at, lowest), 0, surface, false);
  });
}

/** Points of a cylinder's end faces, `count` about each rim: what a cylinder stands on. */
export function standing({ radius, halfLength }: Cylinder, count: number, ends: readonly (1 | -1)[] = [-1]): Point[] {
  return ends.flatMap((end) =>
    Array.from({ length: count }, (_, k): Point => {
      const angle = (2 * Math.PI * k) / count;
      return { kind: "point", at: [mul(cos(angle), radius), mul(sin(angle), radius), mul(end, halfLength)] };
    }),
  );
}

/** The corners of a box with sharp edges, or the balls that round its corners off: what it touches flat surfaces with. */
export function corners({ half, rounding = 0 }: Box): Ball[] {
  const signs = [-1, 1];
  return signs.flatMap((z) =>
    signs.flatMap((y) =>
      signs.map((x): Ball => {
        const centre = mapV([x, y, z] as const, (sign, i) => mul(sign, sub(half[i], rounding)));
        return { kind: "ball", radius: rounding, centre };
      }),
    ),
  );
}

/** Points of a pad's face on a grid of `columns` by `rows` that spans `share` of it: where it may touch a part. */
export function padPoints({ half }: Pick<Pad, "half">, columns: number, rows: number, share: Scalar = 1): Point[] {
  const across = (k: number, count: number): number => (count === 1 ? 0 : (2 * k) / (count - 1) - 1);
  return Array.from({ length: rows }, (_, j) =>
    Array.from(
      { length: columns },
      (_, i): Point => ({
        kind: "point",
        at: [mul(across(i, columns), share, half[0]), mul(across(j, rows), share, half[1]), 0],
      }),
    ),
  ).flat();
}
