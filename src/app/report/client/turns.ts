/** Work that waits for a quiet moment, in the order in which it came; what is asked for twice is done once. */
const waiting = new Set<() => void>();

/** Longest wait of a piece of work [ms]: a page that is always busy shows its charts all the same. */
const patience = 100;
/** A chart takes longer than this to draw [ms]: another one would not be done before the next picture. */
const enough = 8;

/** Does something when the page has nothing better to do, so that no task is long. */
export function later(work: () => void): void {
  if (waiting.size === 0) soon();
  waiting.add(work);
}

function turn(quiet: () => number): void {
  do {
    const [work] = waiting;
    if (work === undefined) return;
    waiting.delete(work);
    work();
  } while (quiet() > enough);
  if (waiting.size > 0) soon();
}

const soon: () => void =
  typeof requestIdleCallback === "function"
    ? () => requestIdleCallback((deadline) => turn(() => deadline.timeRemaining()), { timeout: patience })
    : () => setTimeout(() => turn(() => 0), 0);
