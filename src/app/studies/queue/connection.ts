/**
 * Chunks of a study on other machines: a queue on Redis carries data, never code, and whoever takes a chunk makes its items
 * from the same data. The collector (`queue-crew.ts`) puts chunks in and waits for rows, a worker (`worker.ts`) computes
 * them; both check what they get (`messages.ts`). Either may die at any moment: what is lost is asked for again.
 *
 * @module app/studies/queue
 */
import type { Redis } from "ioredis";
import { BadInput } from "../../../checks/bad-input.js";
import { Unreachable } from "./unreachable.js";

/** A queue as people name it: `redis://user:password@host:6379/0?prefix=team`, `rediss://` with TLS. */
export interface QueueAddress {
  readonly url: string;
  /** All keys begin with it. */
  readonly prefix: string;
  /** The address without user and password, as it may be printed. */
  readonly shown: string;
}

/** Milliseconds in which a queue answers for the first time, or cannot be reached. */
const patience = 3000;

/**
 * An address from its text.
 * @throws {BadInput} where it is none.
 */
export function queueAddress(text: string): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "")
    throw new BadInput("--queue", "--queue takes redis://host:6379/0, or rediss:// with TLS.");
  const prefix = url.searchParams.get("prefix") ?? "bankshot";
  if (!/^[\w.-]{1,80}$/.test(prefix))
    throw new BadInput("--queue", "The prefix of --queue has letters, digits, dots, hyphens and underscores only.");
  url.search = "";
  return { url: url.href, prefix, shown: `${url.protocol}//${url.host}${url.pathname}` };
}

/**
 * A connection that answered once, and from then on waits for its server whenever that is gone.
 * @throws {Unreachable} within five seconds where there is no answer.
 */
export async function connect(
  { url, shown }: QueueAddress,
  onTrouble: (sentence: string) => void = () => {},
): Promise<Redis> {
  const { Redis: Client } = await clients();
  let isFirst = true;
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: patience,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isFirst ? null : Math.min(100 * times, 2000)),
  });
  // told by whoever waits; without a listener an error would end the program
  let why = "it does not answer";
  redis.on("error", (error: Error) => {
    why = error.message === "" ? why : error.message;
  });
  try {
    await within(
      patience,
      redis.connect().then(() => redis.ping()),
    );
  } catch (error) {
    redis.disconnect();
    // something that is no Redis answers in its own words
    if (/RESP type|Protocol error/i.test(why)) why = "what answers there is no Redis";
    const said = error instanceof Error && /NOAUTH|WRONGPASS|NOPERM|invalid/i.test(error.message) ? error.message : why;
    throw new Unreachable(`The queue at ${shown} cannot be reached: ${said.replace(/\.$/, "")}.`);
  }
  isFirst = false;
  tellTrouble(redis, shown, onTrouble);
  return redis;
}

/** Says that a connection is lost if it does not come back soon, and then that it is there again. */
function tellTrouble(redis: Redis, shown: string, tell: (sentence: string) => void): void {
  let timer: NodeJS.Timeout | undefined;
  let isTold = false;
  redis.on("close", () => {
    timer ??= setTimeout(() => {
      isTold = true;
      tell(`The queue at ${shown} does not answer. What is done is kept; waiting for it.`);
    }, patience);
  });
  redis.on("end", () => clearTimeout(timer));
  redis.on("ready", () => {
    clearTimeout(timer);
    timer = undefined;
    if (isTold) tell(`The queue at ${shown} is there again.`);
    isTold = false;
  });
}

/** Milliseconds in which a server answers that is there, and between two times that it is asked. */
const [reply, askEvery] = [1500, 250];

/**
 * Waits for something of a queue as long as its server answers: what is begun or ended with a server that is lost meanwhile
 * would wait for it for ever.
 * @throws {Unreachable} where it fell silent.
 */
export async function whileAnswering<T>(redis: Redis, { shown }: QueueAddress, act: Promise<T>): Promise<T> {
  let isOver = false;
  const silence = async (): Promise<never> => {
    for (;;) {
      await within(reply, redis.ping()).catch(() => {
        throw new Unreachable(`The queue at ${shown} does not answer any more.`);
      });
      await new Promise((resolve) => setTimeout(resolve, askEvery));
      // nobody waits for it any more
      if (isOver) await new Promise(() => {});
    }
  };
  try {
    return await Promise.race([act, silence()]);
  } finally {
    isOver = true;
    act.catch(() => {});
  }
}

/** Another connection to the same server: whoever waits in one blocks it. */
export function beside(redis: Redis): Redis {
  const another = redis.duplicate();
  // it waits for its server; without a listener of its own every try would be a line on the terminal
  another.on("error", () => {});
  return another;
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function clients(): Promise<Pick<typeof import("ioredis"), "Redis">> {
  try {
    return await import("ioredis");
  } catch {
    throw missing;
  }
}

/** The package of queues, read before the first connection: a server is not kept waiting by that. */
export async function bull(): Promise<Pick<typeof import("bullmq"), "Queue" | "QueueEvents" | "Worker">> {
  try {
    return await import("bullmq");
  } catch {
    throw missing;
  }
}

const missing = new BadInput("--queue", "Queues need the packages bullmq and ioredis: npm install bullmq ioredis.");

/** The name of the queue of chunks. */
export const chunksName = "chunks";

/** The key of a study's data, and the one under which a collector at work tells its version. */
export const studyKey = (prefix: string, id: string): string => `${prefix}:study:${id}`;
export const versionKey = (prefix: string): string => `${prefix}:version`;
