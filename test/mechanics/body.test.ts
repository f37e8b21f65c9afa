import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalise, rotate } from "../../src/algebra/rotation.js";
import type { Contact } from "../../src/mechanics/contact.js";
import type { Scene } from "../../src/mechanics/scene.js";
import { atRest } from "../../src/mechanics/scene.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { simulate } from "../../src/motion/solve.js";

const names = ["e0", "ex", "ey", "ez"] as const;

/** A body without contacts, with any inertia, thrown with any spin. */
function thrown(
  inertia: number | readonly [number, number, number],
  omega: readonly number[],
  steps: number,
  end: number,
): Problem {
  const scene: Scene<Contact> = {
    gravity: [0, 0, -9.8],
    bodies: [{ name: "body", space: "spatial", mass: 2, inertia }],
    contacts: [],
  };
  const model = rigid(scene);
  return {
    name: "thrown",
    title: "a body in free flight",
    model,
    parameters: {},
    start: { ...atRest(model), "body.vx": 1, "body.wx": omega[0], "body.wy": omega[1], "body.wz": omega[2] },
    grid: { steps, h: end / steps },
    values: {},
  };
}

/** Angular momentum R I Rᵀ ω at the end of a motion, by the numeric rotations of algebra. */
async function spinAtEnd(problem: Problem, inertia: readonly [number, number, number]): Promise<number[]> {
  const { trajectory, status } = await simulate(problem);
  expect(status).toBe("solved");
  const end = (name: string): number => trajectory.columns[`body.${name}`].at(-1)!;
  const q = normalise(names.map(end));
  const inverse = [q[0], -q[1], -q[2], -q[3]];
  const inBody = rotate(inverse, ["wx", "wy", "wz"].map(end));
  return [
    ...rotate(
      q,
      inBody.map((w, i) => w * inertia[i]),
    ),
  ];
}

describe("rigid body", () => {
  it("a ball spins at constant rate about any axis, its quaternion shrinking by √(1 + (h|ω|/2)²) a step", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 3 }), async (omega) => {
        const steps = 50;
        const { trajectory } = await simulate(thrown(0.1, omega, steps, 0.5));
        const q = names.map((name) => trajectory.columns[`body.${name}`].at(-1)!);
        const rate = Math.hypot(...omega);
        expect(Math.hypot(...q)).toBeCloseTo((1 + (0.005 * rate) ** 2) ** (-steps / 2), 10);
        // every step turns by 2 atan(h|ω|/2) about the axis
        const angle = steps * Math.atan(0.005 * rate);
        expect(normalise(q)[0]).toBeCloseTo(Math.cos(angle), 10);
      }),
      { numRuns: 20 },
    );
  });

  it("a tumbling body keeps its angular momentum up to O(h), with slope 1", async () => {
    const inertia = [0.3, 0.5, 0.6] as const;
    const omega = [2, 3, -1] as const;
    const wanted = omega.map((w, i) => w * inertia[i]);
    const errors: number[] = [];
    const counts = [200, 400, 800, 1600];
    for (const steps of counts) {
      const found = await spinAtEnd(thrown(inertia, omega, steps, 1), inertia);
      errors.push(Math.hypot(...found.map((x, i) => x - wanted[i])));
    }
    const slope = Math.log(errors[0] / errors[3]) / Math.log(counts[3] / counts[0]);
    expect(slope).toBeGreaterThan(0.9);
    expect(slope).toBeLessThan(1.1);
  });

  it("falls as backward Euler falls: z = −g h² n(n + 1)/2", async () => {
    const { trajectory } = await simulate(thrown([0.3, 0.5, 0.6], [1, 2, 3], 100, 1));
    expect(trajectory.columns["body.z"].at(-1)).toBeCloseTo((-9.8 * 1e-4 * 100 * 101) / 2, 10);
    expect(trajectory.columns["body.x"].at(-1)).toBeCloseTo(1, 10);
  });

  it("three equal principal moments are a ball", async () => {
    const one = await simulate(thrown(0.4, [3, -2, 5], 40, 0.4));
    const three = await simulate(thrown([0.4, 0.4, 0.4], [3, -2, 5], 40, 0.4));
    for (const name of [...names, "wx", "wy", "wz"])
      expect(three.trajectory.columns[`body.${name}`].at(-1)).toBeCloseTo(
        one.trajectory.columns[`body.${name}`].at(-1)!,
        9,
      );
  });
});
