import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { problem } from "../../../problems/rolling/disk.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { sweepOf } from "../../../src/app/studies/sweep.js";
import { studyRows } from "../../../src/studies.js";
import type { BenchRow } from "../lu.js";
import { cli, serve } from "./server.js";

const over = (side: number): Record<string, { from: number; to: number; count: number }> => ({
  friction: { from: 0.5, to: 4, count: Math.ceil(side) },
  "target.x": { from: 0.01, to: 0.03, count: Math.ceil(side) },
});

/** Rows of a folder but for their seconds. */
async function rowsIn(folder: string): Promise<string[]> {
  const rows: string[] = [];
  for await (const { run, ...row } of studyRows(folder)) rows.push(JSON.stringify({ ...row, from: run.from }));
  return rows;
}

/** Milliseconds between two kills. */
const apart = [200, 2500] as const;

/**
 * A study through a queue whose workers are killed 20 times, whose collector is killed 5 times and whose server once, at random
 * moments; its rows are compared with those of an undisturbed study.
 */
export async function benchKills(items: number, seed: number): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
  const server = await serve(folder);
  const random = randomNumbers(seed);
  const question = { over: over(Math.sqrt(items)) };
  const words = Object.entries(question.over).flatMap(([name, { from, to, count }]) => [
    "--over",
    `${name}=${from}..${to}:${count}`,
  ]);
  const out = join(folder, "disturbed");
  const start = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [cli, ...args, "--queue", server.url], { stdio: "ignore" });
  const worker = (): ChildProcess => start("worker", "--threads", "1");
  const collect = (): ChildProcess => start("sweep", "rolling/disk", ...words, "--out", out, "--json");
  const workers = [worker(), worker()];
  let collector = collect();
  const counts = { worker: 0, collector: 0, server: 0 };
  const began = performance.now();
  try {
    // shuffled, so that who is killed when is as random as the moments
    const victims = [
      ...new Array<keyof typeof counts>(20).fill("worker"),
      ...new Array<keyof typeof counts>(5).fill("collector"),
      "server" as const,
    ]
      .map((victim) => ({ victim, at: random() }))
      .sort((a, b) => a.at - b.at);
    for (const { victim } of victims) {
      await pause(apart[0] + (apart[1] - apart[0]) * random());
      if (collector.exitCode !== null) break;
      counts[victim]++;
      if (victim === "server") await server.crash();
      else if (victim === "worker") {
        const i = Math.floor(2 * random());
        workers[i].kill("SIGKILL");
        workers[i] = worker();
      } else {
        const ended = once(collector, "exit");
        collector.kill("SIGKILL");
        await ended;
        collector = collect();
      }
    }
    if (collector.exitCode === null) await once(collector, "exit");
  } finally {
    for (const one of [...workers, collector]) one.kill("SIGKILL");
    await server.stop();
  }
  const seconds = (performance.now() - began) / 1000;
  const alone = join(folder, "alone");
  await sweepOf({ problem, source: { name: "rolling/disk" } }, question, { out: alone, threads: 2 });
  const [disturbed, undisturbed] = [await rowsIn(out), await rowsIn(alone)];
  rmSync(folder, { recursive: true });
  const different = undisturbed.filter((row, i) => row !== disturbed[i]).length;
  const told = `${counts.worker} workers, ${counts.collector} collectors and ${counts.server} server`;
  return [
    {
      name: `a study of ${undisturbed.length} items, ${told} killed (seed ${seed}, ${seconds.toFixed(0)} s)`,
      must: "same bits, none lost or twice",
      value: `${disturbed.length} rows, ${different} different`,
    },
  ];
}
