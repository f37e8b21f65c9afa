import { isExpr, leaves } from "../../expr/expr.js";
import { exactRefusal, setUp } from "../../motion/compile/setup.js";
import { defaultAccuracy } from "../../motion/problem/grid.js";
import { step } from "../../motion/problem/inputs.js";
import { isOptimal } from "../../motion/problem/objective.js";
import type { Settings } from "../../motion/problem/parameters.js";
import type { Problem } from "../../motion/problem/problem.js";
import type { Result } from "../../motion/result.js";
import type { RunChoice, Verb } from "./choice.js";
import type { Run } from "./run.js";

/** Grids made finer, one after the other, at most. */
const rounds = 4;
/** A grid is made so many times finer at most by one round: an error that falls as steps do may be overestimated. */
const most = 32;
/** Steps of the finest grid; those of optimal motions are unknowns all at once. */
const [mostSteps, mostOptimal] = [200_000, 1280];
/** Steps are a little shorter than the error asks for. */
const margin = 1.2;
/** Beyond this many times finer, elements of high order are cheaper than steps. */
const far = 64;

/**
 * Runs, and runs again on finer grids until the accuracy holds that is set, or 1e-4, or there is no finer grid to be had: the
 * last answer, whose settings say how it was got.
 */
export async function refined(
  verb: Verb,
  problem: Problem,
  choice: RunChoice,
  run: (choice: RunChoice) => Promise<Run>,
): Promise<Run> {
  let set: Settings = { "grid.accuracy": defaultAccuracy, ...choice.set };
  let done = await run({ ...choice, set });
  for (let round = 0; round < rounds && done.result.status === "coarse"; round++) {
    const finer = finerGrid(verb, problem, set, done.result);
    if (finer === undefined) break;
    set = finer;
    done = await run({ ...choice, set });
  }
  return done;
}

/** Settings of a grid on which the accuracy may hold; undefined where there is none. */
export function finerGrid(verb: Verb, problem: Problem, set: Settings, result: Result): Settings | undefined {
  const setup = setUp(problem, set);
  const accuracy = Number(set["grid.accuracy"]);
  const error = result.trajectory.certificate.gridError?.value;
  // the method exact has made its elements shorter by itself
  if (setup.exact !== undefined || error === undefined || !(error > accuracy)) return undefined;
  const wanted = Math.ceil((margin * error) / accuracy);
  const { "grid.steps": _, "grid.h": __, "grid.end": ___, "grid.tolerance": ____, ...rest } = set;
  const optimal = isOptimal(problem) && verb === "solve";
  const canBeExact = verb !== "design" && !optimal && exactRefusal(setup.compiled) === undefined;
  const { h } = setup.steps;
  const end = setup.steps.t[h.length];
  const isTimed = problem.parameters.time !== undefined;
  if (canBeExact && (wanted > far || setup.tolerance !== undefined))
    return { ...rest, "grid.method": "exact", ...(!isTimed && { "grid.end": end }) };
  // schedules go by the number of the step: on other steps they are others
  const byStep = Object.values(problem.inputs ?? {}).some((of) => isExpr(of) && leaves([of]).includes(step));
  const limit = optimal ? mostOptimal : mostSteps;
  const factor = Math.min(wanted, most, Math.floor(limit / h.length));
  if (byStep || factor < 2) return undefined;
  return { ...rest, "grid.steps": factor * h.length, ...(!isTimed && { "grid.h": h[0] / factor }) };
}
