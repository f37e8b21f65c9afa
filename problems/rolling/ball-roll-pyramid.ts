import { type Expected, last, type Problem, parameter as p, rigid } from "bankshot";
import type { RigidFrictionLaw } from "bankshot/geometry";
import { ballParameters, ballScene, ballStart, ballValues } from "./ball.js";

/**
 * The comparison of Fig. 3: the rigid step of Stewart and Trinkle, an LCP with the friction pyramid. The two axes stick
 * at different times, and the ball ends 6 cm from where the cone takes it.
 */
export const problem: Problem = {
  name: "rolling/ball-roll-pyramid",
  title: "The same roll with rigid contact and the friction pyramid (Song, Kumar, Pang 2005, Fig. 3)",
  model: (choice) => rigid(ballScene, choice("frictionLaw") as RigidFrictionLaw),
  parameters: {
    ...ballParameters,
    frictionLaw: {
      value: "pyramid",
      unit: "",
      meaning: "form of the friction law: the pyramid of the LCP, or the quadratic cone by projection",
      choices: ["pyramid", "projection"],
    },
    "start.z": { value: p("radius"), unit: "m", meaning: "start height of the centre", above: 0 },
  },
  start: ballStart,
  grid: { steps: 101, h: 0.01 },
  values: {
    ...ballValues,
    "stick.stepT": {
      unit: "1",
      meaning: "first step at whose end the contact sticks along t",
      of: { reduce: "first-positive-step", column: "table.stickMarginT" },
    },
    "stick.stepO": {
      unit: "1",
      meaning: "first step at whose end the contact sticks along o",
      of: { reduce: "first-positive-step", column: "table.stickMarginO" },
    },
    "end.z": { unit: "m", meaning: "end height of the centre", of: last("ball.z") },
  },
};

const source = "independent backward Euler solution of the rigid LCP";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "stick.stepT", value: 30, tolerance: 0, source: "Song, Kumar, Pang (2005): 0.30 s" },
    { name: "stick.stepO", value: 37, tolerance: 0, source: "Song, Kumar, Pang (2005): 0.37 s" },
    { name: "end.x", value: 0.5133114285714279, tolerance: 1e-10, source },
    { name: "end.y", value: -0.08982171428571452, tolerance: 1e-10, source },
  ],
};
