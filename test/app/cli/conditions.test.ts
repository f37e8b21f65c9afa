import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { last, sub, toJson } from "../../../src/index.js";
import { thrown } from "../../motion/conditions/thrown.js";
import { bankshot } from "./run.js";

const file = join(mkdtempSync(join(tmpdir(), "bankshot-")), "thrown.json");
const x = last("ball.x");
writeFileSync(
  file,
  toJson(
    thrown([
      { name: "near", unit: "m", residual: sub(x, 3), tolerance: 0.1, frees: "vx" },
      { name: "far", unit: "m", residual: sub(x, 4), tolerance: 0.2 },
      {
        name: "low",
        unit: "m",
        residual: { body: "ball", inside: { kind: "half-space", normal: [0, 0, 1], offset: 1 } },
        when: { sometime: "top", to: 0.5 },
      },
    ]),
  ),
);

describe("conditions of every kind on the command line", () => {
  it("are shown in words, each with when it holds and how nearly", async () => {
    const { out } = await bankshot(["show", file]);
    expect(out).toMatch(/near +last\.ball\.x - 3 = 0, to ± 0\.1 m +m +frees vx/);
    expect(out).toMatch(
      /low +ball inside the half-space \(0, 0, 1\)·x ≤ 1 at some time \(top\) until 0\.5 s +m +frees nothing/,
    );
  });

  it("are printed with their misses, of which a simulation says only how many", async () => {
    const solved = await bankshot(["solve", file]);
    expect(solved.code).toBe(1);
    expect(solved.out).toMatch(/✗ +far +-0\.8 +m +± 0\.2 +at 1 s/);
    expect(solved.out).toMatch(/✓ +low +0 +m +top at/);
    const simulated = await bankshot(["simulate", file]);
    expect(simulated.code).toBe(0);
    expect(simulated.out).toMatch(/· +far +-2 +m/);
  });

  it("are in the JSON, and guesses are for what they free", async () => {
    const { out } = await bankshot(["solve", file, "--json", "--start", "launch=5"]);
    const { status, certificate } = JSON.parse(out);
    expect(status).toBe("infeasible");
    expect(certificate.conditions.map(({ name }: { name: string }) => name)).toEqual(["near", "far", "low"]);
    expect(certificate.conditions[2]).toMatchObject({ miss: 0, time: "top" });
    const line = await bankshot(["solve", file, "--start", "line"]);
    expect([line.code, line.err]).toEqual([
      2,
      expect.stringContaining("as many equations at the end as values are freed"),
    ]);
    const all = await bankshot(["solve", file, "--all", "--samples", "3"]);
    expect([all.code, all.out]).toEqual([1, expect.stringContaining("0 launches found from 3 starts")]);
  });
});
