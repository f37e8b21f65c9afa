import { expect, it } from "vitest";
import { atRest, input, last, type Problem, parameter as p, piecewise, rigid } from "../../../src/index.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting } from "../../../src/motion/fit/fitting.js";
import { stepsOf } from "../../../src/motion/fit/walk.js";

it("the steps between rows of a recording end at the rows, as often as a march needs them", () => {
  const t = Float64Array.of(1, 1.1, 1.4, 1.45);
  const recording = { name: "rows", t, columns: {} };
  const { steps, rows } = stepsOf(recording, 0.1, new Map([[3, 2]]));
  expect([...rows]).toEqual([0, 1, 4, 6]);
  expect([...rows].map((at) => steps.t[at])).toEqual([...t].map((time) => expect.closeTo(time, 12)));
  steps.h.forEach((h, k) => {
    expect(steps.t[k + 1] - steps.t[k]).toBeCloseTo(h, 12);
  });
});

const model = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "sled", space: "planar", mass: p("mass"), inertia: 1 }],
  contacts: [],
  applied: [{ body: "sled", force: [input("push"), 0, 0], torque: [0, 0, 0] }],
});
/** Pushed from .1 s until .3 s with 2 N. */
const pushed: Problem = {
  name: "pushed",
  title: "A sled is pushed",
  model,
  parameters: { mass: { value: 1, unit: "kg", meaning: "mass", above: 0 } },
  inputs: { push: piecewise([{ from: 10, to: 30, value: 2 }]) },
  start: atRest(model),
  grid: { steps: 50, h: 0.01 },
  values: {},
};
const asked: Fitting = { measured: { v: { of: last("sled.vx"), noise: 0.01 } }, shared: { mass: {} } };

it.each(["euler", "exact"])("inputs are those of the time of a row, wherever rows are (%s)", async (method) => {
  // no two rows are a whole number of steps apart
  const t = Float64Array.from({ length: 20 }, (_, i) => 0.0237 * i);
  const v = t.map((time) => (2 / 1.7) * Math.min(0.2, Math.max(0, time - 0.1)));
  const { estimates, status } = await estimate(pushed, asked, [{ name: "sled", t, columns: { v } }], {
    set: { "grid.method": method },
  });
  expect(status).toBe("solved");
  expect(Math.abs(estimates.mass.value - 1.7)).toBeLessThan(method === "exact" ? 1e-5 : 0.03);
  // shorter steps have the same inputs at the same times
  for (const end of estimates.mass.interval) expect(Math.abs(end - 1.7)).toBeLessThan(0.1);
});

it("inputs by exact begin with the first row", async () => {
  const recording = { name: "sled", t: Float64Array.of(1, 2), columns: { v: Float64Array.of(0, 1) } };
  await expect(estimate(pushed, asked, [recording], { set: { "grid.method": "exact" } })).rejects.toThrow(
    "sled begins at 1 s, and by grid.method = exact inputs go by the time since then",
  );
});
