/**
 * A planar arm of two links reaches for a box on a table and pushes it to a pose, with the least effort Σ h (τ₁² + τ₂²) of
 * its joints. Seen from above: gravity presses the box onto the table and does nothing to the arm. The fingertip is a round on the
 * left side of the box, and the table bears forces and a moment, |f_x|, |f_y| ≤ μ m g and |m_z| ≤ μ m g ρ with ρ the mean lever
 * of its pressure.
 */
import { type Control, type Expected, f, frame, input, last, type Problem, parameter as p } from "bankshot";
import { b, l1, l2, model } from "./arm-and-box.js";

const [q1, q12] = [p("start.q1"), f`${p("start.q1")} + ${p("start.q2")}`];

const torque = (joint: string): Control => ({
  unit: "N m",
  meaning: `torque of the ${joint}`,
  min: f`-${p("control.max")}`,
  max: p("control.max"),
});

/** The place of the fingertip along the left side of the box, from its middle. */
const [turn, theta] = [frame.next("lower.theta"), frame.next("box.theta")];
const along = f`cos(${theta})*(${frame.next("lower.y")} + ${l2}/2*sin(${turn}) - ${frame.next("box.y")})
  - sin(${theta})*(${frame.next("lower.x")} + ${l2}/2*cos(${turn}) - ${frame.next("box.x")})`;

const still = ["upper", "lower", "box"].flatMap((body) => ["vx", "vy", "omega"].map((rate) => [`${body}.${rate}`, 0]));
const ends = { x: "m", y: "m", theta: "rad" } as const;
const atRest = { vx: "m/s", vy: "m/s", omega: "rad/s" } as const;

export const problem: Problem = {
  name: "optimal/reach-and-push",
  title: "An arm of two links reaches for a box and pushes it to a pose, with the least effort",
  model,
  parameters: {
    "arm.length1": { value: 0.4, unit: "m", meaning: "length of the upper link", above: 0 },
    "arm.length2": { value: 0.4, unit: "m", meaning: "length of the lower link", above: 0 },
    "arm.mass1": { value: 1, unit: "kg", meaning: "mass of the upper link", above: 0 },
    "arm.mass2": { value: 0.5, unit: "kg", meaning: "mass of the lower link", above: 0 },
    mass: { value: 0.5, unit: "kg", meaning: "mass of the box", above: 0 },
    halfLength: { value: 0.05, unit: "m", meaning: "half the length of the box, along the push", above: 0 },
    halfWidth: { value: 0.1, unit: "m", meaning: "half the width of the box", above: 0 },
    lever: { value: 0.05, unit: "m", meaning: "mean lever ρ of the table's pressure", above: 0 },
    "finger.radius": { value: 0.02, unit: "m", meaning: "radius of the fingertip", above: 0 },
    "friction.table": { value: 0.3, unit: "1", meaning: "friction coefficient μ of the box on the table", min: 0 },
    "friction.finger": { value: 0.4, unit: "1", meaning: "friction coefficient μ of the fingertip on the box", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "start.q1": { value: 2.2, unit: "rad", meaning: "angle of the shoulder at the start" },
    "start.q2": { value: -2, unit: "rad", meaning: "angle of the elbow at the start" },
    "start.x": { value: 0.3, unit: "m", meaning: "centre of the box at the start, x" },
    "start.y": { value: 0.4, unit: "m", meaning: "centre of the box at the start, y" },
    "target.x": { value: 0.5, unit: "m", meaning: "centre of the box at the end, x" },
    "target.y": { value: 0.4, unit: "m", meaning: "centre of the box at the end, y" },
    "target.theta": { value: 0.1, unit: "rad", meaning: "angle of the box at the end" },
    time: { value: 1.5, unit: "s", meaning: "duration", above: 0 },
    "control.max": { value: 5, unit: "N m", meaning: "largest torque of a joint", above: 0 },
  },
  inputs: { shoulder: torque("shoulder"), elbow: torque("elbow") },
  start: {
    ...Object.fromEntries(still),
    "upper.x": f`${l1}/2*cos(${q1})`,
    "upper.y": f`${l1}/2*sin(${q1})`,
    "upper.theta": q1,
    "lower.x": f`${l1}*cos(${q1}) + ${l2}/2*cos(${q12})`,
    "lower.y": f`${l1}*sin(${q1}) + ${l2}/2*sin(${q12})`,
    "lower.theta": q12,
    "box.x": p("start.x"),
    "box.y": p("start.y"),
    "box.theta": 0,
  },
  grid: { steps: 30, h: 0.05 },
  objective: {
    stage: f`${frame.h}*(${input("shoulder")}^2 + ${input("elbow")}^2)`,
    vary: ["shoulder", "elbow"],
    constraints: [
      ...Object.entries(ends).map(([axis, unit]) => ({
        name: `end.${axis}`,
        unit,
        residual: f`${last(`box.${axis}`)} - ${p(`target.${axis}`)}`,
        must: "be-zero" as const,
        ...((axis === "x" || axis === "y") && { about: { body: "box", coordinate: axis } as const }),
      })),
      ...Object.entries(atRest).map(([rate, unit]) => ({
        name: `end.${rate}`,
        unit,
        residual: last(`box.${rate}`),
        must: "be-zero" as const,
      })),
    ],
    path: [1, -1].map((side) => ({
      name: `finger on its side, ${side}`,
      unit: "m",
      residual: f`${side}*(${along}) - ${b}`,
      must: "not-exceed-zero" as const,
    })),
  },
  values: {
    "contact.first": {
      unit: "1",
      meaning: "first step with contact",
      of: { reduce: "first-positive-step", column: "finger.normalForce" },
    },
    work: { unit: "J", meaning: "work of the joints", of: { reduce: "sum", column: "appliedWork" } },
    "end.x": { unit: "m", meaning: "centre of the box at the end, x", of: last("box.x") },
    "end.y": { unit: "m", meaning: "centre of the box at the end, y", of: last("box.y") },
    "end.theta": { unit: "rad", meaning: "angle of the box at the end", of: last("box.theta") },
  },
};

const source = "the goal";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.x", value: 0.5, tolerance: 1e-8, source },
    { name: "end.y", value: 0.4, tolerance: 1e-8, source },
    { name: "end.theta", value: 0.1, tolerance: 1e-8, source },
  ],
};
