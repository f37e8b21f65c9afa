/** Places that can be undone and those that can be done again; `now` is the present one. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

/** More steps back than anybody remembers. */
const most = 200;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** A change that can be undone; what was undone before it is gone. */
export function record<T>({ past, now }: History<T>, next: T): History<T> {
  return { past: [...past, now].slice(-most), now: next, future: [] };
}

/** The step before, or the same history where there is none. */
export function undo<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  const before = past.at(-1);
  return past.length === 0 ? history : { past: past.slice(0, -1), now: before as T, future: [now, ...future] };
}

/** The step that was undone last, or the same history where there is none. */
export function redo<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  return future.length === 0 ? history : { past: [...past, now], now: future[0] as T, future: future.slice(1) };
}
