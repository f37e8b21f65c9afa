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
  sqrt,
  sub,
} from "bankshot";
import { block, blockParameters, cornersOn } from "./block.js";

const model = compliant({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [block],
  contacts: cornersOn(
    { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
    { surfaceVelocity: [p("belt.v"), 0, 0] },
  ),
});

const fall = sqrt(div(mul(2, p("drop")), p("gravity")));
/** Friction at its largest from the mark on: no block slips longer that stops there. */
const slip = sqrt(div(mul(2, abs(p("mark"))), mul(p("friction"), p("gravity"))));

/** A block is tossed, level, onto a running belt, such that it comes to rest on the belt at a mark. */
export const problem: Problem = {
  name: "drives/toss",
  title: "A block is tossed onto a mark of a running belt",
  model,
  parameters: {
    "launch.v": { value: 1, unit: "m/s", meaning: "level velocity of the toss", min: -20, max: 20 },
    "belt.v": { value: -0.6, unit: "m/s", meaning: "speed of the belt: here towards the thrower", min: -20, max: 20 },
    mark: {
      value: 0.5,
      unit: "m",
      meaning: "place of the mark on the belt; it passes the thrower's hand at 0",
      min: 0,
    },
    drop: { value: 0.05, unit: "m", meaning: "height of the toss over the belt", min: 0 },
    ...blockParameters,
    time: {
      value: mul(1.2, add(0.05, fall, slip)),
      unit: "s",
      meaning: "duration: until some time after the block goes with the belt",
      above: 0,
    },
  },
  start: {
    ...atRest(model),
    "block.y": add(mul(0.5, p("height")), p("drop")),
    "block.vx": p("launch.v"),
  },
  grid: { steps: 800, h: 0.001 },
  boundary: [
    {
      name: "on.mark",
      unit: "m",
      residual: sub(last("block.x"), add(p("mark"), mul(p("belt.v"), p("time")))),
      frees: "launch.v",
    },
  ],
  values: {
    "launch.v": { unit: "m/s", meaning: "velocity of the toss", of: add(0, p("launch.v")) },
    "end.miss": {
      unit: "m",
      meaning: "how far beyond the mark it comes to rest",
      of: sub(last("block.x"), add(p("mark"), mul(p("belt.v"), p("time")))),
    },
    "end.slip": {
      unit: "m/s",
      meaning: "speed over the belt at the end: none where it has come to rest",
      of: sub(last("block.vx"), p("belt.v")),
    },
  },
};

/**
 * Over the belt it flies w t, loses μ √(2 g drop) as it lands without a bounce, and slips to rest:
 * w t + (w − μ g t)²/(2 μ g) = mark with t = √(2 drop/g), for w the velocity over the belt.
 */
const [belt, mark, drop, friction, gravity] = [-0.6, 0.5, 0.05, 0.5, 9.81];
const t = Math.sqrt((2 * drop) / gravity);
const launch = belt + Math.sqrt(2 * friction * gravity * mark - (friction * gravity * t) ** 2);

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "launch.v",
      value: launch,
      tolerance: 0.02 * launch,
      source: "closed form of a landing without a bounce: belt.v + √(2 μ g mark − (μ g t)²), t = √(2 drop/g)",
    },
    { name: "end.slip", value: 0, tolerance: 1e-3, source: "it rests on the belt" },
  ],
};
