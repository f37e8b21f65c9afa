import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { type Searched, searchFrom } from "../../../motion/design/search.js";
import type { Settings } from "../../../motion/problem/parameters.js";
import { findProblem } from "../find.js";
import type { Found } from "../found.js";

/** One start of a design, as it is handed to a thread. Progress goes out by the port; anything that comes in cancels. */
export interface StartTask {
  /** The problem as the command line finds it. */
  readonly reference: string;
  readonly cwd: string;
  readonly set: Settings;
  readonly start: number;
  readonly port: MessagePort;
}

/** A thread works for one design: its problem is read once. */
let found: Promise<Found> | undefined;

/** Searches from one start; undefined where the design was cancelled before this start began. */
export default async function search({ reference, cwd, set, start, port }: StartTask): Promise<Searched | undefined> {
  try {
    // the first start is always begun, so that there is something to show
    const cancelled = receiveMessageOnPort(port) !== undefined;
    if (cancelled && start > 0) return undefined;
    const interruption = new AbortController();
    if (cancelled) interruption.abort();
    port.once("message", () => interruption.abort());
    found ??= findProblem(reference, cwd);
    const { problem } = await found;
    return await searchFrom(problem, start, {
      set,
      signal: interruption.signal,
      onIteration: (info) => port.postMessage(info),
    });
  } finally {
    port.close();
  }
}
