/**
 * Convex hulls of points: their faces, edges and vertices. A face by itself stands apart (`face.ts`), because a page that
 * only reads hulls needs nothing that makes them.
 * @module geometry/hull
 */
import quickhull from "quickhull3d/dist/quickhull3d.js";
import { hypot } from "../../algebra/elementary/elementary.js";
import {
  areaVector,
  direction,
  inner,
  length,
  minus,
  outer,
  type ReadonlyVector,
  times,
} from "../../algebra/vectors.js";
import { faceOf, type HullFace } from "./face.js";

/** A convex polyhedron: the intersection of the half-spaces n·x ≤ offset of its faces, no two of them in one plane. */
export interface ConvexHull {
  /** In the order of the points that it was made from. */
  readonly vertices: readonly ReadonlyVector[];
  readonly faces: readonly HullFace[];
  /** Pairs of vertices, smaller index first, in ascending order. */
  readonly edges: readonly (readonly [number, number])[];
  /** For each vertex, which of the given points it is (the first of equal ones). */
  readonly source: readonly number[];
  /** The given points that are not vertices: inside, on a face or an edge, or again the same point. */
  readonly left: readonly number[];
}

/** How far points of CAD data in double precision are from their common plane, relative to the size of the body. */
const coplanar = 1e-9;

/**
 * The convex hull of points [m]. Points within `tolerance` times their largest extent of a face's plane belong to that
 * face, and those within it of an edge or of each other are no vertices of their own; data in single precision need 1e-6.
 * @throws {RangeError} for fewer than four points, for one that is not finite, for points that lie in one plane, and for
 * points so nearly in one plane that no tolerance of this size says which faces they have.
 */
export function convexHull(points: readonly ReadonlyVector[], tolerance: number = coplanar): ConvexHull {
  const extent = requireSolid(points, tolerance);
  const near = tolerance * extent.size;
  const centre = points[0];
  const shifted = points.map((point) => minus(point, centre));
  const different = firstOfEqual(shifted, near);
  // an affine map changes no face: a thin slab made as thick as wide, of which the library else loses triangles
  const even = different.map((i) => extent.even(shifted[i]));
  // and a sheared one, of which it loses others: where points are nearly in a plane it drops one of one hull in some two thousand
  for (const shear of shears) {
    const seen = even.map(([x, y, z]): [number, number, number] => [x + shear * y, y + shear * z, z - shear * x]);
    const triangles = quickhull(seen).map((corners) => corners.map((i) => different[i]));
    const hull = assemble(points, facePolygons(shifted, different, triangles, near));
    if (hull !== undefined) return hull;
  }
  throw new RangeError("the faces of a hull do not close at this tolerance; a larger one may merge what nearly meets");
}

/** None, as long as the faces close; each keeps the orientation, since its determinant 1 − s³ is positive. */
const shears = [0, 0.31, -0.43, 0.17, -0.77];

/** The largest extent of points [m], and the map that makes their extents in three directions equal. */
interface Extent {
  readonly size: number;
  even(p: ReadonlyVector): [number, number, number];
}

/** The extent of the points, if they are finite and span a volume. */
function requireSolid(points: readonly ReadonlyVector[], tolerance: number): Extent {
  if (points.length < 4) throw new RangeError(`a hull needs four points or more, not ${points.length}`);
  const wrong = points.findIndex((point) => point.length !== 3 || !point.every(Number.isFinite));
  if (wrong >= 0) throw new RangeError(`point ${wrong} of a hull must be three finite numbers, not [${points[wrong]}]`);
  const a = points[0];
  const far = (distance: (p: ReadonlyVector) => number): readonly [ReadonlyVector, number] => {
    const distances = points.map(distance);
    const largest = distances.reduce((best, d) => Math.max(best, d));
    return [points[distances.indexOf(largest)], largest];
  };
  const flat = new RangeError("the points of a hull must not lie in one plane");
  const [b, size] = far((p) => length(minus(p, a)));
  if (!(size > 0)) throw flat;
  const along = times(1 / size, minus(b, a));
  const [c, width] = far((p) => length(outer(along, minus(p, a))));
  if (!(width > tolerance * size)) throw flat;
  const up = direction(outer(along, minus(c, a)));
  const [, height] = far((p) => Math.abs(inner(up, minus(p, a))));
  if (!(height > tolerance * size)) throw flat;
  const across = outer(up, along);
  return { size, even: (p) => [inner(along, p) / size, inner(across, p) / width, inner(up, p) / height] };
}

/** Indices of points of which none is within `near` of an earlier one. */
function firstOfEqual(points: readonly ReadonlyVector[], near: number): number[] {
  // equal points are neighbours along x, so sorting leaves few to compare
  const order = points.map((_, i) => i).sort((i, j) => points[i][0] - points[j][0] || i - j);
  const repeated = new Set<number>();
  order.forEach((i, at) => {
    for (let k = at + 1; k < order.length; k++) {
      const j = order[k];
      if (points[j][0] - points[i][0] > near) break;
      if (length(minus(points[j], points[i])) <= near) repeated.add(Math.max(i, j));
    }
  });
  return points.map((_, i) => i).filter((i) => !repeated.has(i));
}

/**
 * The polygons of the hull: the plane of each triangle, largest first because it knows its plane best, takes every point
 * within `near` of it, and the outline of these is the face. A triangle all of whose corners it took belongs to it.
 */
function facePolygons(
  points: readonly ReadonlyVector[],
  different: readonly number[],
  triangles: readonly (readonly number[])[],
  near: number,
): number[][] {
  const planes = triangles
    .map((corners) => ({ corners, area: areaVector(corners.map((i) => points[i])) }))
    .map(({ corners, area }) => ({ corners, area, size: length(area) }))
    .sort((a, b) => b.size - a.size);
  const taken: Set<number>[] = [];
  const polygons: number[][] = [];
  for (const { corners, area, size } of planes) {
    if (!(size > 0) || taken.some((face) => corners.every((i) => face.has(i)))) continue;
    const normal = times(1 / size, area);
    const offset = inner(normal, points[corners[0]]);
    const on = different.filter((i) => Math.abs(inner(normal, points[i]) - offset) <= near);
    taken.push(new Set(on));
    polygons.push(outline(points, on, normal, near));
  }
  return polygons;
}

/** The convex outline of points in a plane, anticlockwise about its normal, without points within `near` of an edge. */
function outline(
  points: readonly ReadonlyVector[],
  on: readonly number[],
  normal: ReadonlyVector,
  near: number,
): number[] {
  const axis: ReadonlyVector = Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = direction(outer(axis, normal));
  const v = outer(normal, u);
  const sorted = on
    .map((i): Planar => ({ i, x: inner(u, points[i]), y: inner(v, points[i]) }))
    .sort((a, b) => a.x - b.x || a.y - b.y);
  const around = [...chain(sorted), ...chain([...sorted].reverse())];
  // which end of a straight side comes first is left to rounding, so that only whole outlines tell what is an edge
  for (;;) {
    const heights = around.map((b, k) =>
      height(around[(k + around.length - 1) % around.length], b, around[(k + 1) % around.length]),
    );
    const least = Math.min(...heights);
    if (least > near || around.length <= 3) return around.map(({ i }) => i);
    around.splice(heights.indexOf(least), 1);
  }
}

interface Planar {
  readonly i: number;
  readonly x: number;
  readonly y: number;
}

/** The distance of b to the right of the line from a to c. */
function height(a: Planar, b: Planar, c: Planar): number {
  return ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) / hypot(c.x - a.x, c.y - a.y);
}

/** The right half of the outline of sorted points (Andrew's monotone chain), without its last point. */
function chain(sorted: readonly Planar[]): Planar[] {
  const kept: Planar[] = [];
  for (const c of sorted) {
    while (kept.length > 1 && !(height(kept[kept.length - 2], kept[kept.length - 1], c) > 0)) kept.pop();
    kept.push(c);
  }
  return kept.slice(0, -1);
}

/** Numbers the vertices in the order of the points, gives faces their planes, and lists the edges; undefined where faces do not close. */
function assemble(points: readonly ReadonlyVector[], polygons: readonly number[][]): ConvexHull | undefined {
  const source = [...new Set(polygons.flat())].sort((i, j) => i - j);
  const number = new Int32Array(points.length).fill(-1);
  source.forEach((i, vertex) => {
    number[i] = vertex;
  });
  const vertices = source.map((i) => points[i]);
  const faces = polygons.map((polygon) =>
    faceOf(
      vertices,
      polygon.map((i) => number[i]),
    ),
  );
  const edges = faces.flatMap(({ vertices: around }) =>
    around.map((i, k) => [i, around[(k + 1) % around.length]] as const).filter(([i, j]) => i < j),
  );
  if (vertices.length - edges.length + faces.length !== 2) return undefined;
  return {
    vertices,
    faces: faces.sort((a, b) => a.vertices[0] - b.vertices[0] || a.vertices[1] - b.vertices[1]),
    edges: edges.sort(([a, b], [c, d]) => a - c || b - d),
    source,
    left: points.map((_, i) => i).filter((i) => number[i] < 0),
  };
}
