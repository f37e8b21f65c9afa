import type { Expected, Problem } from "bankshot";
import { throwProblem } from "./ball-impact.js";

/**
 * Fig. 5 of Song, Kumar, Pang (2005): the same target by way of the table, v_z ≤ 0. Exactly one impact is possible: two
 * would leave an apex below 0.298 m. Backward Euler adds K·h to the damping of the contact, so the grid is refined
 * around the impact until the launch stops moving.
 */
export const problem: Problem = {
  ...throwProblem,
  name: "impact/ball-bounce",
  title: "Throw a ball to a target by way of one bounce (Song, Kumar, Pang 2005, Fig. 5)",
  grid: { steps: 450, h: 0.001, refine: { at: "impacts", tolerance: 0.02 } },
};

const source =
  "independent stiff integration of the continuous motion, C = 10 N s/m; reached to first order in the steps";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.022886585191779, tolerance: 0.02, source },
    { name: "launch.vz", value: -1.6996090663872623, tolerance: 0.034, source },
    { name: "end.spin.y", value: 12.087750720245156, tolerance: 0.24, source },
    { name: "impacts", value: 1, tolerance: 0, source: "two impacts would leave an apex below 0.298 m" },
  ],
};
