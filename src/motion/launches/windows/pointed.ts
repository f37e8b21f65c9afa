import type { Solution } from "../../../solve/mcp.js";
import type { Path } from "../../compile/path.js";
import type { CloseLaunch } from "../../exact/boundary.js";
import type { ProgressInfo } from "../../march/task.js";
import type { Steps } from "../../problem/grid.js";
import type { ConditionMiss } from "../../trajectory/misses.js";

/** A launch that a motion points to, before it is polished. */
export interface Pointed {
  /** The freed values from which the step leads. */
  readonly from: readonly number[];
  readonly guess: readonly number[];
  /** The events before its end. */
  readonly window: string;
  /** Size of the step that led there, in parts of the spans. */
  readonly size: number;
  /** The sign of det ∂Υ/∂(freed) from where it led: a launch close to another one of its window has the other sign. */
  readonly turn: number;
  /** As it was polished, where that was done already. */
  readonly polished?: Polished | undefined;
}

/** An answer, and what was reported on the way to it. */
export interface Reported<Answer> {
  readonly answer: Answer;
  readonly reports: readonly ProgressInfo[];
}

/** The motion of a launch, without what all of a search have in common. */
export interface ToldMotion {
  readonly steps: Steps;
  readonly parameters: Float64Array;
  readonly path: Path;
  readonly solution: Solution;
  readonly counts: { readonly steps: number; readonly unknowns: number; readonly iterations: number };
  readonly misses?: readonly ConditionMiss[] | undefined;
}

/** A launch that was found, as plain data: as it comes from a thread. */
export interface ToldLaunch {
  readonly motion: ToldMotion;
  readonly sequence: string;
  readonly impacts: number;
  readonly condition: number;
}

/** A launch to which a motion points, as it was polished: what it takes to polish it is all that it depends on. */
export interface Polished {
  /** Freed values close to it; undefined where its branches do not lead to one. */
  readonly close: Reported<CloseLaunch | undefined>;
  /** The launch itself, if it was gone on to; undefined where there is none. */
  readonly launch?: Reported<ToldLaunch | undefined>;
}
