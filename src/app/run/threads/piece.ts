import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { CommonOptions } from "../../../motion/march/task.js";
import type { Settings } from "../../../motion/problem/parameters.js";
import type { Problem } from "../../../motion/problem/problem.js";
import { findProblem } from "../find.js";
import type { Found } from "../found.js";

/** A search as it is handed to a thread: the problem as the command line finds it, and its values. */
export interface Whole {
  readonly reference: string;
  readonly cwd: string;
  readonly set: Settings;
}

/** One piece of it, of so many. Progress goes out by the port; anything that comes in cancels. */
export interface Piece {
  readonly piece: number;
  readonly pieces: number;
  readonly port: MessagePort;
}

/** A thread works for one search: its problem is read once. */
let found: Promise<Found> | undefined;

/** Does a piece in a thread; undefined where the search was cancelled before it began. */
export async function doneHere<Done>(
  { reference, cwd, set, piece, port }: Whole & Piece,
  work: (problem: Problem, options: CommonOptions) => Promise<Done>,
): Promise<Done | undefined> {
  try {
    // the first piece is always begun, so that there is something to show
    const cancelled = receiveMessageOnPort(port) !== undefined;
    if (cancelled && piece > 0) return undefined;
    const interruption = new AbortController();
    if (cancelled) interruption.abort();
    port.once("message", () => interruption.abort());
    found ??= findProblem(reference, cwd);
    const { problem } = await found;
    return await work(problem, { set, signal: interruption.signal, onIteration: (info) => port.postMessage(info) });
  } finally {
    port.close();
  }
}
