import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/index.js";
import { toss } from "./tossed-cube.js";

const recorded = (file: string): string =>
  readFileSync(new URL(`../../problems/data/cube-tosses/${file}.csv`, import.meta.url), "utf8");

describe("a rigid cube that was tossed", () => {
  // on coarser and finer steps than these some landings had no solution that a Newton found, or one that rounding hid
  it.each([
    ["toss-100", 16, 20],
    ["toss-550", 16, 22],
    ["toss-400", 64, 15],
    ["toss-025", 64, 25],
  ])("%s goes on through its landings, in %i steps a frame", async (file, perFrame, frames) => {
    const { status, message, trajectory, counts } = await simulate(toss(recorded(file), { perFrame, frames }), {
      gridError: false,
    });
    expect(status, message).toBe("solved");
    // where corners rest or slide Newtons came to rounding in three iterations, and went round in it for dozens
    expect(counts.iterations / (perFrame * frames)).toBeLessThan(3);
    expect(Number(trajectory.certificate.penetration.value)).toBeLessThan(1e-9);
  });

  // a face whose corners all stop at once; a corner that closes just behind a blow; a face on which few long steps went wrong; `npm run bench -- tosses` has all
  it.each([
    ["toss-100", 0, 104],
    ["toss-075", 0.05, 60],
    ["toss-175", 0, 70],
  ])("%s lands by exact within the cone of every corner, with restitution %f", async (file, restitution, frames) => {
    const { status, message, trajectory } = await simulate(toss(recorded(file), { frames, restitution }));
    expect([status, message]).toEqual(["solved", expect.stringContaining("A finer computation moves it by")]);
    // 3.6 N of weight
    expect(trajectory.certificate.coneExcess.value).toBeLessThan(1e-8);
  });
});
