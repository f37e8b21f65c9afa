/**
 * A hopper of two masses, body and foot, with a driven leg between two stops: from a crouch it jumps so that its body is at
 * rest at a height when the time is up, with the least effort Σ h F². Ground and stops take all speed: after a squat the
 * leg pushes, and its upper stop carries the foot along. When the foot leaves, and which stops are struck, is found.
 */
import { type Expected, frame, input, last, mul, neg, type Problem, parameter as p, pow, sub } from "bankshot";
import { hopper, push } from "./hopping-robot.js";

export const problem: Problem = {
  name: "robots/hopper",
  title: "A hopper squats and jumps to a height with the least effort of its leg",
  model: hopper,
  parameters: {
    mass: { value: 2, unit: "kg", meaning: "mass of the body", above: 0 },
    "foot.mass": { value: 0.2, unit: "kg", meaning: "mass of the foot", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "start.height": {
      value: 0.35,
      unit: "m",
      meaning: "height of the body at the start, above the foot",
      min: 0.2,
      max: 0.45,
    },
    apex: { value: 0.9, unit: "m", meaning: "height of the body at the end", above: 0 },
    time: { value: 0.8, unit: "s", meaning: "duration", above: 0 },
    "force.max": { value: 150, unit: "N", meaning: "largest force of the leg", above: 0 },
  },
  inputs: {
    force: {
      unit: "N",
      meaning: "force that lengthens the leg",
      min: neg(p("force.max")),
      max: p("force.max"),
      guess: push,
    },
  },
  start: {
    "height.position": p("start.height"),
    "height.velocity": 0,
    "leg.position": p("start.height"),
    "leg.velocity": 0,
  },
  grid: { steps: 80, h: 0.01 },
  objective: {
    stage: mul(frame.h, pow(input("force"), 2)),
    vary: ["force"],
    constraints: [
      { name: "apex", unit: "m", residual: sub(last("height.position"), p("apex")), must: "be-zero" },
      { name: "body at rest", unit: "m/s", residual: last("height.velocity"), must: "be-zero" },
    ],
  },
  values: {
    "end.height": { unit: "m", meaning: "height of the body at the end", of: last("height.position") },
    "squat.low": {
      unit: "m",
      meaning: "lowest height of the body",
      of: { reduce: "minimum", column: "height.position" },
    },
    "force.peak": { unit: "N", meaning: "largest force of the leg", of: { reduce: "maximum", column: "leg.effort" } },
    "stop.low": {
      unit: "1",
      meaning: "first step in which the short end of the leg is struck",
      of: { reduce: "first-positive-step", column: "leg.lowerStop" },
    },
    "stop.high": {
      unit: "1",
      meaning: "first step in which the long end of the leg is struck",
      of: { reduce: "first-positive-step", column: "leg.upperStop" },
    },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "end.height", value: 0.9, tolerance: 1e-8, source: "the goal" }],
};
