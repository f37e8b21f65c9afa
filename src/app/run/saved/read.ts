import { readFileSync, statSync } from "node:fs";
import { isRecord } from "../../../checks/fields.js";
import { checkProblem } from "../../../motion/problem/check-problem.js";
import { BadInput, type Problem } from "../../../motion/problem/problem.js";
import type { Found } from "../found.js";
import { packagedProblem } from "../packaged.js";
import { version } from "../version.js";
import { type Definition, damage, problemOf } from "./definition.js";
import { checkSet } from "./file-set.js";
import { isReplay, type Replay } from "./replay.js";

/** Results of the longest runs have some ten megabytes; a text of more than half a gigabyte can be no string at all. */
const mostBytes = 2 ** 28;

/**
 * The problem of a saved result: the package's own where the version is the same, else the data in the result. A
 * file that it names is never run.
 * @throws {BadInput} where the file is no saved result.
 */
export async function readSaved(path: string, shown: string): Promise<Found> {
  const saved = readReplay(path, shown);
  const { source, definition } = saved;
  if (source !== undefined && "name" in source && saved.version === version) {
    const known = await packagedProblem(source.name);
    if (known !== undefined) return { ...known, saved };
  }
  if (definition !== undefined) return { problem: decodeProblem(definition, shown), source: { data: path }, saved };
  // the file that it names is not run: who opens a result asks for data, and a program is only run by its own name
  if (source !== undefined && "file" in source)
    throw new BadInput(
      "problem",
      `${shown} does not hold its problem, only the name of the file that it came from: give that file itself.`,
    );
  throw new BadInput("problem", `${shown} holds neither its problem nor a name of one that this version knows.`);
}

function readReplay(path: string, shown: string): Replay {
  let replay: unknown;
  let files: unknown;
  const { size } = statSync(path);
  if (size > mostBytes)
    throw new BadInput(
      "problem",
      `${shown} has ${Math.round(size / 2 ** 20)} MiB, more than any result that bankshot saves (${mostBytes / 2 ** 20} MiB).`,
    );
  try {
    const saved = JSON.parse(readFileSync(path, "utf8")) as { replay?: unknown; files?: unknown } | null;
    ({ replay, files } = saved ?? {});
  } catch (error) {
    throw new BadInput("problem", `${shown} cannot be read as JSON: ${(error as Error).message.split("\n")[0]}.`);
  }
  if (!isReplay(replay)) throw new BadInput("problem", `${shown} is not a result that bankshot saved.`);
  if (isRecord(files)) checkSet(path, shown, files);
  return replay;
}

function decodeProblem(definition: Definition, shown: string): Problem {
  try {
    const problem = problemOf(definition);
    checkProblem(problem);
    return problem;
  } catch (error) {
    throw new BadInput("problem", `The problem in ${shown} cannot be read: ${damage(error)}.`);
  }
}
