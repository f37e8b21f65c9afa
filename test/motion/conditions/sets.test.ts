import { describe, expect, it } from "vitest";
import { families } from "../../bench/conditions/families.js";
import { judged } from "../../bench/conditions/sets.js";

/** A gain of NLopt that is none. */
const none = 1e-5;

describe("random sets of conditions", () => {
  it.each([
    ["bounce", "the lowest of many valleys of steps through an impact", 6],
    ["bounce", "the least change beyond kinks", 9],
    ["bounce", "the least change where others over the ranges are far nearer", 63],
    ["bounce", "the least change where a first search met nothing", 101],
    ["bounce", "the least change closer to a kink than searches close by step", 25],
    ["roll", "searches close by end, also where rounding hides the way on", 1],
    ["air", "inequalities at their edge, which do not determine", 4],
    ["roll", "a region and inequalities of a ball that begins to roll", 20],
    ["belt", "a block that sticks, at a time that is free", 14],
  ] as const)("%s: %s (%i)", async (scene, _, k) => {
    const { status, lowered, elsewhere, ranksNamed } = await judged(families[scene], k);
    expect(status).toBe("solved");
    expect(lowered).toBeLessThanOrEqual(none);
    expect(elsewhere).toBeLessThanOrEqual(none);
    expect(ranksNamed).toBe(true);
  });

  it("bounce 12: what is missed beside one that must hold is least in another valley than the guess's", async () => {
    const { status, lowered, elsewhere } = await judged(families.bounce, 12, true);
    expect(status).toBe("solved");
    expect(lowered).toBeLessThanOrEqual(none);
    expect(elsewhere).toBeLessThanOrEqual(none);
  });
});
