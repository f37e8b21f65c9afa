import type { Run } from "../run.js";
import { version } from "../version.js";
import { definitionOf } from "./definition.js";
import { encode } from "./formulas.js";
import type { Replay } from "./replay.js";

/** What a saved result says of its run, so that it can be solved again; `source` is where the problem came from. */
export function replayOf({ verb, found, choice, result }: Run, source: Replay["source"]): Replay {
  const { set, start, strategy, search, starts } = choice;
  const definition = definitionOf(found.problem);
  return {
    version,
    verb,
    set,
    start,
    strategy,
    ...(search && { search }),
    ...(starts !== undefined && { starts }),
    ...(source && { source }),
    ...(definition && { definition }),
    ...(result.unfinished && { unfinished: encode(result.unfinished) }),
  };
}
