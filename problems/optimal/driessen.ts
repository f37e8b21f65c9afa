/**
 * A mass on a rough line is brought to rest in the least time: q″ = u − sign q′ with |u| ≤ 2, from (0, 1) to (−1, 0).
 * Driven against its motion it turns round, is driven back and braked; closed form T = (1 + 2√7)/3.
 */
import {
  add,
  complementary,
  div,
  type Expected,
  equation,
  type Frame,
  last,
  type Model,
  mul,
  type Problem,
  parameter as p,
  type Stage,
  sub,
} from "bankshot";
import { switching, switchingParameter } from "bankshot/solvers";

/**
 * q⁺ = q + h (v + v⁺)/2, exact for constant forces; v⁺ = v + h (u − s) with the mean s of the sign over the step,
 *
 *     y = forward − backward,   0 ≤ forward ⟂ 1 − s ≥ 0,   0 ≤ backward ⟂ 1 + s ≥ 0.
 *
 * A step of fixed length may hold a change of sign: under full push u = U the mass comes to rest at the rate U + 1 and
 * leaves at U − 1, so that y = v⁺/(U − 1) + v/(U + 1) − h s. Where changes fall on grid points, y = v⁺.
 */
const roughLine = (within: boolean): Model => ({
  name: "mass on a rough line",
  state: [
    { name: "q", unit: "m", scale: 1 },
    { name: "v", unit: "m/s", scale: 1 },
  ],
  inside: [
    { name: "sign", unit: "1", scale: 1 },
    { name: "forward", unit: within ? "s" : "m/s", scale: 1, lower: 0 },
    { name: "backward", unit: within ? "s" : "m/s", scale: 1, lower: 0 },
  ],
  parameters: within ? ["control.max"] : [],
  inputs: ["push"],
  step({ now, next, inside, inputs, h }: Frame): Stage {
    const sign = inside("sign");
    const forward = complementary("forward", sub(1, sign));
    const backward = complementary("backward", add(1, sign));
    const full = p("control.max");
    const before = div(now("v"), add(full, 1));
    const after = div(next("v"), sub(full, 1));
    const side = within ? sub(add(before, after), mul(h, sign)) : next("v");
    return {
      rows: [
        equation("q", sub(next("q"), add(now("q"), mul(0.5, h, add(now("v"), next("v")))))),
        equation("v", sub(next("v"), add(now("v"), mul(h, sub(inputs("push"), sign))))),
        equation("sign", sub(side, sub(inside("forward"), inside("backward")))),
        forward,
        backward,
      ],
      pairs: [forward.pair, backward.pair],
      observe: {},
    };
  },
});

export const problem: Problem = {
  name: "optimal/driessen",
  title: "A mass on a rough line comes to rest at a given place in the least time",
  model: (choice) => roughLine(choice(switching) === "fixed"),
  parameters: {
    time: { value: 3, unit: "s", meaning: "duration", min: 0.5, max: 10 },
    "control.max": { value: 2, unit: "N", meaning: "largest push, more than friction", above: 1 },
    [switching]: switchingParameter,
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
  values: [{ name: "cost", value: (1 + 2 * Math.sqrt(7)) / 3, tolerance: 2e-3, source: "closed form (1 + 2√7)/3" }],
};
