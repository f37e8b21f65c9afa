import type { Expected, Problem } from "bankshot";
import { ballModel, ballParameters, ballStart, ballValues, complianceParameters, contactStart } from "./ball.js";

/**
 * Fig. 3 of Song, Kumar, Pang (2005): a ball with back spin slides, turns (the massé shot) and rolls. The paper's end
 * point needs 101 steps of 0.01 s.
 */
export const problem: Problem = {
  name: "rolling/ball-roll",
  title: "A ball with back spin slides and then rolls (Song, Kumar, Pang 2005, Fig. 3)",
  model: ballModel,
  parameters: { ...ballParameters, ...complianceParameters },
  start: { ...ballStart, ...contactStart },
  grid: { steps: 101, h: 0.01 },
  values: ballValues,
};

const source = "independent backward Euler solution of the same scheme; the paper prints (0.5632, −0.0534)";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "end.x", value: 0.5633156389878068, tolerance: 1e-9, source },
    { name: "end.y", value: -0.05335545126523986, tolerance: 1e-9, source },
    { name: "stick.step", value: 47, tolerance: 0, source: "independent backward Euler solution" },
    { name: "end.rollingError", value: 0, tolerance: 1e-5, source: "rolling after sticking" },
    {
      name: "orientation.norm",
      value: 0.5617902889053331,
      tolerance: 1e-9,
      source: "backward Euler shrinks |e| by √(1 + (h|ω|/2)²) a step",
    },
  ],
};
