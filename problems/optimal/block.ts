/**
 * A block is pushed from rest to rest over a rough floor with the least effort Σ h u². It sticks until it pays to push,
 * is driven, and may coast: where its start is free, J = (4/3) F² τ with F = μ m g and τ = √(6 m D/F).
 */
import { type Expected, frame, input, last, mul, neg, type Problem, parameter as p, rigid, sub } from "bankshot";

const push = input("push");

export const problem: Problem = {
  name: "optimal/block",
  title: "A block is pushed over a rough floor, from rest to rest, with the least effort",
  model: rigid(
    {
      gravity: [0, neg(p("gravity")), 0],
      // friction acts at the height of the centre of mass, so that the block does not tip
      bodies: [{ name: "block", space: "planar", mass: p("mass"), inertia: 1 }],
      contacts: [
        {
          name: "floor",
          body: "block",
          shape: { kind: "point", at: [0, 0, 0] },
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction: p("friction"),
        },
      ],
      applied: [{ body: "block", force: [push, 0, 0], torque: [0, 0, 0] }],
    },
    "pyramid",
  ),
  parameters: {
    mass: { value: 1, unit: "kg", meaning: "mass", above: 0 },
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    distance: { value: 1, unit: "m", meaning: "distance to go" },
    time: { value: 2, unit: "s", meaning: "duration", above: 0 },
    "control.max": { value: 10, unit: "N", meaning: "largest push", above: 0 },
  },
  inputs: {
    push: { unit: "N", meaning: "push at the centre of mass", min: neg(p("control.max")), max: p("control.max") },
  },
  start: { "block.x": 0, "block.y": 0, "block.theta": 0, "block.vx": 0, "block.vy": 0, "block.omega": 0 },
  grid: { steps: 40, h: 0.05 },
  objective: {
    stage: mul(frame.h, push, push),
    vary: ["push"],
    constraints: [
      {
        name: "end.x",
        unit: "m",
        about: { body: "block", coordinate: "x" },
        residual: sub(last("block.x"), p("distance")),
        must: "be-zero",
      },
      { name: "end.vx", unit: "m/s", residual: last("block.vx"), must: "be-zero" },
    ],
  },
  values: {
    "end.x": { unit: "m", meaning: "end position", of: last("block.x") },
    "end.vx": { unit: "m/s", meaning: "end velocity", of: last("block.vx") },
    "push.max": { unit: "N", meaning: "largest push used", of: { reduce: "maximum", column: "push" } },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "cost",
      value: 16.48672569,
      tolerance: 1e-7 * 16.5,
      source: "independent solver of the same discrete problem; (4/3) F² τ = 16.4892 in continuous time",
    },
  ],
};
