import { add, atRest, div, type Expected, last, mul, norm, type Problem, parameter as p, sqrt, sub } from "bankshot";
import { chamfer, depth, half, hole, model, radius } from "./peg-and-socket.js";

/** sin(θ/2) of the angle θ between the axis of the peg and the vertical, whichever way it leans. */
const leaning = norm(last("peg.ex"), last("peg.ey"));
const upright = sub(1, mul(2, leaning, leaning));

/** How long a fall from the height of the start to the floor takes without a hole in between. */
const fall = sqrt(div(mul(2, add(p("drop"), depth)), p("gravity")));

/**
 * A peg with round ends falls beside the middle of a hole with broken edges, slides down the chamfer into it and stands on
 * the floor, leaning as far as its clearance lets it. With much friction it stays on the chamfer and topples. The motion
 * lasts four times a free fall.
 */
export const problem: Problem = {
  name: "feeder/peg",
  title: "A peg falls into a chamfered hole",
  model,
  parameters: {
    mass: { value: 0.02, unit: "kg", meaning: "mass of the peg, evenly filled", above: 0 },
    length: { value: 0.04, unit: "m", meaning: "length of its cylindrical part", above: 0 },
    clearance: { value: 2e-4, unit: "m", meaning: "half the width of the hole less the radius", above: 0, max: 0.002 },
    friction: { value: 0.2, unit: "1", meaning: "friction coefficient μ", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    drop: { value: 0.005, unit: "m", meaning: "height of its lower end over the plate at the start", above: 0 },
    "offset.x": { value: 0.002, unit: "m", meaning: "start beside the middle of the hole, x" },
    "offset.y": { value: 6e-4, unit: "m", meaning: "start beside the middle of the hole, y" },
    stiffness: { value: 2e4, unit: "N/m", meaning: "contact stiffness K", above: 0 },
    damping: {
      value: mul(0.5, sqrt(mul(p("mass"), p("stiffness")))),
      unit: "N s/m",
      meaning: "contact damping C, a quarter of the critical one",
      min: 0,
    },
    coneSmoothing: { value: 1e-6, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
    time: { value: mul(4, fall), unit: "s", meaning: "duration: four times a free fall", above: 0 },
  },
  start: {
    ...atRest(model),
    "peg.x": p("offset.x"),
    "peg.y": p("offset.y"),
    "peg.z": add(half, radius, p("drop")),
  },
  grid: { steps: 300, h: 0.001 },
  values: {
    "arrival.time": {
      unit: "s",
      meaning: "when the peg first touches the chamfer on the side of positive x",
      of: { reduce: "first-positive-time", column: "peg-socket4.normalForce" },
    },
    "end.depth": {
      unit: "m",
      meaning: "how deep the lower end of the peg is under the plate at the end",
      of: sub(add(mul(half, upright), radius), last("peg.z")),
    },
    "end.lean": {
      unit: "1",
      meaning: "2 sin(θ/2) of its angle θ to the vertical at the end",
      of: mul(2, leaning),
    },
    "end.speed": {
      unit: "m/s",
      meaning: "speed of its centre at the end",
      of: norm(last("peg.vx"), last("peg.vy"), last("peg.vz")),
    },
  },
};

const [clearance, g, drop, offset] = [2e-4, 9.81, 0.005, 0.002];
const r = hole - clearance;
/** The chamfer x − z = hole + chamfer is r from the middle of the round end when that is at this height. */
const touch = Math.SQRT2 * r + offset - hole - chamfer;
/** Both ways at once, between the chamfer and where the round end begins. */
const lean = (Math.SQRT2 * 2 * clearance) / (depth - chamfer - r);

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "arrival.time",
      value: Math.sqrt((2 * (r + drop - touch)) / g),
      tolerance: 0.0011,
      source: "closed form: free fall until the round end is its radius from the chamfer, to a step",
    },
    { name: "end.depth", value: depth, tolerance: 5e-5, source: "it stands on the floor" },
    {
      name: "end.lean",
      value: lean / 2,
      tolerance: lean / 2,
      source: "geometry: it leans at most by its clearance, both ways",
    },
    { name: "end.speed", value: 0, tolerance: 1e-4, source: "it comes to rest" },
  ],
};
