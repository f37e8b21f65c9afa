import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
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
    makeDirectory(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new BadInput("--out", `--out ${directory} cannot be made a directory to write in: ${reason(error)}.`);
  }
  return path;
}

// `recursive` of Node never returns where a file system makes no directories at all, such as /proc
function makeDirectory(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path && !existsSync(dirname(path))) makeDirectory(dirname(path));
  mkdirSync(path);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you may not write there",
  ENOENT: "no folder can be made there",
  EPERM: "you may not write there",
  EROFS: "nothing can be written there",
  EEXIST: "a file has that name",
  ENOTDIR: "a part of the path is a file",
  ENOSPC: "the disk is full",
};

function reason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? (code === "" ? message : code);
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
      throw new BadInput("--out", `${shortPath(path, cwd)} cannot be written: ${reason(error)}.`);
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
