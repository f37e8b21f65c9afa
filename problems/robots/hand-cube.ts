/**
 * Three fingers hold a cube in the air by friction, turn it about the upright and bring it to rest, with the least effort
 * Σ h τ² of their nine drives. Nothing but the fingertips bears the cube. They roll on its faces and must not slip: each presses
 * with a least force, and its friction keeps a part of the cone in reserve. The drives are springs and dampers towards goals, and
 * the goals are what is found; the search begins with goals that go round with the cube.
 */
import {
  add,
  type Control,
  type Expected,
  type Expr,
  f,
  frame,
  last,
  mul,
  type Objective,
  type Problem,
  parameter as p,
  pow,
  type Value,
} from "bankshot";
import { goal, hinges, holding, torque } from "./finger.js";
import { drives, graspOf, grips, hand, height, holders } from "./hand.js";

const s = f`${frame.t} / ${p("time")}`;
const turning = f`${p("turn")} * ${s}^3 * (10 - 15 * ${s} + 6 * ${s}^2)`;
/** A half more than friction needs. */
const controls = holders.flatMap((holder) => {
  const weight = f`${holder.share} * ${p("mass")} * ${p("gravity")}`;
  const angles = graspOf(holder, turning);
  const torques = holding(angles, f`1.5 * ${weight} / ${p("friction")}`, weight);
  return hinges.map((hinge): [string, Control] => [
    goal(`${holder.name}.${hinge}`),
    {
      unit: "rad",
      meaning: `angle that ${hinge} of the ${holder.name} is driven to`,
      min: -4,
      max: 4,
      guess: f`${angles[hinge]} + ${torques[hinge]} / ${p("stiffness")}`,
    },
  ]);
});
const posture = holders.flatMap((holder) => {
  const angles = graspOf(holder, f`0 * ${p("turn")}`);
  return hinges.map((hinge): [string, Expr] => [`${holder.name}.${hinge}.position`, angles[hinge]]);
});

const turned = f`2 * atan2(${last("cube.ez")}, ${last("cube.e0")})`;
const isZero = (name: string, unit: string, residual: Expr): NonNullable<Objective["constraints"]>[number] => ({
  name,
  unit,
  residual,
  must: "be-zero",
});
const [x, y, z] = ["x", "y", "z"].map((axis) => frame.next(`cube.${axis}`));
const stray = f`(${x}^2 + ${y}^2 + (${z} - ${height})^2 - ${p("stray")}^2) / (2 * ${p("stray")})`;
const values = holders.flatMap(({ name }): [string, Value][] => {
  const [force, margin] = [`${name}.normalForce`, `${name}.stickMargin`];
  return [
    [`${name}.press`, { unit: "N", meaning: `largest force of the ${name}`, of: { reduce: "maximum", column: force } }],
    [`${name}.spare`, { unit: "N", meaning: "friction it has left", of: { reduce: "minimum", column: margin } }],
  ];
});

export const problem: Problem = {
  name: "robots/hand-cube",
  title: "Three fingers turn a cube in the air with the least effort",
  model: hand,
  parameters: {
    mass: { value: 0.5, unit: "kg", meaning: "mass of the cube", above: 0 },
    friction: { value: 0.8, unit: "1", meaning: "friction coefficient μ of the fingertips on the cube", above: 0 },
    reserve: { value: 0.8, unit: "1", meaning: "part of the friction cone that is used at most", above: 0, max: 0.95 },
    "press.least": { value: 0.5, unit: "N", meaning: "least force of each finger", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    turn: { value: 0.5, unit: "rad", meaning: "how far the cube is turned about the upright", min: -1.5, max: 1.5 },
    stray: { value: 0.01, unit: "m", meaning: "how far the middle of the cube may stray on the way", above: 0 },
    time: { value: 0.5, unit: "s", meaning: "duration", above: 0 },
    stiffness: { value: 40, unit: "N m/rad", meaning: "stiffness of each drive", above: 0 },
    damping: { value: 1, unit: "N m s/rad", meaning: "damping of each drive", min: 0 },
  },
  inputs: Object.fromEntries(controls),
  start: {
    ...Object.fromEntries(hand.state.map(({ name }) => [name, 0])),
    "cube.z": height,
    "cube.e0": 1,
    ...Object.fromEntries(posture),
  },
  grid: { steps: 20, h: 0.025 },
  objective: {
    stage: mul(frame.h, add(0, ...drives.map((name) => pow(torque(name), 2)))),
    vary: drives.map(goal),
    constraints: [
      isZero("turn", "rad", f`${turned} - ${p("turn")}`),
      ...["ex", "ey"].map((part) => isZero(`end.${part}`, "1", last(`cube.${part}`))),
      ...["x", "y"].map((axis) => isZero(`end.${axis}`, "m", last(`cube.${axis}`))),
      isZero("end.z", "m", f`${last("cube.z")} - ${height}`),
      ...["vx", "vy", "vz"].map((rate) => isZero(`end.${rate}`, "m/s", last(`cube.${rate}`))),
      ...["wx", "wy", "wz"].map((rate) => isZero(`end.${rate}`, "rad/s", last(`cube.${rate}`))),
    ],
    path: [
      { name: "the cube stays", unit: "m", residual: stray, must: "not-exceed-zero" },
      ...holders.flatMap(({ name }) => grips(name)),
    ],
  },
  values: {
    "end.turn": { unit: "rad", meaning: "how far the cube is turned", of: turned },
    "end.height": { unit: "m", meaning: "height of the cube's middle over the palm", of: last("cube.z") },
    ...Object.fromEntries(values),
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.turn", value: 0.5, tolerance: 1e-8, source: "the goal" },
    { name: "end.height", value: height, tolerance: 1e-8, source: "it ends where it was" },
    { name: "left.spare", value: 0.2 * 0.8 * 0.5, tolerance: 1e-6, source: "(1 − reserve) μ N of the least force" },
  ],
};
