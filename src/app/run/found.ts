import type { Fitting } from "../../motion/fit/fitting.js";
import type { Expected, Method, Problem } from "../../motion/problem/problem.js";
import type { Replay } from "./saved/replay.js";

/** A problem, what it should give, where it came from, and what a saved result says of its run. */
export interface Found {
  readonly problem: Problem;
  readonly expected?: Expected;
  /** The methods that a report puts beside each other. */
  readonly methods?: readonly Method[];
  /** The question to recordings. */
  readonly fit?: Fitting;
  readonly source: Source;
  readonly saved?: Replay;
}

/** A name of `bankshot/problems`, a user's file, or a saved result that holds the problem as data (absolute paths). */
export type Source = { readonly name: string } | { readonly file: string } | { readonly data: string };

/** The word that finds the same problem again, from anywhere. */
export const referenceOf = (source: Source): string =>
  "name" in source ? source.name : "file" in source ? source.file : source.data;
