/**
 * Searches of a design in threads, one start each. Neither their number nor their speed changes an answer. The worker
 * and the pool know each other by one task; all else may be touched without reading either.
 *
 * @module app/run/threads
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { MessageChannel } from "node:worker_threads";
import type { Searched } from "../../../motion/design/search.js";
import type { RunOptions } from "../../../motion/session.js";
import type { StartTask } from "./design-worker.js";

type Watched = Pick<RunOptions, "signal"> & Required<Pick<RunOptions, "onIteration">>;

/** Threads run what was built: from its source, a program has none. */
const worker = new URL("./design-worker.js", import.meta.url);

/**
 * Searches the starts of a design in threads, one a core; undefined where they cannot or need not be started.
 * Every start searches by itself, so that neither the number of threads nor their speed changes the answer.
 */
export function designThreads(
  design: Pick<StartTask, "reference" | "cwd" | "set">,
  { signal, onIteration }: Watched,
): ((starts: number) => Promise<Searched[]>) | undefined {
  const cores = availableParallelism();
  if (cores < 2 || !existsSync(worker)) return undefined;
  return async (starts) => {
    const { Piscina } = await import("piscina");
    const pool = new Piscina<StartTask, Searched | undefined>({
      filename: fileURLToPath(worker),
      maxThreads: Math.min(cores, starts),
    });
    const search = (start: number): Promise<Searched | undefined> => {
      const { port1: here, port2: port } = new MessageChannel();
      here.on("message", onIteration);
      const cancel = (): void => here.postMessage("cancel");
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      return pool.run({ ...design, start, port }, { transferList: [port] }).finally(() => {
        signal?.removeEventListener("abort", cancel);
        here.close();
      });
    };
    try {
      const found = await Promise.all(Array.from({ length: starts }, (_, start) => search(start)));
      return found.filter((one) => one !== undefined);
    } finally {
      await pool.destroy();
    }
  };
}
