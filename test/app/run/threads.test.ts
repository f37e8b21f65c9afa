import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { problem as bank } from "../../../problems/exact/bank.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { add, last, type Problem, parameter, pow, sub } from "../../../src/index.js";
import { searchFrom } from "../../../src/motion/design/search.js";
import { design } from "../../../src/motion/design.js";
import { solve } from "../../../src/motion/solve.js";
import { bankshot, scratch } from "../cli/run.js";
import { valleysFile } from "../cli/user-problem.js";

const [bin, program] = ["cli", "main"].map((name) =>
  fileURLToPath(new URL(`../../../dist/src/app/cli/${name}.js`, import.meta.url)),
);

/** What a design says, but for the time it took. */
const timeless = (text: string): unknown =>
  JSON.parse(text, (key, value) => (key === "seconds" ? undefined : value)) as unknown;

describe("starts of a design", () => {
  it("search by themselves: in any order they give the same answer", async () => {
    const { boundary: _, ...unbound } = place;
    const miss = (axis: string) => pow(sub(last(`ball.${axis}`), parameter(`target.${axis}`)), 2);
    const objective = { cost: add(miss("x"), miss("y")), vary: ["launch.vx", "launch.vy"] };
    const problem: Problem = { ...unbound, objective };
    const shuffled = await design(problem, {
      search: {
        starts: 3,
        run: async (starts) => {
          const found = [];
          for (let k = starts - 1; k >= 0; k--)
            found.unshift(await searchFrom(problem, k, { search: { evaluations: 8 } }));
          return found;
        },
      },
    });
    const straight = await design(problem, { search: { starts: 3, evaluations: 8 } });
    expect(shuffled.values).toEqual(straight.values);
    expect(shuffled.run.history).toEqual(straight.run.history);
    expect(shuffled.message).toBe(straight.message);
    expect(new Set(straight.run.history.map(({ start }) => start))).toEqual(new Set([0, 1, 2]));
    for (const { x } of straight.run.history) expect(x).toHaveLength(2);
  });
});

describe.skipIf(!existsSync(bin))("the built program", () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "valleys.ts"), valleysFile);

  it("searches the starts of a user's file and of its saved result in threads, as this thread does", async () => {
    const words = ["design", "valleys.ts", "--starts", "3", "--out", "out", "--json"];
    const threads = spawnSync(process.execPath, [bin, ...words], { cwd, encoding: "utf8" });
    expect(threads.stderr).toBe("Wrote out/result.json, out/trajectory.csv, out/report.html.\n");
    expect(threads.status).toBe(0);
    // the saved result knows how many there were
    const again = await bankshot(["design", "out/result.json", "--json"], { cwd });
    expect(timeless(again.out)).toEqual(timeless(threads.stdout));
    const { solutions } = JSON.parse(threads.stdout);
    expect(solutions).toHaveLength(2);
  });

  it("looks over the parts of a search for all launches in threads, as this thread does", async () => {
    const words = ["solve", "exact/bank", "--all", "--samples", "200", "--json"];
    const threads = spawnSync(process.execPath, [bin, ...words], { cwd, encoding: "utf8" });
    const { message, solutions } = JSON.parse(threads.stdout);
    const here = await solve(bank, { gridError: true, search: { all: true, samples: 200 } });
    expect(solutions).toHaveLength(4);
    expect(message).toBe(here.message);
    expect(solutions.map(({ values }: typeof here) => values)).toEqual(here.solutions?.map(({ values }) => values));
  });

  it("writes the best so far where it is interrupted", async () => {
    const { main } = (await import(pathToFileURL(program).href)) as typeof import("../../../src/app/cli/main.js");
    const interruption = new AbortController();
    const long = ["--starts", "64", "--set", "grid.steps=4000", "--set", "grid.h=0.00025"];
    const ended = await main(["design", "valleys.ts", ...long, "--out", "cut", "--json"], {
      out: () => {},
      err(text) {
        // it is under way when its progress says so, however slow the machine is
        const [, simulations = 0] = /(\d+) simulations/.exec(text) ?? [];
        if (Number(simulations) >= 20) interruption.abort();
      },
      colours: false,
      live: true,
      cwd,
      signal: interruption.signal,
    });
    expect(ended).toBe(1);
    const saved = JSON.parse(readFileSync(join(cwd, "cut/result.json"), "utf8"));
    expect(saved.status).toBe("cancelled");
    expect(saved.message).toContain("of 64 starts");
    // as it is declared it costs (x² − 1)² + x/10 at x = ½
    expect(saved.values.cost).toBeLessThan(0.6126);
    expect(saved.evaluations).toBeGreaterThan(0);
  });
});
