import type { Expected, Problem } from "bankshot";
import {
  ballModel,
  ballParameters,
  ballStart,
  ballValues,
  complianceParameters,
  contactStart,
  targetConditions,
  targetParameters,
} from "./ball.js";

/** Fig. 4 of Song, Kumar, Pang (2005): launch the spinning ball so that it is at (1, −0.1) when the time is up. */
export const problem: Problem = {
  name: "rolling/ball-place",
  title: "Launch a spinning ball so that it ends at a target (Song, Kumar, Pang 2005, Fig. 4)",
  model: ballModel,
  parameters: { ...ballParameters, ...complianceParameters, ...targetParameters },
  start: { ...ballStart, ...contactStart },
  grid: { steps: 101, h: 0.01 },
  boundary: targetConditions,
  values: ballValues,
};

const source = "independent backward Euler solution of the same boundary problem";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.534749077378554, tolerance: 1e-9, source },
    { name: "launch.vy", value: 0.4212528500332483, tolerance: 1e-9, source },
    { name: "end.x", value: 1, tolerance: 1e-9, source: "the target" },
    { name: "end.y", value: -0.1, tolerance: 1e-9, source: "the target" },
    { name: "end.rollingError", value: 0, tolerance: 1e-5, source: "rolling after sticking" },
  ],
};
