/**
 * A mass on a rough line is brought to rest in the least time: q″ = u − sign q′ with |u| ≤ 2, from (0, 1) to (−1, 0).
 * Driven against its motion it turns round, is driven back and braked; closed form T = (1 + 2√7)/3.
 */
import { add, mul, sub } from "../../src/expr/expr.js";
import {
  complementary,
  equation,
  type Frame,
  last,
  type Model,
  parameter as p,
  type Stage,
} from "../../src/mechanics/model.js";
import { switching, switchingParameter } from "../../src/motion/optimal-task.js";
import type { Expected, Problem } from "../../src/motion/problem.js";

/** q⁺ = q + h (v + v⁺)/2, exact for constant forces; v⁺ = v + h (u − s), s the sign of v⁺ as in Stewart and Anitescu's. */
function step({ now, next, inside, inputs, h }: Frame): Stage {
  const sign = inside("sign");
  const forward = complementary("forward", sub(1, sign));
  const backward = complementary("backward", add(1, sign));
  return {
    rows: [
      equation("q", sub(next("q"), add(now("q"), mul(0.5, h, add(now("v"), next("v")))))),
      equation("v", sub(next("v"), add(now("v"), mul(h, sub(inputs("push"), sign))))),
      equation("sign", sub(next("v"), sub(inside("forward"), inside("backward")))),
      forward,
      backward,
    ],
    pairs: [forward.pair, backward.pair],
    observe: {},
  };
}

const model: Model = {
  name: "mass on a rough line",
  state: [
    { name: "q", unit: "m", scale: 1 },
    { name: "v", unit: "m/s", scale: 1 },
  ],
  inside: [
    { name: "sign", unit: "1", scale: 1 },
    { name: "forward", unit: "m/s", scale: 1, lower: 0 },
    { name: "backward", unit: "m/s", scale: 1, lower: 0 },
  ],
  parameters: [],
  inputs: ["push"],
  step,
};

export const problem: Problem = {
  name: "optimal/driessen",
  title: "A mass on a rough line comes to rest at a given place in the least time",
  model,
  parameters: {
    time: { value: 3, unit: "s", meaning: "duration", min: 0.5, max: 10 },
    "control.max": { value: 2, unit: "N", meaning: "largest push", above: 0 },
    [switching]: { ...switchingParameter, value: "free" },
  },
  inputs: { push: { unit: "N", meaning: "push", min: mul(-1, p("control.max")), max: p("control.max") } },
  start: { q: 0, v: 1 },
  grid: { steps: 40, h: 0.075 },
  objective: {
    cost: p("time"),
    vary: ["push", "time"],
    constraints: [
      { name: "end.q", unit: "m", residual: add(last("q"), 1), must: "be-zero" },
      { name: "end.v", unit: "m/s", residual: last("v"), must: "be-zero" },
    ],
  },
  values: { time: { unit: "s", meaning: "duration that was found", of: p("time") } },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "cost", value: (1 + 2 * Math.sqrt(7)) / 3, tolerance: 1e-6, source: "closed form (1 + 2√7)/3" }],
};
