import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { problem } from "../../../problems/rolling/ball-place.js";
import { conduct } from "../../../src/app/studies/conduct.js";
import type { Crew } from "../../../src/app/studies/crew.js";
import { defineStudy } from "../../../src/app/studies/definition.js";
import { itemRunner, type Work } from "../../../src/app/studies/item.js";
import { readRows } from "../../../src/app/studies/queue/messages.js";
import type { Row } from "../../../src/app/studies/row.js";
import { openStore } from "../../../src/app/studies/store.js";
import { itemsOf } from "../../../src/motion/study/items.js";
import type { BenchRow } from "../lu.js";
import { serve } from "./server.js";

/** Items of a chunk of a second, and cores of the plan. */
const [chunkSize, cores] = [400, 1000];

/** Processor time of some work of this process [µs]. */
async function processor(act: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * What every part of a study through a queue costs an item, each alone with rows that are computed already, and what a million
 * items of a thousand cores would come to.
 */
export async function benchPlan(count: number): Promise<BenchRow[]> {
  const side = Math.round(Math.sqrt(count));
  const over = { "target.x": { from: 0.9, to: 1.1, count: side }, "target.y": { from: 0.4, to: 0.6, count: side } };
  const data = defineStudy(problem, { name: "rolling/ball-place" }, { over });
  const items = itemsOf(data.study);
  const run = itemRunner(problem, data.study);
  const canned = await run({ item: 0, set: items.settings(0) });
  const warm = 60;
  let solving = 0;
  for (let item = 0; item < 2 * warm; item++) {
    const start = { from: 0, launch: canned.launch };
    const cost = await processor(async () => void (await run({ item, set: items.settings(item), start })));
    if (item >= warm) solving += cost / warm;
  }
  const rowsOf = (chunk: readonly Work[]): Row[] => chunk.map(({ item }) => ({ ...canned, item }));

  const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
  const store = await openStore(folder, { data, settings: items.settings }, folder);
  const crew: Crew = {
    width: () => 2,
    chunkSeconds: 1,
    run: async (chunk) => rowsOf(chunk),
    stop() {},
    close: async () => {},
  };
  const stored =
    (await processor(async () => void (await conduct({ items, store, crew, continues: true }, {})))) / items.count;
  store.close();

  const chunk = Array.from({ length: chunkSize }, (_, item): Work => ({ item, set: items.settings(item) }));
  const text = JSON.stringify(rowsOf(chunk));
  const rounds = 20;
  const checked =
    (await processor(() => {
      for (let k = 0; k < rounds; k++) readRows(JSON.parse(text), chunk);
    })) /
    rounds /
    chunkSize;

  const { queued, served } = await queueCosts(folder, { chunk, text, rounds });
  rmSync(folder, { recursive: true });
  const collector = stored + checked + queued;
  const limits = {
    workers: (cores * 1e6) / solving,
    collector: 1e6 / collector,
    server: (chunkSize * 1e6) / served,
  };
  const [first] = Object.entries(limits).sort(([, a], [, b]) => a - b)[0];
  const rate = Math.min(...Object.values(limits));
  const us = (x: number): string => `${x.toFixed(1)} µs`;
  return [
    { name: "an item: solved by a worker", must: "", value: us(solving) },
    { name: "an item: given out, kept and counted by the collector", must: "", value: us(stored) },
    { name: "an item: checked when it comes back", must: "", value: us(checked) },
    { name: `an item: put into the queue and taken out, in chunks of ${chunkSize}`, must: "", value: us(queued) },
    { name: "a chunk: Redis itself", must: "", value: us(served) },
    {
      name: `a million items by ${cores} cores (workers ${limits.workers.toFixed(0)}, collector ${limits.collector.toFixed(0)}, Redis ${limits.server.toFixed(0)} items/s)`,
      must: "names the first bottleneck",
      value: `${rate.toFixed(0)} items/s, ${(1e6 / rate).toFixed(0)} s: the ${first}`,
    },
  ];
}

/** Processor time of putting chunks in and taking them out, an item; and of Redis, a chunk [µs]. */
async function queueCosts(
  folder: string,
  { chunk, text, rounds }: { readonly chunk: readonly Work[]; readonly text: string; readonly rounds: number },
): Promise<{ queued: number; served: number }> {
  const { Queue, QueueEvents, Worker } = await import("bullmq");
  const server = await serve(folder);
  const [redis, blocking, ear] = [0, 1, 2].map(() => new Redis(server.url, { maxRetriesPerRequest: null }));
  const queue = new Queue("chunks", { connection: redis });
  // every job that is waited for listens
  queue.setMaxListeners(rounds + 10);
  const events = new QueueEvents("chunks", { connection: ear });
  await events.waitUntilReady();
  const rows: unknown = JSON.parse(text);
  const worker = new Worker("chunks", async () => rows, { connection: blocking, concurrency: 2 });
  const spent = async (): Promise<number> => {
    const told = await redis.info("cpu");
    const seconds = [...told.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].reduce((sum, [, x]) => sum + Number(x), 0);
    return 1e6 * seconds;
  };
  const before = await spent();
  const queued = await processor(async () => {
    const jobs = await Promise.all(Array.from({ length: rounds }, () => queue.add("chunk", { chunk })));
    await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
  });
  const served = ((await spent()) - before) / rounds;
  await Promise.all([worker.close(), events.close(), queue.close()]);
  for (const one of [redis, blocking, ear]) one.disconnect();
  await server.stop();
  return { queued: queued / rounds / chunk.length, served };
}
