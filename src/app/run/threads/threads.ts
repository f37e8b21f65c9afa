/**
 * Searches in threads: of a design one start each, of all launches one part of their range. Neither the number of threads
 * nor their speed changes an answer. `pool.ts` hands out pieces, `piece.ts` takes them; a search is a script of a few lines.
 *
 * @module app/run/threads
 */
import type { Searched } from "../../../motion/design/search.js";
import type { Search as LaunchOptions } from "../../../motion/launches/launch.js";
import { together } from "../../../motion/launches/progress.js";
import type { Pointed } from "../../../motion/launches/windows/pointed.js";
import type { PartSurveyed } from "../../../motion/launches/windows/windows.js";
import type { RunOptions } from "../../../motion/session.js";
import type { Whole } from "./piece.js";
import { inThreads, type More, type Watched } from "./pool.js";
import type { LaunchSearch } from "./survey-worker.js";

type Watch = Pick<RunOptions, "signal"> & Required<Pick<RunOptions, "onIteration">>;

/** Searches the starts of a design in threads; undefined where there are none. */
export function designThreads(design: Whole, watch: Watch): ((starts: number) => Promise<Searched[]>) | undefined {
  const search = inThreads<Whole, Searched>(new URL("./design-worker.js", import.meta.url), design);
  return search && ((starts) => search(starts, watch));
}

/** Launches that a thread polishes before it does what comes next: half a second. */
const few = 6;

/** Polishes the launches that a part points to, some in each thread that is free: parts are not alike, and no core has to wait for another. */
async function polished(surveyed: PartSurveyed, more: More<LaunchSearch>): Promise<PartSurveyed> {
  const { pointed, isFew } = surveyed;
  if (isFew) return surveyed;
  const some = Array.from({ length: Math.ceil(pointed.length / few) }, (_, k) => pointed.slice(few * k, few * (k + 1)));
  const done = await Promise.all(
    some.map(async (own) => (await more<readonly Pointed[]>({ also: { pointed: own }, name: "polish" })) ?? own),
  );
  return { ...surveyed, pointed: done.flat() };
}

/** Looks over the parts of a search for all launches in threads; undefined where there are none. */
export function surveyThreads(
  launches: LaunchSearch,
  { onIteration, ...watch }: Watch,
): NonNullable<LaunchOptions["survey"]> | undefined {
  const survey = inThreads<LaunchSearch, PartSurveyed>(new URL("./survey-worker.js", import.meta.url), launches);
  return (
    survey &&
    ((parts, isDeep) => {
      const reports = together(parts, onIteration);
      const watched: Watched = { ...watch, onIteration: (info, part) => reports[part](info) };
      return survey(parts, watched, { also: { isDeep }, goOn: polished });
    })
  );
}
