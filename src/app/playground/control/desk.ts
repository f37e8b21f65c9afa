import { linkOf } from "../../run/place.js";
import { boxOf, pointsOf, sizeOf } from "../../viewer/bounds.js";
import { spanOf } from "../../viewer/moment.js";
import type { Charts } from "../charts.js";
import type { Answer, RunRequest } from "../messages.js";
import type { Planner } from "../planner.js";
import type { Extent } from "../settings.js";
import { type State, verbOf } from "../state.js";
import type { Store } from "../store.js";
import type { storedCatalogue } from "../stored.js";
import type { Edits } from "./edits.js";
import type { Remembered } from "./remembered.js";

/** The scene, as far as it is told what to show. */
export interface Scene {
  /** With `follow` the camera is fitted again where the motion leaves what is seen. */
  show(state: State, keepTime: boolean, follow?: boolean): void;
  seek(time: number): void;
  /** Fulfilled when there is something to look at: what can wait begins then. */
  readonly drawn: Promise<unknown>;
}

/** All that the page's control works with. */
export interface Desk {
  readonly page: Store<State>;
  readonly worker: Planner;
  readonly edit: Edits;
  readonly scene: Scene;
  readonly charts: Charts;
  readonly catalogue: ReturnType<typeof storedCatalogue>;
  readonly memory: Memory;
}

/** Things to be remembered that nobody sees. */
export interface Memory {
  /** Opening a problem takes its time, and another may be chosen meanwhile: the number of the last one. */
  opening: number;
  /** The number of the run that is shown, where the worker holds it, and of one that ended without a solution beside it. */
  held: number | undefined;
  ended: number | undefined;
  /** Time at which the timeline stands [s]. */
  time: number | undefined;
  /** Called when a run has ended: true where somebody who waits for it should go on. */
  afterRun: ((goOn: boolean) => void) | undefined;
  /** A run of a stored motion that is only to be held. */
  again: RunRequest | undefined;
  readonly remembered: Remembered;
}

/** How far what is seen of an answer reaches. */
export function extentOf({ scene }: Answer): Extent | undefined {
  if (scene === undefined) return undefined;
  const [start, end] = spanOf(scene);
  return { size: sizeOf(boxOf(pointsOf(scene))), duration: end - start || 1 };
}

export function show({ page, scene, charts }: Desk, keepTime: boolean, follow = false): void {
  scene.show(page.get(), keepTime, follow);
  charts.show(page.get().answer?.figures);
}

export function toLink({ page, memory }: Desk, how: "push" | "replace"): void {
  const link = (): string =>
    linkOf({ ...page.get().history.now, ...(memory.time !== undefined && { time: memory.time }) });
  if (how === "push") globalThis.history.pushState(null, "", link());
  // whoever reads the link finds on the page what it says
  else page.afterShown(() => globalThis.history.replaceState(null, "", link()));
}

/** Runs what is set, from a guess where there is one. */
export function run(
  { page, worker, memory: { held } }: Desk,
  guess?: readonly number[],
  more: Partial<RunRequest> = {},
): void {
  const { history, info } = page.get();
  if (info === undefined) return;
  const { problem, set, starts } = history.now;
  const verb = verbOf(page.get());
  const usable = verb === "solve" && guess !== undefined && guess.length > 0;
  worker.run({
    problem,
    verb,
    set,
    ...(usable && { guess }),
    ...(starts !== undefined && { starts }),
    ...(held !== undefined && { holds: held }),
    ...more,
  });
}
