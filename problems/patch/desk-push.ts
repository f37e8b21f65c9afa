import {
  add,
  div,
  type Expected,
  end,
  input,
  mul,
  norm,
  type Parameter,
  type Problem,
  parameter as p,
  patchModel,
  pow,
  select,
  sqrt,
  sub,
} from "bankshot";
import { deskScene } from "./desk.js";
import { deskParameters } from "./desk-scene.js";
import { bodyStart, bodyValues, formParameters, formsOf, patchValues } from "./patch-scene.js";
import { poseConditions } from "./pose.js";

const target = { x: p("target.x"), y: p("target.y"), theta: p("target.theta") };

/**
 * The acceleration a of a push of t₁ seconds after which the desk slides to rest over the whole way s, all velocities
 * growing and fading together: s = a t₁²/2 + (a t₁)²/(2 μg), the way measured with e_r θ as a length.
 */
const way = norm(target.x, target.y, mul(p("frictionAxes.r"), target.theta));
const brake = mul(p("friction"), p("gravity"));
const acceleration = mul(0.5, brake, sub(sqrt(add(1, div(mul(8, way), mul(brake, pow(p("push.time"), 2))))), 1));
/** Push per mass along the way: friction is overcome first. */
const pull = div(add(acceleration, brake), add(way, 1e-9));

const {
  "start.vx": _x,
  "start.vy": _y,
  "start.wz": _z,
  "force.x": _fx,
  "force.y": _fy,
  "torque.z": _tz,
  ...desk
} = deskParameters;

const pushes: Readonly<Record<string, Parameter>> = {
  "push.x": { value: mul(p("mass"), pull, target.x), unit: "N", meaning: "push, x", min: -2000, max: 2000 },
  "push.y": { value: mul(p("mass"), pull, target.y), unit: "N", meaning: "push, y", min: -2000, max: 2000 },
  "push.torque": {
    // friction about the vertical, μ m g e_r at most, acts on the moment of inertia
    value: mul(p("inertia.z"), pull, target.theta),
    unit: "N m",
    meaning: "torque about the vertical",
    min: -2000,
    max: 2000,
  },
};

/** In steps that end within the time of the push. */
const pushed = (name: string) => select(sub(add(p("push.time"), 1e-9), end), p(name), 0);

/**
 * A desk at rest is pushed for a while by a constant force and torque, then slides to rest at a wanted pose: three
 * conditions, three components of the push, through slip and stick.
 */
export const problem: Problem = {
  name: "patch/desk-push",
  title: "Find the constant push that takes a desk to a pose",
  model: (choice) =>
    patchModel(
      {
        ...deskScene,
        applied: [{ body: "desk", force: [input("push.x"), input("push.y"), 0], torque: [0, 0, input("push.torque")] }],
      },
      formsOf(choice),
    ),
  parameters: {
    ...desk,
    "inertia.x": { value: 1.325, unit: "kg m²", meaning: "moment of inertia about the desk's x axis", above: 0 },
    "inertia.y": { value: 1.325, unit: "kg m²", meaning: "moment of inertia about the desk's y axis", above: 0 },
    "push.time": { value: 0.5, unit: "s", meaning: "how long the push acts", above: 0 },
    "target.x": { value: 0.4, unit: "m", meaning: "where the centre of mass must come to rest, x" },
    "target.y": { value: 0.2, unit: "m", meaning: "where the centre of mass must come to rest, y" },
    "target.theta": {
      value: 0.5,
      unit: "rad",
      meaning: "heading in which the desk must come to rest",
      min: -6,
      max: 6,
    },
    ...pushes,
    ...formParameters,
  },
  inputs: { "push.x": pushed("push.x"), "push.y": pushed("push.y"), "push.torque": pushed("push.torque") },
  start: bodyStart("desk", { z: p("height") }),
  grid: { steps: 150, h: 0.01 },
  boundary: poseConditions("desk", target, ["push.x", "push.y", "push.torque"]),
  values: {
    "push.x": { unit: "N", meaning: "push, x", of: p("push.x") },
    "push.y": { unit: "N", meaning: "push, y", of: p("push.y") },
    "push.torque": { unit: "N m", meaning: "torque about the vertical", of: p("push.torque") },
    ...bodyValues("desk"),
    ...patchValues("desk", "floor"),
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.x", value: 0.4, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 0.2, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.theta", value: 0.5, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.vx", value: 0, tolerance: 1e-12, source: "the desk is at rest" },
    { name: "minHeight", value: 0, tolerance: 1e-12, source: "no penetration" },
  ],
};
