/** Shared by the feeder problems: the part feeder of Fig. 6 in Song, Kumar, Pang (2005), fully specified. */
import {
  compliant,
  cos,
  type Expr,
  last,
  type Model,
  mul,
  neg,
  type Parameter,
  parameter as p,
  type Scene,
  sin,
  type Value,
} from "bankshot";
import { type CompliantContact, type Drawn, rectangle, vertexContacts } from "bankshot/geometry";
import { compliance, declaredCompliance } from "../compliance.js";

const part = rectangle(p("halfLength"), p("halfHeight"));

const common = { friction: p("friction"), ...compliance };

/** A rectangle that falls past the corner of a protrusion onto a palm of finite length. */
export const feederScene: Scene<CompliantContact> = {
  gravity: [0, neg(p("gravity")), 0],
  bodies: [{ name: "part", space: "planar", mass: p("mass"), inertia: p("inertia") }],
  contacts: [
    {
      name: "corner",
      body: "part",
      shape: part,
      against: { kind: "point", at: [p("corner.x"), p("corner.y"), 0] },
      ...common,
    },
    ...vertexContacts<CompliantContact>({
      name: "palm",
      body: "part",
      shape: part,
      against: {
        kind: "half-space",
        normal: [0, 1, 0],
        tangent: [1, 0, 0],
        offset: 0,
        stretch: [p("palm.from"), p("palm.to")],
      },
      ...common,
    }),
  ],
};

/** The chute, as far as it is seen: it ends where the part has just left it, which nothing of the motion knows. */
const chute: Drawn = {
  name: "chute",
  role: "link",
  shapes: [
    {
      kind: "segment",
      from: [mul(-2.2, p("halfLength")), neg(p("halfHeight")), 0],
      to: [neg(p("halfLength")), neg(p("halfHeight")), 0],
    },
  ],
  at: [p("start.x"), p("start.y"), 0],
  heading: p("start.angle"),
};

const falling = compliant(feederScene);
export const feederModel: Model = { ...falling, views: { ...falling.views, drawing: () => [chute] } };

/** The published geometry is not complete; these numbers are a full specification of it. */
export const feederParameters: Readonly<Record<string, Parameter>> = {
  "corner.x": { value: 5, unit: "m", meaning: "corner of the protrusion, x", min: 4.75, max: 5.25 },
  "corner.y": { value: 5, unit: "m", meaning: "corner of the protrusion, y", min: 4.75, max: 5.25 },
  halfLength: { value: 2, unit: "m", meaning: "half the length of the part", above: 0 },
  halfHeight: { value: 1, unit: "m", meaning: "half the height of the part", above: 0 },
  mass: { value: 1, unit: "kg", meaning: "mass of the part", above: 0 },
  inertia: {
    value: 5 / 3,
    unit: "kg m²",
    meaning: "moment of inertia about the centre; the default is that of the default rectangle of 1 kg",
    above: 0,
  },
  friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ of all contacts", min: 0 },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  ...declaredCompliance(1e4, 100, { weight: mul(p("mass"), p("gravity")), usual: 9.8 }),
  "start.x": { value: 1.6, unit: "m", meaning: "centre where the part leaves the chute, x" },
  "start.y": { value: 8.1, unit: "m", meaning: "centre where the part leaves the chute, y" },
  "start.angle": { value: -Math.PI / 9, unit: "rad", meaning: "angle of the chute and of the part on it" },
  "launch.speed": { value: 1.95, unit: "m/s", meaning: "speed along the chute", min: 0, max: 20 },
  "palm.from": { value: 0.2, unit: "m", meaning: "where the palm begins, x" },
  "palm.to": { value: 3.2, unit: "m", meaning: "where the palm ends, x" },
};

const contactStates = feederScene.contacts.flatMap(({ name }) => [`${name}.deformationN`, `${name}.deformationT`]);

/** The end of a frictionless chute: along it, not turning, touching nothing. */
export const feederStart: Readonly<Record<string, Expr | number>> = {
  "part.x": p("start.x"),
  "part.y": p("start.y"),
  "part.theta": p("start.angle"),
  "part.vx": mul(p("launch.speed"), cos(p("start.angle"))),
  "part.vy": mul(p("launch.speed"), sin(p("start.angle"))),
  "part.omega": 0,
  ...Object.fromEntries(contactStates.map((name) => [name, 0])),
};

/** The place of the part at the end. */
export const feederValues: Readonly<Record<string, Value>> = {
  "end.x": { unit: "m", meaning: "centre of the part at the end, x", of: last("part.x") },
  "end.y": { unit: "m", meaning: "centre of the part at the end, y", of: last("part.y") },
  "end.theta": { unit: "rad", meaning: "angle of the part at the end", of: last("part.theta") },
};
