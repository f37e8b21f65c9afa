/**
 * Runs as files that can be solved again: problems and formulas as data, the choice of a run, and an unfinished march.
 * Later versions read these keys, so that they stay; a model that can be named in a file is an entry in
 * `models.ts`, which may be touched without reading the rest.
 *
 * @module app/run/saved
 */
import { BadInput, type Problem } from "../../../motion/problem/problem.js";
import { resultJson } from "../result-json.js";
import type { Run } from "../run.js";
import { version } from "../version.js";
import { checksum } from "./checksum.js";
import { type Definition, definitionOf } from "./definition.js";
import { encode } from "./formulas.js";
import type { Replay } from "./replay.js";

/** A finished run as one object to be saved; `source` is the origin of its problem. */
export function savedResult(run: Run, source: Replay["source"]): Record<string, unknown> {
  return { ...resultJson(run.result, run.expected), replay: replayOf(run, source) };
}

function replayOf({ verb, found, choice, result }: Run, source: Replay["source"]): Replay {
  const { set, start, strategy, search, starts } = choice;
  const definition = sayable(found.problem);
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
    ...(result.run.unfinished && withSum(encode(result.run.unfinished))),
  };
}

/** The definition, if it can be written down; else the result names the file that it came from, and no more. */
function sayable(problem: Problem): Definition | undefined {
  try {
    return definitionOf(problem);
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** A march that is gone on from is believed: damage to it must be seen. */
const withSum = (unfinished: unknown) => ({ unfinished, unfinishedSum: checksum(JSON.stringify(unfinished)) });
