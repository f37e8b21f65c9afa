import { frame, input, last, mul, neg, type Problem, parameter as p, rigid, sub } from "../../../../src/index.js";

const push = input("push");
const number = (value: number, more = {}) => ({ value, unit: "", meaning: "a number", ...more });
const body = { name: "body", space: "planar", mass: p("mass"), inertia: 1 } as const;
const point = { kind: "point", at: [0, 0, 0] } as const;
const applied = [{ body: "body", force: [push, 0, 0], torque: [0, 0, 0] }] as const;
const objective = {
  stage: mul(frame.h, push, push),
  vary: ["push"],
  constraints: [
    { name: "end.x", unit: "m", residual: sub(last("body.x"), p("end.x")), must: "be-zero" },
    { name: "end.vx", unit: "m/s", residual: sub(last("body.vx"), p("end.vx")), must: "be-zero" },
  ],
} as const;
const start = { "body.x": 0, "body.y": 0, "body.theta": 0, "body.vx": 0, "body.vy": 0, "body.omega": 0 };

/** A puck that is pushed at a wall a metre away, which gives back a part of its speed, and must come back as fast as asked. */
export const puck: Problem = {
  name: "test/puck",
  title: "A puck off a wall",
  model: rigid({
    gravity: [0, 0, 0],
    bodies: [body],
    contacts: [
      {
        name: "wall",
        body: "body",
        shape: point,
        against: { kind: "half-space", normal: [-1, 0, 0], tangent: [0, 1, 0], offset: -1 },
        friction: 0,
        restitution: p("restitution"),
      },
    ],
    applied,
  }),
  parameters: {
    mass: number(1),
    restitution: number(0.5, { min: 0, max: 1 }),
    "end.x": number(0.5),
    "end.vx": number(-0.5),
  },
  inputs: { push: { unit: "N", meaning: "push", guess: 1 } },
  start,
  grid: { steps: 10, end: 2, method: "exact" },
  objective,
  values: {},
};

/** A block that is pushed from rest to rest over a rough floor: it sticks, slips and sticks, whenever that is cheapest. */
export const block: Problem = {
  ...puck,
  name: "test/block",
  model: rigid(
    {
      gravity: [0, neg(p("gravity")), 0],
      bodies: [body],
      contacts: [
        {
          name: "floor",
          body: "body",
          shape: point,
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction: p("friction"),
          restitution: 0,
        },
      ],
      applied,
    },
    "pyramid",
  ),
  parameters: {
    mass: number(1),
    gravity: number(9.81),
    friction: number(0.3),
    "end.x": number(1),
    "end.vx": number(0),
  },
  inputs: { push: { unit: "N", meaning: "push", min: -10, max: 10 } },
  grid: { steps: 10, end: 2, method: "exact" },
};
