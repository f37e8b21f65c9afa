import { atan2, type Expected, last, neg, type Problem, parameter as p, pow, sqrt, sub } from "bankshot";
import { hM, model, rM } from "./toy-woodpecker.js";

/** The tilt at which the lower edge touches, where r_M cos φ + h_M sin φ is the radius of the pole. */
const jammed = sub(Math.atan2(hM, rM), atan2(sqrt(sub(rM ** 2 + hM ** 2, pow(p("pole"), 2))), p("pole")));

/**
 * The classic toy: a woodpecker on a spring is pulled back and let go, and pecks its way down a pole. Its sleeve has play: while
 * it is tilted its edge sticks, while it swings through it falls; the beak's blow turns the bird round. Masses, lengths, friction
 * and restitution are Glocker's.
 */
export const problem: Problem = {
  name: "exact/woodpecker",
  title: "A toy woodpecker pecks its way down a pole",
  model,
  parameters: {
    pull: { value: 0.43, unit: "rad", meaning: "how far the bird is pulled back from the sleeve", min: 0, max: 1.5 },
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ of sleeve and beak on the pole", min: 0 },
    restitution: { value: 0.5, unit: "1", meaning: "restitution of the beak on the pole", min: 0, max: 1 },
    stiffness: { value: 0.0056, unit: "N m/rad", meaning: "stiffness of the spring", above: 0 },
    pole: { value: 0.0025, unit: "m", meaning: "radius of the pole", above: 0, max: 0.003 },
    "sleeve.mass": { value: 3e-4, unit: "kg", meaning: "mass of the sleeve", above: 0 },
    "sleeve.inertia": { value: 5e-9, unit: "kg m²", meaning: "moment of inertia of the sleeve", above: 0 },
    "bird.mass": { value: 4.5e-3, unit: "kg", meaning: "mass of the bird", above: 0 },
    "bird.inertia": { value: 7e-7, unit: "kg m²", meaning: "moment of inertia of the bird", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    time: { value: 0.8, unit: "s", meaning: "duration", above: 0 },
  },
  start: {
    "slide.position": 0,
    "slide.velocity": 0,
    "tilt.position": jammed,
    "tilt.velocity": 0,
    "neck.position": neg(p("pull")),
    "neck.velocity": 0,
  },
  grid: { steps: 800, h: 0.001, method: "exact" },
  values: {
    period: {
      unit: "s",
      meaning: "mean time between two swings of the bird through the level",
      of: { reduce: "period", column: "bird.theta" },
    },
    drop: { unit: "m", meaning: "how far the sleeve has come down at the end", of: neg(last("slide.position")) },
  },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "period",
      value: 0.12968,
      tolerance: 2e-5,
      source: "independent: Moreau's midpoint rule by 2e-6 s on equations of motion written apart",
    },
    {
      name: "drop",
      value: 0.0826,
      tolerance: 5e-5,
      source: "independent: Moreau's midpoint rule by 2e-6 s on equations of motion written apart",
    },
  ],
};
