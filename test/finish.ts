/** Runs a generator that waits for nothing to its end. */
export function finish<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const turn = steps.next();
    if (turn.done) return turn.value;
  }
}
