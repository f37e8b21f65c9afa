import { type Place, sameMotion } from "../../run/place.js";
import { record } from "../history.js";
import type { RunRequest } from "../messages.js";
import { fetchGiven } from "../sources.js";
import { type Desk, run, show, toLink } from "./desk.js";
import { recall } from "./remembered.js";
import { settle } from "./shown-run.js";

/** Puts a place with another problem after the present one, as a change that can be undone. */
export function goTo(desk: Desk, place: Place): void {
  const { get, change } = desk.page;
  const { history } = get();
  if (sameMotion(place, history.now)) return;
  change({ history: record(history, place), current: false, refusal: undefined });
  toLink(desk, "replace");
  void reopen(desk);
}

/** Shows again what was found at the present place, and runs nothing; false where that is not remembered. */
export function recalled(desk: Desk): boolean {
  if (!recall(desk)) return false;
  desk.worker.cancel();
  show(desk, true);
  return true;
}

/** Opens the problem of the present place, and runs it; the last motion stays on the page meanwhile. */
export async function reopen(desk: Desk, more: Partial<RunRequest> = {}): Promise<void> {
  const { page, worker, memory } = desk;
  const turn = ++memory.opening;
  const { now } = page.get().history;
  worker.cancel();
  try {
    const { run: _, ...given } = (await fetchGiven(now.problem)) ?? {};
    const info = await worker.open(now.problem, given);
    if (turn !== memory.opening) return;
    page.change({ info, branches: [], picked: 0, ranked: undefined, trouble: undefined, work: { kind: "idle" } });
    if (more.all === true || !recalled(desk)) run(desk, more.all === true ? undefined : now.launch, more);
  } catch (error) {
    const message = (error as Error).message;
    if (turn !== memory.opening) return;
    settle(memory, false);
    page.change({ refusal: { field: "problem", message }, work: { kind: "idle" }, told: `Not run. ${message}` });
  }
}
