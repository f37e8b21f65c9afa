import { add, type Expected, last, type Parameter, type Problem, parameter as p, patchModel, sub } from "bankshot";
import { bodyStart, formParameters, formsOf } from "./patch-scene.js";
import { half, scene } from "./stacked-boxes.js";

const parameters: Readonly<Record<string, Parameter>> = {
  "lower.mass": { value: 2, unit: "kg", meaning: "mass of the lower box", above: 0 },
  "upper.mass": { value: 1, unit: "kg", meaning: "mass of the upper box", above: 0 },
  "floor.friction": { value: 0.3, unit: "1", meaning: "friction coefficient μ of the floor", min: 0 },
  "lid.friction": { value: 0.5, unit: "1", meaning: "friction coefficient μ between the boxes", min: 0 },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  push: { value: 14, unit: "N", meaning: "push on the lower box along x" },
  overhang: { value: 0.05, unit: "m", meaning: "how far the upper box stands out over the edge of the lower one" },
  ...formParameters,
};

/** A box rides on a pushed box, overhanging its edge: the point that carries it stays in both faces. */
export const problem: Problem = {
  name: "patch/box-on-box",
  title: "A box rides on a pushed box over whose edge it stands out (closed form)",
  model: (choice) => patchModel(scene, formsOf(choice)),
  parameters,
  start: {
    ...bodyStart("lower", { z: half }),
    ...bodyStart("upper", { x: add(half, p("overhang")), z: 3 * half }),
  },
  grid: { steps: 50, h: 0.01 },
  values: {
    "lower.x": { unit: "m", meaning: "end position of the lower box, x", of: last("lower.x") },
    "lower.vx": { unit: "m/s", meaning: "end velocity of the lower box, x", of: last("lower.vx") },
    "upper.x": { unit: "m", meaning: "end position of the upper box, x", of: last("upper.x") },
    "upper.vx": { unit: "m/s", meaning: "end velocity of the upper box, x", of: last("upper.vx") },
    "upper.z": { unit: "m", meaning: "end height of the upper box", of: last("upper.z") },
    "lid.relX": {
      unit: "m",
      meaning: "contact point between the boxes from the centre of the upper one, x",
      of: sub(last("lid.ecp.x"), last("upper.x")),
    },
    "tilt.max": {
      unit: "rad",
      meaning: "largest tilt of the upper box",
      of: { reduce: "maximum", column: "upper.tilt" },
    },
  },
};

const source = "closed form of the steps";
const tolerance = 1e-11;
/** Both boxes together: (F − μ (M + m) g)/(M + m). */
const acceleration = (14 - 0.3 * 3 * 9.8) / 3;
const way = acceleration * 1e-4 * 25 * 51;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "lower.vx", value: acceleration * 0.5, tolerance, source },
    { name: "upper.vx", value: acceleration * 0.5, tolerance, source },
    { name: "lower.x", value: way, tolerance, source },
    { name: "upper.x", value: way + 0.1, tolerance, source },
    { name: "upper.z", value: 0.15, tolerance, source },
    // friction at the bottom speeds the box up: the load moves back by H a/g
    { name: "lid.relX", value: (-half * acceleration) / 9.8, tolerance, source },
    { name: "tilt.max", value: 0, tolerance, source },
  ],
};
