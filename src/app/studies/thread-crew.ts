import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Crew } from "./crew.js";
import type { StudyData } from "./definition.js";
import type { Work } from "./item.js";
import type { Row } from "./row.js";

/** Data of a thread when it starts: the study, and a word in shared memory that tells it to stop. */
export interface ThreadData {
  readonly data: StudyData;
  readonly stop: SharedArrayBuffer;
}

/** Threads run what was built: from its source, a program has none. */
const worker = new URL("./study-worker.js", import.meta.url);

/** A crew of threads, one a core unless said otherwise; undefined where they cannot be started. */
export async function threadCrew(data: StudyData, threads: number = availableParallelism()): Promise<Crew | undefined> {
  if (threads < 2 || !existsSync(worker)) return undefined;
  const { Piscina } = await import("piscina");
  const stop = new SharedArrayBuffer(4);
  const workerData: ThreadData = { data, stop };
  const pool = new Piscina<readonly Work[], readonly Row[]>({
    filename: fileURLToPath(worker),
    minThreads: threads,
    maxThreads: threads,
    workerData,
  });
  return {
    width: () => threads,
    chunkSeconds: 0.3,
    run: (chunk) => pool.run(chunk),
    practise(work) {
      for (let other = 1; other < threads; other++) pool.run([work]).catch(() => {});
    },
    stop: () => void Atomics.store(new Int32Array(stop), 0, 1),
    close: () => pool.destroy(),
  };
}
