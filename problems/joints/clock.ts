/**
 * A clock: a weight turns a wheel with pins, an anchor lets half a pin pass at every swing of its pendulum, and each pin that
 * passes pushes the pendulum on. Who touches whom and when is found; that the pendulum goes on, and the wheel by one pin a
 * period, is what keeps time.
 */
import { atRest, type Expected, f, first, last, type Problem, parameter as p } from "bankshot";
import { model, pins, pivot } from "./escapement.js";

export const problem: Problem = {
  name: "joints/clock",
  title: "A clock: a pendulum, an anchor, a wheel and a weight keep time",
  model,
  parameters: {
    mass: { value: 1, unit: "kg", meaning: "mass of the pendulum", above: 0 },
    length: { value: 0.25, unit: "m", meaning: "from the pivot to its centre of mass", above: 0 },
    inertia: { value: 1e-4, unit: "kg m²", meaning: "its moment of inertia about that", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    amplitude: { value: 0.1, unit: "rad", meaning: "angle at which it is let go", above: 0.03, max: 0.3 },
    damping: { value: 0.001, unit: "N m s", meaning: "damping of its pivot", min: 0 },
    torque: { value: 0.015, unit: "N m", meaning: "moment of the weight on the wheel", min: 0 },
    "wheel.inertia": { value: 5e-5, unit: "kg m²", meaning: "inertia of wheel and weight", above: 0 },
    time: { value: 3, unit: "s", meaning: "duration", above: 0 },
  },
  start: {
    ...atRest(model),
    // a pin is about to lean on the left pallet
    "wheel.theta": (-0.8 * 2 * Math.PI) / pins,
    "pendulum.theta": p("amplitude"),
    "pendulum.x": f`${p("length")}*sin(${p("amplitude")})`,
    "pendulum.y": f`${pivot} - ${p("length")}*cos(${p("amplitude")})`,
  },
  grid: { steps: 3000, h: 0.001 },
  values: {
    period: { unit: "s", meaning: "time of one swing there and back", of: { reduce: "period", column: "pivot.angle" } },
    pins: {
      unit: "1",
      meaning: "pins that have passed",
      of: f`(${first("wheel.theta")} - ${last("wheel.theta")})*${pins / (2 * Math.PI)}`,
    },
    "end.angle": { unit: "rad", meaning: "angle of the pendulum at the end", of: last("pendulum.theta") },
  },
};

/** Of a pendulum alone: 2π √((I + m l²)/(m g l)), (1 + φ²/16) of it for a swing of ±φ. */
const free = 2 * Math.PI * Math.sqrt((1e-4 + 0.25 ** 2) / (9.81 * 0.25)) * (1 + 0.1 ** 2 / 16);

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "period",
      value: free,
      tolerance: 0.02 * free,
      source: "closed form of the pendulum alone; pallets that lean hurry it by half a percent",
    },
    { name: "pins", value: 3 / free, tolerance: 0.1, source: "one pin passes in every period" },
  ],
};
