import {
  add,
  atRest,
  compliant,
  cos,
  div,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  sin,
  sub,
} from "bankshot";
import { type Capsule, type CompliantContact, uniform, vertexContacts } from "bankshot/geometry";
import { compliance, declaredCompliance } from "../compliance.js";

/** Across the slope, so that it rolls along x. */
const capsule: Capsule = {
  kind: "capsule",
  from: [0, mul(-0.5, p("length")), 0],
  to: [0, mul(0.5, p("length")), 0],
  radius: p("radius"),
};
const { mass, inertia } = uniform(capsule, p("density"));
const [, axial] = inertia;

/** The axes are those of the slope: gravity is turned instead. */
const model = compliant({
  gravity: [mul(p("gravity"), sin(p("slope"))), 0, neg(mul(p("gravity"), cos(p("slope"))))],
  bodies: [{ name: "capsule", space: "spatial", mass, inertia, shapes: [capsule] }],
  contacts: vertexContacts<CompliantContact>({
    name: "end",
    body: "capsule",
    shape: capsule,
    against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
    friction: p("friction"),
    ...compliance,
  }),
});

/** Each end carries half of the weight across the slope. */
const depth = div(mul(0.5, mass, p("gravity"), cos(p("slope"))), p("stiffness"));

/** A solid capsule lies across a slope, is let go, and rolls: a ball at each end of its axis touches. */
export const problem: Problem = {
  name: "touch/capsule-roll",
  title: "A capsule rolls down a slope",
  model,
  parameters: {
    slope: { value: 0.2, unit: "rad", meaning: "angle of the slope", min: 0, max: 1.4 },
    friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    density: { value: 1000, unit: "kg/m³", meaning: "density", above: 0 },
    radius: { value: 0.03, unit: "m", meaning: "radius", above: 0 },
    length: { value: 0.1, unit: "m", meaning: "length of the cylindrical part", above: 0 },
    ...declaredCompliance(1e5, 100),
  },
  start: {
    ...atRest(model),
    "capsule.z": sub(p("radius"), depth),
    "end1.deformationN": depth,
    "end2.deformationN": depth,
  },
  grid: { steps: 400, h: 0.0025 },
  values: {
    mass: { unit: "kg", meaning: "mass", of: mass },
    "inertia.axis": { unit: "kg m²", meaning: "moment of inertia about the axis", of: add(0, axial) },
    "end.distance": { unit: "m", meaning: "how far it has rolled", of: last("capsule.x") },
    "end.sliding": {
      unit: "m/s",
      meaning: "speed at which its lowest line slides at the end",
      of: sub(last("capsule.vx"), mul(p("radius"), last("capsule.wy"))),
    },
  },
};

const [r, l, density, t, gravity, slope] = [0.03, 0.1, 1000, 1, 9.81, 0.2];
const solidMass = density * Math.PI * r ** 2 * (l + (4 / 3) * r);
const solidInertia = density * Math.PI * r ** 4 * (l / 2 + (8 / 15) * r);
const distance = (0.5 * gravity * Math.sin(slope) * t ** 2) / (1 + solidInertia / (solidMass * r ** 2));

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "mass", value: solidMass, tolerance: 1e-12, source: "closed form: ρ π r² (l + 4 r/3)" },
    {
      name: "inertia.axis",
      value: solidInertia,
      tolerance: 1e-15,
      source: "closed form: ρ π r⁴ (l/2 + 8 r/15), a cylinder and a ball",
    },
    {
      name: "end.distance",
      value: distance,
      tolerance: 0.01 * distance,
      source: "closed form of rolling without slipping: ½ a t² with a = g sin(slope)/(1 + I/(m r²))",
    },
  ],
};
