import { atRest, compliant, div, type Expected, last, mul, neg, type Problem, parameter as p, sub } from "bankshot";
import type { HeightField } from "bankshot/geometry";
import { compliance, declaredCompliance } from "../compliance.js";

/** Heights of a green [mm]: a ridge across the way, a fall behind it, and level ground about the tee. */
const millimetres = [
  [0, 0, 8, 14, 6, 0],
  [0, 0, 12, 20, 8, -4],
  [0, 0, 10, 18, 4, -10],
  [0, -1, 2, 4, -6, -16],
  [-1, -4, -6, -8, -14, -20],
];

const green: HeightField = {
  kind: "height-field",
  heights: millimetres.map((row) => row.map((height) => height / 1000)),
  spacing: [0.8, 0.8],
  scale: p("relief"),
};

export const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: p("radius") }, mass: p("mass") }],
  world: [{ name: "green", shape: green }],
  contacts: "all",
  materials: [{ friction: p("friction"), rolling: p("rolling"), ...compliance }],
});

/** The weight presses the ball into level ground by this much. */
const sunk = div(mul(p("mass"), p("gravity")), p("stiffness"));

/**
 * A putt over a ridge: the ball must come to rest where the hole is. It leaves rolling from level ground, the resistance of
 * the grass brakes it, and every slope turns it aside. The duration is long enough for it to stop.
 */
export const problem: Problem = {
  name: "golf/green",
  title: "A putt comes to rest at the hole of an uneven green",
  model,
  parameters: {
    mass: { value: 0.0459, unit: "kg", meaning: "mass of the ball, whose inertia is that of a full ball", above: 0 },
    radius: { value: 0.02135, unit: "m", meaning: "radius of the ball", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    friction: { value: 0.4, unit: "1", meaning: "friction coefficient μ", min: 0 },
    rolling: { value: 0.0015, unit: "m", meaning: "coefficient of rolling resistance of the grass", min: 0 },
    relief: { value: 1, unit: "1", meaning: "factor on all heights of the green", min: 0, max: 1.5 },
    ...declaredCompliance(1000, 4, { weight: mul(p("mass"), p("gravity")), usual: 0.0459 * 9.81 }),
    "launch.vx": { value: 1.9, unit: "m/s", meaning: "launch velocity along x", min: 0, max: 5 },
    "launch.vy": { value: 0.4, unit: "m/s", meaning: "launch velocity along y", min: -3, max: 3 },
    "hole.x": { value: 3.2, unit: "m", meaning: "where the hole is, x", min: 0.8, max: 3.8 },
    "hole.y": { value: 1.7, unit: "m", meaning: "where the hole is, y", min: 0.3, max: 2.7 },
  },
  start: {
    ...atRest(model),
    "ball.x": 0.2,
    "ball.y": 1.2,
    "ball.z": sub(p("radius"), sunk),
    "ball.vx": p("launch.vx"),
    "ball.vy": p("launch.vy"),
    "ball.wx": neg(div(p("launch.vy"), p("radius"))),
    "ball.wy": div(p("launch.vx"), p("radius")),
    "ball-green.deformationN": sunk,
  },
  grid: { steps: 250, h: 0.02 },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "ball", coordinate: "x" },
      residual: sub(last("ball.x"), p("hole.x")),
      frees: "launch.vx",
    },
    {
      name: "end.y",
      unit: "m",
      about: { body: "ball", coordinate: "y" },
      residual: sub(last("ball.y"), p("hole.y")),
      frees: "launch.vy",
    },
  ],
  values: {
    "launch.vx": { unit: "m/s", meaning: "launch velocity along x", of: p("launch.vx") },
    "launch.vy": { unit: "m/s", meaning: "launch velocity along y", of: p("launch.vy") },
    "end.x": { unit: "m", meaning: "centre at the end, x", of: last("ball.x") },
    "end.y": { unit: "m", meaning: "centre at the end, y", of: last("ball.y") },
    "end.vx": { unit: "m/s", meaning: "velocity at the end, x", of: last("ball.vx") },
    "end.vy": { unit: "m/s", meaning: "velocity at the end, y", of: last("ball.vy") },
    highest: {
      unit: "m",
      meaning: "greatest height of the centre, on the ridge",
      of: { reduce: "maximum", column: "ball.z" },
    },
  },
};

const source =
  "independent Runge–Kutta integration (0.2 ms) of the ball on the same spline, its nearest point by Newton's method";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.7318, tolerance: 0.015, source },
    { name: "launch.vy", value: 0.21275, tolerance: 0.005, source },
    { name: "end.x", value: 3.2, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 1.7, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.vx", value: 0, tolerance: 1e-9, source: "it comes to rest" },
    { name: "end.vy", value: 0, tolerance: 1e-9, source: "it comes to rest" },
  ],
};
