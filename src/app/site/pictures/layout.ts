import type { Spot } from "../../motion-view/outlines.js";
import type { SceneBody, SceneData } from "../../motion-view/scene/scene-data.js";
import type { Look, Piece, Pose } from "./drawn.js";

/** How the picture of a motion tells it. */
export interface Story {
  /** From which side space is looked at [degrees]: about the vertical from +x, and above the ground. */
  readonly from?: readonly [azimuth: number, elevation: number];
  /** Poses along the way besides the last, evenly in time; of bodies that are named only those. */
  readonly ghosts?: number;
  /** Ghosts stand evenly in time, or in the angle by which the first body has turned. */
  readonly evenly?: "time" | "turn";
  /** Bodies of which ghosts and ways are drawn; all parts that move where left out. */
  readonly followed?: readonly string[];
  /** Lines of the world are cushions around a cloth, with pockets where they leave gaps. */
  readonly table?: boolean;
  /** The bodies move, over and over. */
  readonly moving?: boolean;
  /** The part of the motion that is told, from 0 to 1. */
  readonly until?: number;
}

/** Size of a picture, and room around what is drawn [px]. */
export const [width, height, margin] = [480, 300, 22];

/** Colours of bodies, of tools and links, of the world and its edges: all can be told apart on a light and a dark page. */
export const colours = ["#2f86c8", "#e08a1e", "#19a37c", "#c96aa4", "#d9534a", "#7a6fd0"];
export const [tool, link, fixed] = ["#7c838c", "#9aa1a9", "#a7a294"];

export const poseAt = ({ poses }: SceneBody, k: number): Pose => ({
  position: [poses[7 * k], poses[7 * k + 1], poses[7 * k + 2]],
  turn: [poses[7 * k + 3], poses[7 * k + 4], poses[7 * k + 5], poses[7 * k + 6]],
});

/** The picture nearest to a time. */
export function nearest(t: ArrayLike<number>, time: number): number {
  let best = 0;
  for (let k = 1; k < t.length; k++) if (Math.abs(t[k] - time) < Math.abs(t[best] - time)) best = k;
  return best;
}

/** All that a picture is laid out by. */
export interface Stage {
  readonly scene: SceneData;
  readonly look: Look;
  readonly story: Story;
  /** The last picture that is told. */
  readonly last: number;
  readonly followed: readonly SceneBody[];
}

export const colourOf = ({ scene, followed }: Stage, body: SceneBody): string => {
  if (body.role === "tool") return tool;
  const place = followed.indexOf(body);
  if (body.role === "link" || place < 0) return link;
  const balls = followed.filter(({ shapes }) => shapes.every(({ kind }) => kind === "ball"));
  // a ball among boxes, or a hand's part among fingers, has the second colour
  if (balls.length === 1 && followed.length > 2) return colours[body === balls[0] ? 1 : 0];
  return colours[(scene.bodies.length > 6 ? place % colours.length : place) % colours.length];
};

export const sorted = (pieces: readonly Piece[]): Piece[] => pieces.toSorted((a, b) => a.depth - b.depth);

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export function frameOf(pieces: readonly Piece[]): Frame {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { points, radius = 0 } of pieces)
    for (const [x, y] of points) {
      [left, right] = [Math.min(left, x - radius), Math.max(right, x + radius)];
      [bottom, top] = [Math.min(bottom, y - radius), Math.max(top, y + radius)];
    }
  return { left, right, bottom, top };
}

/** The place at which a spot is drawn [px], and how many pixels a metre has. */
export interface Fit {
  readonly place: (spot: Spot) => Spot;
  readonly scale: number;
}

export function fitted({ left, right, bottom, top }: Frame): Fit {
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (top - bottom));
  const place = ([x, y]: Spot): Spot => [
    width / 2 + scale * (x - (left + right) / 2),
    height / 2 - scale * (y - (bottom + top) / 2),
  ];
  return { place, scale };
}

export const short = (x: number): string => String(Math.round(10 * x) / 10);
export const told = (spots: readonly Spot[]): string => spots.map((spot) => spot.map(short).join(" ")).join("L");

/** Arms of a cross, and the least radius of a ball [px]. */
export const [arm, dot] = [7, 4];

export function markup({ points, closed, pairs, radius, paint }: Piece, { place, scale }: Fit): string {
  const [first] = points;
  if (radius !== undefined && first !== undefined) {
    const [x, y] = place(first).map(short);
    return `<circle cx="${x}" cy="${y}" r="${short(Math.max(dot, scale * radius))}" ${paint}/>`;
  }
  if (points.length === 1) {
    const [x, y] = place(first);
    return `<path d="M${short(x - arm)} ${short(y)}h${2 * arm}M${short(x)} ${short(y - arm)}v${2 * arm}" ${paint}/>`;
  }
  if (pairs === true)
    return `<path d="${points.map((spot, i) => `${i % 2 === 0 ? "M" : "L"}${place(spot).map(short).join(" ")}`).join("")}" ${paint}/>`;
  return `<path d="M${told(points.map(place))}${closed ? "Z" : ""}" ${paint}/>`;
}
