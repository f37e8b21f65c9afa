import type { Expected, Problem } from "bankshot";
import { problem as place } from "./ball-place.js";

/**
 * The paper's first check of its boundary solver: the target is where ball-roll ends, so that the launch of ball-roll,
 * (1, 0.5), must come back. The first guess is another launch.
 */
export const problem: Problem = {
  ...place,
  name: "rolling/ball-return",
  title: "Recover the launch of ball-roll from its end point (Song, Kumar, Pang 2005, IV-A)",
  parameters: {
    ...place.parameters,
    "launch.vx": { ...place.parameters["launch.vx"], value: 1.2 },
    "launch.vy": { ...place.parameters["launch.vy"], value: 0.3 },
    "target.x": { ...place.parameters["target.x"], value: 0.5633156389878068 },
    "target.y": { ...place.parameters["target.y"], value: -0.05335545126523986 },
  },
};

const source = "the launch of ball-roll, whose end point is the target";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1, tolerance: 1e-8, source },
    { name: "launch.vy", value: 0.5, tolerance: 1e-8, source },
    { name: "stick.step", value: 47, tolerance: 0, source: "as in ball-roll" },
  ],
};
