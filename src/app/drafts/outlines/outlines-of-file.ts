/**
 * Outlines of files that people drop: SVG and DXF as closed outlines in metres, without corners that nobody sees, and as the
 * convex pieces that fill them, since drawn bodies touch by convex shapes. Each file is a function from text or corners to
 * corners, and may be touched without reading the others.
 *
 * @module app/drafts/outlines
 */
import { BadInput } from "../../../motion/problem/problem.js";
import { convexPieces } from "./convex-pieces.js";
import { dxfOutlines } from "./dxf-outlines.js";
import { type Outline, simplified } from "./outline.js";
import { svgOutlines } from "./svg-outlines.js";

/** An outline of a file as convex pieces. */
export interface FileOutline {
  readonly name: string;
  readonly pieces: readonly Outline[];
}

/** More than these of one file nobody drew as parts. */
const mostOutlines = 20;

/**
 * The closed outlines of a file, the largest first.
 * @throws {BadInput} one sentence where it has none, or one that crosses itself.
 */
export function outlinesOfFile(file: string, text: string): FileOutline[] {
  const read = /\.dxf$/i.test(file) ? dxfOutlines : svgOutlines;
  try {
    const found = read(text);
    if (found.length === 0) throw new RangeError("there is no closed outline in it");
    if (found.length > mostOutlines)
      throw new RangeError(`it has ${found.length} outlines, and at most ${mostOutlines} are taken`);
    return found.map(({ name, points }) => ({ name, pieces: convexPieces(simplified(points)) }));
  } catch (error) {
    if (error instanceof RangeError)
      throw new BadInput("file", `${file} cannot be taken as outlines: ${error.message}.`);
    throw error;
  }
}
