import { areaVector, direction, inner, length, minus, outer, type ReadonlyVector } from "../../algebra/vectors.js";
import type { Surface } from "../solid.js";

/** Vertices are in one plane or on one line within this part of the size of a mesh: files have single precision. */
export const flatness = 1e-6;

/** Triangles in one plane that hang together: unit normal n, n·x = offset. */
export interface Flat {
  readonly normal: ReadonlyVector;
  readonly offset: number;
  readonly triangles: readonly number[];
  /** Vertices around it, the flat on their left; a flat with holes has several rounds. */
  readonly rounds: readonly (readonly number[])[];
}

/** The flats of a mesh, whole, and in convex pieces; a flat that is convex is its own piece. */
export interface Flats {
  /** The largest distance of a vertex from the first [m]. */
  readonly size: number;
  readonly whole: readonly Flat[];
  readonly pieces: readonly Flat[];
}

/** The flats of a mesh; triangles without area belong to none. */
export function flatsOf(mesh: Surface): Flats {
  const { vertices, faces } = mesh;
  const size = vertices.reduce((most, vertex) => Math.max(most, length(minus(vertex, vertices[0]))), 0);
  const within = flatness * size;
  const areas = faces.map((face) => areaVector(face.map((i) => vertices[i])));
  const left = new Set(faces.map((_, t) => t).filter((t) => length(areas[t]) > within * within));
  const across = edgesOf(faces.map((face, t) => (left.has(t) ? face : [])));
  const whole: Flat[] = [];
  for (const seed of left) {
    const normal = direction(areas[seed]);
    const offset = inner(normal, vertices[faces[seed][0]]);
    const isIn = (t: number): boolean =>
      inner(normal, areas[t]) > 0 && faces[t].every((i) => Math.abs(inner(normal, vertices[i]) - offset) <= within);
    const triangles = [seed];
    left.delete(seed);
    for (const t of triangles)
      faces[t].forEach((i, k) => {
        const next = across.get(edge(faces[t][(k + 1) % 3], i));
        if (next === undefined || !left.has(next) || !isIn(next)) return;
        left.delete(next);
        triangles.push(next);
      });
    whole.push({ normal, offset, triangles, rounds: roundsOf(triangles.map((t) => faces[t])) });
  }
  return { size, whole, pieces: whole.flatMap((flat) => convexPieces(flat, mesh, within)) };
}

/** A directed edge as a key. */
export const edge = (i: number, j: number): string => `${i} ${j}`;

/** For each directed edge the first polygon that has it. */
export function edgesOf(polygons: readonly (readonly number[])[]): Map<string, number> {
  const found = new Map<string, number>();
  polygons.forEach((polygon, t) => {
    polygon.forEach((i, k) => {
      const there = edge(i, polygon[(k + 1) % polygon.length]);
      if (!found.has(there)) found.set(there, t);
    });
  });
  return found;
}

/** The rounds of edges that only one of some polygons has. */
function roundsOf(polygons: readonly (readonly number[])[]): number[][] {
  const all = edgesOf(polygons);
  const onward = new Map<number, number[]>();
  for (const polygon of polygons)
    polygon.forEach((i, k) => {
      const j = polygon[(k + 1) % polygon.length];
      if (!all.has(edge(j, i))) onward.set(i, [...(onward.get(i) ?? []), j]);
    });
  const rounds: number[][] = [];
  for (const [start, ways] of onward)
    while (ways.length > 0) {
      const round: number[] = [];
      for (let at: number | undefined = start; at !== undefined; at = onward.get(at)?.pop()) round.push(at);
      rounds.push(round[0] === round.at(-1) ? round.slice(0, -1) : round);
    }
  return rounds;
}

/** The corners of a round: its vertices but for those on a line of their neighbours. */
export function cornersOf(
  round: readonly number[],
  vertices: readonly ReadonlyVector[],
  within: number,
): readonly number[] {
  const kept = round.filter((at, k) => {
    const [before, after] = [round[(k + round.length - 1) % round.length], round[(k + 1) % round.length]];
    const [e, f] = [minus(vertices[at], vertices[before]), minus(vertices[after], vertices[at])];
    return length(outer(e, f)) > within * length(minus(vertices[after], vertices[before])) || inner(e, f) < 0;
  });
  return kept.length < round.length && kept.length >= 3 ? cornersOf(kept, vertices, within) : kept;
}

/** True of a round that never turns to the right, nor back. */
function isConvex({ normal, rounds }: Pick<Flat, "normal" | "rounds">, { vertices }: Surface, within: number): boolean {
  if (rounds.length !== 1) return false;
  const [round] = rounds;
  return round.every((i, k) => {
    const [j, l] = [round[(k + 1) % round.length], round[(k + 2) % round.length]];
    const [e, f] = [minus(vertices[j], vertices[i]), minus(vertices[l], vertices[j])];
    const turn = inner(normal, outer(e, f));
    const slack = within * Math.max(length(e), length(f));
    return turn >= -slack && (turn > slack || inner(e, f) > 0);
  });
}

/** Convex pieces of a flat: its triangles, joined over the longest edges first (Hertel and Mehlhorn 1983). */
function convexPieces(flat: Flat, mesh: Surface, within: number): Flat[] {
  if (isConvex(flat, mesh, within)) return [flat];
  const { vertices, faces } = mesh;
  let pieces = flat.triangles.map((t): Flat => ({ ...flat, triangles: [t], rounds: [faces[t]] }));
  const inside = flat.triangles.flatMap((t) =>
    faces[t].map((i, k) => [i, faces[t][(k + 1) % 3]] as const).filter(([i, j]) => i < j),
  );
  const long = ([i, j]: readonly [number, number]): number => length(minus(vertices[i], vertices[j]));
  for (const [i, j] of inside.sort((a, b) => long(b) - long(a) || a[0] - b[0] || a[1] - b[1])) {
    const has = (from: number, to: number) => (piece: Flat) => edgesOf(piece.rounds).has(edge(from, to));
    const [one, two] = [pieces.find(has(i, j)), pieces.find(has(j, i))];
    if (one === undefined || two === undefined || one === two) continue;
    const triangles = [...one.triangles, ...two.triangles];
    const joined: Flat = { ...flat, triangles, rounds: roundsOf(triangles.map((t) => faces[t])) };
    if (isConvex(joined, mesh, within)) pieces = [...pieces.filter((piece) => piece !== one && piece !== two), joined];
  }
  return pieces;
}
