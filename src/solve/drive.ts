/** Longest time [ms] that runs keep the event loop to themselves, so that cancelling and drawing stay possible. */
const longest = 30;

/** The time at which the event loop had its last turn from here [ms]. */
let turned = performance.now();

/**
 * Runs a plan to its end, giving the event loop a turn now and then. Its time counts over all runs: many short ones, each
 * awaited, are one job of the engine, which keeps every formula that was looked up in it.
 */
export async function drive<T>(plan: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const next = plan.next();
    if (performance.now() - turned > longest) {
      await new Promise((resume) => setTimeout(resume, 0));
      turned = performance.now();
    }
    if (next.done) return next.value;
  }
}
