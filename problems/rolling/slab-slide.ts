import { atRest, div, type Expected, last, mul, type Problem, parameter as p, pow, sub } from "bankshot";
import { elements, model } from "./slab.js";

/** How far an element sinks under its part of the weight. */
const sunk = div(mul(p("mass"), p("gravity")), mul(elements, p("stiffness")));

/**
 * A slab on a contact patch of 3 × 3 coupled elements slides to rest. Its normal forces shift forward, because friction
 * acts below the centre of mass, but their sum is the weight, so that it stops after v²/2μg.
 */
export const problem: Problem = {
  name: "rolling/slab-slide",
  title: "A slab on a distributed contact patch slides to rest (Song, Kumar, Pang 2005, section II)",
  model,
  parameters: {
    mass: { value: 0.1, unit: "kg", meaning: "mass", above: 0 },
    side: { value: 0.2, unit: "m", meaning: "side of the square base", above: 0 },
    height: { value: 0.04, unit: "m", meaning: "height", above: 0 },
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ of every element", min: 0 },
    gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    stiffness: { value: 100, unit: "N/m", meaning: "stiffness k of one element, such as felt", above: 0 },
    damping: { value: 1, unit: "N s/m", meaning: "damping of one element", min: 0 },
    coupling: { value: 0.3, unit: "1", meaning: "stiffness between neighbours over that of an element", min: 0 },
    coneSmoothing: { value: 1e-4, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
    "launch.vx": { value: 1, unit: "m/s", meaning: "launch velocity", min: -20, max: 20 },
  },
  start: {
    ...atRest(model),
    "slab.z": sub(mul(0.5, p("height")), sunk),
    "slab.vx": p("launch.vx"),
    ...Object.fromEntries(Array.from({ length: elements }, (_, i) => [`base.${i + 1}.deformationN`, sunk])),
  },
  grid: { steps: 600, h: 0.001 },
  values: {
    "end.x": { unit: "m", meaning: "where the slab stops", of: last("slab.x") },
    "end.vx": { unit: "m/s", meaning: "its velocity at the end", of: last("slab.vx") },
    "closed.distance": {
      unit: "m",
      meaning: "stopping distance v²/2μg of a rigid slab",
      of: div(pow(p("launch.vx"), 2), mul(2, p("friction"), p("gravity"))),
    },
    "stick.step": {
      unit: "1",
      meaning: "first step at whose end the middle element sticks",
      of: { reduce: "first-positive-step", column: "base.5.stickMargin" },
    },
  },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    // of first order: half a step v h/2, and a few times the give of the elements, μ m g/9k = 0.3 mm
    { name: "end.x", value: 1 / (2 * 0.3 * 9.8), tolerance: 2e-3, source: "closed form v²/2μg of a rigid slab" },
    { name: "end.vx", value: 0, tolerance: 1e-4, source: "at rest, but for what still swings on its elements" },
  ],
};
