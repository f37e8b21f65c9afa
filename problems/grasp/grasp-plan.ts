import { add, div, type Expected, last, mul, type Problem, parameter as p, quasistatic, sub } from "bankshot";
import { gripperInputs, squeezeThenRelease } from "./gripper.js";
import { gripperParameters, gripperScene, gripperStart, gripperValues } from "./gripper-scene.js";

/** How far the fingertips are above the cylinder's centre when they touch it [m]. */
const tipsAbove = sub(
  add(p("start.height"), div(mul(p("lift.speed"), p("start.gap")), p("squeeze.speed"))),
  p("radius"),
);

/** Weight times safety, less what friction carries at the force that a step squeezes by: m g s − 2 μ K Δ [N]. */
const step = div(p("time"), p("release.step"));
const squeezed = mul(p("stiffness"), p("squeeze.speed"), step);
const tooHeavy = sub(mul(p("safety"), p("mass"), p("gravity")), mul(2, p("friction"), squeezed));

/**
 * Beyond the paper: the gentlest squeeze with which the gripper brings the cylinder to a given height at a given time.
 * Less speed inwards squeezes less, but touches later, so that the lift must be faster. How high the cylinder comes is
 * known only from simulations, and has no derivatives: contact begins with a whole step, and below 2 μ K Δ = m g, with Δ
 * the penetration that a step commands, the cylinder stays on the table. A method without derivatives would not find
 * back from there, so that the squeeze that is needed, with a factor of safety, is a constraint of its own.
 */
export const problem: Problem = {
  name: "grasp/grasp-plan",
  title: "The gentlest grasp that brings a cylinder to a height at a time",
  model: quasistatic(gripperScene(squeezeThenRelease)),
  parameters: {
    ...gripperParameters,
    "start.gap": { ...gripperParameters["start.gap"], value: 0.01 },
    "squeeze.speed": { ...gripperParameters["squeeze.speed"], min: 0.02, max: 0.2 },
    "lift.speed": { ...gripperParameters["lift.speed"], min: 0, max: 0.2 },
    "target.rise": { value: 0.02, unit: "m", meaning: "how far the cylinder is to be lifted", above: 0 },
    time: { value: 0.6, unit: "s", meaning: "when it is to be there", above: 0 },
    safety: { value: 1.2, unit: "1", meaning: "how much more than the weight the squeeze must carry", min: 1 },
    "release.step": { value: 30, unit: "1", meaning: "number of steps, in all of which the fingers close", min: 1 },
  },
  inputs: gripperInputs,
  start: gripperStart,
  grid: { steps: 30, h: 0.02 },
  values: {
    ...gripperValues,
    "end.y": { unit: "m", meaning: "height of its centre at the end", of: last("cylinder.y") },
  },
  objective: {
    cost: p("squeeze.speed"),
    vary: ["squeeze.speed", "lift.speed"],
    constraints: [
      {
        name: "end.y",
        unit: "m",
        residual: sub(last("cylinder.y"), add(p("radius"), p("target.rise"))),
        must: "be-zero",
      },
      { name: "squeeze carries the weight", unit: "N", residual: tooHeavy, must: "not-exceed-zero" },
      { name: "tips below the centre", unit: "m", residual: tipsAbove, must: "not-exceed-zero" },
    ],
    method: "COBYLA",
  },
};

export const expected: Expected = {
  verb: "design",
  values: [
    { name: "end.y", value: 0.07, tolerance: 1e-8, source: "the target" },
    { name: "design.squeeze.speed", value: 0.05886, tolerance: 1e-8, source: "2 μ K Δ = 1.2 m g, Δ = squeeze.speed h" },
  ],
};
