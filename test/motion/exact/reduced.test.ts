import { expect, it } from "vitest";
import { expected, problem as linkage } from "../../../problems/joints/four-bar.js";
import { problem as pendulum } from "../../../problems/joints/pendulum.js";
import type { Problem } from "../../../src/index.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { simulate } from "../../../src/motion/solve.js";

const exact = (accuracy: number) => ({ "grid.method": "exact", "grid.accuracy": accuracy });

it.each([1e-3, 1e-6])("turns a rocker as far as its linkage lets it, to %d", async (accuracy) => {
  const { status, values } = await simulate(linkage, { set: exact(accuracy) });
  expect(status).toBe("solved");
  const turning = expected.values.filter(({ name }) => name.startsWith("rocker."));
  expect(turning).toHaveLength(2);
  for (const { name, value } of turning) expect(Math.abs(values[name]! - Number(value)), name).toBeLessThan(accuracy);
});

it("finds the period of a pendulum between the ends of its elements", async () => {
  let [a, b] = [1, Math.cos(Math.PI / 4)];
  for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  const period = (2 * Math.PI * Math.sqrt((1 + 0.4e-6) / 9.81)) / a;
  const { values, trajectory } = await simulate(pendulum, { set: exact(1e-8) });
  expect(trajectory.t.length).toBeLessThan(200);
  expect(Math.abs(values.period! / period - 1)).toBeLessThan(1e-10);
});

const model = compliant({
  gravity: [0, -10, 0],
  bodies: [{ name: "ball", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
});

/** A ball thrown up at 3 m/s from −1/4 m: it rises above zero, is highest at 0.2 m after 0.3 s, and comes down again. */
const thrown: Problem = {
  name: "test/thrown",
  title: "A ball is thrown up",
  model,
  parameters: {},
  start: { ...atRest(model), "ball.y": -0.25, "ball.vy": 3 },
  grid: { end: 0.7 },
  values: {
    highest: { unit: "m", meaning: "highest place", of: { reduce: "maximum", column: "ball.y" } },
    peak: { unit: "m", meaning: "first highest place", of: { reduce: "peak", column: "ball.y" } },
    lowest: { unit: "m", meaning: "lowest place", of: { reduce: "minimum", column: "ball.y" } },
    risen: { unit: "s", meaning: "when it is above zero", of: { reduce: "first-positive-time", column: "ball.y" } },
    period: { unit: "s", meaning: "time between two rises", of: { reduce: "period", column: "ball.y" } },
  },
};

it("takes extremes, times and periods of a throw on its parabola, and none that it does not have", async () => {
  const { values } = await simulate(thrown);
  expect(values.highest).toBeCloseTo(0.2, 12);
  expect(values.peak).toBeCloseTo(0.2, 12);
  expect(values.lowest).toBeCloseTo(-0.25 + 3 * 0.7 - 5 * 0.7 ** 2, 12);
  expect(values.risen).toBeCloseTo(0.3 - Math.sqrt(0.04), 12);
  expect(values.period).toBeNull();
});
