import type { WrittenStudy } from "bankshot/studies";

/**
 * The fold of the map from launch to target. A ball is thrown so that it is at a height after .45 s: the slower it rises, the
 * lower it ends, down to the table, and not below. From every start the branch of launches ends at the same height, that of
 * a ball that just touches; beyond it nothing is solved. The lowest starts end on another branch, whose ball meets the table.
 */
export const study: WrittenStudy = {
  problem: "impact/ball-launch",
  over: {
    "target.z": { from: 0, to: 0.6, count: 13 },
    "start.z": { from: 0.2, to: 1, count: 9 },
  },
};
