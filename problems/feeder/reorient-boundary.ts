import { type Expected, last, type Parameter, type Problem, parameter as p, sub } from "bankshot";
import { feederModel, feederParameters, feederStart, feederValues } from "./feeder-scene.js";

/** The wanted place of the part at the end. */
export const targetParameters: Readonly<Record<string, Parameter>> = {
  "target.x": { value: 2.5, unit: "m", meaning: "where the centre of the part must be at the end, x" },
  "target.y": { value: 2.1, unit: "m", meaning: "where the centre of the part must be at the end, y" },
};

/** How far the part ends from its target. */
export const miss = {
  x: sub(last("part.x"), p("target.x")),
  y: sub(last("part.y"), p("target.y")),
};

/**
 * Fig. 6b of Song, Kumar, Pang (2005) as a boundary problem: the corner is freed by where the part must end, both in one
 * Newton. Nothing bounds the angle there; the root has 0.46 rad, inside [0, π/2]. From 121 starting corners over
 * the box, Newton's method finds this root and no other.
 */
export const problem: Problem = {
  name: "feeder/reorient-boundary",
  title: "Place the corner of a feeder so that the part ends at a target (Song, Kumar, Pang 2005, Fig. 6)",
  model: feederModel,
  parameters: { ...feederParameters, ...targetParameters },
  start: feederStart,
  grid: { steps: 1500, h: 0.001 },
  boundary: [
    { name: "end.x", unit: "m", residual: miss.x, frees: "corner.x" },
    { name: "end.y", unit: "m", residual: miss.y, frees: "corner.y" },
  ],
  values: {
    ...feederValues,
    "design.corner.x": { unit: "m", meaning: "corner of the protrusion as found, x", of: p("corner.x") },
    "design.corner.y": { unit: "m", meaning: "corner of the protrusion as found, y", of: p("corner.y") },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.x", value: 2.5, tolerance: 1e-9, source: "the target" },
    { name: "end.y", value: 2.1, tolerance: 1e-9, source: "the target" },
    { name: "end.theta", value: Math.PI / 4, tolerance: Math.PI / 4, source: "the paper's bounds, 0 ≤ θ ≤ π/2" },
    // the paper's geometry is not published in full, so that its corner is only near
    { name: "design.corner.x", value: 4.9322, tolerance: 0.02, source: "the paper's design, (4.9322, 5.1123)" },
    { name: "design.corner.y", value: 5.1123, tolerance: 0.02, source: "the paper's design, (4.9322, 5.1123)" },
  ],
};
