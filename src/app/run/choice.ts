import type { Search } from "../../motion/launches/launch.js";
import type { Unfinished } from "../../motion/march/unfinished.js";
import type { ListedGuess, Strategy } from "../../motion/problem/check-options.js";
import type { Settings } from "../../motion/problem/parameters.js";
import type { Expected } from "../../motion/problem/problem.js";

export type Verb = Expected["verb"];

/** More searches than this are a slip or a trap: they would never end. */
export const mostStarts = 1000;

/** How a run was asked for, in words and numbers that can be saved. */
export interface SavedChoice {
  readonly set: Settings;
  /** `auto`, `line`, `zeros` or `launch=a,b`. */
  readonly start: string;
  readonly strategy: Strategy;
  /** How all launches, or one of a branch, are searched. */
  readonly search?: Omit<Search, "survey">;
  /** Searches of a design or of an optimal motion from different starts. */
  readonly starts?: number;
}

/** The same for the solver. */
export interface RunChoice extends SavedChoice {
  readonly guess: ListedGuess;
  /** The cancelled march of a saved result, to go on with. */
  readonly resume?: Unfinished;
}

/** A problem as it is declared. */
export const asDeclared: RunChoice = { set: {}, guess: "auto", start: "auto", strategy: "auto" };
