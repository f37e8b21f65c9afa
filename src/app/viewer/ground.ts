import { direction, inner, outer, plus, times } from "../../algebra/vectors.js";
import type { SceneShape, Triple } from "../motion-view/scene/scene-data.js";
import type { Box } from "./bounds.js";

type HalfSpace = Extract<SceneShape, { kind: "half-space" }>;

/** A piece of a surface, as a polygon, and the lines of its grid. */
export interface Ground {
  readonly corners: readonly Triple[];
  readonly lines: readonly (readonly [Triple, Triple])[];
}

/** How far a floor reaches beyond what is on it, in distances of its lines. */
const beyond = 0.6;

/** The rectangle of a plane under a box, ruled in round distances. */
export function floorUnder({ normal, tangent, offset }: HalfSpace, box: Box, grid: number): Ground {
  const across = outer(normal, tangent);
  const [a, b] = [spanAlong(tangent, box, grid), spanAlong(across, box, grid)];
  const at = (i: number, j: number): Triple =>
    plus(times(offset, normal), plus(times(i * grid, tangent), times(j * grid, across)));
  return { corners: [at(a[0], b[0]), at(a[1], b[0]), at(a[1], b[1]), at(a[0], b[1])], lines: rulingLines(a, b, at) };
}

/** The grid of a plane that is looked at, behind a box. */
export function gridBehind(right: Triple, up: Triple, box: Box, grid: number): Ground["lines"] {
  const [a, b] = [spanAlong(right, box, grid), spanAlong(up, box, grid)];
  return rulingLines(a, b, (i, j) => plus(times(i * grid, right), times(j * grid, up)));
}

/** A half-space cut by a plane that is looked at along `view`: as wide and deep as `reach`, or a slab where it ends. */
export function cutOf(
  { normal, offset, tangent, stretch }: HalfSpace,
  view: Triple,
  reach: number,
  slab: number,
): Ground {
  const along = direction(outer(view, normal));
  const sense = inner(along, tangent) < 0 ? -1 : 1;
  const [from, to] = stretch ?? [-reach, reach];
  const depth = stretch === undefined ? reach : slab;
  const at = (s: number, d: number): Triple => plus(times(offset - d, normal), times(sense * s, along));
  return { corners: [at(from, 0), at(to, 0), at(to, depth), at(from, depth)], lines: [[at(from, 0), at(to, 0)]] };
}

function spanAlong(axis: Triple, { low, high }: Box, grid: number): [number, number] {
  const ends = [0, 1, 2].map((i) => [axis[i] * low[i], axis[i] * high[i]]);
  const sum = (pick: (...two: number[]) => number): number => ends.reduce((total, two) => total + pick(...two), 0);
  return [Math.floor(sum(Math.min) / grid - beyond), Math.ceil(sum(Math.max) / grid + beyond)];
}

function rulingLines(
  [a0, a1]: readonly [number, number],
  [b0, b1]: readonly [number, number],
  at: (i: number, j: number) => Triple,
): [Triple, Triple][] {
  const lines: [Triple, Triple][] = [];
  for (let i = a0; i <= a1; i++) lines.push([at(i, b0), at(i, b1)]);
  for (let j = b0; j <= b1; j++) lines.push([at(a0, j), at(a1, j)]);
  return lines;
}
