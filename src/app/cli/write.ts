import { accessSync, constants } from "node:fs";
import { join, relative, resolve } from "node:path";
import { BadInput } from "../../motion/problem/problem.js";
import { clientScript } from "../report/client-script.js";
import { composeReport } from "../report/compose.js";
import { csv } from "../run/csv.js";
import { findProblem, shortPath } from "../run/find.js";
import { referenceOf } from "../run/found.js";
import type { Run } from "../run/run.js";
import {
  type Hashes,
  inTheWay,
  isDiskTrouble,
  makeDirectory,
  reason,
  Unwritable,
  writeSet,
} from "../run/saved/file-set.js";
import { savedResult } from "../run/saved/record.js";
import type { Replay } from "../run/saved/replay.js";
import { version } from "../run/version.js";
import type { Io } from "./io.js";

/** Makes the directory before anything is computed; returns its absolute path. */
export function prepare(
  directory: string,
  cwd: string,
  names: readonly string[] = ["result.json", "trajectory.csv", "report.html"],
): string {
  const path = resolve(cwd, directory);
  try {
    makeDirectory(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    const sentence = `--out ${directory} cannot be made a directory to write in: ${reason(error)}.`;
    throw isDiskTrouble(error) ? new Unwritable(sentence) : new BadInput("--out", sentence);
  }
  for (const name of names) {
    const why = inTheWay(join(path, name));
    if (why !== undefined) throw new BadInput("--out", `${join(directory, name)} cannot be written: ${why}.`);
  }
  return path;
}

/**
 * Writes the saved result, the motion and the report; returns their paths as people of this directory say them.
 * @throws {Unwritable} where they cannot be written; an older set there still stands.
 */
export async function write(run: Run, directory: string, { cwd, signal }: Io): Promise<string[]> {
  const saved = savedResult(run, sourceFrom(run, directory));
  const files = {
    "trajectory.csv": csv(run.result.trajectory),
    "report.html": [await report(run, cwd, signal)],
  };
  const text = (hashes: Hashes): string => `${JSON.stringify({ ...saved, files: hashes }, null, 1)}\n`;
  const paths = writeSet(directory, { files, last: ["result.json", text] });
  return paths.map((path) => shortPath(path, cwd));
}

function report(run: Run, cwd: string, signal: AbortSignal | undefined): Promise<string> {
  const { source } = run.found;
  return composeReport(run, {
    find: (name) => findProblem(name, cwd),
    problem: "name" in source ? source.name : shortPath(referenceOf(source), cwd),
    program: clientScript() ?? "",
    version,
    signal,
  });
}

/** The origin of the problem, as a file of this directory says it. */
function sourceFrom({ found: { source } }: Run, directory: string): Replay["source"] {
  if ("name" in source) return source;
  return "file" in source ? { file: relative(directory, source.file) } : undefined;
}
