import {
  add,
  atRest,
  cos,
  div,
  type Expected,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  rigid,
  sin,
  sqrt,
} from "bankshot";

const length = p("length");

/** A bob on a rod without mass, hinged at the origin: its moment about its own centre is that of a small ball. */
const model = rigid({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [
    {
      name: "bob",
      space: "planar",
      mass: p("mass"),
      inertia: mul(0.4, p("mass"), pow(p("radius"), 2)),
      shapes: [
        { kind: "ball", radius: mul(0.05, length) },
        { kind: "segment", from: [0, 0, 0], to: [0, length, 0] },
      ],
    },
  ],
  contacts: [],
  joints: [{ name: "pivot", kind: "hinge", body: "bob", at: [0, length, 0] }],
});

/**
 * No period is longer: 2π √(l/g)/agm(1, c) with c = cos(A/2), and after one round, (1 + c)/2 and √c, the mean is at least
 * the geometric one.
 */
const c = cos(mul(0.5, p("amplitude")));
const longest = div(mul(2 * Math.PI, sqrt(div(length, p("gravity")))), sqrt(mul(0.5, add(1, c), sqrt(c))));

/** A pendulum is let go at an angle, and swings through its lowest point upwards twice: the time between is its period. */
export const problem: Problem = {
  name: "joints/pendulum",
  title: "A pendulum swings wide",
  model,
  parameters: {
    amplitude: {
      value: Math.PI / 2,
      unit: "rad",
      meaning: "angle from the lowest point at which it is let go",
      above: 0,
      max: 2.4,
    },
    length: { value: 1, unit: "m", meaning: "length of the rod", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    mass: { value: 1, unit: "kg", meaning: "mass of the bob", above: 0 },
    radius: { value: mul(1e-3, length), unit: "m", meaning: "radius of the bob", above: 0 },
    time: { value: mul(1.3, longest), unit: "s", meaning: "duration: more than a period and a quarter", above: 0 },
  },
  start: {
    ...atRest(model),
    "bob.theta": neg(p("amplitude")),
    "bob.x": neg(mul(length, sin(p("amplitude")))),
    "bob.y": neg(mul(length, cos(p("amplitude")))),
  },
  grid: { steps: 8000, h: 0.002 },
  values: {
    period: { unit: "s", meaning: "time of one swing there and back", of: { reduce: "period", column: "bob.theta" } },
    "force.max": {
      unit: "N",
      meaning: "largest upward force of the pivot",
      of: { reduce: "maximum", column: "pivot.forceY" },
    },
  },
};

/** The arithmetic-geometric mean of 1 and c, which halves the digits that differ in every round. */
function agm(c: number): number {
  let [a, b] = [1, c];
  for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return a;
}
const period = (2 * Math.PI * Math.sqrt(1 / 9.81)) / agm(Math.cos(Math.PI / 4));

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "period",
      value: period,
      tolerance: 0.02 * period,
      source: "elliptic integral: 4 √(l/g) K(sin(amplitude/2)) = 2π √(l/g)/agm(1, cos(amplitude/2))",
    },
    {
      name: "force.max",
      value: 3 * 9.81,
      tolerance: 0.02 * 3 * 9.81,
      source: "closed form at the lowest point: m g (3 − 2 cos(amplitude))",
    },
  ],
};
