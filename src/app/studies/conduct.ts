import type { Items } from "../../motion/study/items.js";
import type { Crew } from "./crew.js";
import type { Work } from "./item.js";
import { isSolved, lost, type Row } from "./row.js";
import type { Store } from "./store.js";

/** Counts over the whole study, parts before this one included. */
export interface Totals {
  readonly items: number;
  readonly done: number;
  readonly solved: number;
  /** Done and not solved. */
  readonly failed: number;
  /** Solved, and within all that was asked. */
  readonly passed: number;
}

/** A study at work. */
export interface Task {
  readonly items: Items;
  /** The place of rows: a folder, or the memory of a page. */
  readonly store: Pick<Store, "outcomes" | "launchOf" | "add">;
  readonly crew: Crew;
  /** Items start from solved neighbours. */
  readonly continues: boolean;
}

/** How a study is watched and stopped. */
export interface StudyWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (totals: Totals) => void;
  /** Told in a sentence when the queue falls silent or has no worker, and when it is there again. */
  readonly onTrouble?: (sentence: string) => void;
}

/** Tries of an item that takes its worker down with it. */
const tries = 3;
/** Milliseconds after the first of them, doubled by the next. */
const firstPause = 20;
/** Items of a chunk at most. */
const most = 500;

/** States of an item while others are computed. */
const [open, failed, solved] = [0, 1, 2];

/**
 * Computes what is missing of a study, level by level: whoever starts from a neighbour finds it done, so that neither the
 * order within a level nor the number of workers changes an answer.
 */
export async function conduct(task: Task, { signal, onProgress }: StudyWatch): Promise<Totals> {
  const { items, store, crew } = task;
  const states = new Uint8Array(items.count);
  let totals: Totals = { items: items.count, done: 0, solved: 0, failed: 0, passed: 0 };
  const count = ({ item, status, passed }: Pick<Row, "item" | "status" | "passed">): void => {
    const isGood = isSolved(status);
    states[item] = isGood ? solved : failed;
    totals = {
      items: totals.items,
      done: totals.done + 1,
      solved: totals.solved + Number(isGood),
      failed: totals.failed + Number(!isGood),
      passed: totals.passed + Number(passed),
    };
  };
  for (const row of store.outcomes()) count(row);
  const stop = (): void => crew.stop();
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  let seconds = 0;
  let here = 0;
  const settle = async (chunk: readonly Work[]): Promise<void> => {
    const rows = await insist(crew, chunk, () => signal?.aborted === true);
    store.add(rows);
    for (const row of rows) {
      count(row);
      seconds += row.run.seconds;
      here++;
    }
    onProgress?.(totals);
  };
  const size = (left: number): number => {
    const wanted = here === 0 ? 1 : crew.chunkSeconds / (seconds / here);
    return Math.max(1, Math.min(most, Math.round(wanted), Math.ceil(left / (2 * crew.width()))));
  };
  try {
    for (let level = 0; level < (task.continues ? items.levels : 1); level++) {
      const missing = missingOf(task, states, level);
      const isAlone = here === 0 && missing.left() === 1;
      await inTurn(
        () => crew.width() * 2,
        () => {
          if (signal?.aborted) return undefined;
          const chunk = missing.next(size(missing.left())).map((item) => workOf(task, states, item));
          if (chunk.length === 0) return undefined;
          const settled = settle(chunk);
          if (isAlone) crew.practise?.(chunk[0]);
          return settled;
        },
      );
      if (signal?.aborted) break;
    }
    return totals;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** The items of a level that are not done, in order. */
function missingOf({ items, continues }: Task, states: Uint8Array, level: number) {
  const isHere = (item: number): boolean => states[item] === open && (!continues || items.level(item) === level);
  let left = 0;
  for (let item = 0; item < items.count; item++) if (isHere(item)) left++;
  let at = 0;
  return {
    left: () => left,
    next(size: number): number[] {
      const chosen: number[] = [];
      // an item in hand is before `at`, and never met again
      for (; chosen.length < size && at < items.count; at++) if (isHere(at)) chosen.push(at);
      left -= chosen.length;
      return chosen;
    },
  };
}

/** An item as it is handed over: it starts from the nearest of its ancestors that is solved. */
function workOf({ items, store, continues }: Task, states: Uint8Array, item: number): Work {
  const set = items.settings(item);
  if (!continues) return { item, set };
  let from = items.parent(item);
  while (from !== undefined && states[from] !== solved) from = items.parent(from);
  return { item, set, ...(from !== undefined && { start: { from, launch: store.launchOf(from) } }) };
}

/** Keeps so many promises under way until there are no more; throws the first error once all have ended. */
async function inTurn(width: () => number, next: () => Promise<void> | undefined): Promise<void> {
  const errors: unknown[] = [];
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  while (!isOver || underWay.size > 0) {
    while (!isOver && underWay.size < width()) {
      const turn = next();
      if (turn === undefined) isOver = true;
      else {
        const settled = turn
          .catch((error: unknown) => void errors.push(error))
          .then(() => {
            underWay.delete(settled);
          });
        underWay.add(settled);
      }
    }
    if (underWay.size > 0) await Promise.race(underWay);
    isOver ||= errors.length > 0;
  }
  if (errors.length > 0) throw errors[0];
}

/** The rows of a chunk; an item that takes workers down is tried alone, then recorded with the reason. */
async function insist(crew: Crew, chunk: readonly Work[], stopped: () => boolean): Promise<readonly Row[]> {
  try {
    return await crew.run(chunk);
  } catch {
    const rows: Row[] = [];
    for (const work of chunk) if (!stopped()) rows.push(...(await alone(crew, work)));
    return rows;
  }
}

async function alone(crew: Crew, work: Work): Promise<readonly Row[]> {
  let why = "";
  for (let k = 0; k < tries; k++)
    try {
      return await crew.run([work]);
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
      await new Promise((resolve) => setTimeout(resolve, firstPause * 2 ** k));
    }
  const run = { from: null, seconds: 0 };
  return [{ item: work.item, ...lost("crashed", `Its worker ended ${tries} times: ${why}.`), run }];
}
