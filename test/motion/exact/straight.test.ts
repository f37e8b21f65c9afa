import { describe, expect, it } from "vitest";
import { problem } from "../../../problems/billiards/straight.js";
import { simulate } from "../../../src/motion/solve.js";
import { type Shot, straightShot } from "./straight-shot.js";

const declared: Shot = {
  "cue.v": 2,
  gap: 0.5,
  friction: 0.2,
  rolling: 3e-4,
  restitution: 0.94,
  radius: 0.028575,
  gravity: 9.81,
};
const names: readonly (keyof Shot)[] = ["cue.v", "gap", "friction", "rolling", "restitution", "radius", "gravity"];

async function compare(set: Partial<Shot>): Promise<void> {
  const { status, values, message, trajectory } = await simulate(problem, { set });
  const { object, cue } = straightShot({ ...declared, ...set });
  expect(status, message).toBe("solved");
  expect(Math.abs(values["object.distance"]! - object), JSON.stringify(set)).toBeLessThan(1e-9 * Math.max(1, object));
  expect(Math.abs(values["cue.distance"]! - cue), JSON.stringify(set)).toBeLessThan(1e-9);
  expect(trajectory.columns["object.vx"].at(-1)).toBeCloseTo(0, 12);
}

describe("a straight shot", () => {
  it.each(names)("goes as its closed form says, whatever %s is", async (name) => {
    for (const part of [0.5, 0.8, 1.25, 2]) {
      const value = part * declared[name];
      if (name !== "restitution" || value <= 1) await compare({ [name]: value });
    }
  });

  it("hits with a ball that already rolls, which then follows", async () => {
    const set = { gap: 2, restitution: 0.5 };
    await compare(set);
    // it has slid 24/49 v²/(2 μ g), a meter at most, and rolls since
    expect(straightShot({ ...declared, ...set }).hits).toBe(1);
    await compare({ gap: 3, "cue.v": 1.5 });
  });

  it("is elastic at most, and may be too slow to hit", async () => {
    await compare({ restitution: 1 });
    await compare({ "cue.v": 0.3, gap: 1 });
  });

  it("slides to rest where rolling is resisted as much as sliding", async () => {
    await compare({ rolling: 0.01 });
  });

  it("leaves open what is not over by the end", async () => {
    const { values } = await simulate(problem, { set: { time: 1 } });
    expect(values["object.distance"]).toBeNull();
  });
});
