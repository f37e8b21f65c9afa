import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import { compareModels } from "../../../src/data.js";
import { asked, set, slide } from "./slide.js";

describe("models of the same recordings", () => {
  it("are told apart by AIC and by recordings that were held, with an unknown found or held at a number", async () => {
    const several = [1, 2, 3].map((seed) => slide(seed));
    const models = { found: {}, "as it was made": { friction: 0.45 }, slippery: { friction: 0.3 } };
    const { models: told, best, message } = await compareModels(belt, asked, several, { set, models, folds: 3 });
    const [found, made, slippery] = told;
    expect(found.unknowns).toBe(4);
    expect(made.unknowns).toBe(3);
    // one unknown less costs 2; what it explains by chance is χ² of one degree
    expect(Math.abs((found.behind ?? 99) - (made.behind ?? 99))).toBeLessThan(8);
    expect(["found", "as it was made"]).toContain(best);
    expect(slippery.behind).toBeGreaterThan(100);
    expect(slippery.held?.residual).toBeGreaterThan(1.5 * (found.held?.residual ?? 99));
    expect(message).toMatch(/^(The recordings prefer|found has|as it was made has)/);
    expect(made.estimates).toEqual({});
  });

  it("are refused where there is one, or a setting that there is not", async () => {
    const several = [slide(1)];
    await expect(compareModels(belt, asked, several, { set, models: { one: {} } })).rejects.toThrow("two models");
    await expect(
      compareModels(belt, asked, several, { set, models: { one: {}, two: { fricton: 1 } } }),
    ).rejects.toThrow("fricton");
  });
});
