import { createHash, randomUUID } from "node:crypto";
import type { Job, Queue, QueueEvents } from "bullmq";
import type { Crew } from "../crew.js";
import type { StudyData } from "../definition.js";
import type { Work } from "../item.js";
import type { Row } from "../row.js";
import {
  beside,
  bull,
  chunksName,
  connect,
  type QueueAddress,
  studyKey,
  versionKey,
  whileAnswering,
} from "./connection.js";
import { type ChunkJob, isOfStudy, readRows } from "./messages.js";
import { threadsThere } from "./presence.js";

/** Chunks at once while no worker is there yet: those who come find something to do. */
const leastWidth = 2;
/** Jobs that are looked at in one look. */
const mostLooks = 200;
/** Milliseconds for which a sweep that was stopped waits for what workers have in hand. */
const farewell = 10_000;
/** Milliseconds between two looks at what is under way: events may be lost with a server, chunks with a worker. */
const lookEvery = 2000;
/** Seconds after which a collector that says nothing is none, and after which data of a study are forgotten. */
const [presence, memory] = [30, 7 * 24 * 3600];
/** Seconds that a finished job is kept. */
const kept = 600;

/** A chunk under way. */
interface Waiting {
  readonly chunk: readonly Work[];
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: Error) => void;
}

/** Answers to chunks under way: each is heard once. */
function hearing(waiting: Map<string, Waiting>) {
  const take = (id: string): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  return {
    take,
    complete(id: string, given: unknown): void {
      const one = take(id);
      try {
        if (one !== undefined) one.resolve(readRows(given, one.chunk));
      } catch (error) {
        one?.reject(error as Error);
      }
    },
    fail: (id: string, why: string): void => take(id)?.reject(new Error(why)),
    letGo(): void {
      for (const id of [...waiting.keys()]) take(id)?.resolve([]);
    },
  };
}

/** The queue, what is heard of it, and the end of both. */
async function connections(address: QueueAddress, onTrouble: (sentence: string) => void) {
  const { Queue: Jobs, QueueEvents: Events } = await bull();
  const redis = await connect(address, onTrouble);
  const options = { connection: redis, prefix: address.prefix };
  const queue: Queue<ChunkJob, readonly Row[]> = new Jobs(chunksName, options);
  const ear = beside(redis);
  const events: QueueEvents = new Events(chunksName, { ...options, connection: ear });
  // connections wait for their server; without a listener an error would end the program
  queue.on("error", () => {});
  events.on("error", () => {});
  return {
    redis,
    queue,
    events,
    // the queue closes no connection that it was given
    hangUp(): void {
      ear.disconnect();
      redis.disconnect();
    },
  };
}

/**
 * A crew of whoever takes chunks from a queue.
 * @throws {Unreachable} within five seconds where the queue does not answer.
 */
export async function queueCrew(
  address: QueueAddress,
  data: StudyData,
  onTrouble: (sentence: string) => void = () => {},
): Promise<Crew> {
  const { redis, queue, events, hangUp } = await connections(address, onTrouble);
  const text = JSON.stringify(data);
  const study = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const session = `${study}-${randomUUID().slice(0, 8)}`;
  const waiting = new Map<string, Waiting>();
  const { take, complete, fail, letGo } = hearing(waiting);
  let jobs = 0;
  let threads = 0;
  let isLonely = false;

  const present = async (): Promise<void> => {
    await redis.set(studyKey(address.prefix, study), text, "EX", memory);
    await redis.set(versionKey(address.prefix), data.version, "EX", presence);
  };
  const add = async (id: string, chunk: readonly Work[]): Promise<void> => {
    const job: ChunkJob = { study, version: data.version, chunk };
    await queue.add("chunk", job, { jobId: id, removeOnComplete: { age: kept }, removeOnFail: { age: kept } });
  };
  const count = async (): Promise<void> => {
    threads = await threadsThere(redis, address.prefix);
    if (threads === 0 && !isLonely)
      onTrouble(`No worker is on the queue at ${address.shown}: npx bankshot worker --queue … begins one.`);
    isLonely = threads === 0;
  };
  const look = async (): Promise<void> => {
    await present();
    await count();
    for (const [id, one] of [...waiting].slice(0, mostLooks)) {
      const { chunk } = one;
      // the others come first next time
      if (!waiting.delete(id)) continue;
      waiting.set(id, one);
      const job: Job<ChunkJob, readonly Row[]> | undefined = await queue.getJob(id);
      // a server that was killed forgets its last second
      if (job === undefined) await add(id, chunk);
      else if (job.returnvalue) complete(id, job.returnvalue);
      else if (await job.isFailed()) fail(id, job.failedReason);
    }
  };
  events.on("completed", ({ jobId, returnvalue }) => complete(jobId, returnvalue));
  events.on("failed", ({ jobId, failedReason }) => fail(jobId, failedReason));
  const begin = async (): Promise<void> => {
    await events.waitUntilReady();
    await present();
    await forget(queue, study);
    await count();
  };
  try {
    await whileAnswering(redis, address, begin());
  } catch (error) {
    hangUp();
    throw error;
  }
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {});
  }, lookEvery);
  let last: NodeJS.Timeout | undefined;
  return {
    width: () => Math.max(leastWidth, threads),
    chunkSeconds: 1,
    run: (chunk) =>
      new Promise((resolve, reject) => {
        const id = `${session}-${jobs++}`;
        waiting.set(id, { chunk, resolve, reject });
        add(id, chunk).catch((error: Error) => fail(id, error.message));
      }),
    stop() {
      // chunks that a worker has are finished, unless it takes too long; the others are taken back
      last ??= setTimeout(letGo, farewell);
      if (redis.status !== "ready") return letGo();
      for (const id of waiting.keys())
        queue.remove(id).then(
          (removed) => removed === 1 && take(id)?.resolve([]),
          () => {},
        );
    },
    async close() {
      clearInterval(timer);
      clearTimeout(last);
      letGo();
      // one that waits for its server would wait here, too
      if (redis.status === "ready")
        await whileAnswering(redis, address, Promise.all([queue.close(), events.close()])).catch(() => {});
      hangUp();
    },
  };
}

/** Takes out what a collector of this study that died left in the queue: its rows would be counted by nobody. */
async function forget(queue: Queue<ChunkJob, readonly Row[]>, study: string): Promise<void> {
  for (const job of await queue.getJobs(["waiting", "completed", "failed"]))
    if (isOfStudy(job?.data, study)) await job.remove().catch(() => {});
}
