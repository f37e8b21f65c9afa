/**
 * A study at work: one question asked of many motions, on all cores, kept in a folder that is the truth of what is done.
 * The pure part, which items there are and who starts from whom, is `motion/study`; here are the folder (`store.ts`), who
 * computes (`crew.ts` and its kinds), the order in which they are asked (`conduct.ts`), and exports. A new kind of crew or
 * of export touches nothing else.
 *
 * @module app/studies
 */
import { resolve } from "node:path";
import { BadInput } from "../../checks/bad-input.js";
import { admit, count, name } from "../../checks/fields.js";
import type { Problem } from "../../motion/problem/problem.js";
import { solve } from "../../motion/solve.js";
import type { StudyAnalysis } from "../../motion/study/analysis/analysis.js";
import { itemsOf } from "../../motion/study/items.js";
import type { Study, StudyQuestion } from "../../motion/study/study.js";
import { shortPath } from "../run/find.js";
import { referenceOf, type Source } from "../run/found.js";
import { writeWhole } from "../run/saved/file-set.js";
import { analysisOf, checkFront, type Front, frontFormulas } from "./analysis.js";
import { conduct, type StudyWatch, type Totals } from "./conduct.js";
import { type Crew, crewHere } from "./crew.js";
import { defineStudy, readStudy, type StudyData } from "./definition.js";
import { type ExportForm, exportStudy } from "./export.js";
import { holding } from "./held.js";
import { continues, itemRunner, launchNames } from "./item.js";
import { openStore } from "./store.js";
import { threadCrew } from "./thread-crew.js";
import { unitsOf } from "./units.js";
import { pageOf } from "./view/page-of.js";
import { studyReport } from "./view/report.js";

/** How a study is computed and where it is kept. */
export interface SweepOptions extends StudyWatch {
  /** The study's folder; what it holds of the same study is not computed again. */
  readonly out: string;
  /** Threads; one a core unless said otherwise, 1 for this thread alone. */
  readonly threads?: number;
  /** Lets workers of a queue compute instead of threads: `redis://host:6379/0`. */
  readonly queue?: string;
  /** Forms in which the rows are written beside the database. */
  readonly export?: readonly ExportForm[];
  /** Adds samples to those of the folder; not of a Latin hypercube, which has no more of them. */
  readonly extend?: boolean;
  /** Two formulas, both to be small: the items that no other one beats in both. */
  readonly front?: Front;
}

/** A study as it was left: counts over all of it, and seconds, parts before this one included. */
export interface SweepResult extends Totals {
  /** The study's folder. */
  readonly study: string;
  readonly seconds: number;
  readonly analysis: StudyAnalysis;
}

/** The problem that a study is about, and its origin if that is known. */
export interface SweepSubject {
  readonly problem: Problem;
  readonly source?: Source;
  /** Folders are named from here. */
  readonly cwd?: string;
}

/**
 * Computes the items of a study that its folder does not hold yet.
 * @throws {BadInput} in one sentence for a question that makes no sense, a problem that JSON cannot hold, or a folder of another study.
 * @throws {Unwritable} where the disk refuses: what was done is kept.
 */
export async function sweepOf(
  { problem, source, cwd = process.cwd() }: SweepSubject,
  question: StudyQuestion,
  { out, threads, queue, export: forms = [], extend = false, front, ...watch }: SweepOptions,
): Promise<SweepResult> {
  const began = performance.now();
  const data = defineStudy(problem, source, question);
  const { study } = data;
  if (extend && study.design === "grid")
    throw new BadInput(
      "--extend",
      "--extend adds samples, and nothing is sampled here: counted values are all there are.",
    );
  if (front !== undefined) checkFront(front, problem, study);
  await checkSearch(problem, study);
  // no folder is begun for an address that is none
  if (queue !== undefined) (await import("./queue/connection.js")).queueAddress(queue);
  const items = itemsOf(study);
  const folder = resolve(cwd, out);
  const { settings } = items;
  const store = holding(await openStore(folder, { data, settings, extend }, out), items.count, settings);
  try {
    const crew = await crewOf(data, {
      ...(threads !== undefined && { threads }),
      ...(queue !== undefined && { queue }),
      ...(watch.onTrouble && { onTrouble: watch.onTrouble }),
    });
    let totals: Totals;
    try {
      totals = await conduct({ items, store, crew, continues: continues(problem, study) }, watch);
    } finally {
      await crew.close();
    }
    const seconds = store.spend((performance.now() - began) / 1000);
    const { rows } = store;
    const freed = launchNames(problem, study);
    const title = problem.title || problem.name;
    const exported = { title, units: unitsOf(problem), items: totals.items, seconds };
    for (const form of forms) await exportStudy(form, folder, { data, rows, freed, about: exported });
    const fronts = front === undefined ? {} : frontFormulas(problem, study, front);
    const analysis = analysisOf(rows(), study, Object.values(fronts));
    const about = {
      ...{ title, problem: wordOf(source, cwd) },
      ...{ verb: study.verb, set: study.set, where: study.where },
      ...{ items: totals.items, done: totals.done, seconds },
    };
    const page = pageOf({ rows, study, freed, units: unitsOf(problem), fronts }, about, analysis);
    writeWhole(folder, "report.html", [studyReport(page)]);
    return { study: out, ...totals, seconds, analysis };
  } finally {
    store.close();
  }
}

/** Refuses a search that means nothing as a search of one item would, which is cancelled before it begins. */
async function checkSearch(problem: Problem, { set, search }: Study): Promise<void> {
  if (search !== undefined) await solve(problem, { set, search, signal: AbortSignal.abort() });
}

/** The word by which the playground finds a problem; empty where it cannot. */
function wordOf(source: Source | undefined, cwd: string): string {
  if (source === undefined) return "";
  return "name" in source ? source.name : `file:${shortPath(referenceOf(source), cwd)}`;
}

/**
 * Asks many motions one question: what is missing of the study in `out` is computed on all cores, every item from a solved
 * neighbour that the study alone decides, so that the answers have the same bits however they were computed.
 * @throws {BadInput} in one sentence for a question that makes no sense, a problem that JSON cannot hold, or a folder of another study.
 * @throws {Unwritable} where the disk refuses: what was done is kept.
 */
export async function sweep(problem: Problem, asked: StudyQuestion & SweepOptions): Promise<SweepResult> {
  const { out, threads, queue, export: forms, extend, front, signal, onProgress, onTrouble, ...question } = asked;
  return sweepOf({ problem }, question, {
    out: admit(name, out, "out"),
    ...(threads !== undefined && { threads: admit(count, threads, "threads") }),
    ...(queue !== undefined && { queue: admit(name, queue, "queue") }),
    ...(forms && { export: forms }),
    ...(extend !== undefined && { extend }),
    ...(front && { front }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(onTrouble && { onTrouble }),
  });
}

async function crewOf(
  data: StudyData,
  { threads, queue, onTrouble }: Pick<SweepOptions, "threads" | "queue" | "onTrouble">,
): Promise<Crew> {
  if (queue === undefined) return (await threadCrew(data, threads)) ?? crewHere(await hereRunner(data));
  const [{ queueAddress }, { queueCrew }] = await Promise.all([
    import("./queue/connection.js"),
    import("./queue/queue-crew.js"),
  ]);
  return queueCrew(queueAddress(queue), data, onTrouble);
}

/** Items of this thread are computed from the same data as those of others. */
async function hereRunner(data: StudyData) {
  const { problem, study } = await readStudy(data);
  return itemRunner(problem, study);
}
