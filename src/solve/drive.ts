/** Longest time [ms] that a run keeps the event loop to itself, so that cancelling and drawing stay possible. */
const longest = 30;

/** Runs a plan to its end, giving the event loop a turn now and then. */
export async function drive<T>(plan: Generator<undefined, T>): Promise<T> {
  let breath = performance.now();
  for (;;) {
    const turn = plan.next();
    if (turn.done) return turn.value;
    if (performance.now() - breath > longest) {
      await new Promise((resume) => setTimeout(resume, 0));
      breath = performance.now();
    }
  }
}
