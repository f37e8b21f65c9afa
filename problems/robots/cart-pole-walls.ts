/**
 * A pole that falls on a cart is brought to rest upright with the least effort Σ h F² of the cart's drive. Its tip may strike
 * two walls, which take its speed across and bear it: which wall pushes when is found, not told.
 */
import { type Expected, frame, input, last, mul, neg, type Problem, parameter as p, pow, rigid } from "bankshot";
import type { Contact } from "bankshot/geometry";
import { hinge, slider } from "./joints.js";

/** From the hinge to the tip [m]. */
const length = 0.5;

const wall = (name: string, side: 1 | -1): Contact => ({
  name,
  body: "pole",
  shape: { kind: "point", at: [0, 0, length] },
  against: { kind: "half-space", normal: [side, 0, 0], tangent: [0, 0, 1], offset: neg(p("walls")) },
  friction: 0,
});

const model = rigid(
  {
    gravity: [0, 0, neg(p("gravity"))],
    bodies: [],
    contacts: [wall("leftWall", 1), wall("rightWall", -1)],
    robots: [
      {
        name: "cartPole",
        robot: {
          name: "cart-pole",
          links: ["rail", "cart", "pole"],
          joints: [slider(["slide", "rail", "cart"], [1, 0, 0]), hinge(["hinge", "cart", "pole"], [0, 0, 0])],
          inertials: [
            { link: "cart", mass: p("mass"), centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] },
            { link: "pole", mass: p("pole.mass"), centre: [0, 0, length], inertia: [0, 0, 0, 0, 0, 0] },
          ],
        },
        efforts: { slide: input("force") },
        shapes: {
          cart: [{ kind: "box", half: [0.08, 0.04, 0.03] }],
          pole: [{ kind: "capsule", from: [0, 0, 0], to: [0, 0, length], radius: 0.01 }],
        },
      },
    ],
  },
  "pyramid",
);

export const problem: Problem = {
  name: "robots/cart-pole-walls",
  title: "A cart catches its falling pole between two walls with the least effort",
  model,
  parameters: {
    mass: { value: 1, unit: "kg", meaning: "mass of the cart", above: 0 },
    "pole.mass": { value: 0.2, unit: "kg", meaning: "mass of the pole, at its tip", above: 0 },
    walls: { value: 0.35, unit: "m", meaning: "distance of each wall from the middle", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "start.angle": { value: 0.4, unit: "rad", meaning: "angle of the pole at the start, from upright" },
    "start.rate": { value: 1.5, unit: "rad/s", meaning: "rate of that angle at the start" },
    time: { value: 1.5, unit: "s", meaning: "duration", above: 0 },
    "force.max": { value: 30, unit: "N", meaning: "largest force of the drive", above: 0 },
  },
  inputs: {
    force: { unit: "N", meaning: "force of the drive on the cart", min: neg(p("force.max")), max: p("force.max") },
  },
  start: {
    "slide.position": 0,
    "slide.velocity": 0,
    "hinge.position": p("start.angle"),
    "hinge.velocity": p("start.rate"),
  },
  grid: { steps: 60, h: 1.5 / 60 },
  objective: {
    stage: mul(frame.h, pow(input("force"), 2)),
    vary: ["force"],
    constraints: [
      { name: "upright", unit: "rad", residual: last("hinge.position"), must: "be-zero" },
      { name: "pole at rest", unit: "rad/s", residual: last("hinge.velocity"), must: "be-zero" },
      { name: "cart at rest", unit: "m/s", residual: last("slide.velocity"), must: "be-zero" },
    ],
  },
  values: {
    "end.angle": { unit: "rad", meaning: "angle of the pole at the end", of: last("hinge.position") },
    "end.x": { unit: "m", meaning: "place of the cart at the end", of: last("slide.position") },
    "force.peak": {
      unit: "N",
      meaning: "largest force of the drive",
      of: { reduce: "maximum", column: "slide.effort" },
    },
    "touch.left": {
      unit: "1",
      meaning: "first step in which the left wall pushes",
      of: { reduce: "first-positive-step", column: "leftWall.normalForce" },
    },
    "touch.right": {
      unit: "1",
      meaning: "first step in which the right wall pushes",
      of: { reduce: "first-positive-step", column: "rightWall.normalForce" },
    },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "end.angle", value: 0, tolerance: 1e-8, source: "upright, the goal" }],
};
