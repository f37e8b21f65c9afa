import { workerData } from "piscina";
import { runChunk } from "./crew.js";
import { readStudy } from "./definition.js";
import { itemRunner, type Work } from "./item.js";
import type { Row } from "./row.js";
import type { ThreadData } from "./thread-crew.js";

const { data, stop } = workerData as ThreadData;
const flag = new Int32Array(stop);
/** A thread works for one study: its problem is built once. */
const runner = readStudy(data).then(({ problem, study }) => itemRunner(problem, study));

/** Computes a chunk; fewer rows where the study was stopped meanwhile. */
export default async function compute(chunk: readonly Work[]): Promise<Row[]> {
  return runChunk(await runner, chunk, () => Atomics.load(flag, 0) !== 0);
}
