import type { Solution, Status } from "../solve/mcp.js";
import type { IterationInfo } from "../solve/newton.js";
import { bind } from "./bind.js";
import type { Guess } from "./guess.js";
import type { Found } from "./outcome.js";
import type { Settings } from "./parameters.js";
import { boundaryValue, simulation, type Task } from "./plan.js";
import type { Problem } from "./problem.js";
import { type Trajectory, trajectoryOf } from "./trajectory.js";
import { valuesOf } from "./values.js";
import { borrow, giveBack } from "./workspace.js";

export type { Guess };

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

/**
 * Finds what the boundary conditions free; without conditions, solves the whole horizon as one Mcp with nothing freed.
 * @throws {BadInput} naming the field, before anything is computed, or where the conditions do not fit the motion.
 */
export async function solve(problem: Problem, options: RunOptions = {}): Promise<Result> {
  return run(problem, options, boundaryValue);
}

/**
 * Marches from the start values; boundary conditions are only reported.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function simulate(problem: Problem, options: RunOptions = {}): Promise<Result> {
  return run(problem, options, simulation);
}

/** Longest time [ms] that a run keeps the event loop to itself, so that cancelling and drawing stay possible. */
const longest = 30;

async function run(
  problem: Problem,
  options: RunOptions,
  plan: (task: Task) => Generator<undefined, Found>,
): Promise<Result> {
  const { set = {}, guess = "auto", strategy = "auto", signal, onIteration } = options;
  const began = performance.now();
  const bound = bind(problem, set);
  const history: ProgressInfo[] = [];
  const workspace = borrow(bound);
  const report = (info: ProgressInfo): void => {
    history.push(info);
    onIteration?.(info);
  };
  const steps = plan({ bound, workspace, guess, strategy, signal, report });
  let breath = began;
  let turn = steps.next();
  while (!turn.done) {
    if (performance.now() - breath > longest) {
      await new Promise((resume) => setTimeout(resume, 0));
      breath = performance.now();
    }
    turn = steps.next();
  }
  const found = turn.value;
  giveBack(bound, workspace);
  const { status, message, parameters, solution } = found;
  const { iterations } = solution;
  const trajectory = trajectoryOf(bound, parameters, found.path, { count: found.count, status, iterations });
  return {
    problem,
    settings: set,
    parameters: {
      ...bound.choices,
      ...Object.fromEntries(bound.compiled.parameters.map((name, i) => [name, parameters[i]!])),
    },
    status,
    message,
    values: valuesOf(bound, parameters, trajectory),
    solution,
    trajectory,
    history,
    counts: {
      iterations: plan === simulation ? 0 : iterations,
      shots: history.filter(({ phase }) => phase === "shoot").length,
      unknowns: found.unknowns,
      seconds: (performance.now() - began) / 1000,
    },
  };
}
