import { describe, expect, it } from "vitest";
import {
  add,
  design,
  div,
  type Expr,
  equation,
  last,
  log,
  type Model,
  mul,
  type Problem,
  parameter,
  simulate,
  solve,
  sub,
} from "../../src/index.js";

/** A state that stays as it is, but for what is added to its row. */
const modelOf = (more: (x: Expr) => Expr): Model => ({
  name: "still",
  state: [{ name: "x", unit: "m", scale: 1 }],
  inside: [],
  parameters: [],
  inputs: [],
  step: ({ now, next }) => ({
    rows: [equation("x", add(sub(next("x"), now("x")), more(now("x"))))],
    pairs: [],
    observe: {},
  }),
});
const still: Problem = {
  name: "still",
  title: "Nothing moves",
  model: modelOf(() => mul(0, log(2))),
  parameters: {
    v: { value: 0.5, unit: "m", meaning: "where it is", min: -2, max: 2 },
    p: { value: -1, unit: "1", meaning: "below zero" },
  },
  start: { x: parameter("v") },
  grid: { steps: 2, h: 0.1 },
  values: {},
};

describe.each<[string, (x: Expr) => Expr]>([
  ["0/0", () => div(0, 0)],
  ["0·log(−1)", () => mul(0, log(-1))],
  ["0·log(p), p = −1", () => mul(0, log(parameter("p")))],
  ["0·log(−1 − x²)", (x) => mul(0, log(sub(-1, mul(x, x))))],
])("%s is no zero", (_, never) => {
  it("in a row of a step, in a condition, in a cost: nothing is solved", async () => {
    expect((await simulate({ ...still, model: modelOf(never) })).status).toBe("not-finite");
    const residual = add(sub(last("x"), 0.3), never(last("x")));
    const asked = { ...still, boundary: [{ name: "c", unit: "m", residual, frees: "v" }] };
    expect((await solve(asked)).status).toBe("not-finite");
    const cost = add(mul(last("x"), last("x")), never(last("x")));
    expect((await design({ ...still, objective: { cost, vary: ["v"] } })).status).toBe("not-finite");
  });

  it("in a value, which has no number then", async () => {
    const a = { unit: "m", meaning: "none", of: add(last("x"), never(last("x"))) };
    expect((await simulate({ ...still, values: { a } })).values).toEqual({ a: null });
  });
});

it("what is a number is solved beside them", async () => {
  expect((await simulate(still)).status).toBe("solved");
  const residual = sub(last("x"), 0.3);
  const { status, values } = await solve({
    ...still,
    boundary: [{ name: "c", unit: "m", residual, frees: "v" }],
    values: { a: { unit: "m", meaning: "the end", of: last("x") } },
  });
  expect([status, values.a]).toEqual(["solved", expect.closeTo(0.3, 9)]);
});
