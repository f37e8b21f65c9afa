import { describe, expect, it } from "vitest";
import { abs, add, type Expr, mul, pow, sin, sub } from "../../../src/expr/expr.js";
import { last, type Model, parameter as p } from "../../../src/mechanics/model.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { gridErrorOf } from "../../../src/motion/design/grid-error.js";
import { design } from "../../../src/motion/design.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { kinksOf } from "../../../src/motion/trajectory/kinks.js";

/** Two points that are put on the teeth of a saw, as a part whose contacts begin a step earlier or later. */
function teeth(cost: Expr, { depth, count }: { depth: number; count: number }): Problem {
  const saw = (a: Expr): Expr => add(a, mul(depth, abs(sin(mul(count, a)))));
  const place = (value: number) => ({ value, unit: "m", meaning: "where a point is put", min: -1, max: 1 });
  const model: Model = {
    name: "teeth",
    state: ["x", "y"].map((name) => ({ name, unit: "m", scale: 1 })),
    inside: [],
    parameters: ["a", "b"],
    inputs: [],
    step: () => ({ rows: [], pairs: [], defines: { x: saw(p("a")), y: saw(p("b")) }, observe: {} }),
  };
  return {
    name: "teeth",
    title: "Two points on the teeth of a saw",
    model,
    parameters: { a: place(0.3), b: place(0.5) },
    start: { x: 0, y: 0 },
    grid: { steps: 2, h: 0.1 },
    values: { "end.x": { unit: "m", meaning: "where the first is", of: last("x") } },
    objective: { cost, vary: ["a", "b"] },
  };
}

const square = (x: Expr): Expr => pow(x, 2);
const atZero = add(square(last("x")), square(last("y")));

describe("a design whose least cost is at kinks", () => {
  it.each([
    { depth: 1e-4, count: 1e4 },
    { depth: 1e-2, count: 100 },
  ])("is solved where neither method gains anything worth the name: %o", async (saw) => {
    const { status, values, message } = await design(teeth(atZero, saw));
    expect(status, message).toBe("solved");
    expect(values.cost!).toBeLessThan(1e-12);
    expect(message).toMatch(/^Neither SLSQP nor COBYLA gains more, after \d+ evaluations\./);
    expect(message.length).toBeLessThanOrEqual(300);
  });

  it("is not called solved where the search is cut off on its way", async () => {
    for (const evaluations of [12, 25, 30, 40]) {
      const found = await design(teeth(atZero, { depth: 1e-2, count: 100 }), { search: { evaluations } });
      if (found.status === "solved") expect(found.values.cost!).toBeLessThan(1e-6);
    }
    // nor does a cost that may be below zero say by its size that nothing is left
    const cost = sub(atZero, 1e-3);
    const { status } = await design(teeth(cost, { depth: 1e-2, count: 100 }), { search: { evaluations: 30 } });
    expect(status).not.toBe("solved");
  });
});

it("a motion passes a switch where it touches it for one step, and not where it stays there", () => {
  const model: Model = {
    name: "switch",
    state: ["x", "y"].map((name) => ({ name, unit: "m", scale: 1 })),
    inside: [],
    parameters: ["v"],
    inputs: [],
    step: ({ now, h }) => ({
      rows: [],
      pairs: [],
      defines: { x: add(now("x"), mul(h, p("v"))), y: abs(now("x")) },
      observe: {},
    }),
  };
  const parameters = { v: { value: 1, unit: "m/s", meaning: "speed" } };
  const setup = setUp({ ...teeth(last("x"), { depth: 0, count: 1 }), model, parameters, grid: { steps: 5, h: 1 } });
  const stepsOf = (...x: number[]): number[] => {
    const path = emptyPath(setup.compiled.kernels, 5);
    x.forEach((value, k) => {
      path.states[2 * k] = value;
    });
    return kinksOf(setup, setup.parameters, path).map(({ step }) => step);
  };
  expect(stepsOf(-1, 0, 1, 2, 3, 4)).toEqual([2]);
  expect(stepsOf(2, 0, 1, 0, 1, 0)).toEqual([2]);
  expect(stepsOf(-2, -1, 0, 0, 1, 2)).toEqual([]);
  expect(stepsOf(-2, -1, -1, 1, 1, 2)).toEqual([]);
});

it("the finer grid of a design has ten steps for each, also for one", () => {
  const setup = setUp({ ...teeth(last("x"), { depth: 0, count: 1 }), grid: { steps: 1, h: 0.3 } });
  expect(gridErrorOf(setup, { "end.x": 1 }, { "end.x": 2 })).toEqual({
    h: 0.3,
    fineH: 0.3 / 10,
    steps: 10,
    values: { "end.x": { value: 1, fine: 2 } },
  });
});
