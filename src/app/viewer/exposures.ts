import type { SceneBody, SceneData } from "../motion-view/scene/scene-data.js";
import { boxOf, cornersOf, sizeOf } from "./bounds.js";

/** A body at a moment that is not now. */
export interface Exposure {
  /** Its place in the scene's list. */
  readonly body: number;
  readonly pose: ArrayLike<number>;
  /** It must end so, rather than that it comes by. */
  readonly isAim: boolean;
}

/** Of a body there are no more than so many; of a crowd none are told apart. */
export const mostExposures = 7;
const crowd = 6;
/** They are so many sizes of the body apart, at least. */
const apart = 1.3;

/** Each part where it begins, comes by and must end: its shape at poses far enough from each other to be told apart. */
export function exposuresOf({ bodies }: SceneData): Exposure[] {
  const aims = bodies.flatMap(({ aim }, body) => (aim === undefined ? [] : [{ body, pose: aim, isAim: true }]));
  const parts = bodies.flatMap((one, body) => (one.role === "part" ? [{ one, body }] : []));
  if (parts.length > crowd) return aims;
  return [...parts.flatMap(({ one, body }) => alongOf(one).map((pose) => ({ body, pose, isAim: false }))), ...aims];
}

function alongOf({ poses, shapes }: SceneBody): ArrayLike<number>[] {
  const pictures = Math.floor(poses.length / 7);
  const steps: number[] = [0];
  for (let k = 1; k < pictures; k++) steps.push((steps.at(-1) ?? 0) + between(poses, k - 1, k));
  const way = steps.at(-1) ?? 0;
  const distance = Math.max(apart * sizeOf(boxOf(shapes.flatMap(cornersOf))), way / mostExposures);
  // what turns about itself would only be blurred
  if (!(way > distance)) return [];
  const found: number[] = [];
  for (let k = 0; k < pictures && found.length < mostExposures; k++) {
    const isNear = found.some((other) => between(poses, other, k) < distance);
    if (!isNear) found.push(k);
  }
  return found.map((k) => Array.from({ length: 7 }, (_, i) => poses[7 * k + i]));
}

const between = (poses: ArrayLike<number>, j: number, k: number): number =>
  Math.hypot(...[0, 1, 2].map((i) => poses[7 * k + i] - poses[7 * j + i]));
