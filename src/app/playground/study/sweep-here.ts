import { itemsOf } from "../../../motion/study/items.js";
import { analysisOf } from "../../studies/analysis.js";
import { conduct, type Totals } from "../../studies/conduct.js";
import type { Row, StudyRow } from "../../studies/row.js";
import { studyJson } from "../../studies/study-json.js";
import { pageOf } from "../../studies/view/page-of.js";
import type { StudyPage } from "../../studies/view/study-page.js";
import { type Hand, pageCrew, type Task } from "./hands.js";

/** Workers of a page at most: each has a copy of the solver, and the page goes on beside them. */
const mostWorkers = 8;

/** How a study in the page is watched and stopped. */
export interface PageWatch {
  readonly signal: AbortSignal;
  /** Told of every row, and of the counts with it. */
  readonly onRow: (row: Row, totals: Totals) => void;
}

/** A study that was computed in the page, to be shown and to be kept. */
export interface Computed {
  readonly page: StudyPage;
  /** As `bankshot sweep --export json` writes it. */
  readonly json: () => readonly string[];
}

/**
 * Computes a small study in workers of the page, as the command line does: the same items from the same neighbours. What is
 * done when its signal is aborted is kept.
 * @throws {Refused} where the question makes no sense.
 */
export async function sweepHere(
  task: Task,
  hire: (task: Task) => Promise<Hand>,
  { signal, onRow }: PageWatch,
): Promise<Computed> {
  const began = performance.now();
  const first = await hire(task);
  const { data, title, units, freed, continues } = first.begun;
  const { study } = data;
  const items = itemsOf(study);
  const width = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency, items.count));
  const crew = pageCrew(first, width, () => hire(task));
  const rows = new Map<number, Row>();
  let last: readonly Row[] = [];
  const store = {
    outcomes: () => [],
    launchOf: (item: number) => rows.get(item)?.launch ?? [],
    add(added: readonly Row[]) {
      last = added;
      for (const row of added) rows.set(row.item, row);
    },
  };
  const onProgress = (totals: Totals): void => last.forEach((row) => void onRow(row, totals));
  try {
    await conduct({ items, store, crew, continues }, { signal, onProgress });
  } finally {
    await crew.close();
  }
  const seconds = (performance.now() - began) / 1000;
  const whole = [...rows.values()]
    .sort((a, b) => a.item - b.item)
    .map((row): StudyRow => ({ ...row, settings: items.settings(row.item) }));
  const about = {
    ...{ title, problem: task.problem, verb: study.verb, set: study.set, where: study.where },
    ...{ items: items.count, done: whole.length, seconds },
  };
  const exported = { data, freed, about: { title, units, items: items.count, seconds }, rows: () => whole };
  return {
    page: pageOf({ rows: () => whole, study, freed, units }, about, analysisOf(whole, study)),
    json: () => [...studyJson(exported)],
  };
}
