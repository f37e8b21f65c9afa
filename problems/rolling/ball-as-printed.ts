import { add, type Expected, first, last, type Problem, parameter as p, sub } from "bankshot";
import {
  ballModel,
  ballParameters,
  ballStart,
  ballValues,
  complianceParameters,
  contactStart,
  rolling,
} from "./ball.js";

/**
 * The ball with the boundary table that Song, Kumar, Pang (2005) print: x⁰ and y⁰ free although only differences are
 * given, and two rolling rows that hold by themselves once the ball rolls: singular.
 */
export const problem: Problem = {
  name: "rolling/ball-as-printed",
  title: "The ball with the boundary table as printed: refused, and why",
  model: ballModel,
  parameters: {
    ...ballParameters,
    ...complianceParameters,
    "travel.x": { value: 0.5632, unit: "m", meaning: "how far the ball must come along x" },
    "travel.y": { value: -0.0534, unit: "m", meaning: "how far the ball must come along y" },
  },
  start: { ...ballStart, ...contactStart },
  grid: { steps: 101, h: 0.01 },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      residual: sub(last("ball.x"), add(first("ball.x"), p("travel.x"))),
      frees: "launch.vx",
    },
    {
      name: "end.y",
      unit: "m",
      residual: sub(last("ball.y"), add(first("ball.y"), p("travel.y"))),
      frees: "launch.vy",
    },
    { name: "end.rolling.x", unit: "m/s", residual: rolling[0], frees: "start.x" },
    { name: "end.rolling.y", unit: "m/s", residual: rolling[1], frees: "start.y" },
  ],
  values: ballValues,
};

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "status",
      value: "bad-input",
      tolerance: 0,
      source: "the rolling rows repeat what the motion implies, and no row determines where the ball starts",
    },
  ],
};
