import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type Landscape, landscape } from "../motion/landscape.js";
import { BadInput } from "../motion/problem.js";
import { csv } from "./csv.js";
import { shortPath } from "./find.js";
import type { Io } from "./io.js";
import { designedValues } from "./report/landscape.js";
import { methodsOf } from "./report/methods.js";
import { reportHtml } from "./report/report.js";
import { resultJson } from "./result-json.js";
import type { Run } from "./run.js";
import { definitionOf } from "./saved/definition.js";
import type { Replay } from "./saved/replay.js";
import { version } from "./version.js";

/** Makes the directory before anything is computed; returns its absolute path. */
export function prepare(directory: string, cwd: string): string {
  const path = resolve(cwd, directory);
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new BadInput(
      "--out",
      `--out ${directory} cannot be made a directory (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  return path;
}

/** Writes the saved result, the motion and the report; returns their paths as people of this directory say them. */
export async function write(run: Run, directory: string, { cwd, signal }: Io): Promise<string[]> {
  const saved = { ...resultJson(run.result, run.expected), replay: replayOf(run, directory) };
  const files = {
    "result.json": [`${JSON.stringify(saved, null, 1)}\n`],
    "trajectory.csv": csv(run.result.trajectory),
    "report.html": [reportHtml(run, cwd, await landscapeOf(run, signal), await methodsOf(run, cwd, signal))],
  };
  return Object.entries(files).map(([name, pieces]) => {
    const path = join(directory, name);
    try {
      writePieces(path, pieces);
    } catch (error) {
      throw new BadInput(
        "--out",
        `${shortPath(path, cwd)} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
    return shortPath(path, cwd);
  });
}

/** Time that a report may take to simulate designs for its picture of them [s]. */
const patience = 5;

/** The landscape around a design; none where people do not wait any longer, or where there is no design. */
async function landscapeOf({ verb, result }: Run, signal: AbortSignal | undefined): Promise<Landscape | undefined> {
  if (verb !== "design" || result.status === "cancelled") return undefined;
  return landscape(result.problem, { set: result.settings, at: designedValues(result), patience, signal });
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

function replayOf({ verb, found, choice }: Run, directory: string): Replay {
  const { set, start, strategy, search, starts } = choice;
  const { source, problem } = found;
  const definition = definitionOf(problem);
  return {
    version,
    verb,
    set,
    start,
    strategy,
    ...(search && { search }),
    ...(starts !== undefined && { starts }),
    ...("name" in source && { source }),
    ...("file" in source && { source: { file: relative(directory, source.file) } }),
    ...(definition && { definition }),
  };
}
