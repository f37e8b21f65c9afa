import type { Stepwise } from "../algebra/stepwise.js";
import type { Expr } from "../expr/expr.js";

/** How a step that is a program was answered: `feasible` is an answer that nobody proved to be the best. */
export interface StepVerdict {
  readonly status: "solved" | "feasible" | "infeasible" | "no-progress";
  /** How far the answer misses its conditions, in units of its own size. */
  readonly residual: number;
  readonly iterations: number;
  /** Which contacts are open, stick and slide. */
  readonly mode: string;
  readonly message: string;
}

/** Solves the steps of one march, one after the other, and may remember those before. */
export interface StepSolver {
  /** Writes the program's unknowns into `answer`, where there is one. */
  solve(data: Float64Array, answer: Float64Array): StepVerdict;
  /** `solve` in parts, where it may take long; void where the signal was aborted before it ended. */
  solving?(data: Float64Array, answer: Float64Array, signal?: AbortSignal): Stepwise<StepVerdict>;
  /**
   * Given `drift` of the step that was answered, writes into `correction` the increments (all else zero) that remove it;
   * false where nothing is to be moved.
   */
  settle(drift: Float64Array, answer: Float64Array, correction: Float64Array): boolean;
  /** All that the next answers may depend on besides their data, as plain numbers. */
  memory(): readonly Float64Array[];
  /** Goes on with a memory, and forgets everything else. */
  recall(memory: readonly Float64Array[]): void;
  /** Gives memory back that no garbage collector sees. */
  dispose(): void;
}

/** A step that is a program instead of rows: it gives all insides of its list at once. */
export interface StepProgram {
  /** Which program it is, where several have the same numbers. */
  readonly name: string;
  /** The insides that the program answers, in the order of its answer. */
  readonly unknowns: readonly string[];
  /** The numbers of a step, as formulas of `now`, inputs, parameters and h. */
  readonly data: readonly Expr[];
  /** Errors that the linearised step left, as formulas of `now` and `next`: gaps and slips of contacts, and their slopes. */
  readonly drift: readonly Expr[];
  /** The states that `settle` may move. */
  readonly positions: readonly string[];
  /** Loads what solving needs; what it gives makes a solver for each march, so that the same march gives the same bits. */
  readonly open: () => Promise<() => StepSolver>;
}
