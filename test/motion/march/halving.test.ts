import { describe, expect, it } from "vitest";
import { problem as tbar } from "../../../problems/patch/tbar-rock.js";
import { add, last, mul, sub } from "../../../src/index.js";
import { equation, type Model } from "../../../src/mechanics/model.js";
import { declaredStep, halve, halvings, uniform } from "../../../src/motion/problem/grid.js";
import { piecewise, table } from "../../../src/motion/problem/inputs.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";

/** x' = k x², whose implicit step has a real solution only where 4 h k x ≤ 1. */
const growth: Model = {
  name: "growth",
  state: [{ name: "x", unit: "1", scale: 1 }],
  inside: [],
  parameters: [],
  inputs: ["rate"],
  step: ({ now, next, inputs, h }) => ({
    rows: [equation("x", sub(sub(next("x"), now("x")), mul(h, inputs("rate"), next("x"), next("x"))))],
    pairs: [],
    observe: {},
  }),
};

/** The rate is 1 in the second step only. */
const problem = (h: number): Problem => ({
  name: "test/growth",
  title: "growth",
  model: growth,
  parameters: {},
  inputs: { rate: piecewise([{ from: 1, to: 2, value: 1 }]) },
  start: { x: 1 },
  grid: { steps: 3, h },
  values: { end: { unit: "1", meaning: "x at the end", of: last("x") } },
});

const stepped = (x: number, h: number): number => (1 - Math.sqrt(1 - 4 * h * x)) / (2 * h);

describe("a step that cannot be solved", () => {
  it.each([
    ["simulated", simulate],
    ["solved", solve],
  ] as const)("is halved until it can, under the inputs of the declared step, when %s", async (_, run) => {
    const { status, message, trajectory, values, solution } = await run(problem(0.3));
    expect(status).toBe("solved");
    expect(solution.residual).toBeLessThan(1e-9);
    expect([...trajectory.t]).toEqual([0, 0.3, 0.3 + 0.3 / 2, 0.6, 3 * 0.3].map((t) => expect.closeTo(t, 15)));
    expect([...trajectory.steps.declared!]).toEqual([1, 2, 2, 3]);
    expect([...trajectory.columns.rate.slice(1)]).toEqual([0, 1, 1, 0]);
    expect(values.end).toBeCloseTo(stepped(stepped(1, 0.15), 0.15), 11);
    if (run === simulate) expect(message).toBe("Simulated 3 steps (1 halvings).");
  });

  it("is reported with all its numbers after three halvings", async () => {
    const {
      status,
      run: { failed },
      trajectory,
    } = await simulate(problem(3));
    expect(status).not.toBe("solved");
    expect(failed!.step).toBe(2);
    expect(failed!.inputs).toEqual({ rate: 1 });
    expect(failed!.h).toBe(3 / 8);
    // the step from the reported state has no solution: 4 h x > 1
    expect(4 * failed!.h * failed!.state.x).toBeGreaterThan(1);
    expect(trajectory.t.at(-1)).toBe(failed!.t);
  });
});

it("keeps what is inside the steps before one that is halved", async () => {
  const { inside, step } = growth;
  const loaded: Model = {
    ...growth,
    inside: [...inside, { name: "load", unit: "1", scale: 1 }],
    step: (at) => ({
      ...step(at),
      rows: [...step(at).rows, equation("load", sub(at.inside("load"), add(at.next("x"), 7)))],
    }),
  };
  const { trajectory } = await simulate({ ...problem(0.3), model: loaded });
  expect([...trajectory.steps.declared!]).toEqual([1, 2, 2, 3]);
  const { x, load } = trajectory.columns;
  expect([...load.slice(1)]).toEqual([...x.slice(1)].map((v) => expect.closeTo(v + 7, 12)));
});

describe("halved steps", () => {
  it("keep the ends, the sum and the numbers of the declared ones", () => {
    const steps = halve(halve(uniform(3, 0.5), 1), 2);
    expect([...steps.t]).toEqual([0, 0.5, 0.75, 0.875, 1, 1.5]);
    expect([...steps.h]).toEqual([0.5, 0.25, 0.125, 0.125, 0.5]);
    expect([...steps.h].map((_, k) => declaredStep(steps, k))).toEqual([1, 2, 2, 2, 3]);
    expect([...steps.h].map((_, k) => halvings(steps, k))).toEqual([0, 1, 2, 2, 0]);
  });
});

describe("pieces", () => {
  it("are counted from the step that starts at zero, and nothing outside", async () => {
    const { trajectory } = await simulate({
      ...problem(0.01),
      inputs: { rate: piecewise([{ from: 0, to: 2, value: 0.5 }]) },
    });
    expect([...trajectory.columns.rate.slice(1)]).toEqual([0.5, 0.5, 0]);
  });

  it("one value a step make a table, whose last value is held, however long it is", async () => {
    const values = Array.from({ length: 300 }, (_, k) => (k % 7) / 1000);
    const { trajectory } = await simulate({
      ...problem(0.001),
      inputs: { rate: table(values) },
      grid: { steps: 302, h: 0.001 },
    });
    expect([...trajectory.columns.rate.slice(1)]).toEqual([...values, values[299], values[299]]);
  });
});

describe("steps that blow up", () => {
  it("name what has grown", async () => {
    const { status, message } = await simulate({ ...problem(0.1), start: { x: 2e9 } });
    expect(status).toBe("no-progress");
    expect(message).toMatch(
      /x grew to 2\.0e\+9 1 before, for which steps of 0\.0125 s are too long; take shorter ones\.$/,
    );
  });

  it("of what tumbles are taken in parts in which nothing turns far, and stay within all laws", async () => {
    const set = { mass: 1, "grid.steps": 80, "grid.h": 0.01 };
    const result = await simulate(tbar, { set, gridError: false });
    expect(result.message).toMatch(
      /^Simulated 80 steps \(\d+ halvings\)\. Longer steps blew up: in these nothing turns by more/,
    );
    expect(result.status).toBe("solved");
    const { t, columns } = result.trajectory;
    // wherever it tumbles, the other form of the gyroscopic term in steps of a 64th: 15.839 rad/s about y at half a second
    const half = t.findIndex((time) => time > 0.5 - 1e-9);
    expect(Math.abs(columns["bar.wy"][half] - 15.839)).toBeLessThan(0.3);
    expect(Math.max(...columns["bar.wy"].map(Math.abs))).toBeLessThan(60);
  });
});
