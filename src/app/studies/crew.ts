import type { Work } from "./item.js";
import type { Row } from "./row.js";

/** Who computes chunks of items: this thread, others, or other machines. */
export interface Crew {
  /** Chunks at once, as of now: machines come and go. */
  readonly width: () => number;
  /** Seconds that a chunk should take: enough that handing it over costs nothing. */
  readonly chunkSeconds: number;
  /** Computes a chunk; fewer rows than asked for where it was told to stop. */
  readonly run: (chunk: readonly Work[]) => Promise<readonly Row[]>;
  /** Lets those who would wait for a first item compute it, too, to no end but that theirs is compiled then. */
  readonly practise?: (work: Work) => void;
  /** Finishes the items in hand and begins no others. */
  readonly stop: () => void;
  readonly close: () => Promise<void>;
}

/** Computes the items of a chunk one after the other until `stopped` says so. */
export async function runChunk(
  run: (work: Work) => Promise<Row>,
  chunk: readonly Work[],
  stopped: () => boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const work of chunk) {
    if (stopped()) break;
    rows.push(await run(work));
  }
  return rows;
}

/** A crew of this thread alone. */
export function crewHere(run: (work: Work) => Promise<Row>): Crew {
  let stopped = false;
  return {
    width: () => 1,
    chunkSeconds: 0.1,
    run: (chunk) => runChunk(run, chunk, () => stopped),
    stop() {
      stopped = true;
    },
    close: async () => {},
  };
}
