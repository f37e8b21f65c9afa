import { describe, expect, it } from "vitest";
import { problem as tbar } from "../../../problems/patch/tbar-rock.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as disk } from "../../../problems/rolling/disk.js";
import { finerGrid } from "../../../src/app/run/refine.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { bankshot } from "../cli/run.js";

const told = async (words: readonly string[]) => {
  const { code, out } = await bankshot([...words, "--json"]);
  return { code, ...JSON.parse(out) };
};

describe("--refine", () => {
  it("makes steps shorter until the accuracy holds, which is the continuous answer's then", async () => {
    const set = ["--set", "grid.accuracy=0.0005"];
    const coarse = await told(["solve", "rolling/disk", ...set]);
    expect([coarse.code, coarse.status]).toEqual([1, "coarse"]);
    const fine = await told(["solve", "rolling/disk", "--refine", ...set]);
    expect([fine.code, fine.status]).toEqual([0, "solved"]);
    expect(fine.certificate.gridError.value).toBeLessThan(5e-4);
    // the closed form in continuous time
    expect(Math.abs(fine.values["launch.v"] - 1.2402424613794)).toBeLessThan(1e-3);
    expect(Math.abs(coarse.values["launch.v"] - 1.2402424613794)).toBeGreaterThan(1e-2);
  });

  it("takes the method exact where steps would have to be far shorter", async () => {
    const set = { "grid.accuracy": 1e-4 };
    const result = await solve(place, { set });
    expect(result.status).toBe("coarse");
    const finer = finerGrid("solve", place, set, result);
    expect(finer).toEqual({ "grid.accuracy": 1e-4, "grid.method": "exact", "grid.end": 1.01 });
  });

  it("leaves schedules by the number of the step as they are", async () => {
    const set = { "grid.accuracy": 1e-5 };
    const result = await simulate(tbar, { set });
    expect(result.status).toBe("coarse");
    expect(finerGrid("simulate", tbar, set, result)).toBeUndefined();
    expect(finerGrid("solve", disk, set, { ...result, status: "solved" })).toBeDefined();
  });
});
