import type { Expected, Problem } from "bankshot";
import { throwProblem } from "./ball-impact.js";

/** The branch of Fig. 5 in Song, Kumar, Pang (2005) that does not touch the table: thrown upwards. */
export const problem: Problem = {
  ...throwProblem,
  name: "impact/ball-launch",
  title: "Throw a ball to a target without a bounce (Song, Kumar, Pang 2005, IV-B)",
  parameters: {
    ...throwProblem.parameters,
    "launch.vz": { ...throwProblem.parameters["launch.vz"], value: 1, min: -6, max: 6 },
  },
  grid: { steps: 450, h: 0.001 },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 8 / 9, tolerance: 1e-9, source: "closed form: x_T / T" },
    {
      name: "launch.vz",
      value: 1.765455555555556,
      tolerance: 1e-9,
      source: "closed form of backward Euler: (z_T − z₀ + g h² N(N + 1)/2) / T",
    },
    { name: "impacts", value: 0, tolerance: 0, source: "this branch stays in the air" },
  ],
};
