import { type Place, sameMotion } from "../../run/place.js";
import { record } from "../history.js";
import { short } from "../settings.js";
import type { Ranked, State } from "../state.js";
import { type Desk, run, show, toLink } from "./desk.js";
import { reopen } from "./redrawn.js";

/** Shows one of the motions that a search found, as a change that can be undone. */
export function pick(desk: Desk, index: number): void {
  const { get, change } = desk.page;
  const { history, branches } = get();
  const branch = branches[index];
  if (branch === undefined) return;
  change({ picked: index, pointed: undefined, told: `Solution ${branch.name}` });
  show(desk, true);
  if (branch.launch.length === 0) return;
  change({ history: record(history, { ...history.now, launch: branch.launch.map(short) }) });
  // the link says which launch was chosen before its run ends: a reload may come sooner
  toLink(desk, "replace");
  run(desk, branch.launch);
}

/** A measure of the motions of a search: which is the best, and what each is worth. Undefined where they have no such worth. */
export type Measure = (found: State) => Promise<Ranked | undefined> | Ranked | undefined;

/** Opens a place, finds all its launches, and shows the one that is best by a measure where there is one. */
export async function seek(desk: Desk, place: Place, measure?: Measure): Promise<void> {
  const { page, memory } = desk;
  const { history } = page.get();
  if (!sameMotion(place, history.now)) page.change({ history: record(history, place) });
  page.change({ current: false, refusal: undefined });
  toLink(desk, "replace");
  memory.afterRun?.(false);
  const ended = new Promise<boolean>((resolve) => {
    memory.afterRun = resolve;
  });
  await reopen(desk, { all: true });
  const turn = memory.opening;
  if (!(await ended) || measure === undefined || turn !== memory.opening) return;
  const { branches } = page.get();
  const best = await measure(page.get());
  // meanwhile something else may have been asked
  if (best === undefined || turn !== memory.opening || branches !== page.get().branches) return;
  page.change({ ranked: best, told: best.text });
  pick(desk, best.best);
}
