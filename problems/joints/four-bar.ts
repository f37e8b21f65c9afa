import {
  add,
  atan2,
  atRest,
  cos,
  div,
  type Expected,
  last,
  mul,
  norm,
  type Problem,
  parameter as p,
  pow,
  type Scalar,
  sin,
  sqrt,
  sub,
} from "bankshot";
import { coupler, crank, ground, half, model, rocker } from "./four-bar-scene.js";

/** The crank begins towards the foot of the rocker; then the triangle of knee, wrist and foot has sides known to all. */
const base = sub(ground, crank);
const cosine = div(sub(add(pow(coupler, 2), pow(base, 2)), pow(rocker, 2)), mul(2, coupler, base));
const sine = sqrt(sub(1, pow(cosine, 2)));
const wrist = [add(crank, mul(coupler, cosine)), mul(coupler, sine)] as const;

/** How far the far ends of coupler and rocker are apart at the end. */
const endOf = (body: string, length: Scalar, along: 0 | 1): Scalar =>
  add(last(`${body}.${"xy"[along]}`), mul(half(length), [cos, sin][along](last(`${body}.theta`))));

/** A motor turns the crank of a four-bar linkage once round, and the rocker swings. */
export const problem: Problem = {
  name: "joints/four-bar",
  title: "A four-bar linkage turns once round",
  model,
  parameters: {
    crank: { value: 0.1, unit: "m", meaning: "length of the crank, the shortest", above: 0 },
    coupler: { value: 0.3, unit: "m", meaning: "length of the coupler", above: 0 },
    rocker: { value: 0.25, unit: "m", meaning: "length of the rocker", above: 0 },
    ground: { value: 0.35, unit: "m", meaning: "distance of the two pivots of the ground", above: 0 },
    density: { value: 2, unit: "kg/m", meaning: "mass of a bar by its length", above: 0 },
    speed: { value: 5, unit: "rad/s", meaning: "velocity that the motor keeps", above: 0 },
    torque: { value: 20, unit: "N m", meaning: "most that the motor can", above: 0 },
    time: { value: div(2 * Math.PI, p("speed")), unit: "s", meaning: "duration: one turn", above: 0 },
  },
  start: {
    ...atRest(model),
    "crank.x": half(crank),
    "coupler.x": add(crank, mul(half(coupler), cosine)),
    "coupler.y": half(wrist[1]),
    "coupler.theta": atan2(sine, cosine),
    "rocker.x": half(add(ground, wrist[0])),
    "rocker.y": half(wrist[1]),
    "rocker.theta": atan2(wrist[1], sub(wrist[0], ground)),
  },
  grid: { steps: 800, h: 0.002 },
  values: {
    turns: { unit: "1", meaning: "turns of the crank", of: div(last("crank.theta"), 2 * Math.PI) },
    "rocker.max": {
      unit: "rad",
      meaning: "largest angle of the rocker",
      of: { reduce: "maximum", column: "rocker.theta" },
    },
    "rocker.min": {
      unit: "rad",
      meaning: "smallest angle of the rocker",
      of: { reduce: "minimum", column: "rocker.theta" },
    },
    "loop.gap": {
      unit: "m",
      meaning: "distance of the ends of coupler and rocker at the end",
      of: norm(
        sub(endOf("coupler", coupler, 0), endOf("rocker", rocker, 0)),
        sub(endOf("coupler", coupler, 1), endOf("rocker", rocker, 1)),
      ),
    },
  },
};

/** The rocker turns back where crank and coupler are in line: π − β with the angle β of the triangle at its foot. */
const turning = (reach: number): number =>
  Math.PI - Math.acos((0.35 ** 2 + 0.25 ** 2 - reach ** 2) / (2 * 0.35 * 0.25));
const source = "closed form: crank and coupler in line";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "turns", value: 1, tolerance: 0.005, source: "the motor keeps its velocity" },
    { name: "rocker.max", value: turning(0.2), tolerance: 1e-3, source },
    { name: "rocker.min", value: turning(0.4), tolerance: 1e-3, source },
    { name: "loop.gap", value: 0, tolerance: 1e-12, source: "the loop is closed" },
  ],
};
