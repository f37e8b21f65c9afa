import type { Settings } from "../../motion/problem/parameters.js";

/** An item that was computed, as it is stored and sent. */
export interface Row {
  readonly item: number;
  readonly status: string;
  /** Why it is not solved, or what it misses; empty where it passed. */
  readonly message: string;
  readonly passed: boolean;
  readonly values: Readonly<Record<string, number | null>>;
  /** Freed values as they were found, in declared order. */
  readonly launch: readonly number[];
  /** The worst of every law. */
  readonly certificate: Readonly<Record<string, number | null>>;
  readonly run: RowRun;
}

/** A row with what its item set. */
export interface StudyRow extends Row {
  readonly settings: Settings;
}

/**
 * The run behind a row: the item from which it started, how long it took, which alone is no answer, and, where a study keeps
 * it, the motion: comma-separated text, compressed (gzip), as Base64.
 */
export interface RowRun {
  readonly from: number | null;
  readonly seconds: number;
  readonly motion?: string;
}

/** Rows that count as solved, as the exit code of a run does. */
export const isSolved = (status: string): boolean => status === "solved" || status === "feasible";

/** A row without a motion. */
export const lost = (status: string, message: string): Omit<Row, "item" | "run"> => ({
  status,
  message,
  passed: false,
  values: {},
  launch: [],
  certificate: {},
});
