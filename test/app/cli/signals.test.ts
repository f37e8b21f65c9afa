import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bankshot, scratch } from "./run.js";

const cli = fileURLToPath(new URL("../../../dist/src/app/cli/cli.js", import.meta.url));
const steps = ["--set", "grid.steps=400000", "--set", "grid.h=1e-6"];

/** A long march under way, which writes files when it ends: its folder is there when it begins. */
async function march(cwd: string) {
  const argv = [cli, "simulate", "rolling/ball-roll", ...steps, "--out", "out"];
  const child = spawn(process.execPath, argv, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  child.stdout.on("data", (text) => {
    told += text;
  });
  const ended = once(child, "exit");
  while (!existsSync(join(cwd, "out")) && child.exitCode === null) await after(20);
  return { child, ended, told: () => told };
}

/** The files are all there and of one run, which another program reads. */
async function expectWhole(cwd: string): Promise<void> {
  expect(readdirSync(join(cwd, "out")).sort()).toEqual(["report.html", "result.json", "trajectory.csv"]);
  expect(JSON.parse(readFileSync(join(cwd, "out/result.json"), "utf8")).problem).toBe("rolling/ball-roll");
  expect((await bankshot(["show", "out/result.json"], { cwd })).code).toBe(0);
}

it.skipIf(!existsSync(cli)).each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends a march, whose files are written whole",
  async (signal) => {
    const cwd = scratch();
    const { child, ended, told } = await march(cwd);
    await after(50);
    child.kill(signal);
    const [code] = await ended;
    expect([code, told()]).toEqual([1, expect.stringContaining("cancelled")]);
    await expectWhole(cwd);
  },
);

it.skipIf(!existsSync(cli))("a second signal, whenever it comes, leaves whole files or none", async () => {
  for (const pause of [0, 60, 150, 300]) {
    const cwd = scratch();
    const { child, ended } = await march(cwd);
    child.kill("SIGINT");
    await after(pause);
    child.kill("SIGINT");
    const [code, by] = await ended;
    // a program that is ending already has let go of its signals: the second one then is its end
    expect([code, by]).toEqual(code === null ? [null, "SIGINT"] : [1, null]);
    const left = readdirSync(join(cwd, "out")).filter((name) => !name.endsWith(".part"));
    if (left.includes("result.json")) await expectWhole(cwd);
  }
});
