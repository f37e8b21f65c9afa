import type { IterationInfo } from "../solve/newton.js";
import type { Bound } from "./bind.js";
import type { Guess } from "./guess.js";
import type { ScanProgress } from "./scan.js";
import type { Unfinished } from "./unfinished.js";
import type { Workspace } from "./workspace.js";

/** `auto` simulates and shoots before the global Newton; `global` leaves shooting out. */
export type Strategy = "auto" | "global";

/** One line of progress: an iteration of the global Newton, a shot, a part of a march, or some marches of a scan. */
export interface ProgressInfo extends IterationInfo {
  readonly phase: "march" | "shoot" | "newton" | "scan" | "design" | "optimise";
  /** Of a design: which of its starts searches, and what it varies as it was evaluated. */
  readonly start?: number;
  readonly x?: readonly number[];
  /** Of a scan, whose iterations are marches: how far it is. */
  readonly scanned?: ScanProgress;
}

/** What a plan is given besides the problem. */
export interface Task {
  readonly bound: Bound;
  readonly workspace: Workspace;
  readonly guess: Guess;
  readonly strategy: Strategy;
  readonly signal: AbortSignal | undefined;
  /** A cancelled march of programs to go on with. */
  readonly resume: Unfinished | undefined;
  readonly report: (info: ProgressInfo) => void;
}
