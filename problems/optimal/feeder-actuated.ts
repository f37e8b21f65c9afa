/**
 * The part feeder of Song, Kumar, Pang (2005), Fig. 6, with a corner that moves: the part leaves the chute tilted, meets
 * the corner, is turned by it, lands on the palm and must come to lie flat at a target. The corner starts at its declared
 * place, at rest, and is accelerated with the least effort Σ h |a|². Contacts are viscoelastic (3), with friction in pairs.
 */
import { atRest, type Control, type Expected, f, frame, input, last, type Problem, parameter as p } from "bankshot";
import { actuatedFeeder as model } from "../feeder/actuated-feeder.js";
import { feederParameters, feederStart, feederValues } from "../feeder/feeder-scene.js";

const drive = (axis: string): Control => ({
  unit: "m/s²",
  meaning: `acceleration of the corner, ${axis}`,
  min: f`-${p("control.max")}`,
  max: p("control.max"),
});
const { "palm.from": _from, "palm.to": _to, ...kept } = feederParameters;

export const problem: Problem = {
  name: "optimal/feeder-actuated",
  title: "The corner of a feeder moves so that the part comes to lie at its target, with the least effort",
  model,
  parameters: {
    ...kept,
    "target.x": { value: 2.5, unit: "m", meaning: "where the centre of the part must be at the end, x" },
    time: { value: 2, unit: "s", meaning: "duration", above: 0 },
    "control.max": { value: 50, unit: "m/s²", meaning: "largest acceleration along each axis", above: 0 },
  },
  inputs: { driveX: drive("x"), driveY: drive("y") },
  start: {
    ...atRest(model),
    ...Object.fromEntries(Object.entries(feederStart).filter(([name]) => name.startsWith("part."))),
    "corner.x": p("corner.x"),
    "corner.y": p("corner.y"),
  },
  grid: { steps: 40, h: 0.05 },
  objective: {
    stage: f`${frame.h}*(${input("driveX")}^2 + ${input("driveY")}^2)`,
    vary: ["driveX", "driveY"],
    constraints: [
      {
        name: "end.x",
        unit: "m",
        about: { body: "part", coordinate: "x" },
        residual: f`${last("part.x")} - ${p("target.x")}`,
        must: "be-zero",
      },
      { name: "end.theta ≥ −0.1", unit: "rad", residual: f`-0.1 - ${last("part.theta")}`, must: "not-exceed-zero" },
      { name: "end.theta ≤ 0.1", unit: "rad", residual: f`${last("part.theta")} - 0.1`, must: "not-exceed-zero" },
    ],
  },
  values: {
    "contact.first": {
      unit: "1",
      meaning: "first step in which the part touches the corner",
      of: { reduce: "first-positive-step", column: "push.normalForce" },
    },
    ...feederValues,
  },
};

const goal = { name: "end.x", value: 2.5, tolerance: 1e-8, source: "the target" };
const source = "closed form b − m g/(2 K): two vertices bear the part";

export const expected: Expected = {
  verb: "solve",
  values: [
    goal,
    { name: "end.y", value: 1 - 9.8 / 2e4, tolerance: 1e-8, source },
    { name: "end.theta", value: 0, tolerance: 1e-8, source: "it lies flat" },
  ],
};
