import type { SceneData, Triple } from "../../motion-view/scene/scene-data.js";

/** A direction to look from: angle about the vertical from the x axis, and height over the horizon [rad]. */
export interface Direction {
  readonly azimuth: number;
  readonly elevation: number;
}

/** The place of a point of space in a picture [m], and how near it is to who looks. */
export type Seen = readonly [right: number, up: number, near: number];

/** The first direction of view; a plane x–y is seen from above. */
export const directionOf = (plane: SceneData["plane"]): Direction =>
  ({
    xy: { azimuth: -Math.PI / 2, elevation: Math.PI / 2 },
    xz: { azimuth: -Math.PI / 2, elevation: 0 },
    space: { azimuth: -Math.PI / 3, elevation: 0.5 },
  })[plane];

/** The orthographic projection along a direction. */
export function projection({ azimuth, elevation }: Direction): (point: Triple) => Seen {
  const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  return ([x, y, z]) => {
    const towards = c * x + s * y;
    return [c * y - s * x, ce * z - se * towards, ce * towards + se * z];
  };
}

/** The point at right and up of a picture that lies in the plane n·x = offset; undefined where that is seen edgewise. */
export function onPlane(
  { azimuth, elevation }: Direction,
  [right, up]: readonly [number, number],
  normal: Triple,
  offset: number,
): Triple | undefined {
  const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  const towards: Triple = [ce * c, ce * s, se];
  const from: Triple = [-s * right - se * c * up, c * right - se * s * up, ce * up];
  const slope = normal[0] * towards[0] + normal[1] * towards[1] + normal[2] * towards[2];
  if (Math.abs(slope) < 1e-3) return undefined;
  const along = (offset - normal[0] * from[0] - normal[1] * from[1] - normal[2] * from[2]) / slope;
  return [from[0] + along * towards[0], from[1] + along * towards[1], from[2] + along * towards[2]];
}

/** Pixels from metres, one scale for both directions: the point of the picture [m] at the middle of the canvas. */
export interface Fit {
  readonly scale: number;
  readonly right: number;
  readonly up: number;
}

/** The largest picture of these points in a canvas with room around them [px]. */
export function fitTo(points: readonly Seen[], width: number, height: number, room: number): Fit {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [u, v] of points) {
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [bottom, top] = [Math.min(bottom, v), Math.max(top, v)];
  }
  const [across, down] = [Math.max(right - left, 1e-9), Math.max(top - bottom, 1e-9)];
  const scale = Math.min(Math.max(1, width - 2 * room) / across, Math.max(1, height - 2 * room) / down);
  return { scale, right: (left + right) / 2, up: (bottom + top) / 2 };
}
