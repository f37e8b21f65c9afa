import { div, type Expected, mul, type Problem, parameter as p, patchModel, sub } from "bankshot";
import { blockScene, blockStart, blockValues, blockWith } from "./block-scene.js";
import { formsOf } from "./patch-scene.js";

/** A push along x at a height h_p over the floor. */
const scene = blockScene([
  {
    body: "block",
    force: [p("push.force"), 0, 0],
    torque: [0, 0, 0],
    at: [0, 0, sub(p("push.height"), p("height"))],
  },
]);

/** F (h_p − H) = mg (a − μH): with more force the block tips over its front edge while it slides. */
const threshold = div(
  mul(p("mass"), p("gravity"), sub(mul(0.5, p("length")), mul(p("friction"), p("height")))),
  sub(p("push.height"), p("height")),
);

/**
 * A block is pushed high up, a little less than what tips it: it slides with the contact point near its front edge, at
 * F (h_p − H)/(mg) + μH. With `push.force` above the threshold mg (a − μH)/(h_p − H) it tips.
 */
export const problem: Problem = {
  name: "patch/block-tip",
  title: "A block is pushed nearly hard enough to tip it (closed form)",
  model: (choice) => patchModel(scene, formsOf(choice)),
  parameters: {
    ...blockWith({}),
    "push.height": { value: 0.09, unit: "m", meaning: "height of the push over the floor" },
    "push.force": { value: mul(0.999, threshold), unit: "N", meaning: "force of the push along x" },
  },
  start: blockStart,
  grid: { steps: 10, h: 0.01 },
  values: blockValues,
};

const source = "closed form of the steps";
const tolerance = 1e-12;

/** The default push: .999 · 9.8 · (.1 − .22 · .05) / .04. */
const force = (0.999 * 9.8 * (0.1 - 0.22 * 0.05)) / 0.04;
const speed = (force - 0.22 * 9.8) * 0.1;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "end.vx", value: speed, tolerance: 1e-11, source },
    { name: "end.x", value: speed * 0.055, tolerance, source },
    { name: "ecp.relX", value: (force * 0.04) / 9.8 + 0.22 * 0.05, tolerance, source },
    { name: "ecp.relY", value: 0, tolerance, source },
    { name: "tilt.max", value: 0, tolerance, source },
    { name: "minHeight", value: 0, tolerance, source },
  ],
};
