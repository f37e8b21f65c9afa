import type { Triple } from "../spatial-figures.js";

/** A direction to look from: angle about the vertical from the x axis, and height over the horizon [rad]. */
export interface Camera {
  readonly azimuth: number;
  readonly elevation: number;
}

/** Where a point of space is in a picture [m], and how near it is to who looks. */
export type Seen = readonly [right: number, up: number, near: number];

/** The orthographic projection along a direction. */
export function projection({ azimuth, elevation }: Camera): (point: Triple) => Seen {
  const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  return ([x, y, z]) => {
    const towards = c * x + s * y;
    return [c * y - s * x, ce * z - se * towards, ce * towards + se * z];
  };
}

/** Pixels from metres, one scale for both directions. */
export interface Fit {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  /** The point of the picture [m] that is in its upper left corner. */
  readonly left: number;
  readonly top: number;
}

/** The largest picture of these points in a width, no higher than `tallest` [px], with room around them. */
export function fitted(points: readonly Seen[], width: number, tallest: number, room: number): Fit {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [u, v] of points) {
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [bottom, top] = [Math.min(bottom, v), Math.max(top, v)];
  }
  const [across, down] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  const scale = Math.min((width - 2 * room) / across, (tallest - 2 * room) / down);
  const height = scale * down + 2 * room;
  const middle = (left + right) / 2;
  return { scale, width, height, left: middle - width / 2 / scale, top: top + room / scale };
}

/** A point of the picture in pixels. */
export const toPixels = ({ scale, left, top }: Fit, [u, v]: Seen): [number, number] => [
  (u - left) * scale,
  (top - v) * scale,
];
