import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import { asked, set, slide } from "./slide.js";

describe("the statistics of a fit", () => {
  it("have profiles that are the intervals of the covariance where the motion is nearly linear", async () => {
    const { estimates, message } = await estimate(belt, asked, [slide(1), slide(2)], { set, profile: true });
    const { value, interval, profile = [Number.NaN, Number.NaN] } = estimates.friction;
    expect(message).not.toMatch(/lower cost/);
    for (const side of [0, 1]) expect((profile[side] - value) / (interval[side] - value)).toBeCloseTo(1, 1);
  });

  it("have profiles that end where the cost has risen by 1.96²/2, also where it is no parabola", async () => {
    // four pictures of a slide that rests before the last: where it rests is a hyperbola of friction
    const few = slide(3, { rows: 4, every: 0.1 });
    const cost = async (friction: number): Promise<number> => {
      const { chiSquare } = await estimate(belt, { ...asked, shared: {} }, [few], { set: { ...set, friction } });
      return chiSquare.value / 2;
    };
    const { estimates, chiSquare } = await estimate(belt, asked, [few], { set, profile: true });
    const { profile = [Number.NaN, Number.NaN] } = estimates.friction;
    for (const end of profile) {
      const risen = (await cost(end)) - chiSquare.value / 2;
      expect(Math.sqrt(2 * risen)).toBeGreaterThan(1.96 - 0.1);
      expect(Math.sqrt(2 * risen)).toBeLessThan(1.96 + 0.1);
    }
  });

  it("name the two of three that move together", async () => {
    // a slide knows the product of both alone; what is known from before keeps them apart
    const loosely = (mean: number) => ({ guess: mean, prior: { mean, deviation: 0.5 * mean } });
    const shared = { "block.v": { guess: 0.8 }, friction: loosely(0.4), gravity: loosely(9.81) };
    const { message, correlation } = await estimate(belt, { ...asked, shared, each: {} }, [slide(1), slide(2)], {
      set,
    });
    expect(correlation.names).toEqual(["block.v", "friction", "gravity"]);
    expect(message).toContain("friction and gravity move together");
    expect(message.match(/move together/g)).toHaveLength(1);
  });

  it("hold every recording once, and an odd one is explained worse while it is held", async () => {
    const several = [1, 2, 3].map((seed) => slide(seed));
    const odd = slide(4, { friction: 0.6 });
    const { validation, recordings } = await estimate(belt, { ...asked, predicts: [] }, [...several, odd], {
      set,
      folds: 4,
    });
    expect(Object.keys(validation?.recordings ?? {}).sort()).toEqual([...several, odd].map(({ name }) => name));
    const held = validation?.recordings[odd.name] ?? 0;
    expect(held).toBeGreaterThan(1.2 * recordings[3].residual);
    // held alone by hand: friction of the other three, and a speed of its own
    const three = await estimate(belt, asked, several, { set });
    const alone = await estimate(belt, { ...asked, shared: {} }, [odd], {
      set: { ...set, friction: three.estimates.friction.value },
    });
    expect(held).toBeCloseTo(alone.recordings[0].residual, 9);
  });

  it("prefer the model that made the recordings, and of two that explain them alike the smaller", async () => {
    const several = [1, 2, 3].map((seed) => slide(seed));
    const right = await estimate(belt, asked, several, { set });
    const wrong = await estimate(belt, { ...asked, shared: {} }, several, { set: { ...set, friction: 0.3 } });
    expect(right.chiSquare.aic).toBeLessThan(wrong.chiSquare.aic - 10);
    const { friction, ...none } = asked.shared;
    const more = await estimate(belt, { ...asked, shared: none, each: { ...asked.each, friction } }, several, { set });
    expect(more.chiSquare.value).toBeLessThan(right.chiSquare.value);
    expect(right.chiSquare.aic).toBeLessThan(more.chiSquare.aic);
  });

  it("say why there is no cross-validation where the others do not determine what is shared", async () => {
    const shared = { friction: { guess: 0.3 }, gravity: { guess: 9 } };
    const several = [1, 2, 3].map((seed) => slide(seed));
    const { validation, message } = await estimate(belt, { ...asked, shared }, several, { set, folds: 3 });
    expect(validation).toBeUndefined();
    expect(message).toMatch(/Cross-validation ended \(singular\): /);
  });

  it.each([1, 5, 2.5, Number.NaN])("refuse %s folds of four recordings", async (folds) => {
    const four = [1, 2, 3, 4].map((seed) => slide(seed));
    await expect(estimate(belt, asked, four, { set, folds })).rejects.toThrow(
      /folds must be a whole number from 2 to .*4/,
    );
  });
});
