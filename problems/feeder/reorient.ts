import type { Expected, Problem } from "bankshot";
import { feederModel, feederParameters, feederStart, feederValues } from "./feeder-scene.js";

/**
 * Fig. 6 of Song, Kumar, Pang (2005): a rectangle leaves a chute of 20°, hits the corner of a protrusion, turns over it
 * and lands on a palm. The step of 1 ms is the paper's; it is far from converged (with 0.01 ms the part ends 0.25 m
 * elsewhere). Turning corners can create energy of O(h); in this motion no step does, as its certificate says.
 */
export const problem: Problem = {
  name: "feeder/reorient",
  title: "A part is turned over the corner of a feeder (Song, Kumar, Pang 2005, Fig. 6)",
  model: feederModel,
  parameters: feederParameters,
  start: feederStart,
  grid: { steps: 1500, h: 0.001 },
  values: feederValues,
};

const source = "independent backward Euler solution of the same scheme and geometry";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "end.x", value: 2.6806689427020274, tolerance: 1e-7, source },
    { name: "end.y", value: 1.8216517887621462, tolerance: 1e-7, source },
    { name: "end.theta", value: 0.2030887524780456, tolerance: 1e-7, source },
  ],
};
