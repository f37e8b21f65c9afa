import { atRest, div, type Expected, last, mul, neg, type Problem, parameter as p, pow, rigid } from "bankshot";
import type { Contact } from "bankshot/geometry";

const inertia = mul(0.4, p("mass"), pow(p("radius"), 2));

const table: Contact = {
  name: "table",
  body: "ball",
  shape: { kind: "ball", radius: p("radius") },
  against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction"),
  spinning: p("spinning"),
};

const model = rigid({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", mass: p("mass"), inertia }],
  contacts: [table],
});

/** The time that m g `spinning` needs to take I `spin`, and a quarter more. */
const time = mul(1.25, div(mul(p("spin"), inertia), mul(p("spinning"), p("mass"), p("gravity"))));

/** A ball spins about the upright on a table that resists by a moment of `spinning` times its weight, and stops. */
export const problem: Problem = {
  name: "resist/spin-down",
  title: "A spinning ball comes to rest",
  model,
  parameters: {
    spin: { value: 50, unit: "rad/s", meaning: "angular velocity about the upright at the start", above: 0 },
    spinning: { value: 0.001, unit: "m", meaning: "coefficient of spinning resistance", above: 0 },
    friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ", min: 0 },
    radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
    mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    time: { value: time, unit: "s", meaning: "duration: until some time after it stops", above: 0 },
  },
  start: { ...atRest(model), "ball.z": p("radius"), "ball.wz": p("spin") },
  grid: { steps: 400, h: 0.005 },
  values: {
    "stop.time": {
      unit: "s",
      meaning: "time until it stands",
      of: { reduce: "first-positive-time", column: "table.spinningMargin" },
    },
    "end.spin": { unit: "rad/s", meaning: "its angular velocity at the end", of: last("ball.wz") },
  },
};

const [spin, spinning, radius, gravity] = [50, 0.001, 0.05, 9.81];
const stop = (spin * 0.4 * radius ** 2) / (spinning * gravity);

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "stop.time", value: stop, tolerance: 0.02 * stop, source: "closed form: spin I/(spinning m g)" },
    { name: "end.spin", value: 0, tolerance: 1e-9, source: "it stays at rest" },
  ],
};
