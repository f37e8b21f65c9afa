import type { Triple } from "../../motion-view/scene/scene-data.js";
import type { Fit, Seen } from "./projection.js";
import type { Piece } from "./shapes.js";

/** A pen that draws what is seen of space on a plain canvas. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  /** The projection of space on the picture [m]. */
  see: (point: Triple) => Seen;
  /** The part of the picture that the canvas shows, and its size [px]. */
  fit: Fit;
  width: number;
  height: number;
}

/** The pixel of a place in the picture. */
export const pixelOf = ({ width, height, fit }: Pen, [u, v]: Seen): [number, number] => [
  width / 2 + (u - fit.right) * fit.scale,
  height / 2 - (v - fit.up) * fit.scale,
];

export function path(pen: Pen, points: readonly Seen[], close: boolean): void {
  const { context } = pen;
  context.beginPath();
  for (const point of points) context.lineTo(...pixelOf(pen, point));
  if (close) context.closePath();
}

/** A pen's colour, width [px] and opacity. */
export interface Stroke {
  readonly colour: string;
  readonly wide: number;
  readonly opacity?: number;
}

/** Lines between pairs of points: six numbers each. */
export function segments(pen: Pen, positions: readonly number[], { colour, wide, opacity = 1 }: Stroke): void {
  const { context, see } = pen;
  context.globalAlpha = opacity;
  context.strokeStyle = colour;
  context.lineWidth = wide;
  context.beginPath();
  for (let i = 0; i + 5 < positions.length; i += 6) {
    context.moveTo(...pixelOf(pen, see([positions[i], positions[i + 1], positions[i + 2]])));
    context.lineTo(...pixelOf(pen, see([positions[i + 3], positions[i + 4], positions[i + 5]])));
  }
  context.stroke();
  context.globalAlpha = 1;
}

export function outline(pen: Pen, piece: Piece): void {
  if (piece.kind === "line") path(pen, [piece.from, piece.to], false);
  else if (piece.kind === "polygon") path(pen, piece.points, true);
  else {
    const [x, y] = pixelOf(pen, piece.kind === "circle" ? piece.centre : piece.at);
    pen.context.beginPath();
    pen.context.arc(x, y, piece.kind === "circle" ? piece.radius * pen.fit.scale : 4, 0, 2 * Math.PI);
  }
}

/** A piece of a body on the colour of the page. */
export function drawPiece(pen: Pen, piece: Piece, paper: string): void {
  const { context } = pen;
  context.fillStyle = piece.fill;
  context.strokeStyle = piece.fill;
  context.lineWidth = 1.4;
  const filled = 0.62 - 0.4 * piece.light;
  if (piece.kind === "line") {
    context.lineWidth = Math.max(2.5, piece.width * pen.fit.scale);
    context.lineCap = "round";
    outline(pen, piece);
    context.globalAlpha = piece.width > 0 ? 0.55 : 1;
    context.stroke();
    context.globalAlpha = 1;
    return;
  }
  outline(pen, piece);
  // the page shines through nothing that is nearer
  context.save();
  context.fillStyle = paper;
  context.fill();
  context.globalAlpha = filled;
  context.fillStyle = piece.fill;
  context.fill();
  context.restore();
  context.stroke();
  if (piece.kind !== "circle") return;
  path(pen, [piece.centre, piece.spoke], false);
  context.stroke();
}

/** An arrow from a pixel, by so many pixels across and down. */
export function arrow(
  { context }: Pen,
  [x, y]: readonly [number, number],
  [a, b]: readonly [number, number],
  colour: string,
): void {
  const long = Math.hypot(a, b);
  if (long < 1) return;
  const head = Math.min(8, long / 2) / long;
  context.strokeStyle = colour;
  context.lineWidth = 2.4;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + a, y + b);
  for (const side of [1, -1]) {
    context.moveTo(x + a, y + b);
    context.lineTo(x + a - head * (a + side * 0.6 * b), y + b - head * (b - side * 0.6 * a));
  }
  context.stroke();
}
