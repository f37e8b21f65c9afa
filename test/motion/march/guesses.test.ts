import { expect, it } from "vitest";
import { add, equation, type Model, mul, type Problem, simulate, sub } from "../../../src/index.js";

/**
 * Every step goes on by the one root of (1 + z²)(c − z) + z, z the way of the step; z = 0 is a valley of its square, into which the way
 * of the step before leads: c = 1000 − 2x is now 1000, now near −1000.
 */
const leaping: Model = {
  name: "leaping",
  state: [{ name: "x", unit: "m", scale: 1 }],
  inside: [],
  parameters: [],
  inputs: [],
  step: ({ now, next }) => {
    const z = sub(next("x"), now("x"));
    const c = sub(1000, mul(2, now("x")));
    return {
      rows: [equation("x", add(mul(add(1, mul(z, z)), sub(c, z)), z))],
      pairs: [],
      observe: {},
      guesses: [() => ({ x: add(now("x"), c) })],
    };
  },
};

const problem: Problem = {
  name: "leaping",
  title: "Every step leaps over a valley",
  model: leaping,
  parameters: {},
  start: { x: 0 },
  grid: { steps: 3, h: 0.1 },
  values: {},
};

it("the model's first guess leads on in every step, not in the first one alone", async () => {
  const { status, trajectory } = await simulate(problem);
  expect(status).toBe("solved");
  const { x } = trajectory.columns;
  for (let k = 1; k < x.length; k++) {
    const z = x[k] - x[k - 1];
    expect(z - z / (1 + z * z)).toBeCloseTo(1000 - 2 * x[k - 1], 9);
  }
});
