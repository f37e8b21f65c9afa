import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { problem } from "../../../problems/rolling/ball-place.js";
import { sweepOf } from "../../../src/app/studies/sweep.js";
import { type StudyRow, studyRows } from "../../../src/studies.js";
import type { BenchRow } from "../lu.js";
import { bareLoop, inThread, type Launch, onOneCore } from "./bare-loop.js";
import { cli, serve } from "./server.js";

/** Wall and processor time of some work, all threads of this process together [s]. */
async function timed<T>(act: () => Promise<T>): Promise<{ found: T; wall: number; processor: number }> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const found = await act();
  const { user, system } = process.cpuUsage(before);
  return { found, wall: (performance.now() - began) / 1000, processor: (user + system) / 1e6 };
}

const source = { name: "rolling/ball-place" };

/** A grid of targets around the declared one, as near to square as may be. */
function grid(items: number) {
  const side = Math.ceil(Math.sqrt(items));
  return {
    over: {
      "target.x": { from: 0.9, to: 1.1, count: side },
      "target.y": { from: 0.4, to: 0.6, count: side },
    },
  };
}

/** A study by two threads beside a bare loop with the same starts on one core, and through a queue by two processes. */
export async function benchRate(items: number): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
  try {
    const question = grid(items);
    const threads = await timed(() =>
      sweepOf({ problem, source }, question, { out: join(folder, "threads"), threads: 2 }),
    );
    const { done } = threads.found;
    const rows: StudyRow[] = [];
    for await (const row of studyRows(join(folder, "threads"))) rows.push(row);
    const launches = rows.map(
      ({ settings, run }): Launch => ({ set: settings, guess: run.from === null ? undefined : rows[run.from].launch }),
    );
    const load = loadavg()[0].toFixed(1);
    const bare = await timed(() => bareLoop(launches));
    const pair = await timed(() =>
      Promise.all([0, 1].map((half) => inThread(launches.filter((_, i) => i % 2 === half)))),
    );
    const pinned = await onOneCore(launches, join(folder, "launches.json"));
    const over = (1000 * (threads.processor - bare.processor)) / done;
    const overPair = (1000 * (threads.processor - pair.processor)) / done;
    const times = (seconds: number): string =>
      `${(seconds / threads.wall).toFixed(2)} × (${threads.wall.toFixed(1)} and ${seconds.toFixed(1)} s)`;
    return [
      {
        name: `${done} solves of rolling/ball-place by two threads, beside a bare loop on one core (load ${load})`,
        must: "≥ 1.7 ×",
        value: pinned === undefined ? "no taskset here" : times(pinned),
      },
      {
        name: "the same, beside a bare loop in one thread, whose engine compiles and collects on the other core",
        must: "",
        value: times(bare.wall),
      },
      {
        name: "the same, processor time that a study adds to an item",
        must: "≤ .2 ms",
        value: `${over.toFixed(2)} ms (${((1000 * bare.processor) / done).toFixed(2)} ms bare)`,
      },
      {
        name: "two bare loops at once, one a thread, beside one: what two cores of this machine give",
        must: "",
        value: `${(bare.wall / pair.wall).toFixed(2)} × (a study adds ${overPair.toFixed(2)} ms to an item of theirs)`,
      },
      ...(await benchQueue(question, folder, { wall: threads.wall, items: done })),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchQueue(
  question: ReturnType<typeof grid>,
  folder: string,
  threads: { readonly wall: number; readonly items: number },
): Promise<BenchRow[]> {
  const server = await serve(folder);
  const redis = new Redis(server.url);
  const workers = [0, 1].map(() =>
    spawn(process.execPath, [cli, "worker", "--queue", server.url, "--threads", "1"], { stdio: "ignore" }),
  );
  const commands = async (): Promise<number> =>
    Number(/total_commands_processed:(\d+)/.exec(await redis.info("stats"))?.[1]);
  try {
    const before = await commands();
    const run = await timed(() =>
      sweepOf({ problem, source }, question, { out: join(folder, "queue"), queue: server.url }),
    );
    const sent = (await commands()) - before;
    const chunks = Number(await redis.zcard("bankshot:chunks:completed"));
    return [
      {
        name: "the same through Redis by two worker processes, rate beside that of threads",
        must: "≥ 85 %",
        value: `${((100 * threads.wall) / run.wall).toFixed(0)} % (${run.wall.toFixed(1)} s)`,
      },
      {
        name: `Redis commands an item, were chunks of 50 (${chunks} chunks of ${Math.round(threads.items / chunks)})`,
        must: "≤ 5",
        value: `${(sent / chunks / 50).toFixed(2)} (${(sent / threads.items).toFixed(2)} as they were)`,
      },
    ];
  } finally {
    for (const worker of workers) worker.kill();
    await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, "exit")));
    redis.disconnect();
    await server.stop();
  }
}
