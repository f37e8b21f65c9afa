import type { IterationInfo } from "../../solve/newton/newton.js";
import type { Setup } from "../compile/setup.js";
import type { Settings } from "../problem/parameters.js";
import type { Unfinished } from "./unfinished.js";
import type { Workspace } from "./workspace.js";

/** How far a scan is: samples of the scanned parameter that a curve passed or that were looked at, of all of them. */
export interface ScanProgress {
  readonly done: number;
  readonly of: number;
  /** Roots so far, which are yet to be polished and told apart. */
  readonly found: number;
}

/** One line of progress: an iteration of the global Newton, a shot, a part of a march, or some marches of a scan. */
export interface ProgressInfo extends IterationInfo {
  readonly phase: "march" | "shoot" | "newton" | "scan" | "design" | "optimise";
  /** Of a design: which of its starts searches, and what it varies as it was evaluated. */
  readonly start?: number;
  readonly x?: readonly number[];
  /** Of a scan, whose iterations are marches: how far it is. */
  readonly scanned?: ScanProgress;
}

/** Values of parameters for a run, and how to watch and stop it. */
export interface CommonOptions {
  readonly set?: Settings;
  readonly signal?: AbortSignal;
  readonly onIteration?: (info: ProgressInfo) => void;
  /** False leaves out the error of the grid, a second motion besides the answer: for previews. Where `grid.accuracy` is set it stays. */
  readonly gridError?: boolean;
}

/** A problem with its numbers, the memory to solve it in, and how to watch and stop that. */
export interface Task {
  readonly setup: Setup;
  readonly workspace: Workspace;
  readonly signal: AbortSignal | undefined;
  /** A cancelled march of programs to go on with. */
  readonly resume: Unfinished | undefined;
  readonly report: (info: ProgressInfo) => void;
}
