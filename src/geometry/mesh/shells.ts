import { atan2 } from "../../algebra/elementary/elementary.js";
import {
  areaVector,
  direction,
  inner,
  length,
  minus,
  outer,
  plus,
  type ReadonlyVector,
  times,
} from "../../algebra/vectors.js";
import type { Surface } from "../solid.js";
import { edge, edgesOf, flatness } from "./flats.js";

interface Span {
  readonly low: ReadonlyVector;
  readonly high: ReadonlyVector;
}

interface Triangle extends Span {
  readonly corners: readonly ReadonlyVector[];
  readonly normal: ReadonlyVector;
}

/** A surface that hangs together by edges: its faces by their numbers, and its triangles. */
interface Shell extends Span {
  readonly faces: readonly number[];
  readonly triangles: readonly Triangle[];
  /** Faces point into a hollow: outside of it is matter of another shell. */
  readonly isHollow: boolean;
}

/** The rule that a mesh keeps, as a sentence goes on behind "must". */
export const apart = "have no shell in another but hollows, whose faces point inwards";

/** How far beside a surface one looks which side is full, in parts of the size, well beyond single precision. */
const beside = 10 * flatness;

/**
 * A face of a closed surface where its shells are in each other, so that matter counts twice or less than once: there is
 * matter of one shell outside another, or none around a hollow. Shells may touch, and a hollow may hold further ones.
 */
export function faceInside({ vertices, faces }: Surface): number | undefined {
  const across = edgesOf(faces);
  // nothing is inside of an open surface
  if (faces.some((face) => face.some((i, k) => !across.has(edge(face[(k + 1) % face.length], i))))) return undefined;
  const shells = shellsOf({ vertices, faces }, across);
  const size = Math.max(...shells.map(({ low, high }) => length(minus(high, low))));
  for (const shell of shells) {
    const others = shells.filter((other) => other !== shell && meet(shell, other));
    if (others.length === 0 && !shell.isHollow) continue;
    const near = others.flatMap(({ triangles }) => triangles.filter((one) => meet(one, shell)));
    const around = (point: ReadonlyVector): number => others.reduce((sum, other) => sum + turns(other, point), 0);
    const isOnOne = (point: ReadonlyVector): boolean => others.some((other) => turns(other, point) % 1 !== 0);
    const own = shell.isHollow ? -1 : 0;
    const isWrong = (times: number): boolean => times < 0 || times > 1;
    for (const at of shell.faces) {
      const corners = faces[at].map((i) => vertices[i]);
      const face = triangleOf(corners);
      const touched = near.filter((one) => meet(face, one) && !isBeside(corners, one) && !isBeside(one.corners, face));
      // where nothing touches, one face says it of all
      if (touched.length === 0 && at !== shell.faces[0]) continue;
      const middle = times(1 / corners.length, corners.reduce(plus));
      const away = times(beside * size, direction(face.normal));
      if (isWrong(own + around(plus(middle, away))) || isWrong(own + 1 + around(minus(middle, away)))) return at;
      // a long edge may go through another shell between two middles
      const between = corners.flatMap((a, k) => pieces(a, corners[(k + 1) % corners.length], touched));
      if (between.some((point) => !isOnOne(point) && around(point) !== -own)) return at;
    }
  }
  return undefined;
}

function shellsOf({ vertices, faces }: Surface, across: ReadonlyMap<string, number>): Shell[] {
  const free = new Set(faces.keys());
  const shells: Shell[] = [];
  for (const seed of free) {
    free.delete(seed);
    const own = [seed];
    for (const at of own)
      faces[at].forEach((i, k) => {
        const next = across.get(edge(faces[at][(k + 1) % faces[at].length], i));
        if (next !== undefined && free.delete(next)) own.push(next);
      });
    const triangles = own.flatMap((at) =>
      faces[at].slice(2).map((i, k) => triangleOf([faces[at][0], faces[at][k + 1], i].map((at) => vertices[at]))),
    );
    const box = boxOf(triangles.flatMap(({ low, high }) => [low, high]));
    const volume = triangles.reduce((sum, { corners, normal }) => sum + inner(minus(corners[0], box.low), normal), 0);
    shells.push({ faces: own, triangles, ...box, isHollow: volume < 0 });
  }
  return shells;
}

const triangleOf = (corners: readonly ReadonlyVector[]): Triangle => ({
  corners,
  normal: areaVector(corners),
  ...boxOf(corners),
});

function boxOf(points: readonly ReadonlyVector[]): Span {
  const end = (most: (a: number, b: number) => number): ReadonlyVector =>
    points.reduce(([x, y, z], [a, b, c]) => [most(x, a), most(y, b), most(z, c)] as const);
  return { low: end(Math.min), high: end(Math.max) };
}

const meet = (one: Span, two: Span): boolean =>
  one.low.every((x, i) => x <= two.high[i]) && two.low.every((x, i) => x <= one.high[i]);

/** True of points that are all on one side of a triangle's plane. */
function isBeside(points: readonly ReadonlyVector[], { corners, normal }: Triangle): boolean {
  const heights = points.map((point) => inner(normal, minus(point, corners[0])));
  const slack = flatness * length(normal) * Math.max(...points.map((point) => length(minus(point, corners[0]))));
  return heights.every((height) => height > slack) || heights.every((height) => height < -slack);
}

/**
 * How often a closed shell goes around a point: solid angles over 4π (Van Oosterom and Strackee 1983). A half where the point is
 * on the shell: its angle there is rounding.
 */
function turns({ triangles, ...box }: Shell, point: ReadonlyVector): number {
  if (!meet(box, { low: point, high: point })) return 0;
  let sum = 0;
  for (const { corners } of triangles) {
    const [a, b, c] = corners.map((corner) => minus(corner, point));
    const [x, y, z] = [length(a), length(b), length(c)];
    const volume = inner(a, outer(b, c));
    const rest = x * y * z + inner(a, b) * z + inner(b, c) * x + inner(c, a) * y;
    if (Math.abs(volume) <= flatness * x * y * z && rest <= flatness * x * y * z) return 0.5;
    sum += atan2(volume, rest);
  }
  return Math.round(sum / (2 * Math.PI));
}

/** The middles of an edge's pieces between the planes of triangles that it goes through. */
function pieces(a: ReadonlyVector, b: ReadonlyVector, triangles: readonly Triangle[]): ReadonlyVector[] {
  const along = minus(b, a);
  const cuts = triangles
    .map(({ corners, normal }) => inner(normal, minus(corners[0], a)) / inner(normal, along))
    .filter((at) => at > 0 && at < 1)
    .sort((x, y) => x - y);
  if (cuts.length === 0) return [];
  return [...cuts, 1].map((at, k) => plus(a, times(0.5 * (at + (cuts[k - 1] ?? 0)), along)));
}
