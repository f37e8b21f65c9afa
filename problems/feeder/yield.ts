import { type Expected, last, type Problem } from "bankshot";
import { feederModel, feederParameters, feederStart, feederValues } from "./feeder-scene.js";

/**
 * The corner that works for most parts. Parts scatter: how steep they slid, how fast, and how rough they are; a part is as asked
 * if it lies on the palm at an angle from 0 to .5 rad after 1.5 s. feeder/robust asks that of nine parts, worst first; here
 * the share of all that may come is made as large as may be, over the same draws at every corner.
 */
export const problem: Problem = {
  name: "feeder/yield",
  title: "The corner of a feeder that works for most parts",
  model: feederModel,
  parameters: feederParameters,
  start: feederStart,
  // a step four times that of the paper: a yield is asked of hundreds of parts at every corner
  grid: { steps: 375, h: 0.004 },
  boundary: [
    {
      name: "end.angle",
      unit: "rad",
      residual: last("part.theta"),
      within: { from: 0, to: 0.5 },
      frees: ["corner.x", "corner.y"],
    },
  ],
  objective: {
    vary: ["corner.x", "corner.y"],
    over: {
      "start.angle": { normal: [-Math.PI / 9, 0.05] },
      "launch.speed": { normal: [1.95, 0.05] },
      friction: { normal: [0.3, 0.03] },
    },
  },
  values: feederValues,
};

const source = "1200 plain simulations of the same corner with draws of another generator, whose 95 % interval is ±.03";

export const expected: Expected = {
  verb: "design",
  values: [
    {
      name: "status",
      value: "solved",
      tolerance: 0,
      source: "a corner with a larger yield than the declared one is found",
    },
    { name: "probability", value: 0.68, tolerance: 0.05, source },
    { name: "probability.declared", value: 0.48, tolerance: 0.05, source },
  ],
};
