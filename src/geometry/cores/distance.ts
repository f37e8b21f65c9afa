import { inner, minus, outer, plus, type ReadonlyVector, times } from "../../algebra/vectors.js";
import { type Expr, evaluate } from "../../expr/expr.js";
import { type Vec3, vec3 } from "../../expr/vector.js";
import { directionToWorld, type Place, pointToWorld } from "../placement.js";
import type { Core } from "./core.js";

/** A core and its axes. */
export interface PlacedCore {
  readonly core: Core;
  readonly place: Place;
}

type Numbers = (e: Expr) => number;

/** The farthest point of a convex set in a direction. */
type Support = (d: ReadonlyVector) => ReadonlyVector;

/**
 * The distance of the surfaces of two shapes with cores as a function of the values of leaves: that of their cores by
 * GJK (Gilbert, Johnson, Keerthi 1988) less both radii [m]. Cores that meet are as deep as the radii reach, and no deeper.
 */
export function coreDistance([one, two]: readonly PlacedCore[]): (leaf: (name: string) => number) => number {
  const supports = [supportOf(one), supportOf(two)];
  return (leaf) => {
    const known = new Map<Expr, number>();
    const value: Numbers = (e) => {
      const found = known.get(e) ?? evaluate(e, leaf);
      known.set(e, found);
      return found;
    };
    const [a, b] = supports.map((support) => support(value));
    const distance = nearestToOrigin((d) => minus(a(d), b(times(-1, d))));
    return distance - value(one.core.radius) - value(two.core.radius);
  };
}

/** The height of a shape's lowest point over a fixed plane [m]. */
export function coreHeight(placed: PlacedCore, { normal, offset }: Level): (leaf: (name: string) => number) => number {
  const support = supportOf(placed);
  return (leaf) => {
    const value: Numbers = (e) => evaluate(e, leaf);
    const n: ReadonlyVector = [value(normal[0]), value(normal[1]), value(normal[2])];
    return inner(n, support(value)(times(-1, n))) - value(offset) - value(placed.core.radius);
  };
}

/** The fixed plane n·x = offset. */
interface Level {
  readonly normal: Vec3;
  readonly offset: Expr;
}

/** h's maximiser: centre + Σ sign(e·d) e + Σ f (f·d)/|f·d|, or the farthest of the corners. */
function supportOf({ core, place }: PlacedCore): (value: Numbers) => Support {
  const { centre, edges, round, faces, across, corners: known } = core;
  const directions = (vs: readonly Vec3[]): Vec3[] => vs.map((v) => directionToWorld(place, v));
  const middle = pointToWorld(place, centre);
  const [along, disk] = [directions(edges), directions(round)];
  const axes = directions([vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)]);
  const origin = pointToWorld(place, vec3(0, 0, 0));
  return (value) => {
    const numbers = (v: Vec3): ReadonlyVector => [value(v[0]), value(v[1]), value(v[2])];
    const c = numbers(middle);
    const [u, w] = [along.map(numbers), disk.map(numbers)];
    if (known !== undefined) return farthest(known.map((p) => numbers(pointToWorld(place, p))));
    if (faces.length > 0) {
      const planes = faces.map(({ normal, offset }) => ({ normal: numbers(normal), offset: value(offset) }));
      const [x, y, z] = axes.map(numbers);
      const o = numbers(origin);
      const corners = cornersOf(planes, across.length === 2).map((p) =>
        plus(o, plus(times(p[0], x), plus(times(p[1], y), times(p[2], z)))),
      );
      return farthest(corners);
    }
    return (d) => {
      const far = u.reduce((p, e) => plus(p, times(inner(e, d) < 0 ? -1 : 1, e)), c);
      const parts = w.map((f) => inner(f, d));
      const size = Math.sqrt(parts.reduce((sum, x) => sum + x * x, 0));
      return size === 0 ? far : w.reduce((p, f, i) => plus(p, times(parts[i] / size, f)), far);
    };
  };
}

const farthest =
  (corners: readonly ReadonlyVector[]): Support =>
  (d) =>
    corners.reduce((best, p) => (inner(p, d) > inner(best, d) ? p : best));

interface Plane {
  readonly normal: ReadonlyVector;
  readonly offset: number;
}

/** A corner may be outside of a face by this part of its distance from the origin, and by this part of a determinant. */
const rounding = 1e-9;

/** The corners of an intersection of half-spaces, or in the plane of half-planes: where three or two of their planes meet. */
function cornersOf(planes: readonly Plane[], planar: boolean): ReadonlyVector[] {
  const upright: Plane = { normal: [0, 0, 1], offset: 0 };
  const found: ReadonlyVector[] = [];
  const extent = Math.max(...planes.map(({ offset }) => Math.abs(offset)));
  planes.forEach((a, i) => {
    for (let j = i + 1; j < planes.length; j++)
      for (let k = planar ? planes.length : j + 1; k < planes.length + (planar ? 1 : 0); k++) {
        const corner = meeting(a, planes[j], planar ? upright : planes[k]);
        if (
          corner !== undefined &&
          planes.every((each) => inner(each.normal, corner) - each.offset <= rounding * extent)
        )
          found.push(corner);
      }
  });
  return found;
}

/** The point on three planes, by Cramer's rule. */
function meeting(a: Plane, b: Plane, c: Plane): ReadonlyVector | undefined {
  const across = outer(b.normal, c.normal);
  const determinant = inner(a.normal, across);
  if (!(Math.abs(determinant) > rounding)) return undefined;
  const sum = plus(
    times(a.offset, across),
    plus(times(b.offset, outer(c.normal, a.normal)), times(c.offset, outer(a.normal, b.normal))),
  );
  return times(1 / determinant, sum);
}

/** More points than this are never needed but for smooth sets, whose distance is then known to a millionth or better. */
const mostPoints = 200;

/** The nearest point is known when no point of the set is nearer by more than this part. */
const exact = 1e-13;

/** The distance of a convex set from the origin, by the nearest points of simplices of its farthest points. */
export function nearestToOrigin(support: Support): number {
  let simplex: ReadonlyVector[] = [support([1, 0, 0])];
  let v = simplex[0];
  for (let k = 0; k < mostPoints; k++) {
    const w = support(times(-1, v));
    const size = inner(v, v);
    if (size === 0) return 0;
    if (size - inner(v, w) <= exact * size) break;
    const next = nearestOfSimplex([...simplex, w]);
    // rounding lets no point come nearer
    if (inner(next.point, next.point) >= size) break;
    ({ point: v, corners: simplex } = next);
    if (simplex.length === 4) return 0;
  }
  return Math.sqrt(inner(v, v));
}

interface OnSimplex {
  readonly point: ReadonlyVector;
  /** Those among which the point lies. */
  readonly corners: ReadonlyVector[];
}

/** The point of a simplex of at most four corners that is nearest to the origin: the nearest of those inside its faces. */
function nearestOfSimplex(corners: readonly ReadonlyVector[]): OnSimplex {
  let best: OnSimplex = { point: corners[0], corners: [corners[0]] };
  for (let set = 1; set < 1 << corners.length; set++) {
    const chosen = corners.filter((_, i) => (set >> i) & 1);
    const point = insideFace(chosen);
    if (point !== undefined && inner(point, point) < inner(best.point, best.point)) best = { point, corners: chosen };
  }
  return best;
}

/** The nearest point of the flat through some corners, if it lies among them. */
function insideFace([a, ...others]: readonly ReadonlyVector[]): ReadonlyVector | undefined {
  const edges = others.map((b) => minus(b, a));
  const weights = leastSquares(edges, times(-1, a));
  if (weights === undefined || weights.some((t) => !(t >= 0)) || weights.reduce((sum, t) => sum + t, 0) > 1)
    return undefined;
  return edges.reduce((p, e, i) => plus(p, times(weights[i], e)), a);
}

/** Simplices flatter than this, as a square of a sine, have no inside. */
const flat = 1e-12;

/** The weights with which up to three edges come nearest to a target; none where they do not tell. */
function leastSquares(edges: readonly ReadonlyVector[], target: ReadonlyVector): number[] | undefined {
  const G = edges.map((e) => [...edges.map((f) => inner(e, f)), inner(e, target)]);
  const n = edges.length;
  const squares = G.map((row, k) => row[k]);
  for (let k = 0; k < n; k++) {
    if (!(G[k][k] > flat * squares[k])) return undefined;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = G[i][k] / G[k][k];
      for (let j = k; j <= n; j++) G[i][j] -= factor * G[k][j];
    }
  }
  return G.map((row, k) => row[n] / row[k]);
}
