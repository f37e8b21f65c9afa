import { availableParallelism } from "node:os";
import { BadInput } from "../../../motion/problem/problem.js";
import { queueAddress } from "../../studies/queue/connection.js";
import { work } from "../../studies/queue/worker.js";
import type { Io } from "../io.js";
import { whole } from "./sweep.js";

/** A worker in the words of the command line. */
export interface WorkerFlags {
  readonly queue?: string;
  readonly threads?: string;
}

/** `bankshot worker`: computes chunks of a queue until it is interrupted, then finishes those in hand. */
export async function worker({ queue, threads }: WorkerFlags, io: Io): Promise<number> {
  if (queue === undefined) throw new BadInput("--queue", "A worker needs a queue: --queue redis://host:6379/0.");
  const address = queueAddress(queue);
  const width = threads === undefined ? availableParallelism() : whole("--threads", threads, 1);
  let items = 0;
  io.err(
    `Works for ${address.shown} with ${width} thread${width === 1 ? "" : "s"}; Ctrl-C finishes what is in hand.\n`,
  );
  await work(address, {
    threads: width,
    ...(io.signal && { signal: io.signal }),
    onChunk(count) {
      items += count;
      if (io.live) io.err(`\r\x1b[2K${items} items`);
    },
    onTrouble: (sentence) => io.err(`${io.live ? "\r\x1b[2K" : ""}${sentence}\n`),
  });
  io.err(`${io.live ? "\r\x1b[2K" : ""}${items} items done.\n`);
  return 0;
}
