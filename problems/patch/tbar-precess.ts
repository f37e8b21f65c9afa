import {
  add,
  atan2,
  cos,
  type Expected,
  input,
  max,
  min,
  mul,
  neg,
  type Problem,
  parameter as p,
  patchModel,
  piecewise,
  sin,
  step,
  sub,
} from "bankshot";
import { formsOf } from "./patch-scene.js";
import { tbarParameters, tbarScene, tbarStart, tbarValues } from "./tbar-scene.js";

/** Headings φ of the lifting torque at the start and the end of its turn [rad]. */
const right = neg(atan2(1, 2));
const left = sub(atan2(1, 2), Math.PI);

/** The distance of the hull's nearest edges from the centre of mass [m]: m g d is what tips the bar over them. */
const reach = 0.1177662468;

const tips = mul(p("torque"), p("mass"), p("gravity"), reach);
const scene = tbarScene([0, 0, 0], [mul(tips, input("lift")), mul(tips, input("lean")), 0]);

/** From 0 to 1 in the thirty steps after the first ten of the push. */
const turned = max(0, min(1, mul(1 / 30, sub(step, 31))));
const heading = add(right, mul(sub(left, right), turned));
const strength = piecewise([
  { from: 20, to: 35, value: 1.12 },
  { from: 35, to: 60, value: 1 },
  { from: 60, to: 160, value: 0.8 },
]);

/** The torque that tips the T-bar goes round, so that the bar rolls over its corner from one pair of points to the other. */
export const problem: Problem = {
  name: "patch/tbar-precess",
  title: "A T-bar precesses over a corner under a torque that goes round",
  model: (choice) => patchModel(scene, formsOf(choice)),
  parameters: tbarParameters,
  inputs: { lift: mul(strength, neg(sin(heading))), lean: mul(strength, cos(heading)) },
  start: tbarStart,
  grid: { steps: 200, h: 0.01 },
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
