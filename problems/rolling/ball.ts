/** Shared by the ball problems: the ball of Fig. 3 and 4 in Song, Kumar, Pang (2005) on its table. */
import {
  add,
  type BoundaryCondition,
  compliant,
  div,
  type Expr,
  last,
  type Model,
  max,
  mul,
  neg,
  norm,
  type Parameter,
  parameter as p,
  type Scene,
  sub,
  type Value,
} from "bankshot";
import { type CompliantContact, type FrictionLaw, frictionLaws } from "bankshot/geometry";
import { compliance, declaredCompliance } from "../compliance.js";

/** A sphere on the plane z = 0, every number a parameter. */
export const ballScene: Scene<CompliantContact> = {
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "ball", space: "spatial", mass: p("mass"), inertia: p("inertia") }],
  contacts: [
    {
      name: "table",
      body: "ball",
      shape: { kind: "ball", radius: p("radius") },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: p("friction"),
      ...compliance,
    },
  ],
};

/** The compliant ball under the friction law that a user chose. */
export const ballModel = (choice: (parameter: string) => string): Model =>
  compliant(ballScene, choice("frictionLaw") as FrictionLaw);

/** Height at which the contact carries the weight: r − m g / K. */
const staticHeight: Expr = sub(p("radius"), div(mul(p("mass"), p("gravity")), p("stiffness")));

/** Parameters of the ball itself and of its launch; the paper's values, and damping 10 N s/m where it is silent. */
export const ballParameters: Readonly<Record<string, Parameter>> = {
  mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
  radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
  inertia: {
    value: mul(2 / 5, p("mass"), p("radius"), p("radius")),
    unit: "kg m²",
    meaning: "moment of inertia about any diameter",
    above: 0,
  },
  friction: { value: 0.2, unit: "1", meaning: "friction coefficient μ", min: 0 },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "launch.vx": { value: 1, unit: "m/s", meaning: "launch velocity along x", min: -20, max: 20 },
  "launch.vy": { value: 0.5, unit: "m/s", meaning: "launch velocity along y", min: -20, max: 20 },
  "spin.x": { value: 40, unit: "rad/s", meaning: "launch spin about x", min: -1000, max: 1000 },
  "spin.y": { value: -20, unit: "rad/s", meaning: "launch spin about y", min: -1000, max: 1000 },
  "spin.z": { value: -10, unit: "rad/s", meaning: "launch spin about z", min: -1000, max: 1000 },
  "start.x": { value: 0, unit: "m", meaning: "start position of the centre, x" },
  "start.y": { value: 0, unit: "m", meaning: "start position of the centre, y" },
};

/** The parameters that the compliant contact adds. */
export const complianceParameters: Readonly<Record<string, Parameter>> = {
  frictionLaw: {
    value: "projection",
    unit: "",
    meaning: "form of the friction law: quadratic cone by projection or Fritz John conditions, or the pyramid",
    choices: frictionLaws,
  },
  ...declaredCompliance(1e4, 10, { weight: mul(p("mass"), p("gravity")), usual: 0.2 * 9.8 }),
  "start.z": { value: staticHeight, unit: "m", meaning: "start height of the centre", above: 0 },
};

/** The place where the shot must end, as parameters. */
export const targetParameters: Readonly<Record<string, Parameter>> = {
  "target.x": { value: 1, unit: "m", meaning: "where the centre must be at the end, x" },
  "target.y": { value: -0.1, unit: "m", meaning: "where the centre must be at the end, y" },
};

/** Start of the ball's own states. */
export const ballStart: Readonly<Record<string, Expr | number>> = {
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
};

/** Start of the contact's deformation: as deep as the ball lies, nothing sideways. */
export const contactStart: Readonly<Record<string, Expr | number>> = {
  "table.deformationN": max(0, sub(p("radius"), p("start.z"))),
  "table.deformationT": 0,
  "table.deformationO": 0,
};

/** Velocity of the contact point at the end, (v − r × ω): zero when the ball rolls. */
export const rolling: readonly [Expr, Expr] = [
  sub(last("ball.vx"), mul(p("radius"), last("ball.wy"))),
  add(last("ball.vy"), mul(p("radius"), last("ball.wx"))),
];

/** The ball must end over the target; its launch velocity is free. */
export const targetConditions: readonly BoundaryCondition[] = [
  {
    name: "end.x",
    unit: "m",
    about: { body: "ball", coordinate: "x" },
    residual: sub(last("ball.x"), p("target.x")),
    frees: "launch.vx",
  },
  {
    name: "end.y",
    unit: "m",
    about: { body: "ball", coordinate: "y" },
    residual: sub(last("ball.y"), p("target.y")),
    frees: "launch.vy",
  },
];

/** Values that every ball problem gives. */
export const ballValues: Readonly<Record<string, Value>> = {
  "launch.vx": { unit: "m/s", meaning: "launch velocity along x", of: p("launch.vx") },
  "launch.vy": { unit: "m/s", meaning: "launch velocity along y", of: p("launch.vy") },
  "end.x": { unit: "m", meaning: "end position of the centre, x", of: last("ball.x") },
  "end.y": { unit: "m", meaning: "end position of the centre, y", of: last("ball.y") },
  "stick.step": {
    unit: "1",
    meaning: "first step at whose end the contact sticks",
    of: { reduce: "first-positive-step", column: "table.stickMargin" },
  },
  "end.rollingError": {
    unit: "m/s",
    meaning: "speed of the contact point at the end, |v − r × ω|",
    of: norm(...rolling),
  },
  "orientation.norm": {
    unit: "1",
    meaning: "length of the quaternion at the end, which backward Euler shrinks",
    of: norm(last("ball.e0"), last("ball.ex"), last("ball.ey"), last("ball.ez")),
  },
};
