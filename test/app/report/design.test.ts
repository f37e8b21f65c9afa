import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem } from "../../../problems/feeder/reorient-design.js";
import { landscapeFigure } from "../../../src/app/report/charts/landscape.js";
import { landscape } from "../../../src/motion/design/landscape.js";
import { design } from "../../../src/motion/design.js";
import { bankshot, scratch } from "../cli/run.js";
import { valleysFile } from "../cli/user-problem.js";

describe("the report of a design", () => {
  it("draws the cost over what is varied, its starts and its optima", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "valleys.ts"), valleysFile);
    const { code } = await bankshot(["design", "valleys.ts", "--starts", "3", "--out", "out"], { cwd });
    expect(code).toBe(0);
    const page = readFileSync(join(cwd, "out/report.html"), "utf8");
    for (const text of ["2 designs from 3 starts", "Cost over launch", "bankshot design valleys.ts --starts 3"])
      expect(page.includes(text), text).toBe(true);
    const { figures } = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]);
    const [figure] = figures;
    expect(figure.kind).toBe("landscape");
    expect(figure.paths).toHaveLength(3);
    expect(figure.paths.map((path: number[][]) => path[0][0])).toEqual([0.5, 0, -1.5]);
    const [left, right] = figure.optima.map(([x]: number[]) => x);
    // stationary points of (x² − 1)² + x/10: 4x³ − 4x + 1/10 = 0
    expect(left).toBeCloseTo(-1.0122, 3);
    expect(right).toBeCloseTo(0.9873, 3);
    const least = figure.cost.indexOf(Math.min(...figure.cost));
    expect(-3 + (6 * least) / (figure.points - 1)).toBeCloseTo(left, 1);
  });

  it("shows where equalities are met and bounds are broken", async () => {
    const set = { "grid.steps": 100 };
    const result = await design(problem, { set, search: { evaluations: 5 } });
    const map = (await landscape(problem, { set, at: {}, patience: 1 })) ?? expect.fail("no landscape");
    const figure = landscapeFigure(result, map);
    expect(figure.title).toBe("Cost over corner.x and corner.y");
    expect(figure.zeros.map(({ name }) => name)).toEqual(["end.x", "end.y"]);
    for (const { values } of figure.limits) expect(values).toHaveLength(map.points ** 2);
    // the angle 0 ≤ θ ≤ π/2 leaves at most π/4 on either side: its two bounds together
    const worst = figure.cost.map((_, k) => Math.max(...figure.limits.map(({ values }) => values[k]!)));
    expect(figure.limits.length).toBe(2);
    expect(Math.min(...worst)).toBeGreaterThanOrEqual(-Math.PI / 4);
    expect(figure.paths[0][0]).toEqual([5, 5]);
    // bounds in newtons and in metres, which one field of the largest would bend between two grid points
    const bounds = [3.272, -0.04].map((x, i) => ({
      name: `bound ${i}`,
      must: "not-exceed-zero" as const,
      values: [map.cost.map((_, k) => (k % map.points < 2 ? x : -x))],
    }));
    const { limits } = landscapeFigure(result, { ...map, constraints: bounds });
    expect(limits.map(({ name, values }) => [name, values[1], values[2]])).toEqual([
      ["bound 0", 3.272, -3.272],
      ["bound 1", -0.04, 0.04],
    ]);
  });

  it("says what of its values is the grid's", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "valleys.ts"), valleysFile);
    await bankshot(["design", "valleys.ts", "--out", "out"], { cwd });
    const page = readFileSync(join(cwd, "out/report.html"), "utf8");
    for (const text of ["What the time grid does to these values", "Steps of 0.1 s", "Steps of 0.01 s"])
      expect(page.includes(text), text).toBe(true);
  });

  it("has no landscape where it was cancelled", async () => {
    const cwd = scratch();
    const words = ["design", "feeder/reorient-design", "--out", "out"];
    expect(await bankshot(words, { cwd, signal: AbortSignal.abort() })).toMatchObject({ code: 1 });
    const page = readFileSync(join(cwd, "out/report.html"), "utf8");
    expect(page.includes("✗ cancelled")).toBe(true);
    expect(page.includes("Cost over")).toBe(false);
  });
});
