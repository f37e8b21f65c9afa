import type { Stepwise } from "../algebra/stepwise.js";

/** Longest time [ms] that runs keep the event loop to themselves, so that cancelling and drawing stay possible. */
const longest = 30;
/** Longest time [ms] that a plan goes on before it may be interrupted. */
const often = 10;

/** The time at which the event loop had its last turn from here [ms]. */
let turned = performance.now();

/** True where the event loop had no turn for a while; a clock that was put back says nothing, and would keep it waiting. */
function isLate(): boolean {
  const since = performance.now() - turned;
  return since > longest || since < 0;
}

/** Goes on after a turn of the event loop: a timer waits for a millisecond at least, which Node can do without. */
function afterTurn(resume: () => void): void {
  if (typeof setImmediate === "function") setImmediate(resume);
  else setTimeout(resume, 0);
}

/** Gives the event loop a turn if it has had none for a while. */
export async function breathe(): Promise<void> {
  if (!isLate()) return;
  await new Promise<void>(afterTurn);
  turned = performance.now();
}

/**
 * Runs a plan to its end, giving the event loop a turn now and then. Its time counts over all runs: many short ones, each
 * awaited, are one job of the engine, which keeps every formula that was looked up in it.
 */
export async function drive<T>(plan: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const next = plan.next();
    // asked here, too: what is awaited waits for a microtask at least
    if (isLate()) await breathe();
    if (next.done) return next.value;
  }
}

/** Goes on with a computation until it ends, or until somebody aborts it: then undefined, and what it was at is void. */
export function* unlessAborted<T>(parts: Stepwise<T>, signal: AbortSignal | undefined): Stepwise<T | undefined> {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
    yield;
    if (signal?.aborted) return undefined;
  }
}

/**
 * A clock for plans of many short steps: true where the last yield was a while ago. It decides when to pause, never what to
 * compute, so that the same input gives the same bits.
 */
export function turns(): () => boolean {
  let since = performance.now();
  return () => {
    const now = performance.now();
    if (now - since < often) return false;
    since = now;
    return true;
  };
}
