import { expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import { fit as estimate } from "../../../src/data.js";
import { atRest, compliant, last, type Problem, parameter as p } from "../../../src/index.js";
import type { Fitting } from "../../../src/motion/fit/fitting.js";

const [mass, radius, g, noise] = [0.1, 0.03, 9.81, 3e-4];
const truth = { stiffness: 8000, damping: 6 };
const model = compliant({
  gravity: [0, 0, -g],
  bodies: [{ name: "ball", space: "spatial", mass, inertia: 4e-5 }],
  contacts: [
    {
      name: "floor",
      body: "ball",
      shape: { kind: "ball", radius },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: 0.3,
      stiffness: p("stiffness"),
      damping: p("damping"),
      coneSmoothing: 1e-4,
    },
  ],
});
const number = (value: number, min: number, max: number) => ({ value, unit: "1", meaning: "of a test", min, max });
const problem: Problem = {
  name: "bounces",
  title: "A ball bounces",
  model,
  parameters: {
    stiffness: number(5e3, 500, 1e6),
    damping: number(1, 0, 100),
    "start.z": number(0.1, 0, 2),
    "start.vz": number(0, -5, 5),
  },
  start: { ...atRest(model), "ball.z": p("start.z"), "ball.vz": p("start.vz") },
  grid: { end: 0.4, h: 4e-4 },
  values: {},
};
const question: Fitting = {
  measured: { z: { of: last("ball.z"), noise } },
  shared: { stiffness: {}, damping: {} },
  each: { "start.z": {}, "start.vz": {} },
};

/** The ball by Kelvin's and Voigt's law in steps of two microseconds, 250 rows a second. */
function bounces() {
  const random = randomNumbers(5);
  const chance = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const dt = 2e-6;
  let [z, v] = [0.1, -0.3];
  const rows: number[] = [];
  for (let k = 0; k <= 200_000; k++) {
    if (k % 2000 === 0) rows.push(z + noise * chance());
    const force = z < radius ? Math.max(0, truth.stiffness * (radius - z) - truth.damping * v) : 0;
    v += (force / mass - g) * dt;
    z += v * dt;
  }
  return { name: "bounces", t: Float64Array.from(rows, (_, i) => 0.004 * i), columns: { z: Float64Array.from(rows) } };
}

const holds = ([low, high]: readonly [number, number], value: number): boolean => low <= value && value <= high;

it("steps of the length of an impact are too long for a fit, whose intervals reach the truth on shorter ones", async () => {
  const recording = bounces();
  const at = (h: number) => estimate(problem, question, [recording], { set: { "grid.h": h } });
  const long = await at(8e-4);
  expect(long.status).toBe("coarse");
  expect(long.message).toMatch(/Steps are too long to say how far they lead: .*damping by .* set a smaller grid\.h/);
  const { status, message, estimates } = await at(2e-4);
  expect(status).toBe("solved");
  expect(message).toContain("damping by");
  expect(holds(estimates.stiffness.interval, truth.stiffness)).toBe(true);
  expect(holds(estimates.damping.interval, truth.damping)).toBe(true);
  // which the steps alone do not
  expect(estimates.damping.value + 4 * estimates.damping.deviation).toBeLessThan(truth.damping);
});
