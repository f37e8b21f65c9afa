import { add, type Expected, last, mul, neg, type Problem, parameter as p, pow, sub } from "bankshot";
import { feederModel, feederParameters, feederStart, feederValues } from "./feeder-scene.js";
import { miss, targetParameters } from "./reorient-boundary.js";

/**
 * Fig. 6b of Song, Kumar, Pang (2005) as a design: the corner nearest to (5, 5) from which the part ends at its target,
 * its angle within bounds. Two equations fix both coordinates, so that the cost only chooses among roots; the box holds
 * one, that of feeder/reorient-boundary. The paper needed about 1000 simulations.
 */
export const problem: Problem = {
  name: "feeder/reorient-design",
  title: "Design the corner of a feeder under bounds on the end (Song, Kumar, Pang 2005, Fig. 6)",
  model: feederModel,
  parameters: { ...feederParameters, ...targetParameters },
  start: feederStart,
  grid: { steps: 1500, h: 0.001 },
  values: feederValues,
  objective: {
    cost: mul(0.5, add(pow(sub(p("corner.x"), 5), 2), pow(sub(p("corner.y"), 5), 2))),
    vary: ["corner.x", "corner.y"],
    constraints: [
      { name: "end.x", unit: "m", residual: miss.x, must: "be-zero" },
      { name: "end.y", unit: "m", residual: miss.y, must: "be-zero" },
      { name: "end.theta ≥ 0", unit: "rad", residual: neg(last("part.theta")), must: "not-exceed-zero" },
      {
        name: "end.theta ≤ π/2",
        unit: "rad",
        residual: sub(last("part.theta"), Math.PI / 2),
        must: "not-exceed-zero",
      },
    ],
  },
};

const nearby = "the paper's design, (4.9322, 5.1123), of a geometry that is not published in full";

export const expected: Expected = {
  verb: "design",
  values: [
    { name: "end.x", value: 2.5, tolerance: 1e-7, source: "the target" },
    { name: "end.y", value: 2.1, tolerance: 1e-7, source: "the target" },
    { name: "end.theta", value: Math.PI / 4, tolerance: Math.PI / 4, source: "the paper's bounds, 0 ≤ θ ≤ π/2" },
    { name: "design.corner.x", value: 4.9322, tolerance: 0.02, source: nearby },
    { name: "design.corner.y", value: 5.1123, tolerance: 0.02, source: nearby },
    { name: "evaluations", value: 0, tolerance: 60, source: "a sixteenth of the paper's 1000" },
  ],
};
