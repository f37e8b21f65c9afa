import { type Expected, last, type Model, norm, type Problem, parameter as p } from "bankshot";
import type { Drawn } from "bankshot/geometry";
import { problem as green, model as greenModel } from "./green.js";

/** The hole, its pin and its flag, as far as they are seen: the ball does not feel them. */
const hole: Drawn = {
  name: "hole",
  role: "tool",
  shapes: [
    { kind: "cylinder", radius: p("hole.radius"), halfLength: 0.015 },
    { kind: "capsule", from: [0, 0, 0], to: [0, 0, 0.6], radius: 0.015 },
    { kind: "box", half: [0.15, 0.01, 0.09], pose: { position: [0.15, 0, 0.5] } },
  ],
  at: [p("hole.x"), p("hole.y"), -0.005],
};

const model: Model = { ...greenModel, views: { ...greenModel.views, drawing: () => [hole] } };

const { "launch.vx": vx, "launch.vy": vy } = green.values;

/** It falls in where its centre is over the hole and it is slow: both at one time, which is found. */
const when = { sometime: "holed" };

/**
 * The same green, and the ball need not come to rest: at some time its centre must be over the hole, so slowly that it falls in,
 * which is not simulated: the motion goes on beyond.
 * Two launch values are free, and of all that hole the putt the one is taken that changes least from the declared launch.
 */
export const problem: Problem = {
  ...green,
  name: "golf/hole",
  model,
  title: "A putt is over the hole at some time, slowly enough to fall in",
  parameters: {
    ...green.parameters,
    "hole.radius": { value: 0.054, unit: "m", meaning: "radius of the hole", above: 0 },
    "hole.speed": { value: 0.8, unit: "m/s", meaning: "highest speed at which a ball falls in", min: 0 },
  },
  // a ball that is not caught there is still on the green then
  grid: { steps: 200, h: 0.02 },
  boundary: [
    {
      name: "over the hole",
      unit: "m",
      residual: {
        body: "ball",
        inside: { kind: "ball", centre: [p("hole.x"), p("hole.y")], radius: p("hole.radius") },
      },
      when,
      frees: ["launch.vx", "launch.vy"],
    },
    {
      name: "slow",
      unit: "m/s",
      residual: norm(last("ball.vx"), last("ball.vy")),
      within: { to: p("hole.speed") },
      when,
    },
  ],
  values: {
    "launch.vx": vx,
    "launch.vy": vy,
    holed: { unit: "s", meaning: "when the ball falls in", of: { timeOf: "holed" } },
  },
};

const source = "of 10⁴ simulated launches, 0.015 m/s apart, the nearest to the declared one of the 48 that fall in";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.8925, tolerance: 0.015, source },
    { name: "launch.vy", value: 0.2875, tolerance: 0.015, source },
  ],
};
