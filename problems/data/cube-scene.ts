/** Shared by the problems of this folder: a recorded cube, in the units of its recordings: 1 u is 53.5 mm. */
import {
  add,
  atRest,
  div,
  type Expected,
  type Expr,
  last,
  mul,
  type Parameter,
  parameter as p,
  type Scalar,
  sqrt,
  sub,
  type Value,
} from "bankshot";
import type { Fitting } from "bankshot/data";
import { cubeChoices, cubeModel } from "./cube-laws.js";

type Quaternion = readonly [Expr, Expr, Expr, Expr];

/** The third column of the rotation of a quaternion: where the body's z axis points. */
const upwards = ([w, x, y, z]: Quaternion): readonly Expr[] => [
  mul(2, add(mul(x, z), mul(w, y))),
  mul(2, sub(mul(y, z), mul(w, x))),
  sub(1, mul(2, add(mul(x, x), mul(y, y)))),
];

/** The recorded orientation, turned by a small vector in body axes: q ⊗ (1, turn/2), of length one. */
function turned(): Quaternion {
  const [w, x, y, z] = ["w", "x", "y", "z"].map((axis) => p(`recorded.q${axis}`));
  const [a, b, c] = ["x", "y", "z"].map((axis) => mul(0.5, p(`turn.${axis}`)));
  const q = [
    sub(w, add(mul(x, a), mul(y, b), mul(z, c))),
    add(x, mul(w, a), sub(mul(y, c), mul(z, b))),
    add(y, mul(w, b), sub(mul(z, a), mul(x, c))),
    add(z, mul(w, c), sub(mul(x, b), mul(y, a))),
  ];
  return unit([q[0], q[1], q[2], q[3]]);
}

function unit(q: Quaternion): Quaternion {
  const length = sqrt(add(...q.map((e) => mul(e, e))));
  return [div(q[0], length), div(q[1], length), div(q[2], length), div(q[3], length)];
}

/** A vector of body axes in those of the world. */
function rotated([w, x, y, z]: Quaternion, [a, b, c]: readonly Expr[]): readonly Expr[] {
  // v + 2 w (q × v) + 2 q × (q × v)
  const s = [sub(mul(y, c), mul(z, b)), sub(mul(z, a), mul(x, c)), sub(mul(x, b), mul(y, a))];
  const t = [sub(mul(y, s[2]), mul(z, s[1])), sub(mul(z, s[0]), mul(x, s[2])), sub(mul(x, s[1]), mul(y, s[0]))];
  return [a, b, c].map((v, i) => add(v, mul(2, add(mul(w, s[i]), t[i]))));
}

const axes = ["x", "y", "z"] as const;
const q = turned();
const up = upwards(q);
const spin = rotated(
  q,
  axes.map((axis) => p(`launch.w${axis}`)),
);

/** Start values from the tracked centre, which the centre of mass is above by `com.z` along the body's z axis. */
export const start: Readonly<Record<string, Scalar>> = {
  // the states of every law: those of springs, and those of rigid corners
  ...Object.assign({}, ...cubeChoices.law.choices.map((law) => atRest(cubeModel(() => law)))),
  ...Object.fromEntries(
    axes.flatMap((axis, i) => [
      [`cube.${axis}`, add(p(`start.${axis}`), mul(p("com.z"), up[i]))],
      [`cube.v${axis}`, p(`launch.v${axis}`)],
      [`cube.w${axis}`, spin[i]],
      [`cube.e${axis}`, q[i + 1]],
    ]),
  ),
  "cube.e0": q[0],
};

// steps of backward Euler shrink a quaternion a little: its direction is the orientation
const landed = unit([last("cube.e0"), last("cube.ex"), last("cube.ey"), last("cube.ez")]);

/** The cube at the end as a camera sees it: its tracked centre. */
export const tracked: readonly Expr[] = axes.map((axis, i) =>
  sub(last(`cube.${axis}`), mul(p("com.z"), upwards(landed)[i])),
);

export const orientation: Quaternion = landed;

/** All recordings have these in common, as an independent analysis of all of them found it. */
export const cubeParameters: Readonly<Record<string, Parameter>> = {
  ...cubeChoices,
  "com.z": {
    value: 0.1,
    unit: "u",
    meaning: "centre of mass above the tracked centre along the body's z axis",
    min: -0.5,
    max: 0.5,
  },
  "inertia.perMass": { value: 1, unit: "u²", meaning: "moment of inertia over mass, about any axis", min: 0.3, max: 2 },
  friction: { value: 0.18, unit: "1", meaning: "friction coefficient μ", min: 0.01, max: 1 },
  "stiffness.perMass": { value: 2e5, unit: "1/s²", meaning: "stiffness K of a corner over mass", min: 1e4, max: 2e6 },
  "damping.perMass": { value: 400, unit: "1/s", meaning: "damping C of a corner over mass", min: 0, max: 4000 },
  half: { value: 0.978, unit: "u", meaning: "half the side of the cube, as tracked", above: 0 },
  dissipation: { value: 0.2, unit: "s/u", meaning: "a of Hunt and Crossley's K δ (1 + a δ̇)", min: 0.001, max: 5 },
  restitution: { value: 0.1, unit: "1", meaning: "Newton's restitution of a rigid corner", min: 0, max: 0.9 },
  "friction.flat": {
    value: 0.2,
    unit: "1",
    meaning: "friction coefficient where four corners carry",
    min: 0.01,
    max: 1,
  },
  "spin.radius": { value: 0.3, unit: "u", meaning: "radius at which a patch resists spinning", min: 0.001, max: 2 },
  rounding: { value: 0.045, unit: "u", meaning: "radius of the corners", above: 0 },
  gravity: { value: 183.32, unit: "u/s²", meaning: "acceleration of gravity, as measured", above: 0 },
};

const number = (value: number, unit: string, meaning: string, range = {}): Parameter => ({
  value,
  unit,
  meaning,
  ...range,
});

/** Each recording has these for itself: a toss of this kind where nothing is set. */
export const launchParameters: Readonly<Record<string, Parameter>> = {
  "start.x": number(4, "u", "tracked centre at the start"),
  "start.y": number(3.7, "u", "tracked centre at the start"),
  "start.z": number(2.4, "u", "tracked centre at the start"),
  "recorded.qw": number(0.432, "1", "recorded orientation at the start, body to world"),
  "recorded.qx": number(0.2303, "1", "recorded orientation at the start"),
  "recorded.qy": number(0.8713, "1", "recorded orientation at the start"),
  "recorded.qz": number(-0.0345, "1", "recorded orientation at the start"),
  "turn.x": number(0, "rad", "true orientation from the recorded one, about body axes", { min: -0.2, max: 0.2 }),
  "turn.y": number(0, "rad", "true orientation from the recorded one", { min: -0.2, max: 0.2 }),
  "turn.z": number(0, "rad", "true orientation from the recorded one", { min: -0.2, max: 0.2 }),
  "launch.vx": number(-20, "u/s", "velocity of the centre of mass at the start", { min: -100, max: 100 }),
  "launch.vy": number(-16.2, "u/s", "velocity of the centre of mass at the start", { min: -100, max: 100 }),
  "launch.vz": number(-1, "u/s", "velocity of the centre of mass at the start", { min: -100, max: 100 }),
  "launch.wx": number(-3.4, "rad/s", "angular velocity at the start, body axes", { min: -100, max: 100 }),
  "launch.wy": number(-0.8, "rad/s", "angular velocity at the start, body axes", { min: -100, max: 100 }),
  "launch.wz": number(3.9, "rad/s", "angular velocity at the start, body axes", { min: -100, max: 100 }),
};

/** The cube where a motion ends. */
export const ends: Readonly<Record<string, Value>> = {
  "end.x": { unit: "u", meaning: "tracked centre at the end", of: tracked[0] },
  "end.y": { unit: "u", meaning: "tracked centre at the end", of: tracked[1] },
  "end.z": { unit: "u", meaning: "tracked centre at the end", of: tracked[2] },
  "energy.end": { unit: "u²/s²", meaning: "energy over mass at the end", of: last("energy") },
};

/** Columns of a recording: poses, with the deviation of a coordinate [u] and of an entry of the quaternion. */
export const recorded = (position: number, turn: number): Omit<Fitting, "shared"> => ({
  measured: {
    ...Object.fromEntries(axes.map((axis, i) => [axis, { of: tracked[i], noise: position }])),
    ...Object.fromEntries(["qw", "qx", "qy", "qz"].map((name, i) => [name, { of: orientation[i], noise: turn }])),
  },
  given: { "recorded.qw": "qw", "recorded.qx": "qx", "recorded.qy": "qy", "recorded.qz": "qz" },
  rate: 148,
  signs: [["qw", "qx", "qy", "qz"]],
  // |q − q'| = 2 sin(θ/4)
  misses: {
    position: { columns: ["x", "y", "z"], unit: "mm", times: 53.5 },
    turn: { columns: ["qw", "qx", "qy", "qz"], unit: "deg", times: 360 / Math.PI },
  },
});

/** The first pose of a recording, near the one that was seen. */
export const firstPose: NonNullable<Fitting["each"]> = {
  "start.x": { guess: "x" },
  "start.y": { guess: "y" },
  "start.z": { guess: "z" },
  "turn.x": {},
  "turn.y": {},
  "turn.z": {},
};

/** How fast a recording begins, near what its first row says. */
export const firstVelocity: NonNullable<Fitting["each"]> = {
  "launch.vx": { guess: "vx" },
  "launch.vy": { guess: "vy" },
  "launch.vz": { guess: "vz" },
  "launch.wx": { guess: "wx" },
  "launch.wy": { guess: "wy" },
  "launch.wz": { guess: "wz" },
};

/** Simulated, these problems are a toss until the cube rests on a face. */
export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "end.z",
      value: 0.978 - 183.32 / (4 * 2e5),
      tolerance: 1e-4,
      source: "closed form: at rest on four corners, half − gravity/(4 K)",
    },
  ],
};
