import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Problem, parameter, simulate } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { marcher } from "../../../src/motion/march/march.js";
import { uniform } from "../../../src/motion/problem/grid.js";
import { rate, toss } from "../../models/tossed-cube.js";
import type { BenchRow } from "../lu.js";

const folder = join(import.meta.dirname, "../../../../problems/data/cube-tosses");
const recordings = (): { name: string; recording: string; frames: number }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".csv"))
    .map((name) => {
      const recording = readFileSync(join(folder, name), "utf8");
      return { name, recording, frames: recording.trim().split("\n").length - 3 };
    });

/** A problem that starts where its parameters say, so that its rows are compiled once for all tosses. */
function startedBySettings(problem: Problem): Problem {
  const names = Object.keys(problem.start);
  return {
    ...problem,
    parameters: Object.fromEntries(names.map((name) => [`start.${name}`, { value: 0, unit: "", meaning: name }])),
    start: Object.fromEntries(names.map((name) => [name, parameter(`start.${name}`)])),
  };
}

/** All recorded tosses of the cube as a rigid body in steps: whether they come to their end, and what a step takes of the processor. */
export async function benchTossedSteps(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const perFrame of [2, 4, 8, 16, 32, 64]) {
    let shared: Problem | undefined;
    let [time, steps, iterations, broken] = [0, 0, 0, 0];
    for (const round of ["warm", "timed"])
      for (const { name, recording, frames } of recordings()) {
        const problem = toss(recording, { frames, perFrame });
        const set = Object.fromEntries(
          Object.entries(problem.start).map(([at, value]) => [`start.${at}`, Number(value)]),
        );
        shared ??= startedBySettings(problem);
        const setup = { ...setUp(shared, set), steps: uniform(frames * perFrame, 1 / rate / perFrame) };
        const march = marcher(setup.compiled);
        const path = emptyPath(setup.compiled.kernels, frames * perFrame);
        const begin = process.cpuUsage();
        march.begin(setup.parameters, setup.steps, path, false);
        const marched = march.advance(frames * perFrame);
        const { user, system } = process.cpuUsage(begin);
        if (round === "warm") continue;
        time += user + system;
        steps += marched.steps;
        iterations += marched.iterations;
        if (marched.status === "solved") continue;
        broken++;
        console.log(`${name}, ${perFrame} steps a frame: ${marched.status} in step ${marched.steps + 1}`);
      }
    rows.push({
      name: `steps of a tossed rigid cube, ${perFrame} a frame`,
      must: "0 break off, ≤ 60 µs",
      value: `${broken} break off, ${(time / steps).toFixed(0)} µs, ${(iterations / steps).toFixed(2)} iterations`,
    });
  }
  return rows;
}

/** All recorded tosses of the cube as a rigid body by the method exact, with a restitution: how they end. */
export async function benchTosses(restitution: number): Promise<BenchRow[]> {
  const all = recordings();
  const counts = new Map<string, number>();
  for (const { name, recording, frames } of all) {
    const { status, message } = await simulate(toss(recording, { frames, restitution }));
    counts.set(status, (counts.get(status) ?? 0) + 1);
    console.log(`${name}: ${status}, ${message}`);
  }
  const value = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  return [{ name: `${all.length} tosses by exact, restitution ${restitution}`, must: "0 no-progress", value }];
}
