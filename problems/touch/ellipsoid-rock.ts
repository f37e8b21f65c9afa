import {
  atRest,
  compliant,
  cos,
  div,
  type Expected,
  mul,
  neg,
  norm,
  type Problem,
  parameter as p,
  sin,
  sub,
} from "bankshot";
import { type Ellipsoid, uniform } from "bankshot/geometry";
import { compliance, declaredCompliance } from "../compliance.js";

const ellipsoid: Ellipsoid = {
  kind: "ellipsoid",
  halfAxes: [p("halfAxis.level"), p("halfAxis.level"), p("halfAxis.upright")],
};
const { mass, inertia } = uniform(ellipsoid, p("density"));

const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "stone", space: "spatial", mass, inertia, shapes: [ellipsoid] }],
  contacts: [
    {
      name: "ground",
      body: "stone",
      shape: ellipsoid,
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: p("friction"),
      ...compliance,
    },
  ],
});

/** The weight presses the ground in by this much [m]. */
const depth = div(mul(mass, p("gravity")), p("stiffness"));

/** Height of the centre of an ellipsoid that is tilted by the start angle, over the plane that it touches. */
const tilted = norm(mul(p("halfAxis.level"), sin(p("start.tilt"))), mul(p("halfAxis.upright"), cos(p("start.tilt"))));

/** A flat solid ellipsoid of revolution is tilted a little about y, let go, and rocks on a plane about rest. */
export const problem: Problem = {
  name: "touch/ellipsoid-rock",
  title: "An ellipsoid rocks on a plane",
  model,
  parameters: {
    "halfAxis.level": { value: 0.1, unit: "m", meaning: "half-axes a along x and y", above: 0 },
    "halfAxis.upright": { value: 0.05, unit: "m", meaning: "half-axis c along the axis of revolution", above: 0 },
    density: { value: 2000, unit: "kg/m³", meaning: "density", above: 0 },
    friction: { value: 1, unit: "1", meaning: "friction coefficient μ", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "start.tilt": { value: 0.02, unit: "rad", meaning: "tilt about y at the start", min: -0.5, max: 0.5 },
    ...declaredCompliance(1e6, 1000),
  },
  start: {
    ...atRest(model),
    "stone.z": sub(tilted, depth),
    "stone.e0": cos(mul(0.5, p("start.tilt"))),
    "stone.ey": sin(mul(0.5, p("start.tilt"))),
    "ground.deformationN": depth,
  },
  grid: { steps: 4000, h: 0.0005 },
  values: {
    period: {
      unit: "s",
      meaning: "mean time between passages through level, from below",
      of: { reduce: "period", column: "stone.ey" },
    },
    "slip.largest": {
      unit: "m/s",
      meaning: "largest slip where it touches",
      of: { reduce: "maximum", column: "ground.slidingVelocityT" },
    },
  },
};

const [a, c, gravity] = [0.1, 0.05, 9.81];

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "period",
      value: (2 * Math.PI) / Math.sqrt((5 * gravity * (a ** 2 - c ** 2)) / (c * (a ** 2 + 6 * c ** 2))),
      tolerance: 0.001,
      source: "closed form of small angles without slip: ω² = 5 g (a² − c²)/(c (a² + 6 c²))",
    },
  ],
};
