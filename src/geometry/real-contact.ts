import { areaVector, inner, length, minus, outer, plus, type ReadonlyVector, times } from "../algebra/vectors.js";
import type { ConvexHull } from "./hull/hull.js";
import { type Surface, sizeOf } from "./solid.js";

/** The two ends of a line along which bodies touch. */
export type ContactLine = readonly [ReadonlyVector, ReadonlyVector];

/** A part of a hull's boundary that touches a plane. */
export interface HullPatch {
  /** A polygon anticlockwise seen from outside, the ends of a line, or a point. */
  readonly points: readonly ReadonlyVector[];
  /** [m²] */
  readonly area: number;
  /** Length of a line [m]. */
  readonly length: number;
}

/**
 * The patch with which a hull touches a plane, and the parts of it that the true shape touches with; the rest is contact
 * of the hull only. All points are in the axes of the solid.
 */
export interface RealContact {
  readonly contact: "surface" | "line" | "point";
  readonly patch: HullPatch;
  /** The true contact: plane polygons, lines that belong to none of them, and points that belong to neither. */
  readonly polygons: readonly (readonly ReadonlyVector[])[];
  readonly segments: readonly ContactLine[];
  readonly points: readonly ReadonlyVector[];
  /** Area of the polygons [m²]. */
  readonly area: number;
  /** Length of the segments [m]. */
  readonly length: number;
}

/** Distance from the patch, relative to the size of the body, within which a point lies on it. */
const near = 1e-9;

/**
 * Which parts of a hull's contact patch a body really touches, from the surfaces of its parts (`surfacesOf` a solid) and
 * the vertices of the hull that touch.
 * @throws {RangeError} where no vertex touches, or where those that touch belong to no face of the hull.
 */
export function realContact(
  surfaces: readonly Surface[],
  hull: Pick<ConvexHull, "vertices" | "faces">,
  touching: readonly number[],
): RealContact {
  const tolerance = near * sizeOf(hull.vertices);
  const at = touching.map((i) => hull.vertices[i]);
  if (at.length === 0) throw new RangeError("no vertex of the hull touches");
  if (at.length === 1) return { ...nothing, contact: "point", patch: { points: at, area: 0, length: 0 }, points: at };
  if (at.length === 2) return lineContact(surfaces, [at[0], at[1]], tolerance);
  const face = hull.faces.find(({ vertices }) => touching.every((i) => vertices.includes(i)));
  if (face === undefined) throw new RangeError(`the vertices ${touching.join(", ")} belong to no face of the hull`);
  const off = (p: ReadonlyVector): number => Math.abs(inner(face.normal, p) - face.offset);
  return surfaceContact(
    surfaces,
    face.vertices.map((i) => hull.vertices[i]),
    (p) => off(p) <= tolerance,
    tolerance,
  );
}

const nothing = { polygons: [], segments: [], points: [], area: 0, length: 0 } as const;

function surfaceContact(
  surfaces: readonly Surface[],
  patch: readonly ReadonlyVector[],
  isOn: (p: ReadonlyVector) => boolean,
  tolerance: number,
): RealContact {
  const polygons: ReadonlyVector[][] = [];
  const segments: ContactLine[] = [];
  const points: ReadonlyVector[] = [];
  for (const { vertices, faces } of surfaces) {
    const on = vertices.map(isOn);
    const flat = faces.filter((face) => face.every((i) => on[i]));
    const touched = new Set(flat.flat());
    polygons.push(...flat.map((face) => face.map((i) => vertices[i])));
    // an edge between two faces that leave the plane; each edge comes once in each direction
    const lone = faces.flatMap((face) => edgesOf(face)).filter(([i, j]) => i < j && on[i] && on[j]);
    for (const [i, j] of lone) {
      if (flat.some((face) => face.includes(i) && face.includes(j))) continue;
      segments.push([vertices[i], vertices[j]]);
      touched.add(i).add(j);
    }
    points.push(...vertices.filter((_, i) => on[i] && !touched.has(i)));
  }
  const areaOf = (polygon: readonly ReadonlyVector[]): number => length(areaVector(polygon));
  return {
    ...nothing,
    contact: "surface",
    patch: { points: patch, area: areaOf(patch), length: 0 },
    polygons,
    segments,
    points: different(points, tolerance),
    area: polygons.reduce((sum, polygon) => sum + areaOf(polygon), 0),
    length: segments.reduce((sum, [a, b]) => sum + length(minus(b, a)), 0),
  };
}

function lineContact(surfaces: readonly Surface[], [a, b]: ContactLine, tolerance: number): RealContact {
  const whole = length(minus(b, a));
  const along = times(1 / whole, minus(b, a));
  const isOn = (p: ReadonlyVector): boolean => length(outer(along, minus(p, a))) <= tolerance;
  const place = (p: ReadonlyVector): number => inner(along, minus(p, a));
  const intervals: (readonly [number, number])[] = [];
  const places: number[] = [];
  for (const { vertices, faces } of surfaces) {
    const on = vertices.map(isOn);
    places.push(...vertices.filter((_, i) => on[i]).map(place));
    for (const [i, j] of faces.flatMap((face) => edgesOf(face)))
      if (on[i] && on[j]) {
        const ends = [place(vertices[i]), place(vertices[j])] as const;
        intervals.push([Math.min(...ends), Math.max(...ends)]);
      }
  }
  const lines = joined(intervals, tolerance);
  const alone = places.filter((x) => lines.every(([from, to]) => x < from - tolerance || x > to + tolerance));
  const pointAt = (x: number): ReadonlyVector => plus(a, times(x, along));
  return {
    ...nothing,
    contact: "line",
    patch: { points: [a, b], area: 0, length: whole },
    segments: lines.map(([from, to]): ContactLine => [pointAt(from), pointAt(to)]),
    points: different(alone.sort((x, y) => x - y).map(pointAt), tolerance),
    length: lines.reduce((sum, [from, to]) => sum + to - from, 0),
  };
}

const edgesOf = (face: readonly number[]): (readonly [number, number])[] =>
  face.map((i, k) => [i, face[(k + 1) % face.length]] as const);

/** Intervals that touch or overlap as one, in ascending order. */
function joined(intervals: readonly (readonly [number, number])[], tolerance: number): (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = lines.at(-1);
    if (last !== undefined && from <= last[1] + tolerance) lines[lines.length - 1] = [last[0], Math.max(last[1], to)];
    else lines.push([from, to]);
  }
  return lines;
}

/** Points of which none is near an earlier one. */
function different(points: readonly ReadonlyVector[], tolerance: number): ReadonlyVector[] {
  return points.filter((p, i) => points.slice(0, i).every((other) => length(minus(p, other)) > tolerance));
}
