import {
  abs,
  add,
  atRest,
  compliant,
  div,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  select,
  sub,
} from "bankshot";
import { block, blockParameters, cornersOn, resting } from "./block.js";

/** The surface of the belt runs along itself with `belt.v`. */
const model = compliant({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [block],
  contacts: cornersOn(
    { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
    { surfaceVelocity: [p("belt.v"), 0, 0] },
  ),
});

const slowing = mul(p("friction"), p("gravity"));

/** A block is set down on a running belt, slips until friction has brought it to the belt's speed, and goes with it. */
export const problem: Problem = {
  name: "drives/belt",
  title: "A block is set down on a running belt",
  model,
  parameters: {
    "belt.v": { value: 1, unit: "m/s", meaning: "speed of the belt", min: -20, max: 20 },
    "block.v": { value: 0, unit: "m/s", meaning: "velocity of the block as it is set down", min: -20, max: 20 },
    ...blockParameters,
    time: {
      value: add(0.05, mul(1.25, div(abs(sub(p("belt.v"), p("block.v"))), slowing))),
      unit: "s",
      meaning: "duration: until some time after the block goes with the belt",
      above: 0,
    },
  },
  start: { ...atRest(model), ...resting, "block.vx": p("block.v") },
  grid: { steps: 300, h: 0.001 },
  values: {
    "slip.distance": {
      unit: "m",
      meaning: "how far the block slips over the belt until it sticks; none where it still slips",
      // what is divided by zero does not exist
      of: div(abs(sub(mul(p("belt.v"), p("time")), last("block.x"))), select(last("corner1.stickMargin"), 1, 0)),
    },
    "slip.time": {
      unit: "s",
      meaning: "time until its rear corner sticks",
      of: { reduce: "first-positive-time", column: "corner1.stickMargin" },
    },
    "end.v": { unit: "m/s", meaning: "velocity of the block at the end", of: last("block.vx") },
    "belt.work": {
      unit: "J",
      meaning: "work of the belt's motor",
      of: { reduce: "sum", column: "appliedWork" },
    },
  },
};

const [belt, friction, gravity, mass] = [1, 0.5, 9.81, 1];
const distance = belt ** 2 / (2 * friction * gravity);
const time = belt / (friction * gravity);

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "slip.distance",
      value: distance,
      tolerance: 0.02 * distance,
      source: "closed form: (belt.v − block.v)²/(2 μ g), over the belt",
    },
    { name: "slip.time", value: time, tolerance: 0.02 * time, source: "closed form: |belt.v − block.v|/(μ g)" },
    { name: "end.v", value: belt, tolerance: 1e-3, source: "it goes with the belt" },
    {
      name: "belt.work",
      value: mass * belt ** 2,
      tolerance: 0.02 * mass * belt ** 2,
      source: "closed form: m belt.v (belt.v − block.v), half of it heat where the block begins at rest",
    },
  ],
};
