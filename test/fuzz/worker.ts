import { parentPort, workerData } from "node:worker_threads";
import { batchSize, emptyTally, runBatch, seedOf } from "./run.js";
import { type TargetName, targetNamed } from "./targets.js";

/** The orders of a worker: which batches of a target, until when, and where it says what it is at. */
export interface Orders {
  readonly target: TargetName;
  readonly seed: number;
  readonly first: number;
  /** The end by the clock [ms]. */
  readonly until: number;
  /** Of the case at work: batch, place in it, when it began [ms]. */
  readonly at: SharedArrayBuffer;
}

/** Memory that a batch may leave behind [bytes]: anything more is out of proportion to inputs of some kilobytes. */
const mostGrowth = 600 * 2 ** 20;

const { target: name, seed, first, until, at } = workerData as Orders;
const place = new Float64Array(at);
const tally = emptyTally();
const target = await targetNamed(name);
for (let batch = first; Date.now() < until; batch++) {
  const before = process.memoryUsage().rss;
  await runBatch(target, seedOf(seed, batch), tally, {
    begins: (k) => {
      place.set([batch, k, Date.now()]);
    },
  });
  const grown = process.memoryUsage().rss - before;
  if (grown > mostGrowth)
    tally.findings.push({
      fault: `a batch of ${batchSize} cases left ${(grown / 2 ** 20).toFixed(0)} MiB`,
      seed: seedOf(seed, batch),
      input: "the whole batch",
    });
  // what is known so far, should the next batch end this thread
  parentPort?.postMessage(tally);
}
parentPort?.postMessage("done");
