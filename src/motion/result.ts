import type { Solution, Status } from "../solve/mcp.js";
import type { Order } from "../solve/optimise.js";
import { gridAdvice } from "./advice.js";
import { type Bound, bind } from "./bind.js";
import { checkRunOptions } from "./check-options.js";
import { checkProblem } from "./check-problem.js";
import type { GridError } from "./grid-error.js";
import type { Guess } from "./guess.js";
import type { Search } from "./launches.js";
import type { OptimalSearch } from "./optimal.js";
import { isOptimal } from "./optimal-task.js";
import type { FailedStep, Found } from "./outcome.js";
import type { Settings } from "./parameters.js";
import { contactTimeline, phasesOf } from "./phases.js";
import { BadInput, type Problem } from "./problem.js";
import { simulation } from "./simulation.js";
import type { ProgressInfo, Strategy, Task } from "./task.js";
import { type Trajectory, trajectoryOf } from "./trajectory.js";
import { type Unfinished, unfinished } from "./unfinished.js";
import { valuesOf } from "./values.js";
import { borrow, giveBack } from "./workspace.js";

export type { Guess, ProgressInfo, Search, Strategy };

/** What a caller may say of a run: parameter values, guess and strategy, and how to watch and stop it. */
export interface RunOptions {
  readonly set?: Settings;
  readonly guess?: Guess;
  readonly strategy?: Strategy;
  readonly search?: Search & OptimalSearch;
  /** The unfinished march of a cancelled result, to go on with; only steps that are programs can be resumed. */
  readonly resume?: Unfinished;
  readonly signal?: AbortSignal;
  readonly onIteration?: (info: ProgressInfo) => void;
}

/** How much work a run was: global Newton iterations, shots, size of the Mcp, seconds of solving. */
export interface Counts {
  readonly iterations: number;
  readonly shots: number;
  readonly unknowns: number;
  /** Simulations of a design over all starts and scenarios, each with its gradient. */
  readonly evaluations?: number;
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
  /** The step at which a march broke off, to be tried again elsewhere. */
  readonly failed?: FailedStep;
  /** Of a cancelled march of programs: what it can be resumed from. */
  readonly unfinished?: Unfinished;
  /** Of a design: its values on a finer grid beside its own. */
  readonly gridError?: GridError;
  /** The contact sequence of a launch that a search found, or of an optimal motion; of a launch the condition, too. */
  readonly sequence?: string;
  readonly condition?: number;
  /** Of an optimal motion: whether it meets the second-order conditions of a local minimum. */
  readonly order?: Order;
  /** Every launch, or every local minimum, that a search found. */
  readonly solutions?: readonly Result[];
}

/**
 * Finds what the boundary conditions free; without conditions, solves the whole horizon as one Mcp with nothing freed.
 * @throws {BadInput} naming the field, before anything is computed, or where the conditions do not fit the motion.
 */
export async function solve(problem: Problem, options: RunOptions = {}): Promise<Result> {
  checkProblem(problem);
  checkRunOptions(options);
  const { search } = options;
  if (isOptimal(problem)) return optimal(problem, options);
  if (search !== undefined && (search.all === true || search.branch !== undefined))
    return launch(problem, options, search);
  // loaded when asked for: a page that only simulates needs neither searches nor the decompositions that they use
  const [{ boundaryValue }, { refined }] = await Promise.all([import("./boundary-value.js"), import("./refine.js")]);
  return run(problem, options, (task) => (isRefined(task.bound) ? refined(task) : boundaryValue(task)));
}

/** Whether a problem's grid follows its impacts. */
const isRefined = ({ tolerance, compiled }: Bound): boolean => tolerance !== undefined && compiled.freed.length > 0;

/**
 * Marches from the start values; boundary conditions are only reported.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function simulate(problem: Problem, options: RunOptions = {}): Promise<Result> {
  checkRunOptions(options);
  return run(problem, options, simulation);
}

/** Longest time [ms] that a run keeps the event loop to itself, so that cancelling and drawing stay possible. */
const longest = 30;

/** Everything that one run needs and everything that it leaves. */
function session(problem: Problem, options: RunOptions) {
  const { set = {}, guess = "auto", strategy = "auto", resume, signal, onIteration } = options;
  const began = performance.now();
  const bound = bind(problem, set);
  const history: ProgressInfo[] = [];
  const report = (info: ProgressInfo): void => {
    history.push(info);
    onIteration?.(info);
  };
  if (resume !== undefined && bound.compiled.kernels.program === undefined)
    throw new BadInput("resume", "Only a march whose steps are programs can be resumed.");
  const workspace = borrow(bound);
  const task: Task = { bound, workspace, guess, strategy, resume, signal, report };
  const result = (found: Found): Result => {
    const { bound: on, status, parameters, solution } = found;
    const advice = gridAdvice(on, found);
    const { iterations, residual } = solution;
    const shots = history.filter(({ phase }) => phase === "shoot").length;
    // shooting that comes near enough leaves nothing to the global Newton
    const isShot = status === "solved" && iterations === 0 && shots > 0;
    const told = isShot
      ? `Solved by ${shots} ${shots === 1 ? "shot" : "shots"}, natural residual ${residual.toExponential(1)}.`
      : found.message;
    const message = advice === undefined ? told : `${told} ${advice}`;
    const trajectory = trajectoryOf(on, parameters, found.path, { count: found.count, status, iterations });
    const numbers = bound.compiled.parameters.map((name, i) => [name, parameters[i]!]);
    return {
      problem,
      settings: set,
      parameters: { ...bound.choices, ...Object.fromEntries(numbers) },
      status,
      message,
      values: valuesOf(on, parameters, trajectory),
      solution,
      trajectory,
      history,
      ...(found.failed && { failed: found.failed }),
      ...leftOver(found),
      counts: {
        iterations: found.marched ? 0 : iterations,
        shots,
        unknowns: found.unknowns,
        seconds: (performance.now() - began) / 1000,
      },
    };
  };
  return { task, result, finish: () => giveBack(bound, workspace) };
}

function leftOver({ bound, status, path, count }: Found): Pick<Result, "unfinished"> {
  const left = status === "cancelled" ? unfinished(bound, path, count) : undefined;
  return left === undefined ? {} : { unfinished: left };
}

async function run(
  problem: Problem,
  options: RunOptions,
  plan: (task: Task) => Generator<undefined, Found>,
): Promise<Result> {
  const { task, result, finish } = session(problem, options);
  await task.workspace.ready();
  const found = await drive(plan(task));
  finish();
  return result(found);
}

/** All launches of a search as results of their own; the first of them stands for the whole. */
async function launch(problem: Problem, options: RunOptions, search: Search): Promise<Result> {
  const { task, result, finish } = session(problem, options);
  const { everyLaunch } = await import("./launches.js");
  const { launches, note } = await drive(everyLaunch(task, search));
  const solutions = launches.map(({ found, sequence, condition }) => ({ ...result(found), sequence, condition }));
  const first = solutions[0];
  const cancelled = options.signal?.aborted === true;
  const told = cancelled ? `Cancelled; what was found so far: ${note}` : note;
  if (first !== undefined) {
    finish();
    const status = cancelled ? "cancelled" : first.status;
    const whole: Result = { ...first, status, message: `${told} ${first.message}` };
    return search.all === true ? { ...whole, solutions } : whole;
  }
  // nothing was found: what the declared guess gives, for people to look at
  const found = await drive(simulation(task));
  finish();
  const advice = gridAdvice(found.bound, found);
  const message = advice === undefined ? told : `${told} ${advice}`;
  const status = cancelled ? "cancelled" : "infeasible";
  return { ...result(found), status, message, ...(search.all === true && { solutions }) };
}

/** The cheapest of the local minima that were found; with several starts all of them, as results of their own. */
async function optimal(problem: Problem, options: RunOptions): Promise<Result> {
  const { task, result, finish } = session(problem, options);
  const { optimalMotions } = await import("./optimal.js");
  const motions = await optimalMotions(task, options.search ?? {}, drive);
  finish();
  const minima = motions.map(({ found, optimum: { order }, costs }): Result => {
    const made = result(found);
    return {
      ...made,
      values: { cost: Number.isFinite(costs.all) ? costs.all : null, ...made.values },
      trajectory: {
        ...made.trajectory,
        columns: { ...made.trajectory.columns, cost: Float64Array.of(Number.NaN, ...costs.steps) },
      },
      order,
      sequence: contactTimeline(phasesOf(found.bound, found.parameters, found.path)),
    };
  });
  return (options.search?.starts ?? 1) > 1 ? { ...minima[0]!, solutions: minima } : minima[0]!;
}

/** Runs a plan to its end, giving the event loop a turn now and then. */
async function drive<T>(plan: Generator<undefined, T>): Promise<T> {
  let breath = performance.now();
  for (;;) {
    const turn = plan.next();
    if (turn.done) return turn.value;
    if (performance.now() - breath > longest) {
      await new Promise((resume) => setTimeout(resume, 0));
      breath = performance.now();
    }
  }
}
