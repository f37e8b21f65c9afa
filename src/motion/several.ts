import { sentences } from "../checks/words.js";
import { drive } from "../solve/drive.js";
import type { Status } from "../solve/mcp.js";
import type { BoundaryTask } from "./boundary/guess.js";
import type { Launches, Search } from "./launches/launch.js";
import { simulation } from "./march/simulation.js";
import { withMiss } from "./meeting.js";
import { isLimited, isSquare } from "./problem/condition.js";
import { isControl } from "./problem/objective.js";
import type { Problem } from "./problem/problem.js";
import type { Result, RunRecord } from "./result.js";
import { estimated, heard, judged, lawful, type RunOptions, session } from "./session.js";
import { gridAdvice } from "./trajectory/advice.js";

/** Searches that ended where rows need not hold. */
const unmet: readonly Status[] = ["infeasible", "no-progress", "iteration-limit"];

/** All launches of a search as results of their own; the first of them stands for the whole. */
export async function launch(problem: Problem, options: RunOptions, search: Search): Promise<Result> {
  const { task, result, finish } = await session(problem, options);
  const isOfEnds = isSquare(problem) || (task.setup.exact !== undefined && isLimited(task.setup.compiled));
  const {
    launches,
    note,
    isOpen = false,
  } = isOfEnds
    ? await everyLaunch(task, search)
    : await (await import("./conditions/every.js")).everyMotion(task, search);
  const solutions: Result[] = [];
  for (const { found, sequence, condition } of launches) {
    const lawfully = withMiss(await drive(lawful(await drive(result(found)), "solve", task)));
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

/** All launches, where their search by events may look over its parts elsewhere. */
async function everyLaunch(task: BoundaryTask, search: Search): Promise<Launches> {
  const { everyLaunch } = await import("./launches/launches.js");
  const isElsewhere = search.survey !== undefined && task.setup.exact !== undefined;
  const parts = isElsewhere
    ? await (await import("./launches/by-events.js")).surveyedElsewhere(task, search)
    : undefined;
  return drive(everyLaunch(task, search, parts));
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
  for (const ended of motions) {
    const isMissed = unmet.includes(ended.optimum.status);
    const motion = isMissed
      ? await (await import("./optimal/shooting/missing-least.js")).missingLeast(task, ended, drive)
      : ended;
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
