/**
 * A state whose rate jumps from 3 to 1 where it changes sign, ẋ ∈ 2 − sign x, and whose start is free. Where a step takes
 * the sign of its end, slopes by the start are wrong however short steps are (Stewart, Anitescu, Numer. Math. 114, 2010),
 * and the least cost is 1.36 h too small; the mean of the sign over the step, or a change on a grid point
 * (`grid.switching=free`), makes them right. Closed form: x₀ = (9 − √417)/8.
 */
import {
  add,
  complementary,
  div,
  type Expected,
  equation,
  type Frame,
  frame,
  last,
  type Model,
  mul,
  type Problem,
  parameter as p,
  pow,
  type Stage,
  sub,
} from "bankshot";
import { switching, switchingParameter } from "bankshot/solvers";

const states = [{ name: "x", unit: "m", scale: 1 }];
const insides = [
  { name: "sign", unit: "1", scale: 1 },
  { name: "positive", unit: "m", scale: 1, lower: 0 },
  { name: "negative", unit: "m", scale: 1, lower: 0 },
];

/**
 * x⁺ = x + h (2 − s) with the mean s of the sign over the step,
 *
 *     y = positive − negative,   0 ≤ positive ⟂ 1 − s ≥ 0,   0 ≤ negative ⟂ 1 + s ≥ 0.
 *
 * A step of fixed length may hold the change of sign: x/3 is the time before it, x⁺ that after it, and
 * y = x⁺ + x/3 − h s. Where the change falls on a grid point, y = x⁺.
 */
const jumpingRate = (within: boolean): Model => ({
  name: "jumping rate",
  state: states,
  inside: insides,
  parameters: [],
  inputs: [],
  step({ now, next, inside, h }: Frame): Stage {
    const sign = inside("sign");
    const positive = complementary("positive", sub(1, sign));
    const negative = complementary("negative", add(1, sign));
    const side = within ? sub(add(next("x"), div(now("x"), 3)), mul(h, sign)) : next("x");
    return {
      rows: [
        equation("x", sub(next("x"), add(now("x"), mul(h, sub(2, sign))))),
        equation("sign", sub(side, sub(inside("positive"), inside("negative")))),
        positive,
        negative,
      ],
      pairs: [positive.pair, negative.pair],
      observe: {},
    };
  },
});

// exact for the straight line that x follows within a step of one sign
const [a, b] = [frame.now("x"), frame.next("x")];
const squared = mul(frame.h, div(add(mul(a, a), mul(a, b), mul(b, b)), 3));

export const problem: Problem = {
  name: "optimal/stewart-anitescu",
  title: "A start is chosen before a rate that jumps where the state changes sign",
  model: (choice) => jumpingRate(choice(switching) === "fixed"),
  parameters: {
    "start.x": { value: -1, unit: "m", meaning: "start", min: -2, max: 1 },
    time: { value: 2, unit: "s", meaning: "duration", above: 0 },
    [switching]: switchingParameter,
  },
  start: { x: p("start.x") },
  grid: { steps: 40, h: 0.05 },
  objective: { stage: squared, cost: pow(sub(last("x"), 5 / 3), 2), vary: ["start.x"] },
  values: {
    "start.x": { unit: "m", meaning: "the start that was found", of: p("start.x") },
    "end.x": { unit: "m", meaning: "end", of: last("x") },
  },
};

const exact = (9 - Math.sqrt(417)) / 8;

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "cost", value: 1.5237727754, tolerance: 1e-4, source: "closed form" },
    { name: "start.x", value: exact, tolerance: 1e-3, source: "closed form (9 − √417)/8" },
  ],
};
