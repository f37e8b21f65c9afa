import type { Problem } from "bankshot";
import type { Fitting } from "bankshot/data";
import { problem as fitted } from "./cube-fit.js";
import { firstVelocity, recorded } from "./cube-scene.js";

export { expected } from "./cube-scene.js";

/**
 * How fast was a cube when it was let go, from where that was and three poses after its first impact? Two poses do not
 * determine it exactly, since an impact compresses velocities; three do in the sense of least squares.
 */
export const problem: Problem = {
  ...fitted,
  name: "data/cube-launch",
  title: "How a cube was thrown that was seen after its impact",
};

const poses = recorded(0.02, 0.01);

/** Poses as in `data/cube-fit`; the search begins at the velocities of the first row. */
export const fit: Fitting = {
  ...poses,
  shared: {},
  each: firstVelocity,
  given: { ...poses.given, "start.x": "x", "start.y": "y", "start.z": "z" },
  rowsAfterTouch: [3, 4, 5],
};
