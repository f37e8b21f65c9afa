import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problem } from "../../../problems/rolling/disk.js";
import { queueAddress, versionKey } from "../../../src/app/studies/queue/connection.js";
import { readJob, readRows } from "../../../src/app/studies/queue/messages.js";
import { work } from "../../../src/app/studies/queue/worker.js";
import { type StudyRow, studyRows, sweep } from "../../../src/studies.js";
import { bankshot, scratch } from "../cli/run.js";

const over = { friction: { from: 0.05, to: 0.5, count: 6 }, "target.x": { from: 0.01, to: 0.035, count: 6 } };

/** Rows of a folder but for their seconds. */
async function answers(folder: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { run, ...row } of studyRows(folder)) rows.push({ ...row, from: run.from });
  return rows;
}

/** A port that is free now. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

describe("what comes by a queue", () => {
  const row = {
    ...{ item: 3, status: "solved", message: "", passed: true, values: { a: 1, b: null }, launch: [1] },
    ...{ certificate: { penetration: 0 }, run: { from: null, seconds: 0.1 } },
  };
  const chunk = [{ item: 3, set: { friction: 0.2 } }];

  it("is read where it is what was asked for", () => {
    expect(readRows([row], chunk)).toEqual([row]);
    expect(readRows([], chunk)).toEqual([]);
    const job = { study: "s", version: "1", chunk: [{ ...chunk[0], start: { from: 1, launch: [1, 2] } }] };
    expect(readJob(job)).toEqual(job);
  });

  it.each<[string, unknown]>([
    ["another item", [{ ...row, item: 4 }]],
    ["more items", [row, row]],
    ["a field that there is not", [{ ...row, code: "process.exit()" }]],
    ["a text for a number", [{ ...row, values: { a: "1" } }]],
    ["no list", row],
  ])("is refused with %s", (_, given) => {
    expect(() => readRows(given, chunk)).toThrow(/rows|asked for|no field/);
  });

  it.each([
    ["no chunk", { study: "s", version: "1" }],
    ["a function's text", { study: "s", version: "1", chunk: [{ item: 1, set: { f: {} } }] }],
  ])("is no job with %s", (_, given) => {
    expect(() => readJob(given)).toThrow(/chunk/);
  });

  it.each(["http://host", "redis:", "host:6379", "redis://host?prefix=a b"])("has no address such as %s", (text) => {
    expect(() => queueAddress(text)).toThrow(/--queue/);
  });

  it("prints addresses without user and password", () => {
    const address = queueAddress("rediss://me:secret@host:6380/2?prefix=team");
    expect(address).toEqual({ url: "rediss://me:secret@host:6380/2", prefix: "team", shown: "rediss://host:6380/2" });
  });
});

it("says within five seconds that a queue cannot be reached, and loses nothing", async () => {
  const cwd = scratch();
  const queue = `redis://127.0.0.1:${await freePort()}`;
  const began = performance.now();
  const words = ["sweep", "rolling/disk", "--over", "friction=.1...4:3", "--out", "far", "--threads", "1", "--json"];
  const { code, err, out } = await bankshot([...words, "--queue", queue], { cwd });
  expect(performance.now() - began).toBeLessThan(5000);
  expect(err).toMatch(/^The queue at redis:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED.*\.\n$/);
  expect(JSON.parse(out)).toMatchObject({ status: "fault" });
  expect(code).toBe(1);
  expect((await bankshot(["worker", "--queue", queue], { cwd })).code).toBe(1);
  expect((await bankshot(["worker"], { cwd })).err).toMatch(/^A worker needs a queue/);
  expect((await bankshot(words, { cwd })).code).toBe(0);
});

/** Debian's redis-server; where there is none a queue cannot be tried, and `.ci/run` says that it could not be installed. */
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

describe.skipIf(!hasRedis)("a queue on Redis", () => {
  let server: ChildProcess | undefined;
  let url = "";
  beforeAll(async () => {
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", scratch()]);
    await new Promise<void>((resolve) =>
      server?.stdout?.on("data", (text) => /Ready to accept/.test(String(text)) && resolve()),
    );
  });
  afterAll(() => void server?.kill());

  it("gives the same bits as this thread, with workers that come and go and a collector that is interrupted", async () => {
    const [alone, queued] = [scratch(), scratch()];
    await sweep(problem, { over, out: alone, threads: 1 });
    const ends = [new AbortController(), new AbortController()];
    const queue = `${url}/0?prefix=team`;
    let chunks = 0;
    const workers = ends.map((end) =>
      work(queueAddress(queue), {
        threads: 1,
        signal: end.signal,
        onChunk() {
          if (++chunks === 5) ends[0].abort();
        },
      }),
    );
    const cut = new AbortController();
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done >= 9) cut.abort();
    };
    const part = await sweep(problem, { over, out: queued, queue, signal: cut.signal, onProgress });
    expect(part.done).toBeGreaterThanOrEqual(9);
    const whole = await sweep(problem, { over, out: queued, queue });
    expect(whole).toMatchObject({ items: 36, done: 36, solved: 36 });
    ends[1].abort();
    await Promise.all(workers);
    expect(await answers(queued)).toEqual(await answers(alone));
    expect((await answers(queued)) as Partial<StudyRow>[]).toHaveLength(36);
    // a connection that is left open would try again for ever once the server is gone
    const redis = new Redis(url);
    const others = async (): Promise<number> =>
      String(await redis.client("LIST"))
        .trim()
        .split("\n").length - 1;
    await expect.poll(others).toBe(0);
    redis.disconnect();
  });

  it("is refused by workers of another version", async () => {
    const address = queueAddress(`${url}/1`);
    const redis = new Redis(address.url);
    await redis.set(versionKey(address.prefix), "0.0.1");
    await expect(work(address, { threads: 1 })).rejects.toThrow(
      /sweep on this queue is of version 0\.0\.1, and this worker of/,
    );
    redis.disconnect();
  });
});
