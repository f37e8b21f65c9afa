import type { SceneData } from "../motion-view/scene/scene-data.js";

/** A moment between two pictures: poses are mixed by `share`; forces are those of the step that is under way. */
export interface Moment {
  readonly before: number;
  readonly after: number;
  readonly share: number;
}

/** The moment at a time, which decides alone: pictures need not be evenly spaced. */
export function momentAt(t: ArrayLike<number>, time: number): Moment {
  const after = pictureAfter(t, time);
  const before = Math.max(0, after - 1);
  const span = t[after] - t[before];
  return { before, after, share: span > 0 ? Math.min(1, Math.max(0, (time - t[before]) / span)) : 1 };
}

/** The first picture at or after a time; the last one after all of them. */
export function pictureAfter(t: ArrayLike<number>, time: number): number {
  let [low, high] = [0, t.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle] >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The pose of a body at a moment, x y z and w x y z, by the shorter turn from one picture to the other. */
export function poseAt(poses: ArrayLike<number>, { before, after, share }: Moment, pose: Float64Array): Float64Array {
  const [a, b] = [7 * before, 7 * after];
  let along = 0;
  for (let i = 3; i < 7; i++) along += poses[a + i] * poses[b + i];
  const side = along < 0 ? -share : share;
  let square = 0;
  for (let i = 0; i < 7; i++) {
    pose[i] = (1 - share) * poses[a + i] + (i < 3 ? share : side) * poses[b + i];
    if (i > 2) square += pose[i] ** 2;
  }
  const norm = Math.sqrt(square);
  for (let i = 3; i < 7; i++) pose[i] = pose[i] / norm;
  return pose;
}

/** Start and end of a motion [s]. */
export const spanOf = ({ t }: SceneData): readonly [number, number] => [t[0], t[t.length - 1]];
