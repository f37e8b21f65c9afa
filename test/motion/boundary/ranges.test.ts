import { expect, it } from "vitest";
import { problem as bank } from "../../../problems/impact/bank-shot.js";
import { sub } from "../../../src/expr/expr.js";
import { last, parameter } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { rigid } from "../../../src/models/rigid.js";
import { atRangeEnds, limits, outOfRange } from "../../../src/motion/boundary/ranges.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { solve } from "../../../src/motion/solve.js";

it("the ends of a declared range belong to it", () => {
  const setup = setUp(bank);
  const { freed, parameters: names, problem } = setup.compiled;
  const j = freed.findIndex((index) => problem.parameters[names[index]].min !== undefined);
  const index = freed[j];
  const name = names[index];
  const { min = Number.NaN, max = Number.NaN } = problem.parameters[name];
  const at = (value: number): Float64Array => {
    const parameters = setup.parameters.slice();
    parameters[index] = value;
    return parameters;
  };
  for (const end of [min, max]) {
    expect(outOfRange(setup, at(end))).toBeUndefined();
    expect(atRangeEnds(setup, at(end))).toEqual([`${name} = ${end}`]);
    expect(limits(setup)(end, j)).toBe(end);
  }
  for (const [beyond, end] of [
    [min - 1e-9, min],
    [max + 1e-9, max],
  ]) {
    expect(outOfRange(setup, at(beyond))).toMatch(
      new RegExp(`^${name} is .*, outside its range from ${min} to ${max}$`),
    );
    expect(limits(setup)(beyond, j)).toBe(end);
  }
});

// bodies of a milligram, a kilogram and a kiloton, over a millimetre, a metre and thirty
it.each([
  [1e-6, 1e-3],
  [1, 1],
  [1e6, 30],
])(
  "a range that ends a millionth before the only launch has none, and one that ends as far behind it has: %d kg, %d m",
  async (mass, size) => {
    const model = rigid({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", mass, inertia: 0.001 * mass * size ** 2 }],
      contacts: [],
    });
    const time = Math.sqrt(size / 9.81);
    const launchedUpTo = (max: number): Problem => ({
      name: "test/thrown",
      title: "A ball is thrown so far",
      model,
      parameters: { v: { value: 0.5 * max, unit: "m/s", meaning: "speed", min: 0, max } },
      start: { ...atRest(model), "ball.vx": parameter("v") },
      grid: { steps: 10, h: time / 10 },
      boundary: [{ name: "end.x", unit: "m", residual: sub(last("ball.x"), 2 * size), frees: "v" }],
      values: {},
    });
    const needed = (2 * size) / time;
    expect((await solve(launchedUpTo(needed * (1 - 1e-6)))).status).toBe("infeasible");
    expect((await solve(launchedUpTo(needed * (1 + 1e-6)))).status).toBe("solved");
  },
);
