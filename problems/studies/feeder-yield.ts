import type { WrittenStudy } from "bankshot/studies";

/** The map of `feeder/yield`: the share of scattered parts that end between 0 and .5 rad, over the corner of the feeder. */
export const study: WrittenStudy = {
  problem: "feeder/yield",
  verb: "simulate",
  over: {
    "corner.x": { from: 4.75, to: 5.25, count: 11 },
    "corner.y": { from: 4.75, to: 5.25, count: 11 },
    "start.angle": { normal: [-Math.PI / 9, 0.05] },
    "launch.speed": { normal: [1.95, 0.05] },
    friction: { normal: [0.3, 0.03] },
  },
  design: "sobol",
  samples: 40,
  where: ["end.theta in 0...5"],
};
