/**
 * A computation in parts. It yields wherever others may go on meanwhile, by the work that it has done and never by a
 * clock, and its value does not depend on who goes on or when: run at once or with pauses, it gives the same bits.
 */
export type Stepwise<T> = Generator<undefined, T>;

/** Runs a computation to its end at once. */
export function finish<T>(parts: Stepwise<T>): T {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
  }
}

/** Does what is to be done for the numbers from 0 to below `count`: so many at once, and a pause after each lot but the last. */
export function* inLots(count: number, atOnce: number, lot: (from: number, to: number) => void): Stepwise<void> {
  for (let from = 0; from < count; from += atOnce) {
    if (from > 0) yield;
    lot(from, Math.min(from + atOnce, count));
  }
}
