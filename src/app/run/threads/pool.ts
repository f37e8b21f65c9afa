import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { ProgressInfo } from "../../../motion/march/task.js";
import type { Piece, Whole } from "./piece.js";

/** Who stops a search in threads, and who is told how far each of its pieces is. */
export interface Watched {
  readonly signal?: AbortSignal;
  readonly onIteration: (info: ProgressInfo, piece: number) => void;
}

/** A piece with what is asked of it besides, by which export of the script, if not by its default. */
export interface Work<Asked> {
  readonly also?: Partial<Asked>;
  readonly name?: string;
}

/** Does more of a piece in whichever thread is free, behind all that was asked for before; undefined where it was cancelled. */
export type More<Asked> = <Also>(work: Work<Asked>) => Promise<Also | undefined>;

/** Asked of every piece besides, and done with each of them behind it. */
export interface Going<Asked, Done> {
  readonly also?: Partial<Asked>;
  readonly goOn?: (done: Done, more: More<Asked>) => Promise<Done>;
}

/**
 * Does the pieces of a search in threads, one a core; undefined where they cannot or need not be started: threads run
 * what was built, and from its source a program has none. What was cancelled before it began is left out.
 */
export function inThreads<Asked extends Whole, Done>(
  script: URL,
  asked: Asked,
): ((pieces: number, watched: Watched, going?: Going<Asked, Done>) => Promise<Done[]>) | undefined {
  const cores = availableParallelism();
  if (cores < 2 || !existsSync(script)) return undefined;
  return async (pieces, { signal, onIteration }, { also: always, goOn } = {}) => {
    const { Piscina } = await import("piscina");
    const pool = new Piscina({
      filename: fileURLToPath(script),
      maxThreads: Math.min(cores, pieces),
    });
    // one listener of the signal for all, however many pieces there are
    const open = new Set<MessagePort>();
    const cancel = (): void => {
      for (const port of open) port.postMessage("cancel");
    };
    signal?.addEventListener("abort", cancel, { once: true });
    const run = (piece: number, { also, name = "default" }: Work<Asked>) => {
      const { port1: here, port2: port } = new MessageChannel();
      here.on("message", (info: ProgressInfo) => onIteration(info, piece));
      if (signal?.aborted) here.postMessage("cancel");
      open.add(here);
      const task: Asked & Piece = { ...asked, ...always, ...also, piece, pieces, port };
      return pool.run(task, { transferList: [port], name }).finally(() => {
        open.delete(here);
        here.close();
      });
    };
    const doPiece = async (piece: number): Promise<Done | undefined> => {
      const done: Done | undefined = await run(piece, {});
      return done === undefined || goOn === undefined ? done : goOn(done, (work) => run(piece, work));
    };
    try {
      const done = await Promise.all(Array.from({ length: pieces }, (_, piece) => doPiece(piece)));
      return done.filter((one) => one !== undefined);
    } finally {
      signal?.removeEventListener("abort", cancel);
      await pool.destroy();
    }
  };
}
