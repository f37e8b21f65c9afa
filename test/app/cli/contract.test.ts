import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bankshot } from "./run.js";

const fields = ["problem", "status", "message", "residual", "iterations", "shots", "unknowns", "seconds", "values"];

const laws = [
  "penetration",
  "complementarity",
  "coneExcess",
  "energyCreated",
  "quaternionDrift",
  "boundaryError",
  "gridError",
];

describe("one JSON object on standard output", () => {
  it("has the contract's fields in order, expected values included", async () => {
    const { code, out, err } = await bankshot(["solve", "rolling/disk", "--json"]);
    const result = JSON.parse(out);
    expect(code).toBe(0);
    expect(err).toBe("");
    expect(out.trimEnd()).not.toContain("\n");
    expect(Object.keys(result)).toEqual([...fields, "expected", "certificate", "gridError"]);
    expect(result.status).toBe("solved");
    expect(result.values["launch.v"]).toBeCloseTo(1.2521730909090907, 9);
    expect(Object.keys(result.certificate)).toEqual(laws);
    for (const law of laws) expect(Object.keys(result.certificate[law])).toEqual(["value", "step", "row"]);
    for (const entry of result.expected)
      expect(Object.keys(entry)).toEqual(["name", "value", "tolerance", "found", "holds", "source"]);
    expect(result.expected.every((entry: { holds: boolean }) => entry.holds)).toBe(true);
  });

  it("leaves expected values out once something is set to another value", async () => {
    const changed = JSON.parse((await bankshot(["solve", "rolling/disk", "--json", "--set", "friction=3"])).out);
    expect(changed.expected).toBeUndefined();
    const same = JSON.parse((await bankshot(["solve", "rolling/disk", "--json", "--set", "friction=4"])).out);
    expect(same.expected).toBeDefined();
    const grid = JSON.parse(
      (await bankshot(["solve", "rolling/disk", "--json", "--set", "grid.steps=44", "--set", "grid.end=0.022"])).out,
    );
    expect(grid.expected).toBeUndefined();
  });

  it("says null, never NaN, where a value does not exist", async () => {
    const { out } = await bankshot(["simulate", "rolling/ball-roll", "--json", "--set", "grid.steps=10"]);
    expect(JSON.parse(out).values["stick.step"]).toBeNull();
    expect(out).not.toContain("NaN");
  });

  it("adds the columns when asked, null where a column has no number", async () => {
    const { out } = await bankshot([
      "simulate",
      "rolling/ball-roll",
      "--json",
      "--trajectory",
      "--set",
      "grid.steps=10",
    ]);
    const { trajectory } = JSON.parse(out);
    expect(trajectory.t).toHaveLength(11);
    expect(trajectory.columns["ball.x"]).toHaveLength(11);
    expect(trajectory.columns["table.normalForce"][0]).toBeNull();
    expect(trajectory.columns["table.normalForce"][10]).toBeGreaterThan(0);
  });

  it("names the worst rows and leaves with 1 where a condition cannot be met", async () => {
    const { code, out } = await bankshot(["solve", "rolling/ball-place", "--json", "--set", "target.x=50"]);
    const result = JSON.parse(out);
    expect(code).toBe(1);
    expect(result.status).toBe("infeasible");
    expect(result.worst[0].row).toContain("end.x");
    expect(result.worst[0].residual).toBeGreaterThan(1);
  });

  it("lists and shows", async () => {
    const { problems } = JSON.parse((await bankshot(["list", "--json"])).out);
    expect(problems.map(({ name }: { name: string }) => name)).toContain("rolling/ball-place");
    const shown = JSON.parse((await bankshot(["show", "rolling/ball-place", "--json"])).out);
    expect(shown.parameters.inertia).toMatchObject({ formula: "0.4*mass*radius*radius", unit: "kg m²" });
    expect(shown.boundary[0]).toMatchObject({ name: "end.x", frees: "launch.vx", residual: "last.ball.x - target.x" });
    const heavy = JSON.parse((await bankshot(["show", "rolling/ball-place", "--json", "--set", "mass=0.4"])).out);
    expect(heavy.parameters.inertia.value).toBeCloseTo(4e-4, 12);
  });

  it("cancels with what there is", async () => {
    const long = ["simulate", "rolling/ball-roll", "--json", "--set", "grid.steps=20000", "--set", "grid.h=1e-4"];
    const { code, out } = await bankshot(long, { signal: AbortSignal.abort() });
    expect(code).toBe(1);
    expect(JSON.parse(out).status).toBe("cancelled");
  });
});

describe("for people", () => {
  it("prints values beside expected ones, and the certificate in plain words", async () => {
    const { code, out } = await bankshot(["solve", "rolling/disk"]);
    expect(code).toBe(0);
    expect(out).toMatch(/launch\.v +1\.25217309 +m\/s +✓ 1\.25217309/);
    expect(out).toContain("friction never exceeds what the normal force allows");
  });

  it("prints a line an iteration where somebody watches, and nothing in a pipe", async () => {
    const watched = await bankshot(["solve", "rolling/disk"], { live: true });
    expect(watched.err).toMatch(/^shoot +1 +residual \d/m);
    expect((await bankshot(["solve", "rolling/disk"])).err).toBe("");
  });

  it("follows a scan by one line, which is gone when the next begins", async () => {
    const scan = ["--all", "--scan", "launch.vz=-4..-3.9", "--samples", "20"];
    const { err } = await bankshot(["solve", "impact/ball-bounce-coarse", ...scan], { live: true });
    expect(err).toMatch(/\r\S+scan \[#+-*\] \d+ of 21 samples, \d launch(es)? so far\r/);
    expect(err).toMatch(/so far\r\S+shoot +1 +residual/);
  });

  it("helps", async () => {
    expect(await bankshot([])).toMatchObject({ code: 2, err: expect.stringContaining("solve [options] <problem>") });
    expect(await bankshot(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("Usage: bankshot") });
    expect(await bankshot(["--version"])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});

describe("check", () => {
  it.each(["rolling/disk", "rolling/ball-roll", "rolling/disk-as-printed"])("%s holds", async (name) => {
    const { code, out } = await bankshot(["check", name]);
    expect(out).toContain("all hold");
    expect(code).toBe(0);
  });

  it("prints what was found beside what a refused problem should say", async () => {
    const { code, out } = await bankshot(["check", "rolling/ball-as-printed", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      status: "bad-input",
      expected: [{ name: "status", found: "bad-input", holds: true }],
    });
  });
});

const bin = fileURLToPath(new URL("../../../dist/src/app/cli/cli.js", import.meta.url));

it.skipIf(!existsSync(bin))("the built program answers as the source does", () => {
  const ran = spawnSync(process.execPath, [bin, "solve", "rolling/disk", "--json"], { encoding: "utf8" });
  expect(ran.status).toBe(0);
  expect(JSON.parse(ran.stdout).status).toBe("solved");
  const refused = spawnSync(process.execPath, [bin, "solve", "rolling/dsk"], { encoding: "utf8" });
  expect(refused.status).toBe(2);
  expect(refused.stderr.trim().split("\n")).toHaveLength(1);
});
