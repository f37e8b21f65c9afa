/**
 * A pusher starts away from a block, must strike it, drive it over a rough floor and leave it at rest: the contact is
 * made, and broken, wherever that is cheapest. The pusher slides on a rail along the floor.
 */
import { atRest, type Expected, f, frame, input, last, mul, type Problem, parameter as p, pow, rigid } from "bankshot";
import type { Polygon } from "bankshot/geometry";
import { slider } from "../robots/joints.js";

/** Length and height of pusher and block as they are drawn [m]: the motion knows the faces that meet, and no more. */
const size = 0.1;

/** A square between two places along the floor, from the body's own place. */
const square = (from: number, to: number): Polygon => ({
  kind: "polygon",
  vertices: [
    [from, -size / 2],
    [to, -size / 2],
    [to, size / 2],
    [from, size / 2],
  ],
});

const model = rigid(
  {
    gravity: [0, f`-${p("gravity")}`, 0],
    // friction acts at the height of the centre of mass, so that the block does not tip
    bodies: [{ name: "block", space: "planar", mass: p("mass"), inertia: 1, shapes: [square(0, size)] }],
    contacts: [
      {
        name: "contact",
        body: "block",
        shape: { kind: "point", at: [0, 0, 0] },
        against: {
          body: "pusher",
          shape: { kind: "half-space", normal: [1, 0, 0], tangent: [0, 1, 0], offset: 0 },
        },
        friction: 0,
      },
      {
        name: "floor",
        body: "block",
        shape: { kind: "point", at: [0, 0, 0] },
        against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
        friction: p("friction"),
      },
    ],
    robots: [
      {
        name: "drive",
        space: "planar",
        robot: {
          name: "drive",
          links: ["rail", "pusher"],
          joints: [slider(["slide", "rail", "pusher"], [1, 0, 0])],
          inertials: [{ link: "pusher", mass: p("mass"), centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }],
        },
        efforts: { slide: input("push") },
        shapes: { pusher: [square(-size, 0)] },
      },
    ],
  },
  "pyramid",
);

export const problem: Problem = {
  name: "optimal/pusher",
  title: "A pusher strikes a block and leaves it at rest further on, with the least effort",
  model,
  parameters: {
    mass: { value: 1, unit: "kg", meaning: "mass of the pusher and of the block", above: 0 },
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ of the block on the floor", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    gap: { value: 0.3, unit: "m", meaning: "distance of the block from the pusher at the start", min: 0 },
    distance: { value: 0.5, unit: "m", meaning: "how far the block must move" },
    time: { value: 2, unit: "s", meaning: "duration", above: 0 },
    "control.max": { value: 20, unit: "N", meaning: "largest push", above: 0 },
  },
  inputs: {
    push: { unit: "N", meaning: "force on the pusher", min: f`-${p("control.max")}`, max: p("control.max") },
  },
  start: { ...atRest(model), "block.x": p("gap") },
  grid: { steps: 40, h: 0.05 },
  objective: {
    stage: mul(frame.h, pow(input("push"), 2)),
    vary: ["push"],
    constraints: [
      {
        name: "end.block",
        unit: "m",
        about: { body: "block", coordinate: "x" },
        residual: f`${last("block.x")} - ${p("gap")} - ${p("distance")}`,
        must: "be-zero",
      },
      { name: "end.blockVelocity", unit: "m/s", residual: last("block.vx"), must: "be-zero" },
      { name: "end.pusherVelocity", unit: "m/s", residual: last("slide.velocity"), must: "be-zero" },
    ],
  },
  values: {
    "end.x": { unit: "m", meaning: "end position of the block", of: last("block.x") },
    "contact.first": {
      unit: "1",
      meaning: "first step with contact",
      of: { reduce: "first-positive-step", column: "contact.normalForce" },
    },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "cost",
      value: 7.80561956,
      tolerance: 1e-6,
      source:
        "the cheapest known of many local minima (7.829 … 9.33), independent solver; 7.28493317 in continuous time",
    },
  ],
};
