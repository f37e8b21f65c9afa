import { atRest, div, type Expected, type Expr, last, mul, type Problem, parameter as p, sub } from "bankshot";
import { declaredCompliance } from "../compliance.js";
import { model } from "./two-balls.js";

/** How deep a resting ball sinks: m g / K. */
const sunk: Expr = div(mul(p("mass"), p("gravity")), p("stiffness"));

/**
 * A combination shot: the cue ball must drive a second ball, which lies at rest, to a given place at a given time. Both
 * slide and roll on the table. Friction between the balls throws the second one off the line of centres, and backward
 * Euler and the damping of the contact take speed; the launch velocity makes up for all of it. The balls are soft enough
 * for some thirty steps of impact; with few, the end point is a sawtooth of the launch velocity.
 */
export const problem: Problem = {
  name: "impact/combination",
  title: "A ball drives a second ball to a given place",
  model,
  parameters: {
    mass: { value: 0.17, unit: "kg", meaning: "mass of either ball", above: 0 },
    radius: { value: 0.0286, unit: "m", meaning: "radius of either ball", above: 0 },
    gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    friction: { value: 0.2, unit: "1", meaning: "friction coefficient μ on the table", min: 0 },
    ballFriction: { value: 0.05, unit: "1", meaning: "friction coefficient μ between the balls", min: 0 },
    ...declaredCompliance(2000, 2, { weight: mul(p("mass"), p("gravity")), usual: 0.17 * 9.8 }),
    "object.x": { value: 0.4, unit: "m", meaning: "where the second ball lies, x" },
    "object.y": { value: 0, unit: "m", meaning: "where the second ball lies, y" },
    "launch.vx": { value: 1.5, unit: "m/s", meaning: "launch velocity along x", min: -10, max: 10 },
    "launch.vy": { value: -0.1, unit: "m/s", meaning: "launch velocity along y", min: -10, max: 10 },
    "target.x": { value: 0.8, unit: "m", meaning: "where the second ball must be at the end, x" },
    "target.y": { value: 0.15, unit: "m", meaning: "where the second ball must be at the end, y" },
  },
  start: {
    ...atRest(model),
    "cue.z": sub(p("radius"), sunk),
    "cue.vx": p("launch.vx"),
    "cue.vy": p("launch.vy"),
    "object.x": p("object.x"),
    "object.y": p("object.y"),
    "object.z": sub(p("radius"), sunk),
    "cueTable.deformationN": sunk,
    "objectTable.deformationN": sunk,
  },
  grid: { steps: 1000, h: 0.001 },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "object", coordinate: "x" },
      residual: sub(last("object.x"), p("target.x")),
      frees: "launch.vx",
    },
    {
      name: "end.y",
      unit: "m",
      about: { body: "object", coordinate: "y" },
      residual: sub(last("object.y"), p("target.y")),
      frees: "launch.vy",
    },
  ],
  values: {
    "launch.vx": { unit: "m/s", meaning: "launch velocity along x", of: p("launch.vx") },
    "launch.vy": { unit: "m/s", meaning: "launch velocity along y", of: p("launch.vy") },
    "end.x": { unit: "m", meaning: "second ball at the end, x", of: last("object.x") },
    "end.y": { unit: "m", meaning: "second ball at the end, y", of: last("object.y") },
    "cue.end.x": { unit: "m", meaning: "cue ball at the end, x", of: last("cue.x") },
    "cue.end.y": { unit: "m", meaning: "cue ball at the end, y", of: last("cue.y") },
    "impact.force": {
      unit: "N",
      meaning: "largest force between the balls",
      of: { reduce: "maximum", column: "impact.normalForce" },
    },
  },
};

const source =
  "independent Runge–Kutta integration of the continuous motion; the grid adds K h = 2 N s/m to the damping of 2";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.434723, tolerance: 0.1, source },
    { name: "launch.vy", value: -0.073606, tolerance: 0.005, source },
    { name: "end.x", value: 0.8, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 0.15, tolerance: 1e-9, source: "boundary condition" },
  ],
};
