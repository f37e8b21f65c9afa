import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { MessageChannel } from "node:worker_threads";
import type { ProgressInfo } from "../../../motion/march/task.js";
import type { Piece, Whole } from "./piece.js";

/** Who stops a search in threads, and who is told how far each of its pieces is. */
export interface Watched {
  readonly signal?: AbortSignal;
  readonly onIteration: (info: ProgressInfo, piece: number) => void;
}

/**
 * Does the pieces of a search in threads, one a core; undefined where they cannot or need not be started: threads run
 * what was built, and from its source a program has none. What was cancelled before it began is left out.
 */
export function inThreads<Asked extends Whole, Done>(
  script: URL,
  asked: Asked,
): ((pieces: number, watched: Watched, also?: Partial<Asked>) => Promise<Done[]>) | undefined {
  const cores = availableParallelism();
  if (cores < 2 || !existsSync(script)) return undefined;
  return async (pieces, { signal, onIteration }, also) => {
    const { Piscina } = await import("piscina");
    const pool = new Piscina<Asked & Piece, Done | undefined>({
      filename: fileURLToPath(script),
      maxThreads: Math.min(cores, pieces),
    });
    const doPiece = (piece: number): Promise<Done | undefined> => {
      const { port1: here, port2: port } = new MessageChannel();
      here.on("message", (info: ProgressInfo) => onIteration(info, piece));
      const cancel = (): void => here.postMessage("cancel");
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      return pool.run({ ...asked, ...also, piece, pieces, port }, { transferList: [port] }).finally(() => {
        signal?.removeEventListener("abort", cancel);
        here.close();
      });
    };
    try {
      const done = await Promise.all(Array.from({ length: pieces }, (_, piece) => doPiece(piece)));
      return done.filter((one) => one !== undefined);
    } finally {
      await pool.destroy();
    }
  };
}
