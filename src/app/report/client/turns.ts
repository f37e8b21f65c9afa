/** Work that waits for a quiet moment, in the order in which it came; what is asked for twice is done once. */
const waiting = new Set<() => void>();

/** Does something when the page has nothing better to do, one piece of work at a time, so that no task is long. */
export function later(work: () => void): void {
  const first = waiting.size === 0;
  waiting.add(work);
  if (first) soon(next);
}

function next(): void {
  const [work] = waiting;
  if (work === undefined) return;
  waiting.delete(work);
  // what fails must not keep what waits behind it from being done
  if (waiting.size > 0) soon(next);
  work();
}

/** Longest wait [ms]: a page that is always busy shows its charts all the same. */
const patience = 200;

const soon: (work: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(work, { timeout: patience })
    : (work) => setTimeout(work, 0);
