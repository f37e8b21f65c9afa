/**
 * A loop around `solve` as anybody would write it, which studies are measured by: in this thread, in a thread of its own, or
 * in a process that has one core and no other, not even for the engine's own compiler.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { problem } from "../../../problems/rolling/ball-place.js";
import { solve } from "../../../src/motion/solve.js";
import type { StudyRow } from "../../../src/studies.js";

/** A solve as a study asked for it: its settings, and the launch that it started from. */
export interface Launch {
  readonly set: StudyRow["settings"];
  readonly guess: readonly number[] | undefined;
}

export async function bareLoop(launches: readonly Launch[]): Promise<void> {
  for (const { set, guess } of launches) await solve(problem, { set, ...(guess && { guess }) });
}

/** The bare loop in a thread of its own. */
export async function inThread(launches: readonly Launch[]): Promise<void> {
  await once(new Worker(new URL(import.meta.url), { workerData: launches }), "exit");
}

/** Seconds of the bare loop in a process on the first core alone; undefined where processes cannot be kept there. */
export async function onOneCore(launches: readonly Launch[], file: string): Promise<number | undefined> {
  writeFileSync(file, JSON.stringify(launches));
  const loop = spawn("taskset", ["-c", "0", process.execPath, fileURLToPath(import.meta.url), file]);
  loop.on("error", () => {});
  const told = Number(await text(loop.stdout));
  return told > 0 ? told : undefined;
}

if (!isMainThread) await bareLoop(workerData as readonly Launch[]);
else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const launches = JSON.parse(readFileSync(process.argv[2], "utf8")) as readonly Launch[];
  const began = performance.now();
  await bareLoop(launches);
  process.stdout.write(String((performance.now() - began) / 1000));
}
