import type { Problem } from "bankshot";
import type { Fitting } from "bankshot/data";
import { cubeModel } from "./cube-laws.js";
import { cubeParameters, ends, firstPose, firstVelocity, launchParameters, recorded, start } from "./cube-scene.js";

export { expected } from "./cube-scene.js";

/**
 * A tossed cube as a camera recorded it: centre of mass, inertia, friction, stiffness and damping from any number of tosses.
 * Units are those of the recordings: 1 u is 53.5 mm.
 */
export const problem: Problem = {
  name: "data/cube-fit",
  title: "What tosses of a cube know about it",
  model: cubeModel,
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
    "stiffness.perMass": { when: { law: ["kelvin-voigt", "hunt-crossley"] } },
    "damping.perMass": { when: { law: ["kelvin-voigt", "hunt-crossley"] } },
    dissipation: { when: { law: ["hunt-crossley"] } },
    restitution: { when: { law: ["rigid"] } },
    "spin.radius": { when: { law: ["patch"] } },
    "friction.flat": { when: { frictionOf: ["points"] } },
  },
  each: { ...firstPose, ...firstVelocity },
  rowsAfterTouch: 8,
  heldRowsAfterTouch: -1,
  predicts: [5, 20],
};
