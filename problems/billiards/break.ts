import {
  add,
  atRest,
  div,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  type Scalar,
  sub,
} from "bankshot";
import { model, names, racked } from "./racked-table.js";

/** The first ball of the rack lies on the foot spot, a quarter of the table from its end; the cue ball on the head spot. */
const spot = mul(0.25, p("length"));
const pitch = add(mul(2, p("radius")), p("gap"));
const rows = [0, 1, 2, 3, 4].flatMap((row) =>
  Array.from({ length: row + 1 }, (_, k) => ({ row, across: k - row / 2 })),
);
const start = Object.fromEntries(
  racked.flatMap((name, i) => [
    [`${name}.x`, add(spot, mul(rows[i].row * (Math.sqrt(3) / 2), pitch))],
    [`${name}.y`, mul(rows[i].across, pitch)],
    [`${name}.z`, p("radius")],
  ]),
);

const sumOf = (coordinate: string): Scalar => add(...names.map((name) => last(`${name}.${coordinate}`)));

/** The cue ball is shot at fifteen racked balls. */
export const problem: Problem = {
  name: "billiards/break",
  title: "A break of fifteen balls",
  model,
  parameters: {
    speed: { value: 6, unit: "m/s", meaning: "speed of the cue ball, which does not spin yet", min: 0 },
    aside: { value: 0, unit: "m", meaning: "how far to the left of the line of the rack the cue ball starts" },
    radius: { value: 0.028575, unit: "m", meaning: "radius of the balls", above: 0 },
    mass: { value: 0.17, unit: "kg", meaning: "mass of a ball", above: 0 },
    length: { value: 2.54, unit: "m", meaning: "length of the table between its cushions", above: 0 },
    breadth: { value: 1.27, unit: "m", meaning: "breadth of the table between its cushions", above: 0 },
    gap: { value: 1e-4, unit: "m", meaning: "gap between neighbours in the rack", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "friction.ball": { value: 0.06, unit: "1", meaning: "friction coefficient between balls", min: 0 },
    "friction.cloth": { value: 0.2, unit: "1", meaning: "friction coefficient on the cloth", min: 0 },
    "friction.cushion": { value: 0.2, unit: "1", meaning: "friction coefficient on the cushions", min: 0 },
    stiffness: { value: 2e5, unit: "N/m", meaning: "stiffness K of all contacts", above: 0 },
    damping: { value: 10, unit: "N s/m", meaning: "damping C of all contacts", min: 0 },
    smoothing: { value: 1e-4, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
  },
  start: {
    ...atRest(model),
    ...start,
    "cue.x": neg(spot),
    "cue.y": p("aside"),
    "cue.z": p("radius"),
    "cue.vx": p("speed"),
  },
  grid: { steps: 4000, h: 0.00025 },
  values: {
    "hit.step": {
      unit: "1",
      meaning: "step in which the first ball of the rack begins to move",
      of: { reduce: "first-positive-step", column: "ball1.vx" },
    },
    "mean.y": { unit: "m", meaning: "mean place of all balls across the table at the end", of: div(sumOf("y"), 16) },
    deepest: {
      unit: "1",
      meaning: "largest part of their radii that two balls were pressed in",
      of: { reduce: "maximum", column: "contacts.deepest" },
    },
    "force.largest": {
      unit: "N",
      meaning: "largest force of a contact",
      of: { reduce: "maximum", column: "contacts.normalForce" },
    },
    "energy.lost": {
      unit: "J",
      meaning: "energy that was lost by the end",
      of: sub(
        add(mul(0.5, p("mass"), p("speed"), p("speed")), mul(16, p("mass"), p("gravity"), p("radius"))),
        last("energy"),
      ),
    },
  },
};

const [speed, slowing] = [6, 0.2 * 9.81];
const way = 2.54 / 2 - 2 * 0.028575;
const time = (speed - Math.sqrt(speed ** 2 - 2 * slowing * way)) / slowing;

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "hit.step",
      value: time / 0.00025,
      tolerance: 4,
      source: "closed form: the cue ball slides, s = v t − μ g t²/2 up to the rack",
    },
    { name: "mean.y", value: 0, tolerance: 1e-6, source: "mirror symmetry of rack and table" },
  ],
};
