import type { Problem } from "bankshot";
import type { Fitting } from "bankshot/data";
import { problem as fitted } from "./cube-fit.js";
import { firstPose, firstVelocity, recorded } from "./cube-scene.js";

export { expected } from "./cube-scene.js";

/**
 * A tossed cube from its flight: the poses before the first touch give the launch, and the motion goes on through the
 * impacts. How far is it from what the camera saw then?
 */
export const problem: Problem = {
  ...fitted,
  name: "data/cube-predict",
  title: "Where a cube lands that was seen in flight",
};

/** Poses in flight, with the noise of the camera. */
export const fit: Fitting = {
  ...recorded(0.001, 2.1e-4),
  shared: {},
  each: { ...firstPose, ...firstVelocity },
  rowsAfterTouch: -1,
  predicts: [5, 20],
};
