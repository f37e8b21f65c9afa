/**
 * Meshes: surfaces of triangles. A mesh touches by parts, each a contact of its own: flats that hang together where the
 * surface is convex, so that a part has one nearest point, and nothing catches on the edges inside of it. The parts follow
 * the surface exactly; where it is not convex, at the foot of a wall or all around in a hole, several touch at once.
 * @module geometry/mesh
 */

import { inner, minus, plus, type ReadonlyVector, times } from "../../algebra/vectors.js";
import { BadInput } from "../../checks/bad-input.js";
import { type ConvexHull, convexHull } from "../hull/hull.js";
import type { MeshShape } from "../shape.js";
import { edge, edgesOf, type Flat, type Flats, flatness, flatsOf } from "./flats.js";

/** More flats than these make too many rows, or a formula too long for its kernel. */
const mostFlats = 200;

/** Flats that are in one part: whole ones for a nearest point by formula, convex pieces for shapes with cores. */
export type Parting = "whole" | "pieces";

interface Known {
  readonly flats: Flats;
  readonly groups: Partial<Record<Parting, readonly (readonly Flat[])[]>>;
}

// asked for several times while a model is built
const known = new WeakMap<MeshShape, Known>();

/**
 * The flats of a mesh.
 * @throws {BadInput} for more than `mostFlats` of them.
 */
export function meshFlats(mesh: MeshShape): Flats {
  return knownOf(mesh).flats;
}

function knownOf(mesh: MeshShape): Known {
  const found = known.get(mesh);
  if (found !== undefined) return found;
  const flats = flatsOf(mesh);
  if (flats.pieces.length > mostFlats)
    throw new BadInput(
      "faces",
      `faces of a mesh make ${flats.pieces.length} flat pieces; at most ${mostFlats} can touch: take a coarser mesh or its hull.`,
    );
  if (flats.whole.length === 0) throw new BadInput("faces", "faces of a mesh must not all be without area.");
  const made = { flats, groups: {} };
  known.set(mesh, made);
  return made;
}

/** The parts of a mesh, in the order of their first triangles, each by its flats. */
export function flatsOfParts(mesh: MeshShape, by: Parting): readonly (readonly Flat[])[] {
  const { flats, groups } = knownOf(mesh);
  groups[by] ??= grouped(mesh, flats, by);
  return groups[by];
}

/** The parts of a mesh as meshes. */
export function partsOfMesh(mesh: MeshShape, by: Parting): MeshShape[] {
  const parts = flatsOfParts(mesh, by);
  if (parts.length === 1) return [mesh];
  return parts.map((part) => {
    const faces = part
      .flatMap(({ triangles }) => triangles)
      .sort((a, b) => a - b)
      .map((t) => mesh.faces[t]);
    const used = [...new Set(faces.flat())].sort((a, b) => a - b);
    const number = new Map(used.map((i, k) => [i, k]));
    const renumbered = faces.map(([i, j, k]) => [number.get(i) ?? 0, number.get(j) ?? 0, number.get(k) ?? 0] as const);
    return { ...mesh, vertices: used.map((i) => mesh.vertices[i]), faces: renumbered };
  });
}

/** The convex hull of some vertices; undefined where they lie in one plane, or nearly so. */
export function hullOrFlat(points: readonly ReadonlyVector[]): ConvexHull | undefined {
  try {
    return convexHull(points, flatness);
  } catch {
    return undefined;
  }
}

const verticesOf = (flats: readonly Flat[]): number[] => [...new Set(flats.flatMap(({ rounds }) => rounds.flat()))];

/**
 * Flats grow to a part over edges that they share, as long as every flat has all vertices of the part behind it, no two
 * are in one plane, and no other flat goes through the inside of their hull.
 */
function grouped(mesh: MeshShape, flats: Flats, by: Parting): Flat[][] {
  const { vertices } = mesh;
  const all = flats[by];
  const within = flatness * flats.size;
  const neighbours = neighboursOf(all);
  const isBehind = (points: readonly number[], { normal, offset }: Flat): boolean =>
    points.every((i) => inner(normal, vertices[i]) <= offset + within);
  const isInPlane = (points: readonly number[], { normal, offset }: Flat): boolean =>
    points.every((i) => Math.abs(inner(normal, vertices[i]) - offset) <= within);
  const free = new Set(all.keys());
  const groups: Flat[][] = [];
  for (const seed of free) {
    free.delete(seed);
    const group = [seed];
    for (const at of group)
      for (const next of neighbours[at]) {
        if (!free.has(next)) continue;
        const part = group.map((k) => all[k]);
        const flat = all[next];
        const around = flat.rounds.flat();
        const joins =
          part.every((one) => isBehind(around, one) && !isInPlane(around, one)) &&
          isBehind(verticesOf(part), flat) &&
          isClear([...part, flat], { mesh, flats: flats.pieces, within });
        if (!joins) continue;
        free.delete(next);
        group.push(next);
      }
    groups.push(group.map((k) => all[k]));
  }
  return groups;
}

/** For each flat those on the other side of its edges. */
function neighboursOf(flats: readonly Flat[]): number[][] {
  const owner = flats.flatMap(({ rounds }, i) => rounds.map(() => i));
  const across = edgesOf(flats.flatMap(({ rounds }) => rounds));
  return flats.map(({ rounds }, i) => {
    const found = rounds.flatMap((round) =>
      round.flatMap((from, k) => {
        const there = across.get(edge(round[(k + 1) % round.length], from));
        return there === undefined || owner[there] === i ? [] : [owner[there]];
      }),
    );
    return [...new Set(found)];
  });
}

interface Surroundings {
  readonly mesh: MeshShape;
  /** Convex pieces of all flats. */
  readonly flats: readonly Flat[];
  readonly within: number;
}

/** True where no flat but those of the part goes through the inside of their hull. */
function isClear(part: readonly Flat[], { mesh, flats, within }: Surroundings): boolean {
  const hull = hullOrFlat(verticesOf(part).map((i) => mesh.vertices[i]));
  if (hull === undefined) return false;
  const own = new Set(part.flatMap(({ triangles }) => triangles));
  return flats.every(({ triangles, rounds }) => {
    if (triangles.every((t) => own.has(t))) return true;
    let left: readonly ReadonlyVector[] = rounds[0].map((i) => mesh.vertices[i]);
    for (const { normal, offset } of hull.faces) left = clipped(left, normal, offset - within);
    return left.length === 0;
  });
}

/** The part of a convex polygon behind a plane (Sutherland and Hodgman 1974). */
function clipped(
  polygon: readonly ReadonlyVector[],
  normal: ReadonlyVector,
  offset: number,
): readonly ReadonlyVector[] {
  return polygon.flatMap((a, k) => {
    const b = polygon[(k + 1) % polygon.length];
    const [da, db] = [inner(normal, a) - offset, inner(normal, b) - offset];
    const kept = da < 0 ? [a] : [];
    return da < 0 === db < 0 ? kept : [...kept, plus(a, times(da / (da - db), minus(b, a)))];
  });
}
