import { largestOf } from "../../../algebra/largest.js";
import type { SceneData } from "../../motion-view/scene/scene-data.js";
import { momentAt, poseAt } from "../../viewer/moment.js";

/** How far two motions are apart [m]: the root mean square over times and parts, and the largest. */
export interface Distances {
  readonly rms: number;
  readonly largest: number;
}

/** How far the middles of the parts of two motions are apart, over the times of the first that the second has, too [m]. */
export function distances(measured: SceneData, shown: SceneData): Distances | undefined {
  const [from, to] = [shown.t[0], shown.t[shown.t.length - 1]];
  const pose = new Float64Array(7);
  const squares = measured.bodies.flatMap(({ name, poses }) => {
    const other = shown.bodies.find((body) => body.name === name);
    if (other === undefined) return [];
    return Array.from(measured.t).flatMap((t, k) => {
      if (t < from || t > to) return [];
      poseAt(other.poses, momentAt(shown.t, t), pose);
      return [(poses[7 * k] - pose[0]) ** 2 + (poses[7 * k + 1] - pose[1]) ** 2 + (poses[7 * k + 2] - pose[2]) ** 2];
    });
  });
  if (squares.length === 0) return undefined;
  const sum = squares.reduce((total, x) => total + x, 0);
  return { rms: Math.sqrt(sum / squares.length), largest: Math.sqrt(largestOf(squares)) };
}
