import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problem } from "../../../problems/rolling/disk.js";
import { itemRunner } from "../../../src/app/studies/item.js";
import { chunksName, queueAddress, versionKey } from "../../../src/app/studies/queue/connection.js";
import { type ChunkJob, readJob, readRows } from "../../../src/app/studies/queue/messages.js";
import { work } from "../../../src/app/studies/queue/worker.js";
import { checkStudy } from "../../../src/motion/study/study.js";
import { type StudyRow, studyRows, sweep } from "../../../src/studies.js";
import { bankshot, scratch } from "../cli/run.js";

const bin = fileURLToPath(new URL("../../../dist/src/app/cli/cli.js", import.meta.url));
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

/** Starts it with words of its own; it tells when it listens. */
async function serve(...words: string[]): Promise<ChildProcess> {
  const server = spawn("redis-server", ["--bind", "127.0.0.1", "--save", "", "--dir", scratch(), ...words]);
  await new Promise<void>((resolve, reject) => {
    server.on("exit", () => reject(new Error("The server did not start.")));
    server.stdout?.on("data", (text) => /Ready to accept/.test(String(text)) && resolve());
  });
  return server;
}

describe.skipIf(!hasRedis)("a queue on Redis", () => {
  let server: ChildProcess | undefined;
  let url = "";
  beforeAll(async () => {
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = await serve("--port", String(port));
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
          if (++chunks === 2) ends[0].abort();
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

  it("asks others for the chunk of a worker that fell silent, and records what fails for the third time", async () => {
    const out = scratch();
    const address = queueAddress(`${url}/2?prefix=frail`);
    const [{ Worker }, data] = [await import("bullmq"), new Redis(address.url, { maxRetriesPerRequest: null })];
    const other = data.duplicate();
    const quiet = { connection: data, prefix: address.prefix, skipLockRenewal: true, skipStalledCheck: true };
    let silent = 0;
    // it takes a chunk and is not heard of again
    const dead = new Worker<ChunkJob>(chunksName, () => new Promise(() => void silent++), {
      ...quiet,
      lockDuration: 100,
    });
    dead.on("error", () => {});
    const end = new AbortController();
    const running = sweep(problem, { over, out, queue: `${url}/2?prefix=frail` });
    await expect.poll(() => silent).toBeGreaterThan(0);
    await dead.close(true);
    let tries = 0;
    const poisoned = new Worker<ChunkJob>(
      chunksName,
      async ({ data: { chunk } }, token) => {
        if (chunk.some(({ item }) => item === 7)) {
          tries++;
          throw new Error(`no memory left ${token === undefined}`);
        }
        return Promise.all(chunk.map(run));
      },
      {
        connection: other,
        prefix: address.prefix,
        stalledInterval: 50,
        lockDuration: 200,
        maxStalledCount: 0,
      },
    );
    const run = itemRunner(problem, checkStudy(problem, { over }));
    const result = await running;
    end.abort();
    await poisoned.close();
    // the package leaves connections open that it was given: they would ask for the server for ever
    for (const one of [data, other]) one.disconnect();
    expect(result).toMatchObject({ items: 36, done: 36, failed: 1 });
    // with its chunk, and three times alone
    expect(tries).toBe(4);
    const rows = await answers(out);
    expect(rows[7]).toMatchObject({ status: "crashed", message: /^Its worker ended 3 times: no memory left/ });
  });

  it("says within five seconds that its server is away, and goes on with the same bits though that forgot all", async () => {
    const port = await freePort();
    let own = await serve("--port", String(port));
    const queue = `redis://127.0.0.1:${port}`;
    const [alone, queued, end] = [scratch(), scratch(), new AbortController()];
    const told: string[] = [];
    let away = 0;
    const running = sweep(problem, {
      ...{ over, out: queued, queue },
      onTrouble: (sentence) => void told.push(sentence),
      onProgress() {
        if (away === 0) own.kill("SIGKILL");
        away ||= performance.now();
      },
    });
    await expect.poll(() => told).toEqual([expect.stringMatching(/^No worker is on the queue at redis:/)]);
    const worker = work(queueAddress(queue), { threads: 1, signal: end.signal });
    await expect.poll(() => told.length).toBe(2);
    expect(told[1]).toMatch(/^The queue at redis:\/\/127\.0\.0\.1:\d+ does not answer\. What is done is kept/);
    expect(performance.now() - away).toBeLessThan(5000);
    own = await serve("--port", String(port));
    expect(await running).toMatchObject({ done: 36, solved: 36 });
    expect(told[2]).toMatch(/is there again/);
    end.abort();
    await worker;
    own.kill();
    await sweep(problem, { over, out: alone, threads: 1 });
    expect(await answers(queued)).toEqual(await answers(alone));
  });

  it("ends when it is stopped while its server is away", async () => {
    const port = await freePort();
    const own = await serve("--port", String(port));
    const stop = new AbortController();
    own.on("exit", () => setTimeout(() => stop.abort(), 150));
    const running = sweep(problem, {
      ...{ over, out: scratch(), queue: `redis://127.0.0.1:${port}`, signal: stop.signal },
      // there is no worker: it is told once the queue is in use
      onTrouble: () => void own.kill("SIGKILL"),
    });
    expect(await running).toMatchObject({ items: 36, done: 0 });
  });

  it("is said to be silent where its server is lost while a sweep or a worker begins", async () => {
    // it answers the first question, and then never again
    const mute = createServer((client) => {
      const server = connect(Number(new URL(url).port), "127.0.0.1");
      const hear = (piece: Buffer): void => {
        client.write(piece);
        if (/PONG/.test(String(piece))) server.off("data", hear).resume();
      };
      server.on("data", hear);
      client.on("close", () => server.destroy());
      client.pipe(server);
    });
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const queue = `redis://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const sentence = /^The queue at redis:\/\/127\.0\.0\.1:\d+ does not answer any more\.$/;
    const out = scratch();
    await Promise.all([
      expect(sweep(problem, { over, out, queue })).rejects.toThrow(sentence),
      expect(work(queueAddress(queue), { threads: 1 })).rejects.toThrow(sentence),
    ]);
    mute.close();
    expect(await sweep(problem, { over, out, threads: 1 })).toMatchObject({ done: 36 });
  });

  it("goes by TLS with a certificate of one's own, as a user whom only its keys are open to", async () => {
    const folder = scratch();
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    spawnSync("openssl", ["req", "-x509", "-nodes", ...curve, "-keyout", key, "-out", certificate, ...subject]);
    const port = await freePort();
    const tls = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"];
    const users = ["--user", "default", "off", "--user", "me", "on", ">secret", "~team:*", "&*", "+@all"];
    const own = await serve("--port", "0", "--tls-port", String(port), ...tls, ...users);
    const at = `localhost:${port}/0?prefix=team`;
    const reach = (text: string) => work(queueAddress(text), { threads: 1, signal: AbortSignal.abort() });
    await expect(reach(`rediss://me:secret@${at}`)).rejects.toThrow(/cannot be reached: self-signed certificate/);
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
    const start = (...words: string[]) => spawn(process.execPath, [bin, ...words], { cwd: folder, env });
    const worker = start("worker", "--threads", "1", "--queue", `rediss://me:secret@${at}`);
    const words = ["--over", "friction=.1...4:3", "--json", "--queue"];
    const said = (child: ChildProcess, stream: "stdout" | "stderr"): Promise<string> =>
      new Promise((resolve) => {
        let text = "";
        child[stream]?.on("data", (piece) => {
          text += String(piece);
        });
        child.on("close", () => resolve(text));
      });
    const wrong = said(start("sweep", "rolling/disk", "--out", "wrong", ...words, `rediss://me:wrong@${at}`), "stderr");
    const right = said(start("sweep", "rolling/disk", ...words, `rediss://me:secret@${at}`), "stdout");
    expect(JSON.parse(await right)).toMatchObject({ done: 3, solved: 3 });
    expect(await wrong).toMatch(/^The queue at rediss:\/\/localhost:\d+\/0 cannot be reached: WRONGPASS/);
    worker.kill("SIGINT");
    expect(await said(worker, "stderr")).toMatch(/3 items done\.\n$/);
    own.kill();
  });
});
