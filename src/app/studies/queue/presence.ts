import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";

/** Milliseconds between two words of a worker, and after which one that says nothing is gone. */
const [sayEvery, gone] = [3000, 12_000];

const workersKey = (prefix: string): string => `${prefix}:workers`;

/** The server's clock [ms]: those of machines differ. */
async function now(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return 1000 * Number(seconds) + Number(micros) / 1000;
}

/** Says every few seconds that a worker with so many threads is there; what is returned says that it goes. */
export async function announce(redis: Redis, prefix: string, threads: number): Promise<() => Promise<void>> {
  const name = `${threads} ${randomUUID()}`;
  const say = async (): Promise<void> => void (await redis.zadd(workersKey(prefix), await now(redis), name));
  await say();
  const timer = setInterval(() => void say().catch(() => {}), sayEvery);
  return async () => {
    clearInterval(timer);
    if (redis.status === "ready") await redis.zrem(workersKey(prefix), name).catch(() => 0);
  };
}

/** Threads of all workers that are there. */
export async function threadsThere(redis: Redis, prefix: string): Promise<number> {
  const since = (await now(redis)) - gone;
  await redis.zremrangebyscore(workersKey(prefix), "-inf", String(since));
  const names = await redis.zrangebyscore(workersKey(prefix), "-inf", "+inf");
  return names.reduce((sum, name) => sum + (Number.parseInt(name, 10) || 0), 0);
}
