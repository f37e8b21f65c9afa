import type { Place } from "../../run/place.js";
import type { ProblemInfo, Stored, StoredRefusal } from "../messages.js";
import type { Planner } from "../planner.js";
import { fetchGiven } from "../sources.js";
import type { Entry } from "../state.js";
import { storedResult } from "../stored.js";

/** The destination of a place: a problem, where to begin with it, and its answer where that is stored and nothing is changed. */
export interface Opened {
  readonly info: ProblemInfo;
  readonly place: Place;
  readonly stored?: Stored | StoredRefusal;
}

/**
 * Opens a problem of the package, which may be stored with its answer, or one that was given. What can wait is done when
 * `drawn` is fulfilled.
 * @throws a sentence where there is none.
 */
export async function openProblem(
  place: Place,
  worker: Planner,
  catalogue: Promise<readonly Entry[]>,
  drawn: Promise<unknown>,
): Promise<Opened> {
  const { problem } = place;
  const data = await fetchGiven(problem);
  if (data !== undefined) {
    const { run: saved, ...definition } = data;
    const untouched = Object.keys(place.set).length === 0 && place.verb === undefined;
    return {
      info: await worker.open(problem, definition),
      place: untouched && saved !== undefined ? { ...place, ...saved } : place,
    };
  }
  const isStored = (await catalogue).some(({ name, thumbnail }) => name === problem && thumbnail !== undefined);
  const stored = isStored ? await storedResult(problem) : undefined;
  if (stored === undefined) return { info: await worker.open(problem), place };
  // the first change finds the problem compiled; who only looks need not fetch the solver
  void Promise.all([drawn, worker.wanted]).then(() => worker.open(problem).catch(() => {}));
  const { info } = stored;
  return { info, place, ...(isAsDeclared(place, info) && { stored }) };
}

const isAsDeclared = ({ set, verb, launch, starts }: Place, info: ProblemInfo): boolean =>
  Object.keys(set).length === 0 &&
  (verb === undefined || verb === info.verb) &&
  launch === undefined &&
  starts === undefined;
