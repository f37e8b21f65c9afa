import type { Solution, Status } from "../solve/mcp.js";
import type { IterationInfo } from "../solve/newton.js";
import type { Settings } from "./parameters.js";
import type { Problem } from "./problem.js";
import type { Trajectory } from "./trajectory.js";

/** Where the first guess comes from: declared start values, a straight line to the target, zeros, or given launch values. */
export type Guess = "auto" | "line" | "zeros" | readonly number[];

/** `auto` simulates and shoots before the global Newton; `global` leaves shooting out. */
export type Strategy = "auto" | "global";

/** What a caller may say of a run: parameter values, guess and strategy, and how to watch and stop it. */
export interface RunOptions {
  readonly set?: Settings;
  readonly guess?: Guess;
  readonly strategy?: Strategy;
  readonly signal?: AbortSignal;
  readonly onIteration?: (info: ProgressInfo) => void;
}

/** One line of progress: an iteration of the global Newton, a shot, or a part of a march. */
export interface ProgressInfo extends IterationInfo {
  readonly phase: "march" | "shoot" | "newton";
}

/** How much work a run was: global Newton iterations, shots, size of the Mcp, seconds of solving. */
export interface Counts {
  readonly iterations: number;
  readonly shots: number;
  readonly unknowns: number;
  readonly seconds: number;
}

/** What `solve` and `simulate` return. */
export interface Result {
  readonly problem: Problem;
  /** What the user set, and every parameter as it was used, freed ones as found. */
  readonly settings: Settings;
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly status: Status;
  readonly message: string;
  readonly values: Readonly<Record<string, number | null>>;
  readonly solution: Solution;
  readonly trajectory: Trajectory;
  readonly history: readonly ProgressInfo[];
  readonly counts: Counts;
}

/** Finds what the boundary conditions free; without conditions, the whole horizon as one Mcp with nothing freed. */
export declare function solve(problem: Problem, options?: RunOptions): Promise<Result>;
/** Marches from the start values; boundary conditions are only reported. */
export declare function simulate(problem: Problem, options?: RunOptions): Promise<Result>;
