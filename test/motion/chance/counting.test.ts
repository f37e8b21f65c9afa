import { expect, it } from "vitest";
import { add, atRest, compliant, last, type Problem, parameter as p, sub } from "../../../src/index.js";
import { countingTolerance } from "../../../src/motion/chance/counting.js";
import { countedTolerance } from "../../../src/motion/chance/elements.js";
import { motionTrials } from "../../../src/motion/chance/trials.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { finish } from "../../finish.js";

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0.3, stiffness: 5000, damping: 2, coneSmoothing: 1e-4 }],
});

const band = 5e-6;

/** A ball that has bounced twice should be within five micrometres of a height, and its launch scatters by some micrometres a second. */
const bounced: Problem = {
  name: "test/bounced",
  title: "A height after bounces",
  model,
  parameters: {
    vz: { value: 2, unit: "m/s", meaning: "launch velocity", min: 0, max: 5 },
    error: { value: 0, unit: "m/s", meaning: "how much faster it is", min: -1, max: 1 },
    height: { value: 0, unit: "m", meaning: "where it should be" },
  },
  start: { ...atRest(model), "ball.z": 0.5, "ball.vz": add(p("vz"), p("error")) },
  grid: { method: "exact", end: 1.5 },
  boundary: [{ name: "at", unit: "m", residual: sub(last("ball.z"), p("height")), tolerance: band, frees: "vz" }],
  values: {},
};

it("motions that are only counted are computed as finely as their scatter asks, where their accuracy is coarser than a narrow band", async () => {
  const setup = setUp(bounced, {}, true);
  const workspace = borrow(setup);
  await workspace.ready();
  const marching = { setup, workspace, signal: undefined };
  const draws = Array.from({ length: 8 }, (_, k) => ({ error: 1e-5 * (k - 3.5) }));
  const at = Float64Array.of(2);
  const trialsTo = (tolerance: number, height = 0) =>
    motionTrials(marching, { problem: bounced, vary: ["vz"], set: { height }, draws, tolerance });
  const marginsBy = (tolerance: number, height: number) =>
    draws.map((_, k) => finish(trialsTo(tolerance, height).run(at, k, false))!.margins[0]);
  const z = marginsBy(1e-8, 0).map((margin) => band - margin);
  // a height at which some draws are within, and some are not
  const height = z[4] + 0.9 * band;
  const right = z.map((there) => Math.abs(there - height) <= band);
  expect(new Set(right).size).toBe(2);
  expect(marginsBy(countedTolerance(setup), height).map((margin) => margin >= 0)).not.toEqual(right);
  const { tolerance, error } = finish(countingTolerance((to) => trialsTo(to, height), countedTolerance(setup), at));
  expect(error).toBeLessThan(0.01);
  expect(marginsBy(tolerance, height).map((margin) => margin >= 0)).toEqual(right);
});

it("and no finer where the scatter is wide", async () => {
  const setup = setUp(bounced, {}, true);
  const workspace = borrow(setup);
  await workspace.ready();
  const draws = Array.from({ length: 8 }, (_, k) => ({ error: 0.04 * (k - 3.5) }));
  const trialsTo = (tolerance: number) =>
    motionTrials(
      { setup, workspace, signal: undefined },
      { problem: bounced, vary: ["vz"], set: {}, draws, tolerance },
    );
  const first = countedTolerance(setup);
  expect(finish(countingTolerance(trialsTo, first, Float64Array.of(2))).tolerance).toBe(first);
});
