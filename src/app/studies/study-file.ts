import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { studies } from "../../../problems/studies/registry.js";
import { BadInput } from "../../checks/bad-input.js";
import { isRecord } from "../../checks/fields.js";
import { unmarked } from "../../checks/words.js";
import { checkProblem } from "../../motion/problem/check-problem.js";
import type { Problem } from "../../motion/problem/problem.js";
import type { StudyQuestion } from "../../motion/study/study.js";
import { findProblem, shortPath } from "../run/find.js";
import type { Found } from "../run/found.js";
import type { Front } from "./analysis.js";

/** A study that is written down: a question, and the problem that it is asked of, by its name, file, or itself. */
export type WrittenStudy = StudyQuestion & { readonly problem: string | Problem; readonly front?: Front };

/** The subject of a sweep, as a word of the command line names it: a problem, or a study that somebody wrote down. */
export interface SweepFound {
  readonly found: Found;
  readonly written: Partial<StudyQuestion>;
  readonly front?: Front;
  /** The study's own name, after which its folder is called. */
  readonly name?: string;
}

/**
 * The problem or the study that a word means: a name of the package, or a file.
 * @throws {BadInput} where there is none, or where its file cannot be used.
 */
export async function findSweep(reference: string, cwd: string): Promise<SweepFound> {
  const load = Object.hasOwn(studies, reference) ? studies[reference] : undefined;
  if (load !== undefined) return asked((await load()).study, { cwd, shown: reference, file: undefined });
  const path = resolve(cwd, reference);
  const shown = shortPath(path, cwd);
  const isFile = /\.(json|[cm]?[jt]s)$/.test(reference) && existsSync(path);
  const study = isFile ? await studyIn(path, shown) : undefined;
  if (study === undefined) return { found: await findProblem(reference, cwd), written: {} };
  return asked(study, { cwd: dirname(path), shown, file: path });
}

/** The study of a file; undefined where the file is of a problem. */
async function studyIn(path: string, shown: string): Promise<unknown> {
  if (path.endsWith(".json")) return jsonStudy(path);
  const { study, problem } = await (await import("../run/user-file.js")).userExports(path, shown);
  return isRecord(study) && study.problem === undefined && problem !== undefined ? { ...study, problem } : study;
}

/** A study of a JSON file; its faults as JSON are told where problems are read. */
function jsonStudy(path: string): unknown {
  try {
    const given: unknown = JSON.parse(unmarked(readFileSync(path, "utf8")));
    return isRecord(given) && "over" in given ? given : undefined;
  } catch {
    return undefined;
  }
}

interface Origin {
  /** Files are named from here. */
  readonly cwd: string;
  readonly shown: string;
  readonly file: string | undefined;
}

async function asked(study: unknown, { cwd, shown, file }: Origin): Promise<SweepFound> {
  if (!isRecord(study)) throw new BadInput("study", `${shown}: a study is an object with problem and over.`);
  const { problem, front, ...question } = study;
  const name = basename(shown).replace(/\.\w+$/, "");
  return {
    found: await subjectOf(problem, { cwd, shown, file }),
    // checked with the problem, before anything is computed
    written: question as Partial<StudyQuestion>,
    ...(front !== undefined && { front: front as Front }),
    name,
  };
}

async function subjectOf(problem: unknown, { cwd, shown, file = shown }: Origin): Promise<Found> {
  if (typeof problem === "string") return findProblem(problem, cwd);
  if (!isRecord(problem))
    throw new BadInput("problem", `${shown}: the problem of a study is a name, a file, or a problem.`);
  const given: unknown = problem;
  checkProblem(given);
  return { problem: given, source: { file } };
}
