/** Longest time [ms] that a computation goes on before it lets others have a turn: cancelling is heard then. */
const longest = 10;

/**
 * A clock for long computations that are generators: true where the last turn of others was a while ago, and then it is
 * theirs. It decides when to pause, never what to compute, so that the same input gives the same bits.
 */
export function turns(): () => boolean {
  let since = performance.now();
  return () => {
    const now = performance.now();
    if (now - since < longest) return false;
    since = now;
    return true;
  };
}
