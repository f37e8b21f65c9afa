/**
 * From problem to motion. The verbs `solve`, `simulate`, `design` and `solveMcp` stand here and tie the rooms below, which
 * import downwards only: `problem`, `compile`, `march`, `trajectory`, `boundary`, then `launches`, `optimal`, `design` and
 * `mpc`. A verb can be read without its rooms; a new outer loop is a room and a verb of its own.
 *
 * @module motion
 */
import { breathe, drive } from "../solve/drive.js";
import type { BoundaryTask } from "./boundary/guess.js";
import { type Found, timed } from "./march/outcome.js";
import { judgedSimulation, simulation } from "./march/simulation.js";
import { checkRunOptions } from "./problem/check-options.js";
import { checkProblem } from "./problem/check-problem.js";
import { isSquare } from "./problem/condition.js";
import { isOptimal } from "./problem/objective.js";
import type { Problem } from "./problem/problem.js";
import type { Result } from "./result.js";
import { estimated, heard, judged, lawful, type RunOptions, session } from "./session.js";

/**
 * Finds what the boundary conditions free; without conditions, solves the whole horizon as one Mcp with nothing freed.
 * @throws {BadInput} naming the field, before anything is computed, or where the conditions do not fit the motion.
 */
export async function solve(problem: Problem, options: RunOptions = {}): Promise<Result> {
  checkProblem(problem);
  checkRunOptions(options);
  const { search } = options;
  if (isOptimal(problem)) return (await import("./several.js")).optimal(problem, options);
  if (search !== undefined && (search.all === true || search.branch !== undefined))
    return (await import("./several.js")).launch(problem, options, search);
  if (!isSquare(problem)) return run(problem, options, async (task) => (await import("./meeting.js")).meeting(task));
  // loaded when asked for: a page that only simulates needs neither searches nor the decompositions that they use
  const [{ boundaryValue }, { refineGrid }] = await Promise.all([
    import("./boundary/boundary-value.js"),
    import("./boundary/refine.js"),
  ]);
  return run(problem, options, async (task) => {
    if (task.setup.exact) return (await import("./meeting.js")).toAccuracy(task);
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

async function run(
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
  const judgedByLaws = await drive(lawful(await drive(result(found)), verb, task));
  const isMissed = verb === "solve" && judgedByLaws.status !== "solved";
  const made = isMissed ? (await import("./meeting.js")).withMiss(judgedByLaws) : judgedByLaws;
  const estimate = await estimated(task, found, options, verb === "solve" && isSquare(problem));
  finish();
  return heard(await judged(made, task, estimate), options.signal);
}
