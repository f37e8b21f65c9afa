import type { DraftShape } from "./draft.js";
import { doubleArea, type Outline } from "./outlines/outline.js";

/** Digits that survive moving an outline to its centre. */
const digits = 12;
/** An outline whose centre is off by this share of its size is about its centre. */
const already = 1e-9;

/** Centre of the area of a polygon that does not cross itself, anticlockwise [m]. */
export function centreOf(vertices: Outline): readonly [number, number] {
  let [area, mx, my] = [0, 0, 0];
  // about a corner, where far outlines lose nothing
  const [[ox, oy]] = vertices;
  vertices.forEach(([x, y], i) => {
    const [u, v] = vertices[(i + 1) % vertices.length];
    const cross = (x - ox) * (v - oy) - (u - ox) * (y - oy);
    area += cross / 2;
    mx += (cross * (x + u - 2 * ox)) / 6;
    my += (cross * (y + v - 2 * oy)) / 6;
  });
  return [ox + mx / area, oy + my / area];
}

/** The same outline about its centre of area. */
export function centred(vertices: Outline): [number, number][] {
  const [outline] = centredPieces([vertices]);
  return outline;
}

/** The same outlines about their common centre of area. */
export function centredPieces(pieces: readonly Outline[]): [number, number][][] {
  const [cx, cy] = middleOf(pieces);
  const size = Math.max(...pieces.flat().map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
  // those that are there already stay as they are, to the last digit
  if (Math.hypot(cx, cy) < already * size) return pieces.map((piece) => piece.map(([x, y]) => [x, y]));
  const round = (x: number): number => Number(x.toPrecision(digits));
  return pieces.map((piece) => piece.map(([x, y]) => [round(x - cx), round(y - cy)]));
}

/** The common centre of area of outlines [m]. */
export function middleOf(pieces: readonly Outline[]): readonly [number, number] {
  const weights = pieces.map(doubleArea);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const centres = pieces.map(centreOf);
  const along = (axis: 0 | 1): number =>
    centres.reduce((sum, centre, i) => sum + (weights[i] / total) * centre[axis], 0);
  return pieces.length === 1 ? centres[0] : [along(0), along(1)];
}

/** The convex outlines of a shape about its centre; none of a shape that has no corners. */
export function cornersOf(shape: DraftShape): [number, number][][] {
  if (shape.kind === "polygon") return [centred(shape.vertices)];
  return shape.kind === "outline" ? centredPieces(shape.pieces) : [];
}
