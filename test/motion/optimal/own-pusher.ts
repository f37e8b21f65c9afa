/**
 * The motion of `optimal/pusher` by a model that users write themselves, without a scene, in one dimension:
 *
 *     m_p (v_p⁺ − v_p) = h (u − c),    m_b (v_b⁺ − v_b) = h (c + λ),    0 ≤ c ⟂ x_b⁺ − x_p⁺ ≥ 0,
 *     v_b⁺ = forward − backward,       0 ≤ forward ⟂ F + λ ≥ 0,         0 ≤ backward ⟂ F − λ ≥ 0,    F = μ m_b g.
 */

import type { Drawn, Polygon } from "../../../src/geometry.js";
import {
  add,
  complementary,
  type Expr,
  equation,
  type Frame,
  frame,
  input,
  last,
  type Model,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  type Stage,
  sub,
} from "../../../src/index.js";
import type { Leaves, Unknown } from "../../../src/solvers.js";

const push = input("push");
/** Of the block. */
const weight = mul(p("mass"), p("gravity"));
const unknown = (name: string, unit: string, lower?: number): Unknown => ({
  name,
  unit,
  scale: 1,
  ...(lower !== undefined && { lower }),
});

const model: Model = {
  name: "pusher and block",
  state: [unknown("pusher.x", "m"), unknown("pusher.vx", "m/s"), unknown("block.x", "m"), unknown("block.vx", "m/s")],
  inside: [
    unknown("contact.normalForce", "N", 0),
    unknown("floor.tangentForce", "N"),
    unknown("floor.forwardSlip", "m/s", 0),
    unknown("floor.backwardSlip", "m/s", 0),
  ],
  parameters: ["mass", "friction", "gravity"],
  inputs: ["push"],
  step,
  views: {
    contacts: [
      { name: "contact", columns: { normal: "contact.normalForce", separation: "contact.separation" } },
      { name: "floor", columns: { normal: "floor.normalForce", tangential: ["floor.tangentForce"] } },
    ],
    bodies: ["pusher", "block"].map((name) => ({ name, position: [`${name}.x`] })),
    drawing,
  },
};

/** Length and height of pusher and block as they are drawn [m]: the motion knows the faces that meet, and no more. */
const size = 0.1;

/** A square on the floor, from the face that meets the other body to one side. */
const square = (side: 1 | -1): Polygon => ({
  kind: "polygon",
  vertices: [
    [0, 0],
    [side * size, 0],
    [side * size, size],
    [0, size],
  ],
});

function drawing(next: Leaves): readonly Drawn[] {
  const { inside } = frame;
  return [
    { name: "pusher", role: "tool", shapes: [square(-1)], at: [next("pusher.x"), 0, 0] },
    {
      name: "block",
      shapes: [square(1)],
      at: [next("block.x"), 0, 0],
      contacts: [
        { name: "contact", at: [next("block.x"), size / 2, 0], normal: [inside("contact.normalForce"), 0, 0] },
        {
          name: "floor",
          at: [add(next("block.x"), size / 2), 0, 0],
          normal: [0, weight, 0],
          tangential: [inside("floor.tangentForce"), 0, 0],
          friction: p("friction"),
        },
      ],
    },
    { name: "floor", shapes: [{ kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 }] },
  ];
}

function step({ now, next, inside, inputs, h }: Frame): Stage {
  const contact = inside("contact.normalForce");
  const friction = inside("floor.tangentForce");
  const strength = mul(p("friction"), weight);
  const moved = (body: string): Expr => add(now(`${body}.x`), mul(h, next(`${body}.vx`)));
  const momentum = (body: string, force: Expr): Expr =>
    sub(mul(p("mass"), sub(next(`${body}.vx`), now(`${body}.vx`))), mul(h, force));
  const gap = sub(next("block.x"), next("pusher.x"));
  const touch = complementary("contact.normalForce", gap);
  const forward = complementary("floor.forwardSlip", add(strength, friction));
  const backward = complementary("floor.backwardSlip", sub(strength, friction));
  return {
    defines: { "pusher.x": moved("pusher"), "block.x": moved("block") },
    rows: [
      equation("pusher.vx", momentum("pusher", sub(inputs("push"), contact))),
      equation("block.vx", momentum("block", add(contact, friction))),
      equation(
        "floor.tangentForce",
        sub(next("block.vx"), sub(inside("floor.forwardSlip"), inside("floor.backwardSlip"))),
      ),
      touch,
      forward,
      backward,
    ],
    pairs: [{ ...touch.pair, name: "contact.normal", contact: "contact" }, forward.pair, backward.pair],
    observe: {
      "contact.separation": gap,
      "contact.gap": gap,
      "floor.normalForce": weight,
    },
  };
}

export const problem: Problem = {
  name: "own/pusher",
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
    push: { unit: "N", meaning: "force on the pusher", min: neg(p("control.max")), max: p("control.max") },
  },
  start: { "pusher.x": 0, "pusher.vx": 0, "block.x": p("gap"), "block.vx": 0 },
  grid: { steps: 40, h: 0.05 },
  objective: {
    stage: mul(frame.h, pow(push, 2)),
    vary: ["push"],
    constraints: [
      {
        name: "end.block",
        unit: "m",
        about: { body: "block", coordinate: "x" },
        residual: sub(last("block.x"), add(p("gap"), p("distance"))),
        must: "be-zero",
      },
      { name: "end.blockVelocity", unit: "m/s", residual: last("block.vx"), must: "be-zero" },
      { name: "end.pusherVelocity", unit: "m/s", residual: last("pusher.vx"), must: "be-zero" },
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
