/**
 * An arm of two rods whose elbow alone is driven, the acrobot, swings up from hanging to standing on its head, with the least
 * torque Σ h τ². The shoulder is free: what lifts the arm is how the elbow pumps. Rods and masses are those of Spong (1995), 1 m
 * and 1 kg each.
 *
 * Backward Euler damps a swing, so that the torque of short steps is less; the page says by how much. Shorter steps also make
 * less energy in the whip of the arm than its certificate lets pass.
 */
import {
  compliant,
  type Expected,
  frame,
  input,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  sub,
} from "bankshot";
import type { Inertial } from "bankshot/robots";
import { hinge } from "./joints.js";

/** Length of each rod [m]. */
const length = 1;

const rod = (link: string, mass: string): Inertial => {
  const across = mul(p(mass), length ** 2 / 12);
  return { link, mass: p(mass), centre: [0, 0, -length / 2], inertia: [across, across, 0, 0, 0, 0] };
};

const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [],
  contacts: [],
  robots: [
    {
      name: "acrobot",
      robot: {
        name: "acrobot",
        links: ["bar", "upper", "lower"],
        joints: [hinge(["shoulder", "bar", "upper"], [0, 0, 0]), hinge(["elbow", "upper", "lower"], [0, 0, -length])],
        inertials: [rod("upper", "upper.mass"), rod("lower", "lower.mass")],
      },
      efforts: { elbow: input("torque") },
      shapes: { lower: [{ kind: "capsule", from: [0, 0, 0], to: [0, 0, -length], radius: 0.03 }] },
    },
  ],
});

export const problem: Problem = {
  name: "robots/acrobot",
  title: "An acrobot swings up to stand on its head, with the least torque of its elbow",
  model,
  parameters: {
    "upper.mass": { value: 1, unit: "kg", meaning: "mass of the upper rod", above: 0 },
    "lower.mass": { value: 1, unit: "kg", meaning: "mass of the lower rod", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    time: { value: 4, unit: "s", meaning: "duration", above: 0 },
    "torque.max": { value: 10, unit: "N m", meaning: "largest torque of the elbow", above: 0 },
  },
  inputs: {
    torque: { unit: "N m", meaning: "torque of the elbow", min: neg(p("torque.max")), max: p("torque.max") },
  },
  start: { "shoulder.position": 0, "shoulder.velocity": 0, "elbow.position": 0, "elbow.velocity": 0 },
  grid: { steps: 800, h: 0.005 },
  objective: {
    stage: mul(frame.h, pow(input("torque"), 2)),
    vary: ["torque"],
    constraints: [
      { name: "upright", unit: "rad", residual: sub(last("shoulder.position"), Math.PI), must: "be-zero" },
      { name: "straight", unit: "rad", residual: last("elbow.position"), must: "be-zero" },
      { name: "shoulder at rest", unit: "rad/s", residual: last("shoulder.velocity"), must: "be-zero" },
      { name: "elbow at rest", unit: "rad/s", residual: last("elbow.velocity"), must: "be-zero" },
    ],
  },
  values: {
    "end.angle": {
      unit: "rad",
      meaning: "angle of the upper rod at the end, from hanging",
      of: last("shoulder.position"),
    },
    "torque.peak": {
      unit: "N m",
      meaning: "largest torque of the elbow",
      of: { reduce: "maximum", column: "elbow.effort" },
    },
    "swing.back": {
      unit: "rad",
      meaning: "how far the upper rod swings the other way",
      of: { reduce: "minimum", column: "shoulder.position" },
    },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "end.angle", value: Math.PI, tolerance: 1e-8, source: "upright, the goal" }],
};
