/**
 * Conditions at both ends: shooting on the freed parameters, the whole horizon as one Mcp for the global Newton, and what
 * helps where they fail: continuation, coarser grids, a straight line, refined grids. Each fallback is a file that takes
 * and leaves a shooting, and can be changed alone.
 *
 * @module motion/boundary
 */
import type { Stepwise } from "../../algebra/stepwise.js";
import { sentences } from "../../checks/words.js";
import { emptyPath } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { hasRows } from "../compile/step.js";
import type { March } from "../march/march.js";
import { type Found, marchOutcome } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import { unclaimed } from "../march/unclaimed.js";
import { BadInput } from "../problem/problem.js";
import { continueConditions } from "./continuation.js";
import { type BoundaryTask, firstGuess } from "./guess.js";
import { openMotion, type Reason, wholeHorizon } from "./horizon/horizon.js";
import { initialValue } from "./initial-value.js";
import { pastKinks } from "./past-kinks.js";
import { atRangeEnds, limits, outOfRange } from "./ranges.js";
import { type Deficiency, deficiencyOf, describeDeficiency, weakness } from "./rank.js";
import { sequenceGrids } from "./sequence.js";
import { type Shooting, shoot } from "./shoot.js";
import { emptyMemory, type Range, type Shot, settle, shot } from "./shot.js";

/** Unknowns of all the marches that one fallback may make, and their number: a second or two. */
const work = 3e6;
const mostMarches = 100;
const fewestMarches = 20;

/**
 * Solves the boundary problem: simulate → shoot → global Newton. Where shooting fails, the map from launch to end is
 * followed over its kinks, then the conditions are approached by continuation, then on coarser grids; where that fails
 * too, the closest motion is the answer, for another route to doubt.
 * @throws {BadInput} where conditions repeat what the motion implies, or leave a freed parameter undetermined.
 */
export function* boundaryValue(task: BoundaryTask): Generator<undefined, Found> {
  const { setup, workspace, signal, report } = task;
  if (setup.compiled.freed.length === 0) return yield* initialValue(task);
  const isStacked = hasRows(setup.compiled.kernels);
  if (task.strategy === "global" && !isStacked)
    throw new BadInput(
      "strategy",
      `strategy = global solves the rows of all steps at once, and the model ${setup.compiled.model.name} of many bodies has none: leave it out.`,
    );
  const parameters = setup.parameters.slice();
  const guessedPath = firstGuess(setup, task.guess, parameters);
  const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
  const memory = emptyMemory();
  const range: Range = { setup, marcher: workspace.marcher, path, signal, onShot: shotReporter(report), memory };
  const aim = new Float64Array(setup.compiled.boundary.length);
  const opening = yield* shot(range, parameters);
  if (opening.march.status === "cancelled") return cancelled(range);

  let shooting: Shooting | undefined;
  const deficiency = yield* lastingDeficiency(range, parameters, opening);
  if (deficiency !== undefined) {
    const reason = `These boundary conditions do not determine a motion: ${describeDeficiency(setup, deficiency)}.`;
    if (!deficiency.contradicts) throw new BadInput("boundary", reason);
    shooting = yield* shoot(range, parameters, aim, opening);
    if (shooting.status === "cancelled") return cancelled(range);
    // a motion that meets them all shows that they repeat each other there
    if (shooting.status !== "solved")
      return yield* shown(task, range, parameters, { status: "infeasible", message: reason });
  } else if (task.strategy !== "global") {
    shooting = yield* shoot(range, parameters, aim, opening);
    // where many bodies push each other no way is smooth, and coarser steps lead elsewhere
    for (const fallback of isStacked ? [pastKinks, continueConditions, sequenceGrids] : [pastKinks])
      if (
        shooting.status !== "solved" &&
        shooting.status !== "cancelled" &&
        atRangeEnds(setup, parameters).length === 0
      ) {
        memory.left = marchesOf(setup);
        shooting = yield* fallback(range, parameters, shooting);
      }
    if (shooting.status !== "solved") return yield* unmet(task, range, parameters, shooting);
  }
  const march = yield* settle(range, parameters);
  if (march.status === "cancelled") return cancelled(range);
  if (task.strategy === "shoot" || !isStacked) {
    const doubt = shooting && weakness(setup, shooting.last);
    const message = sentences("Shooting alone met the conditions.", doubt);
    const found = marchOutcome(setup, { parameters, path }, march);
    const residual = Math.max(march.residual, isStacked ? 0 : (shooting?.residual ?? 0));
    return { ...found, message, solution: { ...found.solution, residual } };
  }
  const start = task.strategy === "global" && guessedPath !== undefined ? guessedPath : path;
  const found = yield* wholeHorizon(task, { parameters, path: start }, shooting?.status === "solved");
  if (found.status === "cancelled") return found;
  memory.newest = undefined;
  const outside = outOfRange(setup, parameters);
  if (outside !== undefined) {
    const nearest = yield* shoot(range, parameters, aim);
    if (nearest.status === "cancelled") return cancelled(range);
    const status = found.status === "solved" || nearest.status === "infeasible" ? "infeasible" : "no-progress";
    // an iterate on its way out of a range is no launch that one would have to take
    const where = found.status === "solved" ? "The conditions are met where" : "The global Newton left the ranges:";
    const message = `${where} ${outside}. ${closestEnd(setup, parameters)}`;
    return yield* shown(task, range, parameters, { status, message });
  }
  if (found.status !== "solved") return yield* launched(task, range, found);
  const landed = shooting?.status === "solved" ? shooting.last : yield* shotBeside(range, found.parameters);
  const doubt = weakness(setup, landed);
  // of a Newton that had nothing to do only the doubt is told, behind the shots
  return { ...found, message: found.solution.iterations > 0 ? sentences(found.message, doubt) : (doubt ?? "") };
}

/** Marches that a fallback may make: fewer where each takes long. */
function marchesOf({ compiled: { kernels }, steps }: Setup): number {
  if (!hasRows(kernels)) return mostMarches;
  const unknowns = steps.h.length * Math.max(1, kernels.implicit.unknowns.length);
  return Math.max(fewestMarches, Math.min(mostMarches, Math.floor(work / unknowns)));
}

/** The closest end of a search that failed, and why. */
function* unmet(
  task: BoundaryTask,
  range: Range,
  parameters: Float64Array,
  { status, residual, last }: Shooting,
): Stepwise<Found> {
  const { setup } = task;
  if (status === "cancelled") return cancelled(range);
  if (last.march.status !== "solved") {
    // the motion may be there, and what is asked of its end not
    const isWhole = last.march.steps === setup.steps.h.length;
    if (isWhole)
      return yield* shown(task, range, parameters, { status: last.march.status, message: noNumbers(setup, last) });
    const march = yield* settle(range, parameters);
    return marchOutcome(setup, { parameters, path: range.path }, unclaimed(march));
  }
  if (status === "infeasible" && atRangeEnds(setup, parameters).length > 0)
    return yield* shown(task, range, parameters, { status, message: closestEnd(setup, parameters) });
  const closest = status === "infeasible" ? { parameters, residual } : closestShot(range);
  const message = `No shot from the declared launch meets the conditions; the closest leaves ${closest.residual.toExponential(1)} of one.`;
  return yield* shown(task, range, closest.parameters, { status, message });
}

/** The shot of a range that leaves least of its conditions. */
function closestShot({ memory = emptyMemory() }: Range): { parameters: Float64Array; residual: number } {
  const ends = [...memory.shots.values()]
    .filter(({ march }) => march.status === "solved")
    .map(({ parameters, values }) => ({ parameters, residual: largest(values) }));
  return ends.reduce((best, end) => (end.residual < best.residual ? end : best));
}

/** The motion of these parameters, which does not meet its conditions, and why. */
function* shown({ setup }: BoundaryTask, range: Range, parameters: Float64Array, reason: Reason): Stepwise<Found> {
  const { status } = yield* settle(range, parameters);
  if (status === "cancelled") return cancelled(range);
  return yield* openMotion(setup, { parameters: parameters.slice(), path: range.path }, reason);
}

/**
 * A global Newton that found nothing, with the motion of the freed values that it came to: its last iterate is none.
 * Where they lead to no motion, its last iterate is shown, and the message says so.
 */
function* launched(task: BoundaryTask, range: Range, { parameters, ...found }: Found): Stepwise<Found> {
  const { compiled, steps } = range.setup;
  const beside = { ...range, path: emptyPath(compiled.kernels, steps.h.length), memory: emptyMemory() };
  const { status } = yield* settle(beside, parameters);
  if (status === "cancelled") return cancelled(beside);
  if (status !== "solved") return { ...found, parameters, message: `${found.message} Shown is its last iterate.` };
  const message = `${found.message} Shown is the motion of the freed values that it came to.`;
  return yield* shown(task, beside, parameters, { status: found.status, message });
}

/** The march that was stopped, as far as it came. */
function cancelled({ setup, path, memory }: Range): Found {
  const { parameters, march } = memory?.newest ?? { parameters: setup.parameters, march: unbegun };
  return marchOutcome(setup, { parameters, path }, { ...march, status: "cancelled" });
}

const unbegun: March = { status: "cancelled", steps: 0, iterations: 0, residual: 0, failure: undefined };

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** The conditions of a shot that have no value, or no slope, at its end. */
function noNumbers({ compiled }: Setup, { values, termSizes }: Shot): string {
  const names = compiled.boundary
    .filter((_, i) => !Number.isFinite(values[i]) || !Number.isFinite(termSizes[i]))
    .map(({ name, frees }) => `${name} (frees ${frees})`);
  return `At the end of the closest shot ${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not a finite number, or changes infinitely fast.`;
}

/**
 * A deficiency at the guess that is still there elsewhere: sensitivities can vanish at one launch by chance, but not at
 * two unrelated ones.
 */
function* lastingDeficiency(
  range: Range,
  parameters: Float64Array,
  opening: Shot,
): Generator<undefined, Deficiency | undefined> {
  const { setup } = range;
  const here = deficiencyOf(setup, opening);
  if (here === undefined) return undefined;
  const otherLaunch = parameters.slice();
  const limit = limits(setup);
  setup.compiled.freed.forEach((index, j) => {
    const x = parameters[index];
    // unequal strides, so that no combination of parameters stays what it was
    otherLaunch[index] = limit(x + (0.37 + 0.11 * j) * (1 + 0.1 * Math.abs(x)), j);
  });
  const there = deficiencyOf(setup, yield* shot(range, otherLaunch));
  return there === undefined ? undefined : here;
}

/** A shot that leaves the plan's path alone. */
function shotBeside(range: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const { compiled, steps } = range.setup;
  return shot({ ...range, path: emptyPath(compiled.kernels, steps.h.length), memory: emptyMemory() }, parameters);
}

/** Numbers the shots of a whole plan. */
function shotReporter(report: Task["report"]): Range["onShot"] {
  let iteration = 0;
  return (residual, stepLength) => {
    iteration++;
    report({ phase: "shoot", iteration, residual, merit: 0.5 * residual * residual, stepLength, stepKind: "newton" });
  };
}

function closestEnd(setup: Setup, parameters: Float64Array): string {
  const held = atRangeEnds(setup, parameters);
  const why = held.length > 0 ? `, with ${held.join(" and ")} at the end of its range` : "";
  return `No motion within the declared ranges was found that meets the conditions; shown is the closest end${why} (this is no proof).`;
}
