/** Shared by the disk problems: Fig. 1 and 2 of Song, Kumar, Pang (2005). */
import {
  add,
  type Expr,
  last,
  type Model,
  mul,
  neg,
  type Parameter,
  parameter as p,
  rigid,
  type Scene,
  type Value,
} from "bankshot";
import type { Contact } from "bankshot/geometry";

/** A disk on the line y = 0. It never leaves the line, so its normal force is the weight m g and q = (x, θ) matters. */
export const diskScene: Scene<Contact> = {
  gravity: [0, neg(p("gravity")), 0],
  bodies: [{ name: "disk", space: "planar", mass: p("mass"), inertia: p("inertia") }],
  contacts: [
    {
      name: "plane",
      body: "disk",
      shape: { kind: "ball", radius: p("radius") },
      against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
      friction: p("friction"),
    },
  ],
};

export const diskModel: Model = rigid(diskScene);

/** The paper's values; it used g = 9.81 here. */
export const diskParameters: Readonly<Record<string, Parameter>> = {
  mass: { value: 0.1, unit: "kg", meaning: "mass", above: 0 },
  radius: { value: 0.1, unit: "m", meaning: "radius", above: 0 },
  inertia: { value: 5e-4, unit: "kg m²", meaning: "moment of inertia about the centre", above: 0 },
  friction: { value: 4, unit: "1", meaning: "friction coefficient μ", min: 0 },
  gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "launch.v": { value: 1, unit: "m/s", meaning: "launch velocity", min: -20, max: 20 },
  spin: { value: 1, unit: "rad/s", meaning: "launch spin, rolling is v + rω = 0", min: -1000, max: 1000 },
  "start.x": { value: 0, unit: "m", meaning: "start position of the centre" },
  "target.x": { value: 0.02, unit: "m", meaning: "where the centre must be at the end" },
};

export const diskStart: Readonly<Record<string, Expr | number>> = {
  "disk.x": p("start.x"),
  "disk.y": p("radius"),
  "disk.theta": 0,
  "disk.vx": p("launch.v"),
  "disk.vy": 0,
  "disk.omega": p("spin"),
};

/** v + rω at the end: zero when the disk rolls. */
export const rolling: Expr = add(last("disk.vx"), mul(p("radius"), last("disk.omega")));

export const diskValues: Readonly<Record<string, Value>> = {
  "launch.v": { unit: "m/s", meaning: "launch velocity", of: p("launch.v") },
  "end.x": { unit: "m", meaning: "end position of the centre", of: last("disk.x") },
  "stick.step": {
    unit: "1",
    meaning: "first step at whose end the contact sticks",
    of: { reduce: "first-positive-step", column: "plane.stickMargin" },
  },
  "end.rollingError": { unit: "m/s", meaning: "velocity of the contact point at the end, v + rω", of: rolling },
};
