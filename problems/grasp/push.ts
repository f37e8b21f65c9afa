import {
  add,
  type Expected,
  last,
  type Method,
  mul,
  neg,
  type Problem,
  parameter as p,
  quasistatic,
  sub,
} from "bankshot";
import type { QuasistaticScene, QuasistaticScheme } from "bankshot/robots";

const law = { friction: p("friction"), stiffness: p("stiffness") };
const floor = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } as const;
const corner = (x: 1 | -1) => ({ kind: "point", at: [mul(x, p("halfLength")), neg(p("halfHeight")), 0] }) as const;

const scene: QuasistaticScene = {
  gravity: [0, neg(p("gravity")), 0],
  parts: [{ name: "box", space: "planar", mass: p("mass"), halfDiameter: p("halfLength") }],
  movers: [{ name: "finger", slides: [{ drive: "finger.x", along: [1, 0, 0] }], at: [0, p("height"), 0] }],
  contacts: [
    { name: "back", body: "box", shape: corner(-1), against: floor, ...law },
    { name: "front", body: "box", shape: corner(1), against: floor, ...law },
    {
      name: "tip",
      body: "finger",
      shape: { kind: "point", at: [0, 0, 0] },
      // a metre thick, so that the plane of the picture never leaves it
      against: { body: "box", shape: { kind: "box", half: [p("halfLength"), p("halfHeight"), 1] } },
      ...law,
      friction: p("tip.friction"),
    },
  ],
  commands: { "finger.x": p("push.speed") },
};

/** One finger pushes a box along a table. Nothing squeezes, so that Trinkle's step and the program have one solution. */
export const problem: Problem = {
  name: "grasp/push",
  title: "A finger pushes a box along a table: the LCP and the program agree",
  model: (choice) => quasistatic(scene, choice("scheme") as QuasistaticScheme),
  parameters: {
    scheme: { value: "miqp", unit: "", meaning: "how a step is taken", choices: ["miqp", "lcp"] },
    mass: { value: 0.5, unit: "kg", meaning: "mass of the box", above: 0 },
    halfLength: { value: 0.06, unit: "m", meaning: "half the length of the box", above: 0 },
    halfHeight: { value: 0.04, unit: "m", meaning: "half its height", above: 0 },
    friction: { value: 0.4, unit: "1", meaning: "friction coefficient μ of the table", min: 0 },
    "tip.friction": {
      value: 0,
      unit: "1",
      meaning: "friction coefficient of the fingertip; above 0 forces are not unique",
      min: 0,
    },
    stiffness: { value: 1e4, unit: "N/m", meaning: "stiffness K of all contacts", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    height: { value: 0.03, unit: "m", meaning: "height of the fingertip", above: 0 },
    "push.speed": { value: 0.05, unit: "m/s", meaning: "commanded speed of the finger", min: 0 },
    "start.gap": { value: 0.0103, unit: "m", meaning: "distance of the finger from the box at the start", min: 0 },
  },
  start: {
    "box.x": 0,
    "box.y": p("halfHeight"),
    "box.theta": 0,
    "finger.x": neg(add(p("halfLength"), p("start.gap"))),
  },
  grid: { steps: 60, h: 0.01 },
  values: {
    "end.x": { unit: "m", meaning: "where the box ends", of: last("box.x") },
    "end.theta": { unit: "rad", meaning: "how the box is turned at the end", of: last("box.theta") },
    "push.max": {
      unit: "N",
      meaning: "largest force of the finger",
      of: { reduce: "maximum", column: "tip.normalForce" },
    },
    "objective.max": {
      unit: "m²",
      meaning: "largest ‖Δq_a − Δq̄_a‖² of a step",
      of: { reduce: "maximum", column: "objective" },
    },
    unproven: { unit: "1", meaning: "steps not proven to be the best", of: { reduce: "sum", column: "unproven" } },
    "closed.x": {
      unit: "m",
      meaning: "v T less the gap",
      of: sub(mul(p("push.speed"), 0.6), p("start.gap")),
    },
  },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "end.x", value: 0.0197, tolerance: 1e-9, source: "closed form: the finger's way less the gap" },
    { name: "end.theta", value: 0, tolerance: 1e-9, source: "pushed below its tipping height a/μ" },
    { name: "push.max", value: 0.4 * 0.5 * 9.81, tolerance: 1e-6, source: "closed form μ m g" },
    { name: "objective.max", value: 0, tolerance: 1e-15, source: "the command can be followed" },
  ],
};

export const methods: readonly Method[] = [
  { method: "program", problem: "grasp/push", set: { scheme: "miqp" } },
  { method: "Trinkle's LCP", problem: "grasp/push", set: { scheme: "lcp" } },
];
