import { add, constant, div, type Expr, max, mul, neg, norm, sub } from "../../src/expr/expr.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import type { FrictionLaw } from "../../src/mechanics/friction.js";
import { last, parameter } from "../../src/mechanics/model.js";
import type { Scene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import type { Parameter, Problem, Value } from "../../src/motion/problem.js";

const p = parameter;

/** The ball of Fig. 3 and 4 in Song, Kumar, Pang (2005) on its table, every number a parameter. */
export const ballScene: Scene<CompliantContact> = {
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", mass: p("mass"), inertia: p("inertia") }],
  contacts: [
    {
      name: "table",
      body: "ball",
      shape: { kind: "round", radius: p("radius") },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: p("friction"),
      stiffness: p("stiffness"),
      damping: p("damping"),
      coneSmoothing: p("coneSmoothing"),
    },
  ],
};

/** Static deformation m g / K: the ball starts at rest on its contact. */
const staticHeight: Expr = sub(p("radius"), div(mul(p("mass"), p("gravity")), p("stiffness")));

export const ballParameters: Readonly<Record<string, Parameter>> = {
  mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
  radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
  inertia: {
    value: mul(0.4, p("mass"), p("radius"), p("radius")),
    unit: "kg m²",
    meaning: "moment of inertia",
    above: 0,
  },
  friction: { value: 0.2, unit: "1", meaning: "friction coefficient", min: 0 },
  frictionLaw: {
    value: "projection",
    unit: "",
    meaning: "form of the friction law",
    choices: ["projection", "fritz-john", "pyramid"],
  },
  gravity: { value: 9.8, unit: "m/s²", meaning: "gravity", above: 0 },
  stiffness: { value: 1e4, unit: "N/m", meaning: "contact stiffness", above: 0 },
  damping: { value: 10, unit: "N s/m", meaning: "contact damping", min: 0 },
  coneSmoothing: { value: 1e-4, unit: "N", meaning: "smoothing of the friction cone", min: 0 },
  "launch.vx": { value: 1, unit: "m/s", meaning: "launch velocity along x", min: -20, max: 20 },
  "launch.vy": { value: 0.5, unit: "m/s", meaning: "launch velocity along y", min: -20, max: 20 },
  "spin.x": { value: 40, unit: "rad/s", meaning: "launch spin about x" },
  "spin.y": { value: -20, unit: "rad/s", meaning: "launch spin about y" },
  "spin.z": { value: -10, unit: "rad/s", meaning: "launch spin about z" },
  "start.x": { value: 0, unit: "m", meaning: "start position x" },
  "start.y": { value: 0, unit: "m", meaning: "start position y" },
  "start.z": { value: staticHeight, unit: "m", meaning: "start height of the centre" },
  "target.x": { value: 1, unit: "m", meaning: "target x" },
  "target.y": { value: -0.1, unit: "m", meaning: "target y" },
};

export const ballStart = {
  "ball.x": p("start.x"),
  "ball.y": p("start.y"),
  "ball.z": p("start.z"),
  "ball.e0": 1,
  "ball.ex": 0,
  "ball.ey": 0,
  "ball.ez": 0,
  "ball.vx": p("launch.vx"),
  "ball.vy": p("launch.vy"),
  "ball.vz": 0,
  "ball.wx": p("spin.x"),
  "ball.wy": p("spin.y"),
  "ball.wz": p("spin.z"),
  "table.deformationN": max(0, sub(p("radius"), p("start.z"))),
  "table.deformationT": constant(0),
  "table.deformationO": constant(0),
};
export const ballValues: Readonly<Record<string, Value>> = {
  "launch.vx": { unit: "m/s", meaning: "launch velocity along x", of: p("launch.vx") },
  "launch.vy": { unit: "m/s", meaning: "launch velocity along y", of: p("launch.vy") },
  "end.x": { unit: "m", meaning: "end position x", of: last("ball.x") },
  "end.y": { unit: "m", meaning: "end position y", of: last("ball.y") },
  "stick.step": {
    unit: "1",
    meaning: "first step that sticks",
    of: { reduce: "first-positive-step", column: "table.stickMargin" },
  },
  "end.rollingError": {
    unit: "m/s",
    meaning: "speed of the contact point at the end, |v − r × ω|",
    of: norm(
      sub(last("ball.vx"), mul(p("radius"), last("ball.wy"))),
      add(last("ball.vy"), mul(p("radius"), last("ball.wx"))),
    ),
  },
  "orientation.norm": {
    unit: "1",
    meaning: "length of the quaternion at the end",
    of: norm(last("ball.e0"), last("ball.ex"), last("ball.ey"), last("ball.ez")),
  },
};

export const ballPlace: Problem = {
  name: "rolling/ball-place",
  title: "",
  model: (choice) => compliant(ballScene, choice("frictionLaw") as FrictionLaw),
  parameters: ballParameters,
  start: ballStart,
  grid: { steps: 101, h: 0.01 },
  boundary: [
    { name: "end.x", unit: "m", residual: sub(last("ball.x"), p("target.x")), frees: "launch.vx" },
    { name: "end.y", unit: "m", residual: sub(last("ball.y"), p("target.y")), frees: "launch.vy" },
  ],
  values: ballValues,
};
