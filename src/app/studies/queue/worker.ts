import type { Redis } from "ioredis";
import { BadInput } from "../../../checks/bad-input.js";
import { version } from "../../run/version.js";
import { type Crew, crewHere } from "../crew.js";
import { readStudy, type StudyData } from "../definition.js";
import { itemRunner } from "../item.js";
import type { Row } from "../row.js";
import { threadCrew } from "../thread-crew.js";
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
import { type ChunkJob, readJob } from "./messages.js";
import { announce } from "./presence.js";

/** How a worker works, and who watches it. */
export interface WorkerOptions {
  readonly threads: number;
  readonly signal?: AbortSignal;
  /** Told of every chunk that was computed. */
  readonly onChunk?: (items: number) => void;
  /** Told when the queue falls silent, and when it is there again. */
  readonly onTrouble?: (sentence: string) => void;
  /** Milliseconds after which a chunk whose worker says nothing is another's. */
  readonly silence?: number;
}

/** Milliseconds after which a chunk whose worker says nothing is another's; it is looked for three times as often. */
const usualSilence = 10_000;

/**
 * Computes chunks of a queue until its signal is aborted; then finishes those in hand.
 * @throws {BadInput} where the sweep on the queue is of another version.
 * @throws {Unreachable} within five seconds where the queue does not answer.
 */
export async function work(
  address: QueueAddress,
  { threads, signal, onChunk, onTrouble, silence = usualSilence }: WorkerOptions,
): Promise<void> {
  const { Worker } = await bull();
  const redis = await connect(address, onTrouble);
  const mouth = beside(redis);
  const hands = handsFor(redis, address.prefix, threads);
  let refused: BadInput | undefined;
  let leave = async (): Promise<void> => {};
  try {
    const asked = await whileAnswering(redis, address, redis.get(versionKey(address.prefix)));
    if (asked !== null) checkVersion(asked);
    const ended = new AbortController();
    const worker = new Worker<ChunkJob, readonly Row[]>(
      chunksName,
      async ({ data }) => {
        try {
          const { study, version: of, chunk } = readJob(data);
          checkVersion(of);
          const rows = await (await hands.of(study)).run(chunk);
          onChunk?.(rows.length);
          return rows;
        } catch (error) {
          if (error instanceof BadInput && error.field === "version") {
            refused = error;
            ended.abort();
          }
          throw error;
        }
      },
      {
        connection: mouth,
        prefix: address.prefix,
        concurrency: threads,
        lockDuration: silence,
        stalledInterval: Math.ceil(silence / 3),
        // the collector asks again for what fell silent, item by item, and counts the tries
        maxStalledCount: 0,
      },
    );
    worker.on("error", () => {});
    leave = await whileAnswering(redis, address, announce(redis, address.prefix, threads));
    await until([signal, ended.signal]);
    // a queue that is away takes no rows: what is in hand would be computed for nobody
    const isAway = redis.status !== "ready";
    await whileAnswering(redis, address, worker.close(isAway)).catch(() => worker.close(true));
  } finally {
    await whileAnswering(redis, address, leave()).catch(() => {});
    await hands.close();
    // the queue closes no connection that it was given
    mouth.disconnect();
    redis.disconnect();
  }
  if (refused !== undefined) throw refused;
}

function checkVersion(of: string): void {
  if (of !== version)
    throw new BadInput(
      "version",
      `The sweep on this queue is of version ${of}, and this worker of ${version}: both must be the same.`,
    );
}

/** Waits until one of the signals is aborted. */
async function until(signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) {
      if (signal?.aborted) resolve();
      signal?.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}

/** The crew of one study at a time: its problem is built once. */
function handsFor(redis: Redis, prefix: string, threads: number) {
  let current: { readonly study: string; readonly crew: Promise<Crew> } | undefined;
  const close = async (): Promise<void> => {
    const crew = current?.crew;
    current = undefined;
    await (await crew?.catch(() => undefined))?.close();
  };
  const begin = async (study: string): Promise<Crew> => {
    const text = await redis.get(studyKey(prefix, study));
    if (text === null) throw new Error(`nothing is known of study ${study}`);
    const data = JSON.parse(text) as StudyData;
    // checked before threads are given it
    const { problem, study: asked } = await readStudy(data);
    return (await threadCrew(data, threads)) ?? crewHere(itemRunner(problem, asked));
  };
  return {
    close,
    async of(study: string): Promise<Crew> {
      if (current?.study !== study) {
        const before = close();
        const crew = before.then(() => begin(study));
        current = { study, crew };
        // what cannot be begun is tried anew by the next chunk
        crew.catch(() => {
          if (current?.crew === crew) current = undefined;
        });
      }
      return (current as { readonly crew: Promise<Crew> }).crew;
    },
  };
}
