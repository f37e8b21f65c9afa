import { readFileSync, statSync } from "node:fs";
import { isRecord } from "../../../checks/fields.js";
import { unmarked } from "../../../checks/words.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { checkUnits } from "../check-units.js";
import type { Found } from "../found.js";
import { packagedProblem } from "../packaged.js";
import { version } from "../version.js";
import { problemOf } from "./definition.js";
import { checkSet } from "./file-set.js";
import { givenDefinition, isProblemJson } from "./problem-json.js";
import { isReplay, type Replay } from "./replay.js";

/** Results of the longest runs have some ten megabytes; a text of more than half a gigabyte can be no string at all. */
const mostBytes = 2 ** 28;

/**
 * The problem of a file of `toJson`, or that of a saved result: the package's own where the version is the same, else the
 * data in the result. A file that it names is never run.
 * @throws {BadInput} where the file is neither.
 */
export async function readSaved(path: string, shown: string): Promise<Found> {
  const given = readJson(path, shown);
  if (isProblemJson(given)) {
    const problem = problemOf(givenDefinition(given), `The problem in ${shown}`);
    checkUnits(problem);
    return { problem, source: { data: path } };
  }
  const saved = replayIn(given, path, shown);
  const { source, definition } = saved;
  if (source !== undefined && "name" in source && saved.version === version) {
    const known = await packagedProblem(source.name);
    if (known !== undefined) return { ...known, saved };
  }
  if (definition !== undefined)
    return { problem: problemOf(definition, `The problem in ${shown}`), source: { data: path }, saved };
  // the file that it names is not run: who opens a result asks for data, and a program is only run by its own name
  if (source !== undefined && "file" in source)
    throw new BadInput(
      "problem",
      `${shown} does not hold its problem, only the name of the file that it came from: give that file itself.`,
    );
  throw new BadInput("problem", `${shown} holds neither its problem nor a name of one that this version knows.`);
}

function readJson(path: string, shown: string): unknown {
  const { size } = statSync(path);
  if (size > mostBytes)
    throw new BadInput(
      "problem",
      `${shown} has ${Math.round(size / 2 ** 20)} MiB, more than any result that bankshot saves (${mostBytes / 2 ** 20} MiB).`,
    );
  try {
    return JSON.parse(unmarked(readFileSync(path, "utf8")));
  } catch (error) {
    throw new BadInput("problem", `${shown} cannot be read as JSON: ${(error as Error).message.split("\n")[0]}.`);
  }
}

function replayIn(saved: unknown, path: string, shown: string): Replay {
  const { replay, files } = (saved ?? {}) as { readonly replay?: unknown; readonly files?: unknown };
  if (!isReplay(replay)) throw new BadInput("problem", `${shown} is not a result that bankshot saved.`);
  if (isRecord(files)) checkSet(path, shown, files);
  return replay;
}
