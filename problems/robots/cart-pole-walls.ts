/**
 * A pole that falls on a cart is caught and brought to rest upright, with the least Σ h (F² + w θ²) of the cart's drive and of what
 * the pole leans. It stays above the cart. Its tip may strike two walls, which take its speed across and bear it: which wall
 * pushes when is found, not told.
 */
import { type Expected, f, frame, input, last, neg, type Problem, parameter as p, rigid } from "bankshot";
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

const lean = frame.next("hinge.position");
const largest = (column: string) => ({ reduce: "maximum", column }) as const;
const firstStep = (wall: string) => ({ reduce: "first-positive-step", column: `${wall}.normalForce` }) as const;

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
    weight: { value: 100, unit: "N²/rad²", meaning: "effort that a lean is worth, w", min: 0 },
    "lean.max": { value: 1.2, unit: "rad", meaning: "most that the pole may lean", above: 0, max: 1.5 },
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
    stage: f`${frame.h} * (${input("force")}^2 + ${p("weight")} * ${lean}^2)`,
    vary: ["force"],
    // both sides by one smooth row
    path: [
      {
        name: "above the cart",
        unit: "rad",
        residual: f`(${lean}^2 - ${p("lean.max")}^2) / (2 * ${p("lean.max")})`,
        must: "not-exceed-zero",
      },
    ],
    constraints: [
      { name: "upright", unit: "rad", residual: last("hinge.position"), must: "be-zero" },
      { name: "pole at rest", unit: "rad/s", residual: last("hinge.velocity"), must: "be-zero" },
      { name: "cart at rest", unit: "m/s", residual: last("slide.velocity"), must: "be-zero" },
    ],
  },
  values: {
    "end.angle": { unit: "rad", meaning: "angle of the pole at the end", of: last("hinge.position") },
    "lean.most": { unit: "rad", meaning: "most that it leans to the right", of: largest("hinge.position") },
    "end.x": { unit: "m", meaning: "place of the cart at the end", of: last("slide.position") },
    "force.peak": { unit: "N", meaning: "largest force of the drive", of: largest("slide.effort") },
    "touch.left": { unit: "1", meaning: "first step in which the left wall pushes", of: firstStep("leftWall") },
    "touch.right": { unit: "1", meaning: "first step in which the right wall pushes", of: firstStep("rightWall") },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "end.angle", value: 0, tolerance: 1e-8, source: "upright, the goal" }],
};
