import { cos, type Expected, frame, input, mul, type Problem, patchModel, piecewise, sin } from "bankshot";
import { formsOf } from "./patch-scene.js";
import { tbarParameters, tbarScene, tbarStart, tbarValues, tippingWith } from "./tbar-scene.js";

/** 2π t_u, with t_u where the step starts. */
const phase = mul(2 * Math.PI, frame.t);

const scene = tbarScene(
  [mul(2, input("push"), sin(phase)), mul(1.5, input("push"), cos(phase)), 0],
  tippingWith(mul(0.7, input("push"))),
);

/** The T-bar goes from one pair of points to the other, through one point, with no surface contact between. */
export const problem: Problem = {
  name: "patch/tbar-pairs",
  title: "A T-bar goes from one two-point contact to the other through single points",
  model: (choice) => patchModel(scene, formsOf(choice)),
  parameters: tbarParameters,
  inputs: {
    right: piecewise([
      { from: 20, to: 35, value: 2.55 },
      { from: 35, to: 60, value: 2.05 },
    ]),
    left: piecewise([
      { from: 60, to: 70, value: 2.45 },
      { from: 70, to: 130, value: 1.6 },
    ]),
    push: piecewise([{ from: 200, to: 260, value: 1 }]),
  },
  start: tbarStart,
  grid: { steps: 300, h: 0.01 },
  values: tbarValues,
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "minHeight", value: 0, tolerance: 1e-12, source: "no penetration" },
    { name: "end.z", value: 0.03, tolerance: 1e-12, source: "flat on the table again" },
    { name: "end.vx", value: 0, tolerance: 1e-12, source: "friction has stopped it" },
    { name: "end.wz", value: 0, tolerance: 1e-12, source: "friction has stopped it" },
  ],
};
