/**
 * An arm with seven axes throws a ball into a box that stands beside it, with the least torque Σ h τ² and within the limits of
 * its joints. Its drives are springs and dampers towards goals, as those of such arms are, and the goals are what is found: an
 * arm that is only pushed would fall anywhere. The flight is a condition on the last state, with its time t found besides,
 *
 *     x + v_x t = box.x,   y + v_y t = box.y,   z + v_z t − ½ g t² = box.z.
 */
import {
  add,
  compliant,
  type Expected,
  type Expr,
  f,
  frame,
  input,
  mul,
  neg,
  type Objective,
  type Problem,
  parameter as p,
  pow,
} from "bankshot";
import { coordinatesOf } from "bankshot/robots";
import { armWithBall, box, vx, vy, vz, x, y, z } from "./arm-with-ball.js";
import { thrown } from "./flight.js";

const joints = coordinatesOf(armWithBall);
const goal = (joint: string): string => `${joint}.goal`;
const position = (joint: string): Expr => frame.next(`${joint}.position`);
const velocity = (joint: string): Expr => frame.next(`${joint}.velocity`);
const torque = (joint: string): Expr =>
  f`${p("stiffness")} * (${input(goal(joint))} - ${position(joint)}) - ${p("damping")} * ${velocity(joint)}`;

const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [],
  contacts: [],
  robots: [
    {
      name: "arm",
      robot: armWithBall,
      efforts: Object.fromEntries(joints.map((joint) => [joint, torque(joint)])),
      stops: [],
      shapes: { arm2: [], arm4: [], arm6: [], ball: [{ kind: "ball", radius: 0.04 }] },
    },
    box,
  ],
});

type Condition = NonNullable<Objective["constraints"]>[number];
const t = p("flight");
const meets = (name: string, residual: Expr): Condition => ({ name, unit: "m", residual, must: "be-zero" });
/** s² ≤ s_max², over 2 s_max: both ends of a symmetric range by one smooth row. */
const within = (name: string, unit: string, s: Expr, most: number): Condition => ({
  name: `${name} within its limits`,
  unit,
  residual: f`(${s}^2 - ${most ** 2}) / ${2 * most}`,
  must: "not-exceed-zero",
});
const down = f`(${vz} + sqrt(${vz}^2 + 2 * ${p("gravity")} * (${z} - ${p("box.z")}))) / ${p("gravity")}`;
const posture: Readonly<Record<string, number>> = { joint2: 0.3, joint4: 1.6, joint6: -0.4 };

export const problem: Problem = {
  name: "robots/arm-throw",
  title: "An arm with seven axes throws a ball into a box with the least torque",
  model: thrown(model, "ball", { axis: "z", at: p("box.z") }),
  parameters: {
    "ball.mass": { value: 0.2, unit: "kg", meaning: "mass of the ball", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "box.x": { value: 1.4, unit: "m", meaning: "place of the box in front of the arm", min: -3, max: 3 },
    "box.y": { value: 0.8, unit: "m", meaning: "place of the box beside the arm", min: -3, max: 3 },
    "box.z": { value: 0, unit: "m", meaning: "height of the bottom of the box", min: -3, max: 1 },
    time: { value: 0.8, unit: "s", meaning: "time until the ball is let go", above: 0 },
    flight: { value: 0.4, unit: "s", meaning: "time that the ball flies; found", min: 0.05, max: 3 },
    stiffness: { value: 500, unit: "N m/rad", meaning: "stiffness of each drive", above: 0 },
    damping: { value: 30, unit: "N m s/rad", meaning: "damping of each drive", min: 0 },
    rotor: { value: 0.1, unit: "kg m²", meaning: "inertia of each drive's rotor, as the joint feels it", min: 0 },
  },
  inputs: Object.fromEntries(
    joints.map((joint) => [
      goal(joint),
      { unit: "rad", meaning: `angle that ${joint} is driven to`, min: -4, max: 4, guess: posture[joint] ?? 0 },
    ]),
  ),
  start: Object.fromEntries(model.state.map(({ name }) => [name, posture[name.replace(".position", "")] ?? 0])),
  grid: { steps: 60, h: 0.8 / 60 },
  objective: {
    stage: mul(frame.h, add(0, ...joints.map((joint) => pow(torque(joint), 2)))),
    vary: [...joints.map(goal), "flight"],
    path: armWithBall.joints
      .filter(({ name }) => joints.includes(name))
      .flatMap(({ name, limits }) => [
        within(`${name}.position`, "rad", position(name), limits.upper),
        within(`${name}.velocity`, "rad/s", velocity(name), limits.speed),
      ]),
    constraints: [
      meets("box.x", f`${x} + ${vx} * ${t} - ${p("box.x")}`),
      meets("box.y", f`${y} + ${vy} * ${t} - ${p("box.y")}`),
      meets("box.z", f`${z} + ${vz} * ${t} - 0.5 * ${p("gravity")} * ${t}^2 - ${p("box.z")}`),
    ],
  },
  values: {
    "landing.x": {
      unit: "m",
      meaning: "where the ball comes down to the box, in front",
      of: f`${x} + ${vx} * ${down}`,
    },
    "landing.y": { unit: "m", meaning: "and beside the arm", of: f`${y} + ${vy} * ${down}` },
    "release.z": { unit: "m", meaning: "height where the ball is let go", of: f`${z}` },
    "release.speed": { unit: "m/s", meaning: "its speed there", of: f`sqrt(${vx}^2 + ${vy}^2 + ${vz}^2)` },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "landing.x", value: 1.4, tolerance: 1e-6, source: "the place of the box" },
    { name: "landing.y", value: 0.8, tolerance: 1e-6, source: "the place of the box" },
  ],
};
