import type { Expected, Problem } from "bankshot";
import { throwProblem } from "./ball-impact.js";

/**
 * The bounce on 450 equal steps: too coarse for its contact, and so not unique. The height at the end as a function of
 * the launch is a sawtooth, because an impact is caught at the end of a step; it meets the target three times.
 */
export const problem: Problem = {
  ...throwProblem,
  name: "impact/ball-bounce-coarse",
  title: "The bounce on a coarse uniform grid, which has three launches",
  parameters: {
    ...throwProblem.parameters,
    "launch.vz": { ...throwProblem.parameters["launch.vz"], value: -3.983 },
    "launch.vx": { ...throwProblem.parameters["launch.vx"], value: 1.1188 },
  },
  grid: { steps: 450, h: 0.001 },
};

const source = "independent solution of the discrete problem; one of three: −3.982412, −3.971128, −3.945346";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.1187474595597837, tolerance: 1e-7, source },
    { name: "launch.vz", value: -3.9824118676906832, tolerance: 1e-7, source },
    { name: "impacts", value: 1, tolerance: 0, source: "two impacts would leave an apex below 0.298 m" },
  ],
};
