/**
 * From problem to motion. The verbs `solve`, `simulate`, `design` and `solveMcp` stand here and tie the rooms below, which
 * import downwards only: `problem`, `compile`, `march`, `trajectory`, `boundary`, then `launches`, `optimal`, `design` and
 * `mpc`. A verb can be read without its rooms; a new outer loop is a room and a verb of its own.
 *
 * @module motion
 */
import type { Stepwise } from "../algebra/stepwise.js";
import { folded, sentences } from "../checks/words.js";
import { breathe, drive, unlessAborted } from "../solve/drive.js";
import type { BoundaryTask } from "./boundary/guess.js";
import { listed } from "./boundary/listed-guess.js";
import { checkStart, type Setup, settingUp } from "./compile/setup.js";
import { preparedKernels } from "./compile/step.js";
import type { Estimate } from "./grid-error/grid-error.js";
import type { Search } from "./launches/launch.js";
import { type Found, timed } from "./march/outcome.js";
import { judgedSimulation, simulation } from "./march/simulation.js";
import type { CommonOptions, ProgressInfo } from "./march/task.js";
import { type Unfinished, unfinishedMarch } from "./march/unfinished.js";
import { borrow, giveBack } from "./march/workspace.js";
import type { OptimalSearch } from "./optimal/optimal.js";
import { checkRunOptions, type Guess, type Strategy } from "./problem/check-options.js";
import { checkProblem } from "./problem/check-problem.js";
import { isLimited, isSquare } from "./problem/condition.js";
import { isControl, isOptimal } from "./problem/objective.js";
import { BadInput, type Problem } from "./problem/problem.js";
import type { Result, RunRecord } from "./result.js";
import { cornersAdvice, gridAdvice, impactAdvice } from "./trajectory/advice.js";
import { inWords, judging } from "./trajectory/laws.js";
import { trajectoryOf } from "./trajectory/trajectory.js";
import { valuesOf } from "./trajectory/values.js";

/** A condition that is missed by no more than this [own unit] is met. */
const shown = 1e-8;

/** Options of a run: parameter values, guess and strategy, and how to watch and stop it. */
export interface RunOptions extends CommonOptions {
  readonly guess?: Guess;
  readonly strategy?: Strategy;
  readonly search?: Search & OptimalSearch;
  /** The unfinished march of a cancelled result, to go on with; only steps that are programs can be resumed. */
  readonly resume?: Unfinished;
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
  if (!isSquare(problem)) return run(problem, options, meeting);
  // loaded when asked for: a page that only simulates needs neither searches nor the decompositions that they use
  const [{ boundaryValue }, { refineGrid }] = await Promise.all([
    import("./boundary/boundary-value.js"),
    import("./boundary/refine.js"),
  ]);
  return run(problem, options, async (task) => {
    if (task.setup.exact) return toAccuracy(task);
    const { compiled, tolerance } = task.setup;
    const isFreed = compiled.freed.length > 0;
    const found = await drive(tolerance !== undefined && isFreed ? refineGrid(task, tolerance) : boundaryValue(task));
    const isDoubtful = found.status === "infeasible" || (task.strategy === "auto" && found.status !== "solved");
    // the march of what frees nothing is another route, and has come to an end
    if (!isFreed && found.status === "infeasible") return { ...found, status: "no-progress" };
    if (!isFreed || !isDoubtful || found.status === "cancelled") return found;
    const { secondRoute } = await import("./launches/second-route.js");
    return drive(secondRoute(task, found));
  });
}

/** Conditions as equations and limits, to an accuracy: by shots, and by the sequences of events where those find nothing. */
async function toAccuracy(task: BoundaryTask): Promise<Found> {
  const found = await drive((await import("./exact/boundary.js")).exactBoundary(task));
  if (found.status !== "no-progress" || task.strategy !== "auto" || task.setup.compiled.freed.length === 0)
    return found;
  const { secondRouteByEvents } = await import("./launches/second-route.js");
  return drive(secondRouteByEvents(task, found));
}

/** Conditions of other kinds than equations at the end, on a grid or to an accuracy. */
async function meeting(task: BoundaryTask): Promise<Found> {
  const { exact, compiled } = task.setup;
  if (exact === undefined) return (await import("./conditions/conditions.js")).meetConditions(task);
  if (isLimited(compiled) && compiled.freed.length > 0) return toAccuracy(task);
  return (await import("./conditions/to-accuracy.js")).meetToAccuracy(task);
}

/** True where a problem's grid follows its impacts. */
export const isRefined = ({ tolerance, compiled }: Setup): boolean =>
  tolerance !== undefined && compiled.freed.length > 0;

/**
 * Marches from the start values; boundary conditions are only reported.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export const simulate = (problem: Problem, options: RunOptions = {}): Promise<Result> =>
  simulateWithin(problem, options);

/** Marches as a search has done that took elements of a tolerance, where motions are computed to an accuracy. */
export async function simulateWithin(problem: Problem, options: RunOptions, tolerance?: number): Promise<Result> {
  checkRunOptions(options);
  return run(
    problem,
    options,
    async (task) =>
      task.setup.exact
        ? drive((await import("./exact/exact.js")).exactSimulation(task, tolerance))
        : judgedSimulation(task),
    "simulate",
  );
}

/** The error of an answer's grid, by a second motion; undefined where it was left out. */
async function estimated(
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
async function judged(result: Result, { setup }: BoundaryTask, estimate: Estimate | undefined): Promise<Result> {
  if (estimate === undefined && setup.accuracy === undefined) return result;
  return (await import("./grid-error/judge.js")).judged(result, setup, estimate);
}

/** Everything that one run needs and everything that it leaves. */
async function session(problem: Problem, options: RunOptions) {
  const { set = {}, guess = "auto", strategy = "auto", resume, signal, onIteration } = options;
  const began = performance.now();
  const setup = await drive(settingUp(problem, set));
  if (!isSquare(problem)) (await import("./trajectory/moments.js")).checkMoments(setup);
  checkStart(setup);
  const history: ProgressInfo[] = [];
  const report = (info: ProgressInfo): void => {
    history.push(info);
    onIteration?.(info);
  };
  if (resume !== undefined && setup.compiled.kernels.program === undefined)
    throw new BadInput("resume", "Only a march whose steps are programs can be resumed.");
  const { kernels, freed } = setup.compiled;
  await drive(preparedKernels(kernels, freed.length > 0, signal));
  const workspace = borrow(setup);
  const task: BoundaryTask = { setup, workspace, guess: listed(guess, setup), strategy, resume, signal, report };
  function* result(found: Found): Stepwise<Result> {
    const { setup: on, status, parameters, solution, path } = found;
    const advice = on.exact === undefined ? gridAdvice(on, found) : cornersAdvice(on, status);
    const { iterations, residual } = solution;
    const shots = history.filter(({ phase }) => phase === "shoot").length;
    // shooting that comes near enough leaves nothing to the global Newton
    const isShot = status === "solved" && iterations === 0 && shots > 0 && on.exact === undefined && isSquare(problem);
    const told = isShot
      ? `Solved by ${shots} ${shots === 1 ? "shot" : "shots"}, natural residual ${residual.toExponential(1)}.`
      : found.message;
    const message = sentences(told, advice);
    const trajectory = yield* trajectoryOf(on, parameters, path, {
      count: found.counts.steps,
      status,
      iterations,
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
export async function run(
  problem: Problem,
  options: RunOptions,
  plan: (task: BoundaryTask) => Promise<Found>,
  verb: "solve" | "simulate" = "solve",
): Promise<Result> {
  const { task, result, finish } = await session(problem, options);
  await task.workspace.ready(task.signal);
  // compiling may have taken long: who cancelled meanwhile is heard before the first step
  await breathe();
  const { signal } = task;
  // a march that takes no step tells the start, and needs nothing that a search does
  const found = timed(await (signal?.aborted === true ? drive(simulation(task)) : plan(task)));
  const made = await drive(lawful(await drive(result(found)), verb, task));
  const estimate = await estimated(task, found, options, verb === "solve" && isSquare(problem));
  finish();
  return heard(await judged(made, task, estimate), options.signal);
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
function* lawful(result: Result, verb: "solve" | "simulate", { setup, signal }: BoundaryTask): Stepwise<Result> {
  if (result.status !== "solved" && result.status !== "feasible") return verb === "solve" ? withMiss(result) : result;
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

/** The message of a closest motion, with the equation at its end that is missed by most, and by how much. */
function withMiss(result: Result): Result {
  const { problem, status, message, trajectory } = result;
  const { row, value } = trajectory.certificate.boundaryError;
  const { unit } = problem.boundary?.find(({ name }) => name === row) ?? {};
  const isClosest = (status === "infeasible" || status === "no-progress") && isSquare(problem) && value > shown;
  if (unit === undefined || !isClosest) return result;
  const miss = `${value.toPrecision(3)}${unit === "1" ? "" : ` ${unit}`}`;
  return { ...result, message: sentences(message, `The motion that is shown misses ${row} by ${miss}.`) };
}

/** All launches of a search as results of their own; the first of them stands for the whole. */
export async function launch(problem: Problem, options: RunOptions, search: Search): Promise<Result> {
  const { task, result, finish } = await session(problem, options);
  const isOfEnds = isSquare(problem) || (task.setup.exact !== undefined && isLimited(task.setup.compiled));
  const {
    launches,
    note,
    isOpen = false,
  } = isOfEnds
    ? await drive((await import("./launches/launches.js")).everyLaunch(task, search))
    : await (await import("./conditions/every.js")).everyMotion(task, search);
  const solutions: Result[] = [];
  for (const { found, sequence, condition } of launches) {
    const lawfully = await drive(lawful(await drive(result(found)), "solve", task));
    const made = withFindings(lawfully, { sequence, regularity: { condition } });
    solutions.push(await judged(made, task, await estimated(task, found, options, true)));
  }
  const first = solutions.find(({ status }) => status === "solved") ?? solutions[0];
  const cancelled = options.signal?.aborted === true;
  const against = solutions.filter(({ status }) => status === "unphysical").length;
  const warned = against === 0 ? note : `${note.slice(0, -1)}; ${against} of them against a law.`;
  const told = cancelled ? `Cancelled; what was found so far: ${warned}` : warned;
  if (first !== undefined) {
    finish();
    const status = cancelled ? "cancelled" : first.status;
    const whole: Result = { ...first, status, message: sentences(told, first.message) };
    return search.all === true ? { ...whole, solutions } : whole;
  }
  // nothing was found: what the declared guess gives, for people to look at
  const { exact } = task.setup;
  const found = await drive(exact ? (await import("./exact/exact.js")).exactSimulation(task) : simulation(task));
  finish();
  const advice = exact ? undefined : gridAdvice(found.setup, found);
  const message = sentences(told, advice);
  const status = cancelled ? "cancelled" : isOpen ? "no-progress" : "infeasible";
  return { ...(await drive(result(found))), status, message, ...(search.all === true && { solutions }) };
}

/** A result with what a search says of it. */
function withFindings(result: Result, findings: Pick<RunRecord, "sequence" | "regularity">): Result {
  return { ...result, run: { ...result.run, ...findings } };
}

/** The cheapest of the local minima that were found; with several starts all of them, as results of their own. */
export async function optimal(problem: Problem, options: RunOptions): Promise<Result> {
  // the library of first guesses gets ready meanwhile; whoever asks for it hears why it does not
  const isGuessed = Object.values(problem.inputs ?? {}).some((given) => isControl(given) && given.guess !== undefined);
  if (!isGuessed && options.search?.from === undefined)
    import("../solve/minimise/nlopt.js").then(({ loadNlopt }) => loadNlopt()).catch(() => undefined);
  const { task, result, finish } = await session(problem, options);
  const { minimumOf, motionsInTime } = await (task.setup.exact === undefined
    ? import("./optimal/timed.js")
    : import("./optimal/to-accuracy.js"));
  const motions = await motionsInTime(task, options.search ?? {}, drive);
  const minima: Result[] = [];
  for (const motion of motions) {
    const lawfully = await drive(lawful(await drive(result(motion.found)), "solve", task));
    minima.push(minimumOf(motion, await judged(lawfully, task, await estimated(task, motion.found, options, false))));
  }
  // aborted before the first guess was made: the motion of the declared controls, as far as it comes
  if (minima.length === 0) minima.push(await drive(result(await drive(simulation(task)))));
  finish();
  const best = minima.find(({ status }) => status === "solved") ?? minima[0];
  const whole: Result = (options.search?.starts ?? 1) > 1 ? { ...best, solutions: minima } : best;
  return heard(whole, options.signal);
}
