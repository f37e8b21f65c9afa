/**
 * A walker with knees makes one step that repeats, with the least torque Σ h τ²: its state at the end is that at the start with
 * the legs exchanged, one step farther. The start is found with the goals of the drives, which are springs and dampers, since
 * nothing holds a biped up while goals are searched. That the foot that swings clears the ground is a condition on every step;
 * when feet touch and leave is found.
 */
import {
  add,
  type Control,
  div,
  type Expected,
  type Expr,
  f,
  frame,
  last,
  mul,
  type Objective,
  type Parameter,
  type Problem,
  parameter as p,
  pow,
  sub,
} from "bankshot";
import { drives, footHeight, goal, position, sides, torque, walker } from "./walking-robot.js";

/** The search begins with a step of 40 cm at .8 m/s, the right foot before. */
const guess: Readonly<Record<string, number>> = {
  "torso.y": 0.774,
  "torso.theta": 0,
  "torso.vx": 0.8,
  "torso.vy": 0.1,
  "torso.omega": 0,
  "left.hip.position": -0.2,
  "left.knee.position": -0.1,
  "right.hip.position": 0.3,
  "right.knee.position": -0.1,
  "left.hip.velocity": 0.5,
  "left.knee.velocity": -1,
  "right.hip.velocity": -1,
  "right.knee.velocity": 0,
};
const found = (state: string): string => `start.${state}`;
const exchanged = (state: string): string =>
  state.startsWith("left.") ? state.replace("left.", "right.") : state.replace("right.", "left.");
const unitOf = (state: string): string => walker.state.find(({ name }) => name === state)?.unit ?? "";

type Condition = NonNullable<Objective["constraints"]>[number];
const s = div(frame.t, p("time"));
const arch = f`4 * ${s} * (1 - ${s})`;
const isPositive = (name: string, unit: string, residual: Expr): Condition => ({
  name,
  unit,
  residual: mul(-1, residual),
  must: "not-exceed-zero",
});
const drive = (name: string, angle: Expr | number): [string, Control] => [
  goal(name),
  { unit: "rad", meaning: `angle that ${name} is driven to`, min: -4, max: 4, guess: angle },
];

export const problem: Problem = {
  name: "robots/walker",
  title: "A walker with knees makes a step that repeats with the least torque",
  model: walker,
  parameters: {
    "step.length": { value: 0.4, unit: "m", meaning: "length of the step", min: 0.05, max: 1 },
    time: { value: 0.5, unit: "s", meaning: "duration of the step", above: 0 },
    clearance: { value: 0.03, unit: "m", meaning: "height that the swinging foot keeps half way", min: 0 },
    friction: { value: 0.7, unit: "1", meaning: "friction coefficient μ", min: 0, max: 3 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    stiffness: { value: 1000, unit: "N m/rad", meaning: "stiffness of each drive", above: 0 },
    damping: { value: 50, unit: "N m s/rad", meaning: "damping of each drive", min: 0 },
    ...Object.fromEntries(
      Object.entries(guess).map(([state, value]): [string, Parameter] => [
        found(state),
        { value, unit: unitOf(state), meaning: `${state} at the start; found`, min: -12, max: 12 },
      ]),
    ),
  },
  inputs: Object.fromEntries([
    drive("left.hip", f`-0.3 + 0.6 * ${s}`),
    drive("left.knee", f`-0.1 - 0.8 * ${arch}`),
    drive("right.hip", f`0.3 - 0.6 * ${s}`),
    drive("right.knee", -0.1),
  ]),
  start: { "torso.x": 0, ...Object.fromEntries(Object.keys(guess).map((state) => [state, p(found(state))])) },
  grid: { steps: 40, h: 0.5 / 40 },
  objective: {
    stage: mul(frame.h, add(0, ...drives.map((name) => pow(torque(name), 2)))),
    vary: [...drives.map(goal), ...Object.keys(guess).map(found)],
    path: [
      isPositive("left foot clears the ground", "m", sub(footHeight("left"), mul(p("clearance"), arch))),
      ...sides.map((side) => isPositive(`${side} knee bends backwards`, "rad", mul(-1, position(`${side}.knee`)))),
    ],
    constraints: Object.entries({ "torso.x": p("step.length"), ...guess }).map(([state, end]) => ({
      name: `${state} at the end`,
      unit: unitOf(state),
      residual: sub(last(state), typeof end === "number" ? p(found(exchanged(state))) : end),
      must: "be-zero",
    })),
  },
  values: {
    "mean.speed": { unit: "m/s", meaning: "mean speed of the walk", of: div(last("torso.x"), p("time")) },
    "touch.right": {
      unit: "1",
      meaning: "first step in which the foot before pushes",
      of: { reduce: "first-positive-step", column: "right.foot.normalForce" },
    },
    "swing.high": {
      unit: "m",
      meaning: "greatest height of the other foot",
      of: { reduce: "maximum", column: "left.foot.gap" },
    },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "mean.speed", value: 0.8, tolerance: 1e-8, source: "length and duration of the step" }],
};
