import { describe, expect, it } from "vitest";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as disk } from "../../../problems/optimal/disk.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { finish } from "../../../src/algebra/stepwise.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { smoothMarch } from "../../../src/motion/optimal/smooth-march.js";
import { optimalTask } from "../../../src/motion/optimal/task.js";
import { problem as pusher } from "./own-pusher.js";

describe("the march of a smoothed model", () => {
  it.each([block, disk, pusher])("of $name has the gradient that differences have", (problem) => {
    const setup = setUp(problem, { "grid.steps": 12 });
    const motion = smoothMarch(setup, optimalTask(setup));
    motion.setNumbers(setup);
    const random = randomNumbers(3);
    const inputs = Float64Array.from({ length: 12 }, () => 2 * random() - 1);
    const direction = Float64Array.from(inputs, () => 2 * random() - 1);
    const weights = Float64Array.from(motion.ends, () => 2 * random() - 1);
    const total = (step: number): number => {
      expect(
        finish(
          motion.march(
            inputs.map((u, k) => u + step * direction[k]),
            0.1,
          ),
        ),
      ).toBe(true);
      return motion.ends.reduce((sum, end, i) => sum + weights[i] * end, motion.cost());
    };
    const h = 1e-5;
    const slope = (total(h) - total(-h)) / (2 * h);
    total(0);
    const gradient = new Float64Array(12);
    motion.gradient(weights, gradient);
    const along = gradient.reduce((sum, g, k) => sum + g * direction[k], 0);
    expect(Math.abs(along - slope)).toBeLessThan(1e-6 * Math.max(1, Math.abs(slope)));
  });

  it("lets a pusher feel its block from afar: force times gap is τ²", () => {
    const setup = setUp(pusher);
    const motion = smoothMarch(setup, optimalTask(setup));
    motion.setNumbers(setup);
    const tau = 0.2;
    expect(finish(motion.march(new Float64Array(40).fill(0.5), tau))).toBe(true);
    const path = emptyPath(setup.compiled.kernels, 40);
    motion.read(path);
    const force = setup.compiled.model.inside.findIndex(({ name }) => name === "contact.normalForce");
    for (let k = 0; k < 40; k++) {
      const gap = path.states[4 * (k + 1) + 2] - path.states[4 * (k + 1)];
      expect(gap).toBeGreaterThan(0);
      expect(path.insides[4 * k + force] * gap).toBeCloseTo(tau ** 2, 9);
    }
  });
});
