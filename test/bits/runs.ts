/**
 * Same input, same bits, for a few seconds of all answers: cheap problems by what a user would type, as they are stored for
 * `npm run bench -- answers`, and the solvers alone. Where a change of bits is meant, `npm run bench -- store-answers`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answer, runs, storedAnswers } from "../bench/answers.js";
import { assemblyRuns } from "./assemblies.js";
import { chanceRuns } from "./chances.js";
import { conditionRuns } from "./conditions.js";
import { motionRuns } from "./motions.js";
import { sceneRuns } from "./scenes.js";
import { searchRuns } from "./searches.js";
import { solverRuns } from "./solvers.js";
import { studyRuns } from "./studies.js";

/** An answer that can be computed again, and the text that is stored of it. */
export interface BitRun {
  readonly name: string;
  readonly stored: string | undefined;
  readonly run: () => string | Promise<string>;
}

/** Problems whose answers take no more than some tenths of a second, and between them touch every family and law. */
const chosen: readonly RegExp[] = [
  /^(simulate|solve) rolling\/(disk|ball-)/,
  /^(simulate|solve) patch\/(drop|block-|desk-sliding|box-on-box|tbar-precess)/,
  /^simulate patch\/(desk|desk-push|curling) /,
  /^(simulate|solve) (impact\/(ball-bounce-coarse|ball-launch|bank-shot) .*"set":\{\}|touch\/groove)/,
  /^solve feeder\/reorient /,
  /^(simulate|solve) grasp\/(push|slip|gripper-lcp|grasp-plan) /,
  /^(simulate|design) optimal\//,
  /^solve optimal\/(stewart-anitescu|pusher \{"set":\{\}\})/,
  /^simulate (robots|joints|resist|drives|drag|exact|billiards)\//,
  /^simulate touch\/capsule-roll /,
];

/** What is no problem by itself: solvers alone, and motions by rarer ways. */
const alone: Readonly<Record<string, () => string | Promise<string>>> = {
  ...solverRuns,
  ...motionRuns,
  ...studyRuns,
  ...conditionRuns,
  ...assemblyRuns,
  ...sceneRuns,
  ...searchRuns,
  ...chanceRuns,
};

/** Its answers, in the sources: this is read from there, or from dist/test/bits. */
const file = join(import.meta.dirname.replace(/dist.test.bits$/, "test/bits"), "../reference/bits.json");

/** Every answer of a few seconds, with what is stored of it. */
export function bitRuns(): BitRun[] {
  const kept = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
  const { answers } = storedAnswers();
  const found: BitRun[] = Object.entries(alone).map(([name, run]) => ({ name, stored: kept[name], run }));
  for (const [name, problem, verb, options] of runs(""))
    if (chosen.some((words) => words.test(name)))
      found.push({
        name,
        stored: JSON.stringify(answers[name]),
        run: async () => JSON.stringify(await answer(problem, verb, options)),
      });
  return found;
}

/** Stores the answers of solvers and of rarer ways, where a change of bits is meant. */
export async function storeBits(): Promise<void> {
  const all: Record<string, string> = {};
  for (const [name, run] of Object.entries(alone)) all[name] = await run();
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
}
