/** Shared by problems: a disk on a line, driven by a torque about its axle. */
import {
  type Control,
  div,
  frame,
  input,
  last,
  type Model,
  mul,
  neg,
  type Objective,
  type Parameter,
  type Problem,
  parameter as p,
  pow,
  rigid,
  sub,
  type Value,
} from "bankshot";

const torque = input("torque");

const model: Model = rigid(
  {
    gravity: [0, neg(p("gravity")), 0],
    bodies: [{ name: "disk", space: "planar", mass: p("mass"), inertia: mul(0.5, p("mass"), pow(p("radius"), 2)) }],
    contacts: [
      {
        name: "line",
        body: "disk",
        shape: { kind: "ball", radius: p("radius") },
        against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
        friction: p("friction"),
      },
    ],
    // a torque that rolls the disk forwards turns it clockwise
    applied: [{ body: "disk", force: [0, 0, 0], torque: [0, 0, neg(torque)] }],
  },
  "pyramid",
);

/** The parameters that both disks have, with the values of the first. */
export const diskParameters: Readonly<Record<string, Parameter>> = {
  mass: { value: 1, unit: "kg", meaning: "mass", above: 0 },
  radius: { value: 0.1, unit: "m", meaning: "radius", above: 0 },
  friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ", min: 0 },
  gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "start.v": { value: 1, unit: "m/s", meaning: "velocity at the start" },
  "start.omega": { value: 0, unit: "rad/s", meaning: "spin at the start, positive where it rolls forwards" },
  distance: { value: 0.8, unit: "m", meaning: "distance to go" },
  time: { value: 1, unit: "s", meaning: "duration", above: 0 },
  "torque.max": { value: 3, unit: "N m", meaning: "largest torque", above: 0 },
};

const drive: Control = { unit: "N m", meaning: "torque of the axle", min: neg(p("torque.max")), max: p("torque.max") };

const objective: Objective = {
  stage: mul(frame.h, pow(div(torque, p("radius")), 2)),
  vary: ["torque"],
  constraints: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "disk", coordinate: "x" },
      residual: sub(last("disk.x"), p("distance")),
      must: "be-zero",
    },
    { name: "end.vx", unit: "m/s", residual: last("disk.vx"), must: "be-zero" },
    { name: "end.omega", unit: "rad/s", residual: last("disk.omega"), must: "be-zero" },
  ],
};

const values: Readonly<Record<string, Value>> = {
  "end.x": { unit: "m", meaning: "end position", of: last("disk.x") },
  "end.vx": { unit: "m/s", meaning: "end velocity", of: last("disk.vx") },
  "end.omega": { unit: "rad/s", meaning: "end spin, positive where it rolls forwards", of: neg(last("disk.omega")) },
  "torque.max": { unit: "N m", meaning: "largest torque used", of: { reduce: "maximum", column: "torque" } },
};

/** A driven disk with other parameters. */
export function drivenDisk(name: string, title: string, parameters: Readonly<Record<string, Parameter>>): Problem {
  return {
    name,
    title,
    model,
    parameters,
    inputs: { torque: drive },
    start: {
      "disk.x": 0,
      "disk.y": p("radius"),
      "disk.theta": 0,
      "disk.vx": p("start.v"),
      "disk.vy": 0,
      "disk.omega": neg(p("start.omega")),
    },
    grid: { steps: 40, h: 0.025 },
    objective,
    values,
  };
}
