import type { Stepwise } from "../algebra/stepwise.js";
import { folded, sentences } from "../checks/words.js";
import { drive, unlessAborted } from "../solve/drive.js";
import type { BoundaryTask } from "./boundary/guess.js";
import { listed } from "./boundary/listed-guess.js";
import { checkStart, settingUp } from "./compile/setup.js";
import { preparedKernels } from "./compile/step.js";
import type { Estimate } from "./grid-error/grid-error.js";
import type { Search } from "./launches/launch.js";
import type { Found, Judged } from "./march/outcome.js";
import type { CommonOptions, ProgressInfo } from "./march/task.js";
import { type Unfinished, unfinishedMarch } from "./march/unfinished.js";
import { borrow, giveBack } from "./march/workspace.js";
import type { OptimalSearch } from "./optimal/optimal.js";
import type { Guess, Strategy } from "./problem/check-options.js";
import { isSquare } from "./problem/condition.js";
import { BadInput, type Problem } from "./problem/problem.js";
import type { Result, RunRecord } from "./result.js";
import { cornersAdvice, gridAdvice, impactAdvice } from "./trajectory/advice.js";
import { inWords, judging } from "./trajectory/laws.js";
import { trajectoryOf } from "./trajectory/trajectory.js";
import { valuesOf } from "./trajectory/values.js";

/** Options of a run: parameter values, guess and strategy, and how to watch and stop it. */
export interface RunOptions extends CommonOptions {
  readonly guess?: Guess;
  readonly strategy?: Strategy;
  readonly search?: Search & OptimalSearch;
  /** The unfinished march of a cancelled result, to go on with; only steps that are programs can be resumed. */
  readonly resume?: Unfinished;
}

/** Everything that one run needs and everything that it leaves. */
export async function session(problem: Problem, options: RunOptions) {
  const { set = {}, guess = "auto", strategy = "auto", resume, signal, onIteration } = options;
  const began = performance.now();
  const setup = await drive(settingUp(problem, set));
  if (!isSquare(problem)) (await import("./trajectory/moments.js")).checkMoments(setup);
  checkStart(setup);
  const history: ProgressInfo[] = [];
  const report = (info: ProgressInfo): void => {
    // how far a scan is tells nothing of an answer, and is other lines in threads
    if (info.phase !== "scan") history.push(info);
    onIteration?.(info);
  };
  if (resume !== undefined && setup.compiled.kernels.program === undefined)
    throw new BadInput("resume", "Only a march whose steps are programs can be resumed.");
  const { kernels, freed } = setup.compiled;
  await drive(preparedKernels(kernels, freed.length > 0, signal));
  const workspace = borrow(setup);
  const task: BoundaryTask = { setup, workspace, guess: listed(guess, setup), strategy, resume, signal, report };
  function* result(found: Judged): Stepwise<Result> {
    const { setup: on, status, parameters, solution, path } = found;
    const advice = on.exact === undefined ? gridAdvice(on, found) : cornersAdvice(on, status);
    const { iterations, residual } = solution;
    const shots = history.filter(({ phase }) => phase === "shoot").length;
    // shooting that comes near enough leaves nothing to the global Newton
    const isShot = status === "solved" && iterations === 0 && shots > 0 && on.exact === undefined && isSquare(problem);
    const by = `Solved by ${shots} ${shots === 1 ? "shot" : "shots"}, natural residual ${residual.toExponential(1)}.`;
    const message = sentences(isShot ? sentences(by, found.message) : found.message, advice);
    const trajectory = yield* trajectoryOf(on, parameters, path, {
      count: found.counts.steps,
      status,
      iterations,
      misses: found.misses,
    });
    const numbers = setup.compiled.parameters.map((name, i) => [name, parameters[i]]);
    return {
      problem,
      model: setup.compiled.model,
      status,
      message,
      values: { ...valuesOf(on, parameters, trajectory), ...path.exact?.read },
      solution,
      trajectory,
      counts: {
        iterations: found.counts.iterations,
        shots,
        unknowns: found.counts.unknowns,
        seconds: (performance.now() - began) / 1000,
      },
      run: {
        settings: set,
        parameters: { ...setup.choices, ...Object.fromEntries(numbers) },
        history,
        ...(found.failed && { failed: found.failed }),
        ...((found.undetermined || found.unsettled) && {
          regularity: {
            ...(found.undetermined && { undetermined: found.undetermined }),
            ...(found.unsettled && { unsettled: true }),
          },
        }),
        ...leftOver(found),
      },
    };
  }
  return { task, result, finish: () => giveBack(setup, workspace) };
}

export function leftOver({ setup, status, path, counts }: Found): Pick<RunRecord, "unfinished"> {
  const left = status === "cancelled" ? unfinishedMarch(setup, path, counts.steps) : undefined;
  return left === undefined ? {} : { unfinished: left };
}
/** The error of an answer's grid, by a second motion; undefined where it was left out. */
export async function estimated(
  task: BoundaryTask,
  found: Found,
  options: CommonOptions,
  frees: boolean,
): Promise<Estimate | undefined> {
  if (options.gridError !== true && task.setup.accuracy === undefined) return undefined;
  if (task.setup.exact !== undefined || task.signal?.aborted) return undefined;
  const { gridErrorOf } = await import("./grid-error/grid-error.js");
  return drive(gridErrorOf(task, found, frees));
}

/** A result with the error of its grid, where that was estimated or an accuracy was asked for. */
export async function judged(result: Result, { setup }: BoundaryTask, estimate: Estimate | undefined): Promise<Result> {
  if (estimate === undefined && setup.accuracy === undefined) return result;
  return (await import("./grid-error/judge.js")).judged(result, setup, estimate);
}

/**
 * The rule of every verb: an answer whose signal was aborted before it was given is `cancelled`, however far it came, and
 * keeps all that there is of the motion.
 */
export function heard(result: Result, signal: AbortSignal | undefined): Result {
  if (signal?.aborted !== true || result.status === "cancelled") return result;
  const { message, trajectory } = result;
  const told = sentences(`Cancelled; what was found so far: ${message}`);
  return { ...result, status: "cancelled", message: told, trajectory: { ...trajectory, status: "cancelled" } };
}

/**
 * A result whose status is no greener than its certificate: `unphysical` where a computed motion breaks a law. Once the
 * signal is aborted it is not judged to the end: the answer will be `cancelled`.
 */
export function* lawful(result: Result, verb: "solve" | "simulate", { setup, signal }: BoundaryTask): Stepwise<Result> {
  if (result.status !== "solved" && result.status !== "feasible") return result;
  const laws = yield* unlessAborted(judging({ result, verb }), signal);
  const broken = laws === undefined ? [] : inWords(laws);
  if (broken.length === 0) return result;
  const status = "unphysical";
  const isMade = laws?.some(({ law, good }) => law.key === "energyCreated" && good === false);
  const message = sentences(
    `Computed, but against a law: ${folded(broken)}.`,
    (isMade ? impactAdvice(setup, setup.parameters) : undefined) ?? cornersAdvice(setup, status),
    result.message,
  );
  return { ...result, status, message, trajectory: { ...result.trajectory, status } };
}
