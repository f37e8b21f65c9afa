import {
  add,
  atRest,
  cos,
  div,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  sin,
  sqrt,
  sub,
} from "bankshot";
import { down, model, pinAlong, up } from "./chute.js";

/** Half of the weight across the chute presses in either corner. */
const sunk = div(mul(0.5, p("mass"), p("gravity"), cos(p("slope"))), p("stiffness"));
const height = sub(p("halfHeight"), sunk);

/** g (sin − μ cos), and how long a block that slides without tipping needs with it. */
const pull = mul(p("gravity"), sub(sin(p("slope")), mul(p("friction"), cos(p("slope")))));
const travel = sqrt(div(mul(2, p("way")), pull));

/** How far the front of the block is from the pin at the end, along the chute. */
const gapAtEnd = sub(sub(pinAlong, p("pin.radius")), add(alongChute(), p("halfLength")));

function alongChute() {
  return add(mul(down[0], last("block.x")), mul(down[1], last("block.y")));
}

/**
 * A block slides down a chute and stops at a pin that is much thinner than the block is long: at any declared stiffness
 * the pin only dents it, and it never ends around the pin or behind it. The motion lasts twice as long as the slide.
 */
export const problem: Problem = {
  name: "feeder/chute-pin",
  title: "A block slides down a chute and stops at a thin pin",
  model,
  parameters: {
    mass: { value: 0.05, unit: "kg", meaning: "mass of the block", above: 0 },
    halfLength: { value: 0.02, unit: "m", meaning: "half the length of the block", above: 0 },
    halfHeight: { value: 0.01, unit: "m", meaning: "half its height", above: 0 },
    slope: { value: 0.5, unit: "rad", meaning: "angle of the chute", min: 0.3, max: 1 },
    friction: { value: 0.2, unit: "1", meaning: "friction coefficient μ of chute and pin", min: 0, max: 0.28 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    way: { value: 0.1, unit: "m", meaning: "distance between block and pin at the start", above: 0, max: 0.3 },
    "pin.radius": { value: 0.0015, unit: "m", meaning: "radius of the pin", min: 0.001 },
    "pin.height": { value: 0.01, unit: "m", meaning: "height of its middle over the chute", above: 0 },
    stiffness: { value: 1e5, unit: "N/m", meaning: "contact stiffness K", min: 2e4, max: 1e7 },
    damping: {
      value: sqrt(mul(p("mass"), p("stiffness"))),
      unit: "N s/m",
      meaning: "contact damping C, half the critical one of the block on one contact",
      min: 0,
    },
    coneSmoothing: { value: 1e-6, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
    time: { value: mul(2, travel), unit: "s", meaning: "duration: twice the time of the slide", above: 0 },
  },
  start: {
    ...atRest(model),
    "block.x": mul(height, up[0]),
    "block.y": mul(height, up[1]),
    "block.theta": neg(p("slope")),
    "block-chute1.deformationN": sunk,
    "block-chute2.deformationN": sunk,
  },
  grid: { steps: 2000, h: 5e-4 },
  values: {
    "arrival.step": {
      unit: "1",
      meaning: "step in which the block first touches the pin, half of all",
      of: { reduce: "first-positive-step", column: "block-pin.normalForce" },
    },
    "end.gap": { unit: "m", meaning: "gap between block and pin at the end, along the chute", of: gapAtEnd },
    "end.speed": {
      unit: "m/s",
      meaning: "speed along the chute at the end",
      of: add(mul(down[0], last("block.vx")), mul(down[1], last("block.vy"))),
    },
    "end.force": { unit: "N", meaning: "force of the pin at the end", of: last("block-pin.normalForce") },
    deepest: {
      unit: "m",
      meaning: "deepest dent that the pin makes",
      of: { reduce: "maximum", column: "block-pin.deformationN" },
    },
  },
};

const [m, g, slope, friction, way, K] = [0.05, 9.81, 0.5, 0.2, 0.1, 1e5];
const weight = m * g * Math.sin(slope);
const rub = friction * m * g * Math.cos(slope);
/** A dent without damping, ½ K d² = ½ m v² + m g sin d, is the deepest. */
const dent = (weight + Math.sqrt(weight ** 2 + 2 * K * way * (weight - rub))) / K;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "arrival.step", value: 1000, tolerance: 5, source: "closed form: t = √(2 s/a), a = g (sin − μ cos)" },
    { name: "end.speed", value: 0, tolerance: 1e-6, source: "it stops" },
    {
      name: "end.gap",
      value: 0,
      tolerance: (weight + rub) / K,
      source: "at rest the pin carries no more than m g (sin + μ cos)",
    },
    { name: "end.force", value: weight, tolerance: rub, source: "static friction takes or adds up to μ m g cos" },
    {
      name: "deepest",
      value: dent / 2,
      tolerance: dent / 2,
      source: "energy: at most the dent of a contact without damping",
    },
  ],
};
