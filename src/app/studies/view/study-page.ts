/**
 * The page of a study as plain data: columns of what varied and what came out, the state of every item and why, and
 * the findings of all of them. `page-of.ts` makes it from rows, in Node for a report and in the playground for a study that
 * is opened there; the program in `client` draws it. A new panel touches `client` only.
 *
 * @module app/studies/view
 */
import type { Settings } from "../../../motion/problem/parameters.js";
import type { StudyAnalysis } from "../../../motion/study/analysis/analysis.js";
import type { Study } from "../../../motion/study/study.js";

/** The role of a column: what varied (counted or sampled), what came out, what conditions freed, what is to be small. */
export type ColumnRole = "counted" | "sampled" | "value" | "launch" | "front";

/** A column of the rows that a page shows: numbers, null where one does not exist, or names. */
export interface PageColumn {
  readonly name: string;
  readonly unit: string;
  readonly role: ColumnRole;
  readonly cells: readonly (number | string | null)[];
}

/** The state of an item: not solved, solved and not as asked, solved and as asked. */
export const states = ["not solved", "not as asked", "as asked"] as const;

/** The items that a page shows, row by row. */
export interface PageRows {
  readonly items: readonly number[];
  /** Numbers of `states`. */
  readonly states: readonly number[];
  /** Numbers of `StudyPage.reasons`. */
  readonly reasons: readonly number[];
  /** Found by each, from where its motion is found again. */
  readonly launches: readonly (readonly number[])[];
}

/** The study that a page is about. */
export interface PageAbout {
  readonly title: string;
  /** The word by which the playground finds the problem; empty where it cannot. */
  readonly problem: string;
  readonly verb: Study["verb"];
  readonly set: Settings;
  readonly where: readonly string[];
  /** Items of the whole study, and those of them that are done. */
  readonly items: number;
  readonly done: number;
  readonly seconds: number;
}

/** A study as a page shows it: large ones by some of their rows, with the findings of all. */
export interface StudyPage {
  readonly about: PageAbout;
  readonly columns: readonly PageColumn[];
  readonly rows: PageRows;
  /** Why items did not pass; the first is empty. */
  readonly reasons: readonly string[];
  readonly analysis: StudyAnalysis;
  /** The columns of a Pareto front, both to be small. */
  readonly front: readonly string[];
}
