import { add, cos, type Expected, frame, input, mul, type Problem, patchModel, piecewise, sin, sub } from "bankshot";
import { formsOf } from "./patch-scene.js";
import { tbarParameters, tbarScene, tbarStart, tbarValues, tippingWith } from "./tbar-scene.js";

/** 2π(t_u − 3 s), with t_u where the step starts. */
const phase = mul(2 * Math.PI, sub(frame.t, 3));

const scene = tbarScene(
  [add(mul(2, input("push"), sin(phase)), input("drag")), mul(1.5, input("push"), cos(phase)), 0],
  tippingWith(mul(0.7, input("push"))),
);

/** V-B of Xie and Chakraborty (2019): the T-bar rocks on two points, then on the other two, then slides and turns. */
export const problem: Problem = {
  name: "patch/tbar-rock",
  title: "A T-bar rocks from surface to two-point contact and back, then slides (Xie, Chakraborty 2019, Fig. 4)",
  model: (choice) => patchModel(scene, formsOf(choice)),
  parameters: tbarParameters,
  inputs: {
    right: piecewise([
      { from: 20, to: 35, value: 2.55 },
      { from: 35, to: 60, value: 2.05 },
      { from: 60, to: 130, value: 1.85 },
    ]),
    left: piecewise([
      { from: 130, to: 145, value: 2.55 },
      { from: 145, to: 170, value: 2.05 },
      { from: 170, to: 240, value: 1.85 },
    ]),
    push: piecewise([{ from: 300, to: 380, value: 1 }]),
    drag: piecewise([{ from: 380, to: 500, value: 1 }]),
  },
  start: tbarStart,
  grid: { steps: 500, h: 0.01 },
  values: tbarValues,
};

const source = "independent solution of the same step equations";
const tolerance = 1e-8;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "end.x", value: 0.04051777040204229, tolerance, source },
    { name: "end.y", value: -0.058200391778705673, tolerance, source },
    { name: "end.z", value: 0.03, tolerance, source },
    // the reference gives the heading; the bar has nearly gone round once
    { name: "end.theta", value: 2 * Math.PI - 0.15046570812138915, tolerance, source },
    { name: "ecp.x", value: 0.04204838264694026, tolerance, source },
    { name: "ecp.y", value: -0.05820039177870567, tolerance, source },
    { name: "minHeight", value: 0, tolerance: 1e-12, source: "no penetration" },
    { name: "tilt.max", value: 0.19097842176178761, tolerance, source },
  ],
};
