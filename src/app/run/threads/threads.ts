/**
 * Searches in threads: of a design one start each, of all launches one part of their range. Neither the number of threads
 * nor their speed changes an answer. `pool.ts` hands out pieces, `piece.ts` takes them; a search is a script of a few lines.
 *
 * @module app/run/threads
 */
import type { Searched } from "../../../motion/design/search.js";
import type { Search as LaunchOptions } from "../../../motion/launches/launch.js";
import { together } from "../../../motion/launches/progress.js";
import type { PartSurveyed } from "../../../motion/launches/windows/windows.js";
import type { RunOptions } from "../../../motion/session.js";
import type { Whole } from "./piece.js";
import { inThreads } from "./pool.js";
import type { LaunchSearch } from "./survey-worker.js";

type Watch = Pick<RunOptions, "signal"> & Required<Pick<RunOptions, "onIteration">>;

/** Searches the starts of a design in threads; undefined where there are none. */
export function designThreads(design: Whole, watch: Watch): ((starts: number) => Promise<Searched[]>) | undefined {
  const search = inThreads<Whole, Searched>(new URL("./design-worker.js", import.meta.url), design);
  return search && ((starts) => search(starts, watch));
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
      return survey(parts, { ...watch, onIteration: (info, part) => reports[part](info) }, { isDeep });
    })
  );
}
