import { abs, add, div, type Expr, max, min, mul, neg, norm, type Scalar, select, sub } from "../expr/expr.js";
import { addV, cross, dot, normV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { type ContactFrame, frameOf, planarFrame } from "./geometry.js";
import { directionToBody, directionToWorld, type Place, pointToBody, pointToWorld } from "./placement.js";
import type { Block, Components, Cylinder, HalfSpace, Pad, Point, Round } from "./shape.js";

/** Where two surfaces are nearest: signed distance φ [m], closest points (world axes), axes with n from second to first. */
export interface Nearest {
  readonly gap: Expr;
  readonly first: Vec3;
  readonly second: Vec3;
  readonly frame: ContactFrame;
}

/** What others are near to: a half-space, the face of a finger, a box with sharp or round edges. */
export type Surface = HalfSpace | Pad | Block;

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
    return signedDistance({ kind: "block", half }, vec3(p[0], p[1], add(p[2], behind)));
  }
  const { half, rounding = 0 } = surface;
  const beyond = p.map((x, i) => sub(abs(x), sub(half[i]!, rounding))) as unknown as Vec3;
  return cornerDistance(beyond, p.map(side) as unknown as Vec3, rounding);
}

/**
 * The signed distance of the corner d ≤ 0, grown by a radius: ‖max(d, 0)‖ + min(max_i d_i, 0) − r. Its gradient is
 * max(d, 0)/‖max(d, 0)‖ outside, and the axis of the nearest face inside and on it.
 */
function cornerDistance(d: Vec3, sign: Vec3, radius: Scalar): SignedDistance {
  const deepest = max(...d);
  const outside = d.map((x) => max(x, 0)) as unknown as Vec3;
  const length = normV(outside);
  const [first, second] = [min(sub(d[0], d[1]), sub(d[0], d[2])), sub(d[1], d[2])];
  const face = vec3(
    select(first, 1, 0),
    select(first, 0, select(second, 1, 0)),
    select(first, 0, select(second, 0, 1)),
  );
  const onFace = sub(directionless, deepest);
  const unit = outside.map((x, i) => select(onFace, face[i]!, div(x, max(length, directionless))));
  const normal = unit.map((x, i) => mul(sign[i]!, x)) as unknown as Vec3;
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
  return first.map((x, i) => select(steep, x, second[i]!)) as unknown as Vec3;
}

/** The world's nearest points and axes for a ball about `centre` in the world. */
function ballNear(centre: Vec3, radius: Scalar, surface: Surface, place: Place, planar: boolean): Nearest {
  const { distance, normal } = signedDistance(surface, pointToBody(place, centre));
  const n = directionToWorld(place, normal);
  const tangent = surface.kind === "half-space" ? vec3(...surface.tangent) : tangentTo(normal);
  return {
    gap: sub(distance, radius),
    first: subV(centre, scaleV(radius, n)),
    second: subV(centre, scaleV(distance, n)),
    frame: planar ? planarFrame(n) : frameOf(n, directionToWorld(place, tangent)),
  };
}

/** A sphere, a disk in the plane or a point, against a surface: φ = d(c) − r. */
export function roundNear(round: Round | Point, at: Place, surface: Surface, place: Place, planar = false): Nearest {
  const centre: Components = round.kind === "point" ? round.at : (round.centre ?? [0, 0, 0]);
  const radius = round.kind === "point" ? 0 : round.radius;
  return ballNear(pointToWorld(at, vec3(...centre)), radius, surface, place, planar);
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
export function cylinderNear(cylinder: Cylinder, at: Place, surface: HalfSpace | Pad, place: Place): Nearest[] {
  const up = surface.kind === "pad" ? vec3(0, 0, 1) : vec3(...surface.normal);
  const n = directionToBody(at, directionToWorld(place, up));
  const across = norm(n[0], n[1]);
  const outward = scaleV(div(neg(cylinder.radius), max(across, directionless)), vec3(n[0], n[1], 0));
  return [-1, 1].map((end) => {
    const lowest = addV(outward, vec3(0, 0, mul(end, cylinder.halfLength)));
    return ballNear(pointToWorld(at, lowest), 0, surface, place, false);
  });
}

/** Points of a cylinder's end faces, `count` about each rim: what a cylinder stands on. */
export function standing({ radius, halfLength }: Cylinder, count: number, ends: readonly (1 | -1)[] = [-1]): Point[] {
  return ends.flatMap((end) =>
    Array.from({ length: count }, (_, k): Point => {
      const angle = (2 * Math.PI * k) / count;
      return { kind: "point", at: [mul(Math.cos(angle), radius), mul(Math.sin(angle), radius), mul(end, halfLength)] };
    }),
  );
}

/** The corners of a box with sharp edges, or the balls that round its corners off: what it touches flat surfaces with. */
export function corners({ half, rounding = 0 }: Block): Round[] {
  const signs = [-1, 1];
  return signs.flatMap((z) =>
    signs.flatMap((y) =>
      signs.map((x): Round => {
        const centre = [x, y, z].map((sign, i) => mul(sign, sub(half[i]!, rounding)));
        return { kind: "round", radius: rounding, centre: centre as unknown as Vec3 };
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
