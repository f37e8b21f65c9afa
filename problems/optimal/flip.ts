/**
 * Two fingers turn a box over its lower right edge with the least effort Σ h (|F₁|² + |F₂|²) of their drives: the first
 * pushes its side until the box has passed its balance, the second then holds it back at its top. A limit of the spin
 * forbids to throw it over. Which finger touches when, and what sticks and slips, is found.
 */
import {
  add,
  type Control,
  cos,
  type Expected,
  type Expr,
  frame,
  input,
  last,
  type Model,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  rigid,
  type Scalar,
  sin,
  sub,
} from "bankshot";
import type { AppliedWrench, Body, Contact } from "bankshot/geometry";
import type { DesignConstraint } from "bankshot/solvers";

const [a, b] = [p("halfWidth"), p("halfHeight")];
const fingers = ["first", "second"] as const;

const corner = (name: string, x: Scalar, y: Scalar): Contact => ({
  name,
  body: "box",
  shape: { kind: "point", at: [x, y, 0] },
  against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction.floor"),
});

const touch = (finger: string, normal: readonly [number, number], offset: Scalar): Contact => ({
  name: `${finger}Finger`,
  body: finger,
  shape: { kind: "point", at: [0, 0, 0] },
  against: {
    body: "box",
    shape: { kind: "half-space", normal: [...normal, 0], tangent: [normal[1], -normal[0], 0], offset },
  },
  friction: p("friction.finger"),
});

const model: Model = rigid(
  {
    gravity: [0, neg(p("gravity")), 0],
    bodies: [
      {
        name: "box",
        space: "planar",
        mass: p("mass"),
        inertia: mul(p("mass"), 1 / 3, add(pow(a, 2), pow(b, 2))),
      },
      ...fingers.map((name): Body => ({ name, space: "planar", mass: p("finger.mass"), inertia: 1e-3 })),
    ],
    contacts: [
      corner("left", neg(a), neg(b)),
      corner("edge", a, neg(b)),
      corner("right", a, b),
      corner("top", neg(a), b),
      touch("first", [-1, 0], a),
      touch("second", [0, 1], b),
    ],
    applied: fingers.map(
      // the drives bear the fingers' weight
      (body): AppliedWrench => ({
        body,
        force: [input(`${body}.pushX`), add(input(`${body}.pushY`), mul(p("finger.mass"), p("gravity"))), 0],
        torque: [0, 0, 0],
      }),
    ),
  },
  "pyramid",
);

/** A finger's place on its side of the box, from the middle on, is within its half-length. */
function within(finger: string, along: readonly [number, number], half: Expr): DesignConstraint[] {
  const theta = frame.next("box.theta");
  const [c, s] = [cos(theta), sin(theta)];
  const [dx, dy] = ["x", "y"].map((axis) => sub(frame.next(`${finger}.${axis}`), frame.next(`box.${axis}`))) as [
    Expr,
    Expr,
  ];
  const place = add(mul(along[0], add(mul(c, dx), mul(s, dy))), mul(along[1], sub(mul(c, dy), mul(s, dx))));
  return [1, -1].map((side) => ({
    name: `${finger} finger on its side, ${side}`,
    unit: "m",
    residual: sub(mul(side, place), half),
    must: "not-exceed-zero",
  }));
}

const drive = (finger: string, axis: string): Control => ({
  unit: "N",
  meaning: `force on the ${finger} finger, ${axis}`,
  min: neg(p("control.max")),
  max: p("control.max"),
});

export const problem: Problem = {
  name: "optimal/flip",
  title: "Two fingers turn a box over its edge with the least effort",
  model,
  parameters: {
    mass: { value: 0.5, unit: "kg", meaning: "mass of the box", above: 0 },
    halfWidth: { value: 0.04, unit: "m", meaning: "half the width of the box", above: 0 },
    halfHeight: { value: 0.06, unit: "m", meaning: "half the height of the box", above: 0 },
    "finger.mass": { value: 0.1, unit: "kg", meaning: "mass of a finger", above: 0 },
    "friction.floor": { value: 0.6, unit: "1", meaning: "friction coefficient μ of the box on the floor", min: 0 },
    "friction.finger": { value: 0.5, unit: "1", meaning: "friction coefficient μ of the fingers on the box", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    clearance: { value: 0.01, unit: "m", meaning: "distance of the fingers from the box at the start", min: 0 },
    turn: { value: Math.PI / 2, unit: "rad", meaning: "how far the box is turned over its edge" },
    time: { value: 0.8, unit: "s", meaning: "duration", above: 0 },
    "spin.max": { value: 3, unit: "rad/s", meaning: "largest spin of the box", above: 0 },
    "control.max": { value: 10, unit: "N", meaning: "largest force of a drive along each axis", above: 0 },
  },
  inputs: Object.fromEntries(
    fingers.flatMap((finger) => [
      [`${finger}.pushX`, drive(finger, "sideways")],
      [`${finger}.pushY`, drive(finger, "upwards")],
    ]),
  ),
  start: {
    "box.x": 0,
    "box.y": b,
    "first.x": neg(add(a, p("clearance"))),
    "first.y": mul(1.5, b),
    "second.x": 0,
    "second.y": add(mul(2, b), p("clearance")),
    ...Object.fromEntries(
      ["box", ...fingers].flatMap((body) => ["theta", "vx", "vy", "omega"].map((axis) => [`${body}.${axis}`, 0])),
    ),
  },
  grid: { steps: 24, h: 0.8 / 24 },
  objective: {
    stage: mul(
      frame.h,
      add(...fingers.flatMap((finger) => ["pushX", "pushY"].map((name) => pow(input(`${finger}.${name}`), 2)))),
    ),
    vary: fingers.flatMap((finger) => [`${finger}.pushX`, `${finger}.pushY`]),
    constraints: [
      { name: "end.theta", unit: "rad", residual: add(last("box.theta"), p("turn")), must: "be-zero" },
      { name: "end.omega", unit: "rad/s", residual: last("box.omega"), must: "be-zero" },
      { name: "end.vx", unit: "m/s", residual: last("box.vx"), must: "be-zero" },
      { name: "end.vy", unit: "m/s", residual: last("box.vy"), must: "be-zero" },
    ],
    path: [
      ...within("first", [0, 1], b),
      ...within("second", [1, 0], a),
      {
        name: "spin limit",
        unit: "rad/s",
        residual: sub(neg(frame.next("box.omega")), p("spin.max")),
        must: "not-exceed-zero",
      },
    ],
  },
  values: {
    "contact.first": {
      unit: "1",
      meaning: "first step in which the first finger touches",
      of: { reduce: "first-positive-step", column: "firstFinger.normalForce" },
    },
    "contact.second": {
      unit: "1",
      meaning: "first step in which the second finger touches",
      of: { reduce: "first-positive-step", column: "secondFinger.normalForce" },
    },
    "end.x": { unit: "m", meaning: "centre of the box at the end", of: last("box.x") },
    "end.y": { unit: "m", meaning: "height of the centre at the end", of: last("box.y") },
    "end.theta": { unit: "rad", meaning: "angle of the box at the end", of: last("box.theta") },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.theta", value: -Math.PI / 2, tolerance: 1e-8, source: "the goal" },
    { name: "end.y", value: 0.04, tolerance: 1e-8, source: "the box lies on its side: half its width" },
    { name: "end.x", value: 0.04 + 0.06, tolerance: 5e-3, source: "turned over its edge, which hardly slides" },
  ],
};
