/**
 * Two fingers turn a box over its lower right edge with the least effort Σ h (|F₁|² + |F₂|²) of their drives: the first
 * pushes its side until the box has passed its balance, the second then holds it back at its top. A limit of the spin
 * forbids to throw it over. Which finger touches when, and what sticks and slips, is found.
 */
import {
  add,
  type Control,
  type Expected,
  frame,
  input,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  sub,
} from "bankshot";
import { a, b, fingers, model, within } from "./two-fingers.js";

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
