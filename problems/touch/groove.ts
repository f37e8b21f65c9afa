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
import { type CompliantContact, type Cylinder, type HalfSpace, smoothMoments, vertexContacts } from "bankshot/geometry";

/** Its axis is z of the body, and lies along y of the world, as the bottom line of the groove does. */
const cylinder: Cylinder = { kind: "cylinder", radius: p("radius"), halfLength: mul(0.5, p("length")) };

/** Each face ends as far above where it is touched as that is above the bottom line. */
const width = div(mul(2, p("radius"), cos(p("angle"))), sin(p("angle")));

/** A face of the groove from a little below its bottom line upwards, on the side of positive or negative x. */
const face = (side: 1 | -1): HalfSpace => ({
  kind: "half-space",
  normal: [mul(-side, cos(p("angle"))), 0, sin(p("angle"))],
  tangent: [mul(side, sin(p("angle"))), 0, cos(p("angle"))],
  offset: 0,
  stretch: [mul(-0.2, p("radius")), add(p("radius"), width)],
  breadth: [neg(p("length")), p("length")],
});

const common = {
  body: "cylinder",
  shape: cylinder,
  friction: 0,
  stiffness: p("stiffness"),
  damping: p("damping"),
  coneSmoothing: 0,
};

/** Both rims of the cylinder on both faces: four contacts. */
const contacts = [
  ...vertexContacts<CompliantContact>({ ...common, name: "left", against: face(-1) }),
  ...vertexContacts<CompliantContact>({ ...common, name: "right", against: face(1) }),
];

const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    {
      name: "cylinder",
      space: "spatial",
      mass: p("mass"),
      inertia: smoothMoments(cylinder, p("mass")),
      shapes: [cylinder],
    },
  ],
  contacts,
});

/** Each rim presses each face with a quarter of m g / sin(angle). */
const depth = div(mul(0.25, p("mass"), p("gravity")), mul(sin(p("angle")), p("stiffness")));

/** A solid cylinder lies in a groove with a V for its section, at rest from the start. */
export const problem: Problem = {
  name: "touch/groove",
  title: "A cylinder lies in a V-groove",
  model,
  parameters: {
    mass: { value: 1, unit: "kg", meaning: "mass", above: 0 },
    radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
    length: { value: 0.2, unit: "m", meaning: "length", above: 0 },
    angle: {
      value: Math.PI / 4,
      unit: "rad",
      meaning: "angle of each face to the vertical plane",
      min: 0.1,
      max: Math.PI / 2,
    },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    stiffness: { value: 1e5, unit: "N/m", meaning: "stiffness K of each rim on each face", above: 0 },
    damping: { value: 100, unit: "N s/m", meaning: "damping C of each rim on each face", min: 0 },
  },
  start: {
    ...atRest(model),
    "cylinder.e0": Math.SQRT1_2,
    "cylinder.ex": Math.SQRT1_2,
    "cylinder.z": div(sub(p("radius"), depth), sin(p("angle"))),
    ...Object.fromEntries(contacts.map(({ name }) => [`${name}.deformationN`, depth])),
  },
  grid: { steps: 100, h: 0.005 },
  values: {
    "force.left": {
      unit: "N",
      meaning: "force of the left face at the end",
      of: add(last("left1.normalForce"), last("left2.normalForce")),
    },
    "force.right": {
      unit: "N",
      meaning: "force of the right face at the end",
      of: add(last("right1.normalForce"), last("right2.normalForce")),
    },
    "end.height": { unit: "m", meaning: "height of the axis over the bottom line at the end", of: last("cylinder.z") },
  },
};

const force = 9.81 / (2 * Math.sin(Math.PI / 4));
const source = "closed form: m g / (2 sin(angle))";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "force.left", value: force, tolerance: 1e-6, source },
    { name: "force.right", value: force, tolerance: 1e-6, source },
  ],
};
