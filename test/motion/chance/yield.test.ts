import { describe, expect, it } from "vitest";
import { problem as robust } from "../../../problems/feeder/robust.js";
import { problem as disk } from "../../../problems/rolling/disk.js";
import { yieldOf } from "../../../src/motion/chance/yield.js";
import { bankshot } from "../../app/cli/run.js";

const where = ["end.x in .0145...0155"];
const over = { friction: { normal: [1, 0.1] } } as const;

describe("the largest yield", () => {
  it("of a disk that slips to the end is the closed form: the band's middle, and 2 Φ(δ/s) − 1", async () => {
    // x_n = n h v − μ g h² n (n + 1)/2 by backward Euler, so that the end scatters by s = σ g h² n (n + 1)/2
    const [n, h, g] = [22, 0.001, 9.81];
    const each = (g * h * h * n * (n + 1)) / 2;
    const best = (0.015 + each) / (n * h);
    const yields = 0.956;
    expect(0.0005 / (0.1 * each)).toBeCloseTo(2.0145, 3);
    const words = ["--yield", "--vary", "launch.v", "--over", "friction~normal(1,.1)", "--where", where[0], "--json"];
    const { code, out, err } = await bankshot(["design", "rolling/disk", ...words]);
    expect(code, err).toBe(0);
    const { values, status } = JSON.parse(out) as { values: Record<string, number>; status: string };
    expect(status).toBe("solved");
    expect(Math.abs(values["design.launch.v"] - best)).toBeLessThan(0.004);
    expect(Math.abs(values.probability - yields)).toBeLessThan(0.015);
    expect(values["probability.declared"]).toBe(0);
  });

  it("asks what the inequalities of the objective ask, with their values written in", () => {
    const { boundary = [], objective } = yieldOf(robust, { over: { friction: { normal: [0.3, 0.03] } } });
    expect(boundary.map(({ name, within, frees }) => ({ name, within, frees }))).toEqual([
      { name: "end.theta ≥ 0", within: { to: 0 }, frees: ["corner.x", "corner.y"] },
      { name: "end.theta ≤ 0.5", within: { to: 0 }, frees: undefined },
    ]);
    expect(objective).toEqual({ vary: ["corner.x", "corner.y"], over: { friction: { normal: [0.3, 0.03] } } });
  });

  it.each<[string, Parameters<typeof yieldOf>[1], RegExp]>([
    ["nothing that is chosen", { over, where }, /does not say what is chosen/],
    ["nothing that scatters", { vary: ["launch.v"], where }, /does not say what scatters/],
    [
      "an ask of a column",
      { vary: ["launch.v"], over, where: ["stick.step in ..9"] },
      /asks of stick\.step, which is no formula/,
    ],
  ])("is refused with %s", (_, asked, why) => {
    expect(() => yieldOf(disk, asked)).toThrow(why);
  });

  it("needs --yield for its words", async () => {
    const { code, err } = await bankshot(["design", "feeder/robust", "--where", "end.theta in 0..1"]);
    expect([code, err]).toEqual([2, "--where belongs to --yield: give both.\n"]);
  });
});
