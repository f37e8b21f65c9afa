import { add, atRest, div, type Expected, mul, neg, type Problem, parameter as p, rigid, sqrt, sub } from "bankshot";
import type { RigidContact } from "bankshot/geometry";

const ground: RigidContact = {
  name: "ground",
  body: "ball",
  shape: { kind: "ball", radius: p("radius") },
  against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
  friction: 0,
  restitution: p("restitution"),
};

const model = rigid({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", mass: p("mass"), inertia: mul(0.4, p("mass"), p("radius"), p("radius")) }],
  contacts: [ground],
});

/** √(2h/g)(1 + e)/(1 − e) until it rests, and a tenth more. */
const time = mul(
  1.1,
  sqrt(div(mul(2, p("height")), p("gravity"))),
  div(add(1, p("restitution")), sub(1, p("restitution"))),
);

/**
 * A rigid ball is dropped and bounces, each time to e² of its height, until after infinitely many bounces, in finite time, it
 * rests: impacts are events, and their limit is recognised.
 */
export const problem: Problem = {
  name: "exact/bounces",
  title: "A ball bounces until it rests",
  model,
  parameters: {
    height: { value: 1, unit: "m", meaning: "gap below the ball at the start", above: 0 },
    restitution: {
      value: 0.8,
      unit: "1",
      meaning: "speed after a bounce, as a part of that before",
      above: 0,
      max: 0.99,
    },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
    mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
    time: { value: time, unit: "s", meaning: "duration: until some time after it rests", above: 0 },
  },
  start: { ...atRest(model), "ball.z": add(p("radius"), p("height")) },
  grid: { steps: 500, h: 0.01, method: "exact" },
  values: {
    "height.3": {
      unit: "m",
      meaning: "height of the gap after the third bounce",
      of: { reduce: "peak", column: "ground.gap", number: 3 },
    },
    "rest.time": {
      unit: "s",
      meaning: "when it begins to lie on the ground",
      of: { reduce: "first-positive-time", column: "ground.normalForce" },
    },
  },
};

const [e, height, gravity] = [0.8, 1, 9.81];

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "height.3", value: e ** 6 * height, tolerance: 1e-9, source: "closed form: e⁶ h" },
    {
      name: "rest.time",
      value: (Math.sqrt((2 * height) / gravity) * (1 + e)) / (1 - e),
      tolerance: 1e-9,
      source: "closed form: √(2h/g)(1 + e)/(1 − e)",
    },
  ],
};
