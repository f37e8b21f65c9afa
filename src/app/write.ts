import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { BadInput } from "../motion/problem.js";
import { csv } from "./csv.js";
import { findProblem, referenceOf, shortPath } from "./find.js";
import type { Io } from "./io.js";
import { reportData } from "./report/charts.js";
import { clientScript } from "./report/client-script.js";
import { command } from "./report/command.js";
import { landscapeOf } from "./report/landscape.js";
import { methodsOf } from "./report/methods.js";
import { motionsOf } from "./report/motions.js";
import { reportHtml } from "./report/report.js";
import { resultJson } from "./result-json.js";
import type { Run } from "./run.js";
import { replayOf } from "./saved/record.js";
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
  const saved = { ...resultJson(run.result, run.expected), replay: replayOf(run, sourceFrom(run, directory)) };
  const files = {
    "result.json": [`${JSON.stringify(saved, null, 1)}\n`],
    "trajectory.csv": csv(run.result.trajectory),
    "report.html": [await report(run, cwd, signal)],
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

async function report(run: Run, cwd: string, signal: AbortSignal | undefined): Promise<string> {
  const methods = await methodsOf(run, (name) => findProblem(name, cwd), signal);
  const { source } = run.found;
  return reportHtml(run, {
    data: reportData(run.result, await landscapeOf(run, signal), methods),
    motions: motionsOf(run.result),
    methods,
    command: command(run, "name" in source ? source.name : shortPath(referenceOf(source), cwd)),
    version,
    program: clientScript() ?? "",
  });
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

/** Where the problem came from, as a file of this directory says it. */
function sourceFrom({ found: { source } }: Run, directory: string): Replay["source"] {
  if ("name" in source) return source;
  return "file" in source ? { file: relative(directory, source.file) } : undefined;
}
