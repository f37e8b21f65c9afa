import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { family } from "../../solve/miqp/families.js";
import { bankshot, scratch } from "./run.js";

const some = family("cyl36").filter((_, k) => k % 40 === 10);

describe("bankshot solve on a file of quasistatic steps", () => {
  it("refuses what is for motions", async () => {
    const file = join(import.meta.dirname, "../../reference/miqp-cyl36.json.gz");
    const { code, out, err } = await bankshot(["solve", file, "--out", "nowhere"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/--out is not for them\.\n$/);
  });

  it("prints every step of a packed family in SI units", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "steps.json.gz"), gzipSync(JSON.stringify({ steps: some })));
    const { code, out } = await bankshot(["solve", "steps.json.gz", "--json"], { cwd });
    expect(code).toBe(0);
    const result = JSON.parse(out);
    expect(result.status).toBe("solved");
    expect(result.values.unproven).toBe(0);
    expect(Math.abs(result.values["objective.max"] - 1.25e-7)).toBeLessThan(1e-12);
    expect(result.steps.map(({ l }: { l: number }) => l)).toEqual(some.map(({ l }) => l));
    result.steps.forEach((step: { status: string; objective: number; dqU: number[]; dqA: number[] }, k: number) => {
      expect(step.status).toBe("optimal");
      expect(Math.abs(step.objective - some[k].f)).toBeLessThanOrEqual(2.5e-14);
      const deviation = step.dqA.reduce((sum, v, j) => sum + (v - some[k].dqb[j]) ** 2, 0);
      expect(Math.abs(deviation - step.objective)).toBeLessThanOrEqual(1e-18);
      expect(step.dqU.length).toBe(6);
    });
  });

  it("prints one instance as a person reads it", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "one.json"), JSON.stringify(some[2]));
    const { code, out } = await bankshot(["solve", "one.json"], { cwd });
    expect(code).toBe(0);
    expect(out).toContain("The step is proven optimal.");
  });

  it("says how far it came where it is interrupted", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "steps.json"), JSON.stringify({ steps: some }));
    const { code, out } = await bankshot(["solve", "steps.json", "--json"], { cwd, signal: AbortSignal.abort() });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: "cancelled",
      message: `Cancelled after 0 of ${some.length} steps.`,
      steps: [],
      values: { "objective.max": null, unproven: 0 },
    });
  });

  it.each<[string, object, string]>([
    ["a size that does not fit", { ...some[0], phi: [0] }, "phi must hold 6 elements"],
    ["a number that is none", { ...some[0], h: -1 }, "h must be a positive number"],
  ])("refuses %s", async (_, instance, message) => {
    const cwd = scratch();
    writeFileSync(join(cwd, "bad.json"), JSON.stringify({ steps: [instance] }));
    const { code, out } = await bankshot(["solve", "bad.json", "--json"], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ status: "bad-input", field: "steps[0]" });
    expect(JSON.parse(out).message).toContain(message);
  });

  it("refuses a packed file that holds something else, and what cannot be set", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "other.json.gz"), gzipSync("{}"));
    expect((await bankshot(["solve", "other.json.gz"], { cwd })).code).toBe(2);
    expect((await bankshot(["solve", "none.json.gz"], { cwd })).err).toContain("There is no file none.json.gz.");
    writeFileSync(join(cwd, "one.json"), JSON.stringify(some[2]));
    expect((await bankshot(["solve", "one.json", "--set", "h=1"], { cwd })).code).toBe(2);
  });
});
