import { add, div, type Expected, mul, neg, type Parameter, type Problem, parameter as p, patchModel } from "bankshot";
import { boxHull, type PatchScene, shellOf } from "bankshot/geometry";
import {
  deskExpected,
  deskFrictionAxes,
  deskLegs,
  deskMethods,
  deskParameters,
  deskTop,
  deskWrench,
} from "./desk-scene.js";
import { bodyStart, bodyValues, formParameters, formsOf, groundPlane, patchValues } from "./patch-scene.js";

const half = mul(0.5, p("length"));

/** The hull of the four feet is a square; that of the desk is taken as a block from the floor up. */
export const deskScene: PatchScene = {
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    { name: "desk", space: "spatial", mass: p("mass"), inertia: [p("inertia.x"), p("inertia.y"), p("inertia.z")] },
  ],
  contacts: [
    {
      name: "floor",
      body: "desk",
      shape: boxHull(half, half, p("height")),
      against: groundPlane,
      friction: p("friction"),
      frictionAxes: deskFrictionAxes,
      shells: [...deskLegs, deskTop].map(shellOf),
    },
  ],
  applied: [{ body: "desk", ...deskWrench }],
};

/** Of a solid block, 2H high: m (L² + 4H²)/12. */
const sideways = div(mul(p("mass"), add(mul(p("length"), p("length")), mul(4, p("height"), p("height")))), 12);

const parameters: Readonly<Record<string, Parameter>> = {
  ...deskParameters,
  "inertia.x": { value: sideways, unit: "kg m²", meaning: "moment of inertia about the desk's x axis", above: 0 },
  "inertia.y": { value: sideways, unit: "kg m²", meaning: "moment of inertia about the desk's y axis", above: 0 },
  ...formParameters,
};

/** Section V-A of Xie and Chakraborty (2019): a desk with four legs, pushed and turned by two grippers for 4 s. */
export const problem: Problem = {
  name: "patch/desk",
  title: "A pushed desk slides and turns, by one equivalent contact point (Xie, Chakraborty 2019, V-A)",
  model: (choice) => patchModel(deskScene, formsOf(choice)),
  parameters,
  start: bodyStart("desk", {
    z: p("height"),
    vx: p("start.vx"),
    vy: p("start.vy"),
    wz: p("start.wz"),
  }),
  grid: { steps: 400, h: 0.01 },
  values: { ...bodyValues("desk"), ...patchValues("desk", "floor") },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    ...deskExpected,
    {
      name: "end.theta",
      value: 0.6388336098510712,
      tolerance: 1e-9,
      source: "independent solution of the same step equations, the angle that of the quaternion",
    },
    { name: "end.z", value: 0.45, tolerance: 1e-12, source: "flat on the floor" },
    { name: "minHeight", value: 0, tolerance: 1e-12, source: "no penetration" },
    { name: "tilt.max", value: 0, tolerance: 1e-12, source: "flat on the floor" },
  ],
};

export const methods = deskMethods;
