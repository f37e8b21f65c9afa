import { describe, expect, test } from "vitest";
import { problem as curling } from "../../../problems/patch/curling.js";
import { problem as deskPush } from "../../../problems/patch/desk-push.js";
import { last } from "../../../src/mechanics/model.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";

describe("launches to rest at a pose", () => {
  test.each([
    [-0.4, 0.1, -3],
    [0.05, -0.6, 0.5],
    [0, 0, 1.5],
    [0.3, 0, 0],
    [-0.02, 0.03, 5],
  ])("(%d, %d) at %d rad", async (x, y, theta) => {
    const set = { "target.x": x, "target.y": y, "target.theta": theta };
    const { status, values } = await solve(curling, { set });
    expect(status).toBe("solved");
    expect(values["end.x"]).toBeCloseTo(x, 8);
    expect(values["end.y"]).toBeCloseTo(y, 8);
    expect(values["end.theta"]).toBeCloseTo(theta, 8);
    expect(values["stop.step"]).not.toBeNull();
  });

  test("the whole horizon agrees with the march of what was found", async () => {
    // a short way, in as few steps as it takes to come to rest
    const near = { "target.x": 0.1, "target.y": 0.05, "target.theta": 0.4, "grid.steps": 60 };
    const found = await solve(curling, { strategy: "global", set: near });
    expect(found.status).toBe("solved");
    const launch = Object.fromEntries(
      ["launch.vx", "launch.vy", "launch.wz"].map((name) => [name, found.values[name]!]),
    );
    const { values } = await simulate(curling, { set: { ...near, ...launch } });
    expect(values["end.x"]).toBeCloseTo(0.1, 8);
    expect(values["end.y"]).toBeCloseTo(0.05, 8);
    expect(values["end.theta"]).toBeCloseTo(0.4, 8);
    expect(values["stop.step"]).not.toBeNull();
  });

  test("a condition on the velocity of a body at rest frees nothing, and that is said", async () => {
    const resting: Problem = {
      ...curling,
      boundary: [
        ...curling.boundary!.slice(0, 2),
        { name: "end.wz", unit: "rad/s", residual: last("block.wz"), frees: "launch.wz" },
      ],
    };
    await expect(solve(resting)).rejects.toThrow(/launch\.wz/);
  });
});

test("a push is found through inputs that follow it", async () => {
  const set = { "target.x": -0.2, "target.y": 0.5, "target.theta": -0.8 };
  const { status, values } = await solve(deskPush, { set });
  expect(status).toBe("solved");
  expect(values["end.x"]).toBeCloseTo(-0.2, 8);
  expect(values["end.y"]).toBeCloseTo(0.5, 8);
  expect(values["end.theta"]).toBeCloseTo(-0.8, 8);
});
