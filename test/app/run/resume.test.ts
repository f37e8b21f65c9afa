import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../../../src/app/cli/main.js";
import { bankshot, scratch } from "../cli/run.js";

/** Interrupts a run as Ctrl-C does, when it has said that so many steps are finished. */
async function interrupted(argv: readonly string[], cwd: string, steps: number): Promise<number> {
  const interruption = new AbortController();
  const err = (text: string): void => {
    if (text.startsWith(`march     ${steps} `)) interruption.abort();
  };
  return main(argv, { out: () => {}, err, colours: false, live: true, cwd, signal: interruption.signal });
}

/** The motion without the wall times of its steps. */
function motionIn(directory: string): string[][] {
  const rows = readFileSync(join(directory, "trajectory.csv"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const times = rows[0].indexOf("milliseconds");
  return rows.map((row) => row.filter((_, i) => i !== times));
}

describe("a grasp that was interrupted", async () => {
  const cwd = scratch();
  await bankshot(["simulate", "grasp/gripper", "--out", "whole"], { cwd });
  const code = await interrupted(
    ["simulate", "grasp/gripper", "--set", "mass=1.1", "--set", "mass=1", "--out", "cut"],
    cwd,
    20,
  );
  const path = join(cwd, "cut/result.json");
  const saved = JSON.parse(readFileSync(path, "utf8"));

  it("writes what it has finished, and what goes on from there", () => {
    expect(code).toBe(1);
    expect(saved).toMatchObject({ status: "cancelled", message: "Cancelled after 20 of 60 steps." });
    expect(motionIn(join(cwd, "cut"))).toEqual(motionIn(join(cwd, "whole")).slice(0, 22));
  });

  it.each(["simulate", "solve"])("goes on by %s and ends as if nothing had been", async (verb) => {
    const { code, out } = await bankshot([verb, "cut/result.json", "--out", verb, "--json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(out).message).toBe("Simulated 60 steps. Resumed at step 21.");
    expect(motionIn(join(cwd, verb))).toEqual(motionIn(join(cwd, "whole")));
    expect(JSON.parse(readFileSync(join(cwd, verb, "result.json"), "utf8")).replay.unfinished).toBeUndefined();
  });

  it("begins anew with other settings, or where another version saved it, and says so", async () => {
    const changed = await bankshot(["simulate", "cut/result.json", "--set", "mass=1.2"], { cwd });
    expect(changed.err).toMatch("The march in cut/result.json begins anew: its settings are others now.\n");
    expect(changed.out).toMatch("Simulated 60 steps.");
    expect(changed.out).not.toMatch("Resumed");
    writeFileSync(join(cwd, "old.json"), JSON.stringify({ replay: { ...saved.replay, version: "0.0.0" } }));
    const old = await bankshot(["simulate", "old.json"], { cwd });
    expect(old.err).toMatch("The march in old.json begins anew: version 0.0.0 saved it.\n");
  });

  it("is refused where one bit of its states is another", async () => {
    const bytes = Buffer.from(saved.replay.unfinished.path.states.float64, "base64");
    bytes[bytes.length - 10] ^= 1;
    const states = { float64: bytes.toString("base64") };
    const unfinished = { ...saved.replay.unfinished, path: { ...saved.replay.unfinished.path, states } };
    writeFileSync(join(cwd, "flipped.json"), JSON.stringify({ replay: { ...saved.replay, unfinished } }));
    const { code, out, err } = await bankshot(["simulate", "flipped.json"], { cwd });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("The unfinished march in flipped.json cannot be read: it is not as it was saved.\n");
  });

  it("is refused where its steps cannot be read", async () => {
    for (const unfinished of [{}, { ...saved.replay.unfinished, steps: 21 }, null]) {
      writeFileSync(join(cwd, "broken.json"), JSON.stringify({ replay: { ...saved.replay, unfinished } }));
      const { code, err } = await bankshot(["simulate", "broken.json"], { cwd });
      expect(code).toBe(2);
      expect(err).toMatch(/unfinished march in broken.json cannot be read|is not whole/);
    }
  });
});
