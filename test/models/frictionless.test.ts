import { describe, expect, it } from "vitest";
import { problem as pusher } from "../../problems/optimal/pusher.js";
import { finish } from "../../src/algebra/stepwise.js";
import { atRest, type Problem, parameter, rigid, type Scalar, simulate } from "../../src/index.js";
import { setUp } from "../../src/motion/compile/setup.js";
import { marchGuess } from "../../src/motion/optimal/guesses.js";
import { smoothMarch } from "../../src/motion/optimal/smooth-march.js";
import { optimalTask } from "../../src/motion/optimal/task.js";

/** A box of two corners that slides down a wall without friction and onto a floor with some. */
function sliding(friction: Scalar): Problem {
  const model = rigid(
    {
      gravity: [1, -9.81, 0],
      bodies: [{ name: "block", space: "planar", mass: 2, inertia: 0.1 }],
      contacts: [
        {
          name: "wall",
          body: "block",
          shape: { kind: "ball", radius: 0.1 },
          against: { kind: "half-space", normal: [-1, 0, 0], tangent: [0, 1, 0], offset: -0.5 },
          friction,
        },
        {
          name: "floor",
          body: "block",
          shape: { kind: "ball", radius: 0.1 },
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction: 0.3,
        },
      ],
    },
    "pyramid",
  );
  return {
    name: "own/sliding",
    title: "A ball slides down a wall",
    model,
    parameters: { none: { value: 0, unit: "1", meaning: "friction of the wall", min: 0 } },
    start: { ...atRest(model), "block.x": 0.4, "block.y": 0.3, "block.vx": 0.5 },
    grid: { steps: 60, h: 0.01 },
    values: {},
  };
}

describe("a rigid contact without friction, by a number", () => {
  it("moves as one whose friction is a parameter of zero, and has no slips to find", async () => {
    const [number, named] = [sliding(0), sliding(parameter("none"))].map((problem) => simulate(problem));
    const [a, b] = [await number, await named];
    expect([a.status, b.status]).toEqual(["solved", "solved"]);
    for (const column of ["block.x", "block.y", "block.theta", "wall.normalForce"])
      a.trajectory.columns[column].forEach((x, k) => {
        if (k === 0) return;
        expect(x, column + k).toBeCloseTo(b.trajectory.columns[column][k], 9);
      });
    expect(Math.max(...a.trajectory.columns["wall.normalForce"].slice(1))).toBeGreaterThan(1);
    expect(new Set(a.trajectory.columns["wall.tangentForce"].slice(1))).toEqual(new Set([0]));
    expect(Object.keys(a.trajectory.columns)).not.toContain("wall.forwardSlipT");
    expect(a.counts.unknowns).toBe(b.counts.unknowns - 3);
  });

  it("can be smoothed, which 0 ≤ forward ⟂ λ ≥ 0 and 0 ≤ backward ⟂ −λ ≥ 0 cannot", () => {
    const setup = setUp(pusher);
    const task = optimalTask(setup);
    const march = smoothMarch(setup, task);
    march.setNumbers(setup);
    expect(finish(march.march(finish(marchGuess(setup, task)).inputs, 0.3))).toBe(true);
    expect(march.ends.every(Number.isFinite)).toBe(true);
  });
});
