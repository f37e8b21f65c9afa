import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import { compareModels } from "../../../src/data.js";
import { asked, noise, set, slide } from "./slide.js";

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

  it("have the AIC and the errors of held recordings that linear least squares have", async () => {
    const several = [4, 5, 6].map((seed) => slide(seed));
    // backward Euler: x = v t − μ g (t² + h t)/2, of which v is that of the recording and μ that of all
    const rows = several.map(({ t, columns }) =>
      Array.from(t, (time, i) => ({ a: time, b: -0.5 * 9.81 * (time * time + 0.005 * time), x: columns.x[i] })),
    );
    type Row = (typeof rows)[number][number];
    const sum = (of: readonly Row[], term: (row: Row) => number): number => of.reduce((all, row) => all + term(row), 0);
    const without = (of: readonly Row[], term: (row: Row) => number, other: (row: Row) => number): number =>
      sum(of, (row) => term(row) * other(row)) -
      (sum(of, (row) => term(row) * row.a) * sum(of, (row) => row.a * other(row))) / sum(of, (row) => row.a ** 2);
    const friction = (of: readonly Row[][]): number => {
      const total = (other: (row: Row) => number): number =>
        of.reduce((all, one) => all + without(one, ({ b }) => b, other), 0);
      return total(({ x }) => x) / total(({ b }) => b);
    };
    const squares = (of: readonly Row[], mu: number): number => {
      const left = ({ b, x }: Row): number => (x - mu * b) / noise;
      return without(of, left, left);
    };
    const aic = (mu: number, unknowns: number): number =>
      90 * Math.log(rows.reduce((all, one) => all + squares(one, mu), 0) / 90) + 2 * unknowns;
    const held = (mus: readonly number[]): number =>
      Math.sqrt(rows.reduce((all, one, i) => all + squares(one, mus[i]), 0) / 90);
    const own = friction(rows);
    const behind = aic(0.4, 3) - aic(own, 4);
    const models = { found: {}, less: { friction: 0.4 } };
    const { models: told, best, message } = await compareModels(belt, asked, several, { set, models, folds: 3 });
    expect([best, message]).toEqual(["found", "The recordings prefer found."]);
    // what springs of the contact give in is some ten-thousandths
    expect(told[0].estimates.friction.value).toBeCloseTo(own, 4);
    expect(behind).toBeGreaterThan(50);
    expect(told[1].behind).toBeCloseTo(behind, 1);
    const others = rows.map((_, i) => friction(rows.filter((__, j) => j !== i)));
    expect(told.map((one) => one.held?.residual)).toEqual([
      expect.closeTo(held(others), 3),
      expect.closeTo(held([0.4, 0.4, 0.4]), 3),
    ]);
  });

  it("are hardly told apart where one explains as much by more unknowns, and lose nothing by one that is refused", async () => {
    const several = [1, 2].map((seed) => slide(seed));
    const models = { refused: { "grid.method": "exact", "grid.h": 0.005 }, made: { friction: 0.45 }, found: {} };
    const told = await compareModels(belt, asked, several, { set, models });
    expect(told.models.map(({ status }) => status)).toEqual(["no-motion", "solved", "solved"]);
    expect(told.models[0].message).toContain("grid.h");
    expect(told.best).toBe("made");
    expect(told.message).toBe(
      "made has the smallest AIC, but found is hardly told from it. refused cannot be compared.",
    );
    const refused = { one: models.refused, two: models.refused };
    await expect(compareModels(belt, asked, several, { set, models: refused })).rejects.toThrow("grid.h");
  });

  it("are refused where there is one, or a setting that there is not", async () => {
    const several = [slide(1)];
    await expect(compareModels(belt, asked, several, { set, models: { one: {} } })).rejects.toThrow("two models");
    await expect(
      compareModels(belt, asked, several, { set, models: { one: {}, two: { fricton: 1 } } }),
    ).rejects.toThrow("fricton");
  });
});
