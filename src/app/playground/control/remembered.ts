import { linkOf, type Place, withoutTime } from "../../run/place.js";
import type { State } from "../state.js";
import type { Store } from "../store.js";

/** More motions than this are not remembered: each may be a million numbers. */
const most = 12;

/** All that a run left on the page of its place. */
type Kept = Pick<State, "answer" | "branches" | "picked" | "ranked" | "info">;

/** As much of the page's control as remembers. */
interface Remembering {
  readonly page: Store<State>;
  readonly memory: { held: number | undefined; readonly remembered: Remembered };
}

/** Answers of places, the last ones: undoing a change brings back what was found there, and runs nothing again. */
export type Remembered = Map<string, Kept>;

const keyOf = (place: Place): string => linkOf(withoutTime(place));

/** Keeps what is on the page for its place. */
export function remember({ page, memory: { remembered } }: Remembering): void {
  const { history, answer, branches, picked, ranked, info, current } = page.get();
  if (!current || answer === undefined || answer.status === "cancelled" || answer.preview) return;
  // what a finer computation was to follow is asked for again, and that with it
  if (answer.confirmed === false) return;
  const key = keyOf(history.now);
  remembered.delete(key);
  remembered.set(key, { answer, branches, picked, ranked, info });
  for (const [oldest] of remembered) if (remembered.size > most) remembered.delete(oldest);
}

/** Puts on the page again what was found at the present place; false where that is not remembered. */
export function recall({ page, memory }: Remembering): boolean {
  const kept = memory.remembered.get(keyOf(page.get().history.now));
  if (kept?.answer === undefined) return false;
  // the worker holds another run: an export of this one runs it first
  memory.held = undefined;
  page.change({
    ...kept,
    current: true,
    ended: undefined,
    refusal: undefined,
    trouble: undefined,
    pointed: undefined,
    work: { kind: "idle" },
    told: `${kept.answer.status}. ${kept.answer.message}`,
  });
  return true;
}
