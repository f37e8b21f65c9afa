import type { Outline } from "./outline.js";

/** A turn less than this [rad] is none: its corner lies on a side. */
const straight = 1e-9;

/**
 * Convex outlines that fill an outline which may be concave, anticlockwise and without a crossing: triangles by ears, then
 * joined over each side that they share as long as they stay convex (Hertel and Mehlhorn 1983, at most four times as many
 * pieces as there need to be).
 */
export function convexPieces(outline: Outline): Outline[] {
  const pieces = triangles(outline);
  for (let joined = true; joined; ) {
    joined = false;
    search: for (let i = 0; i < pieces.length; i++)
      for (let j = i + 1; j < pieces.length; j++) {
        const both = union(pieces[i], pieces[j]);
        if (both === undefined || !isConvex(both, outline)) continue;
        pieces.splice(j, 1);
        pieces[i] = both;
        joined = true;
        break search;
      }
  }
  return pieces.map((piece) => withoutStraight(piece.map((corner) => outline[corner])));
}

/** Corners of a piece by their numbers. */
type Piece = readonly number[];

const turnOf = ([x, y]: Outline[number], [u, v]: Outline[number], [p, q]: Outline[number]): number => {
  const [a, b, c, d] = [u - x, v - y, p - u, q - v];
  return Math.atan2(a * d - b * c, a * c + b * d);
};

function triangles(outline: Outline): Piece[] {
  const left = outline.map((_, i) => i);
  const found: Piece[] = [];
  while (left.length > 3) {
    const ear = left.findIndex((_, i) => isEar(outline, left, i));
    // of rounded numbers none may be left that is clear: the widest one does
    const at = ear >= 0 ? ear : widest(outline, left);
    const [a, b, c] = around(left, at);
    if (Math.abs(turnOf(outline[a], outline[b], outline[c])) > straight) found.push([a, b, c]);
    left.splice(at, 1);
  }
  return [...found, left];
}

const around = (left: readonly number[], i: number): [number, number, number] => [
  left[(i + left.length - 1) % left.length],
  left[i],
  left[(i + 1) % left.length],
];

function isEar(outline: Outline, left: readonly number[], i: number): boolean {
  const [a, b, c] = around(left, i);
  const triangle = [outline[a], outline[b], outline[c]] as const;
  if (turnOf(...triangle) < -straight) return false;
  return left.every((other) => other === a || other === b || other === c || !isInside(outline[other], triangle));
}

function isInside(
  point: Outline[number],
  [a, b, c]: readonly [Outline[number], Outline[number], Outline[number]],
): boolean {
  const side = ([x, y]: Outline[number], [u, v]: Outline[number]): number =>
    (u - x) * (point[1] - y) - (v - y) * (point[0] - x);
  return side(a, b) >= 0 && side(b, c) >= 0 && side(c, a) >= 0;
}

function widest(outline: Outline, left: readonly number[]): number {
  const turns = left.map((_, i) => {
    const [a, b, c] = around(left, i);
    return turnOf(outline[a], outline[b], outline[c]);
  });
  return turns.indexOf(Math.max(...turns));
}

/** Two pieces joined over a side that they share; undefined where they share none. */
function union(one: Piece, other: Piece): Piece | undefined {
  for (const [i, a] of one.entries()) {
    const b = one[(i + 1) % one.length];
    const j = other.findIndex((c, k) => c === b && other[(k + 1) % other.length] === a);
    if (j < 0) continue;
    const rest = other.map((_, k) => other[(j + 2 + k) % other.length]).slice(0, other.length - 2);
    return [...one.slice(0, i + 1), ...rest, ...one.slice(i + 1)];
  }
  return undefined;
}

const isConvex = (piece: Piece, outline: Outline): boolean =>
  piece.every((_, i) => {
    const [a, b, c] = around(piece, i);
    return turnOf(outline[a], outline[b], outline[c]) > -straight;
  });

const withoutStraight = (piece: Outline): Outline =>
  piece.filter((corner, i) => {
    const [before, after] = [piece[(i + piece.length - 1) % piece.length], piece[(i + 1) % piece.length]];
    return turnOf(before, corner, after) > straight;
  });
