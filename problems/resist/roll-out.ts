import { atRest, div, type Expected, last, mul, neg, type Problem, parameter as p, pow, rigid, select } from "bankshot";
import type { Contact } from "bankshot/geometry";

const inertia = mul(0.4, p("mass"), pow(p("radius"), 2));

const table: Contact = {
  name: "table",
  body: "ball",
  shape: { kind: "ball", radius: p("radius") },
  against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction"),
  rolling: p("rolling"),
};

const model = rigid({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", mass: p("mass"), inertia }],
  contacts: [table],
});

/** The ball loses (5/7) rolling g/r of its speed every second: this much time it needs, and a quarter more. */
const time = mul(1.25, div(mul(1.4, p("launch.v"), p("radius")), mul(p("rolling"), p("gravity"))));

/** A solid ball rolls over a table that resists rolling by a moment of `rolling` times its weight, and stops. */
export const problem: Problem = {
  name: "resist/roll-out",
  title: "A ball rolls out",
  model,
  parameters: {
    "launch.v": { value: 1, unit: "m/s", meaning: "speed at which it rolls at the start", above: 0, max: 50 },
    rolling: { value: 0.005, unit: "m", meaning: "coefficient of rolling resistance", above: 0 },
    friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ, enough to roll", min: 0 },
    radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
    mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    time: { value: time, unit: "s", meaning: "duration: until some time after it stops", above: 0 },
  },
  start: {
    ...atRest(model),
    "ball.z": p("radius"),
    "ball.vx": p("launch.v"),
    "ball.wy": div(p("launch.v"), p("radius")),
  },
  grid: { steps: 400, h: 0.005 },
  values: {
    "stop.distance": {
      unit: "m",
      meaning: "how far it rolls until it stops; none where it does not",
      of: div(last("ball.x"), select(last("table.rollingMargin"), 1, 0)),
    },
    "end.v": { unit: "m/s", meaning: "its velocity at the end", of: last("ball.vx") },
  },
};

const [v, rolling, radius, gravity] = [1, 0.005, 0.05, 9.81];
const distance = (7 * v ** 2 * radius) / (10 * rolling * gravity);

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "stop.distance",
      value: distance,
      tolerance: 0.02 * distance,
      source: "closed form: 7 v² r/(10 rolling g)",
    },
    { name: "end.v", value: 0, tolerance: 1e-9, source: "it stays where it stops" },
  ],
};
