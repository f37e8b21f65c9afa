import type { Problem } from "bankshot";
import type { Fitting } from "bankshot/data";
import {
  cubeParameters,
  ends,
  firstPose,
  firstVelocity,
  launchParameters,
  model,
  recorded,
  start,
} from "./cube-scene.js";

export { expected } from "./cube-scene.js";

/**
 * A tossed cube as a camera recorded it: centre of mass, inertia, friction, stiffness and damping from any number of tosses.
 * Units are those of the recordings: 1 u is 53.5 mm.
 */
export const problem: Problem = {
  name: "data/cube-fit",
  title: "What tosses of a cube know about it",
  model,
  parameters: { ...cubeParameters, ...launchParameters },
  start,
  grid: { steps: 1200, h: 1 / 148 / 8 },
  values: ends,
};

/** Poses with the noise of contacts that are not quite those of the model, rather than that of the camera. */
export const fit: Fitting = {
  ...recorded(0.02, 0.01),
  shared: {
    "com.z": { guess: 0 },
    "inertia.perMass": {},
    friction: {},
    "stiffness.perMass": {},
    "damping.perMass": {},
  },
  each: { ...firstPose, ...firstVelocity },
  rowsAfterTouch: 8,
};
