import type { Answer, RunRequest } from "../messages.js";
import { type State, verbOf } from "../state.js";
import { type Desk, run } from "./desk.js";

/** The settings have changed since the shown motion was found, and nothing was run since. */
const isStale = (state: State): boolean =>
  !state.current && state.ended === undefined && state.answer?.verb === verbOf(state);

/**
 * The number of the run that is shown, which the worker holds: after a run if need be, of what is set, or of a stored
 * motion that stayed on the screen when something else was missed. Undefined where that run ends otherwise.
 */
export async function shownRun(desk: Desk): Promise<number | undefined> {
  const { page, memory } = desk;
  const isKept = page.get().ended !== undefined;
  if (memory.held !== undefined && !isStale(page.get())) return memory.held;
  memory.afterRun?.(false);
  const ended = new Promise<boolean>((resolve) => {
    memory.afterRun = resolve;
  });
  if (isKept) runAsStored(desk);
  else run(desk, page.get().history.now.launch);
  return (await ended) ? shownRun(desk) : undefined;
}

/** A motion that stays and is not held came from a file: it is that of the problem as it is declared. */
function runAsStored({ page, worker, memory }: Desk): void {
  const { answer, history } = page.get();
  if (answer === undefined) return;
  memory.again = { problem: history.now.problem, verb: answer.verb, set: {} };
  worker.run(memory.again);
}

/** True for the run of a stored motion, which changes nothing of what is shown: the worker holds it from now on. */
export function isHeldAgain({ page, memory }: Desk, request: RunRequest, { status }: Answer, number: number): boolean {
  if (request !== memory.again) return false;
  memory.again = undefined;
  const isDone = status !== "cancelled";
  if (isDone) memory.held = number;
  page.change({ work: { kind: "idle" } });
  settle(memory, isDone);
  return true;
}

/** Tells who waits for a run that it has ended, and whether to go on. */
export function settle(memory: Desk["memory"], goOn: boolean): void {
  const tell = memory.afterRun;
  memory.afterRun = undefined;
  tell?.(goOn);
}
