import { atRest, constant, type Expected, last, mul, neg, type Problem, parameter as p, sliding } from "bankshot";
import { deskExpected, deskFrictionAxes, deskMethods, deskParameters, deskWrench } from "./desk-scene.js";
import { patchValues } from "./patch-scene.js";

const half = mul(0.5, p("length"));

const model = sliding({
  gravity: p("gravity"),
  body: { name: "desk", mass: p("mass"), inertia: p("inertia.z"), height: p("height") },
  contact: {
    name: "floor",
    friction: p("friction"),
    frictionAxes: deskFrictionAxes,
    footprint: [
      [neg(half), neg(half)],
      [half, neg(half)],
      [half, half],
      [neg(half), half],
    ],
  },
  applied: deskWrench,
});

/** The desk of Xie, Chakraborty (2019) by the reduction that knows sliding only: four quadratic equations a step. */
export const problem: Problem = {
  name: "patch/desk-sliding",
  title: "A pushed desk slides and turns, by four quadratic equations a step (Xie, Chakraborty 2019, V-A)",
  model,
  parameters: deskParameters,
  start: { ...atRest(model), "desk.vx": p("start.vx"), "desk.vy": p("start.vy"), "desk.omega": p("start.wz") },
  grid: { steps: 400, h: 0.01 },
  values: {
    "end.x": { unit: "m", meaning: "where the desk ends, x", of: last("desk.x") },
    "end.y": { unit: "m", meaning: "where the desk ends, y", of: last("desk.y") },
    "end.z": { unit: "m", meaning: "height of its centre of mass, which this model keeps", of: p("height") },
    "end.theta": { unit: "rad", meaning: "how far it has turned", of: last("desk.theta") },
    "end.vx": { unit: "m/s", meaning: "its velocity at the end, x", of: last("desk.vx") },
    "end.vy": { unit: "m/s", meaning: "its velocity at the end, y", of: last("desk.vy") },
    "end.wz": { unit: "rad/s", meaning: "its angular velocity at the end", of: last("desk.omega") },
    ...patchValues("desk", "floor"),
    "tilt.max": { unit: "rad", meaning: "largest tilt: this model keeps it upright", of: constant(0) },
    tipMargin: {
      unit: "m",
      meaning: "least distance of the contact point inside the footprint; below zero the desk would tip",
      of: { reduce: "minimum", column: "floor.tipMargin" },
    },
  },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    ...deskExpected,
    {
      name: "end.theta",
      value: 0.638836437667701,
      tolerance: 1e-9,
      source: "independent solution of the same step equations, the angle integrated directly",
    },
  ],
};

export const methods = deskMethods;
