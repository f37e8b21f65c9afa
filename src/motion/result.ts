import type { Model } from "../mechanics/model.js";
import type { Solution, Status } from "../solve/mcp.js";
import type { Order } from "../solve/mpcc/mpcc.js";
import type { GridError } from "./grid-error/grid-error.js";
import type { FailedStep } from "./march/outcome.js";
import type { ProgressInfo } from "./march/task.js";
import type { Unfinished } from "./march/unfinished.js";
import type { Settings } from "./problem/parameters.js";
import type { Problem } from "./problem/problem.js";
import type { Trajectory } from "./trajectory/trajectory.js";

/** How much work a run was: global Newton iterations, shots, size of the Mcp, seconds of solving. */
export interface Counts {
  readonly iterations: number;
  readonly shots: number;
  readonly unknowns: number;
  /** Simulations of a design over all starts and scenarios, each with its gradient. */
  readonly evaluations?: number;
  readonly seconds: number;
}

/** The answer of `solve`, `simulate` and `design`. */
export interface Result {
  readonly problem: Problem;
  /** The model as it was solved, its form chosen: nobody who looks at the result builds it again. */
  readonly model: Model;
  readonly status: Status;
  readonly message: string;
  readonly values: Readonly<Record<string, number | null>>;
  readonly solution: Solution;
  readonly trajectory: Trajectory;
  readonly counts: Counts;
  /** How it was run, and what is known of the answer besides. */
  readonly run: RunRecord;
  /** Every launch, or every local minimum, that a search found. */
  readonly solutions?: readonly Result[];
}

/** A run: what it was given, its lines of progress, and what it says of its answer. */
export interface RunRecord {
  /** Values that the user set, and every parameter as it was used, freed ones as found. */
  readonly settings: Settings;
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly history: readonly ProgressInfo[];
  /** The step at which a march broke off, to be tried again elsewhere. */
  readonly failed?: FailedStep;
  /** Of a cancelled march of programs: what it can be resumed from. */
  readonly unfinished?: Unfinished;
  /** Values of a finer motion beside its own: how much of them is the grid's. */
  readonly gridError?: GridError;
  /** The contact sequence of a launch that a search found, or of an optimal motion. */
  readonly sequence?: string;
  readonly regularity?: Regularity;
}

/** How well an answer is determined. */
export interface Regularity {
  /** Of a launch that a search found: the condition of its conditions by what they free. */
  readonly condition?: number;
  /** Freed values that conditions leave open, to first order: the least change from the guess decides. */
  readonly undetermined?: readonly string[];
  /** True where all conditions are met, but the search for what is preferred did not come to its end: a better motion may be near. */
  readonly unsettled?: boolean;
  /** Of an optimal motion: whether it meets the second-order conditions of a local minimum. */
  readonly order?: Order;
}
