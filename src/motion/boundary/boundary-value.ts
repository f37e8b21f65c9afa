/**
 * Conditions at both ends: shooting on the freed parameters, the whole horizon as one Mcp for the global Newton, and what
 * helps where they fail: continuation, coarser grids, a straight line, refined grids. Each fallback is a file that takes
 * and leaves a shooting, and can be changed alone.
 *
 * @module motion/boundary
 */
import type { Stepwise } from "../../algebra/stepwise.js";
import { emptyPath, type Motion } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { type Found, marchOutcome } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import { BadInput } from "../problem/problem.js";
import { continueConditions } from "./continuation.js";
import { type BoundaryTask, firstGuess } from "./guess.js";
import { openMotion, wholeHorizon } from "./horizon.js";
import { initialValue } from "./initial-value.js";
import { atRangeEnds, limits, outOfRange } from "./ranges.js";
import { type Deficiency, deficiencyOf, describeDeficiency, weakness } from "./rank.js";
import { sequenceGrids } from "./sequence.js";
import { type Shooting, shoot } from "./shoot.js";
import { type Range, type Shot, shot } from "./shot.js";

/**
 * Solves the boundary problem: simulate → shoot → global Newton. Where shooting fails, the conditions are approached by
 * continuation, then on coarser grids; where that fails too, the closest motion is the answer, for another route to doubt.
 * @throws {BadInput} where conditions repeat what the motion implies, or leave a freed parameter undetermined.
 */
export function* boundaryValue(task: BoundaryTask): Generator<undefined, Found> {
  const { setup, workspace, signal, report } = task;
  if (setup.compiled.freed.length === 0) return yield* initialValue(task);
  const parameters = setup.parameters.slice();
  const guessedPath = firstGuess(setup, task.guess, parameters);
  const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
  const motion = { parameters, path };
  const range: Range = { setup, marcher: workspace.marcher, path, signal, onShot: shotReporter(report) };
  const aim = new Float64Array(setup.compiled.boundary.length);
  const opening = yield* shot(range, parameters);
  if (opening.march.status === "cancelled") return marchOutcome(setup, motion, opening.march);

  const deficiency = yield* lastingDeficiency(range, parameters, opening);
  if (deficiency !== undefined) {
    const reason = `These boundary conditions do not determine a motion: ${describeDeficiency(setup, deficiency)}.`;
    if (!deficiency.contradicts) throw new BadInput("boundary", reason);
    yield* shoot(range, parameters, aim, opening);
    return yield* openMotion(setup, workspace, motion, { status: "infeasible", message: reason });
  }
  let shooting: Shooting | undefined;
  if (task.strategy === "auto") {
    shooting = yield* shoot(range, parameters, aim, opening);
    for (const fallback of [continueConditions, sequenceGrids])
      if (
        shooting.status !== "solved" &&
        shooting.status !== "cancelled" &&
        atRangeEnds(setup, parameters).length === 0
      )
        shooting = yield* fallback(range, parameters, shooting);
    if (shooting.status === "cancelled") return marchOutcome(setup, motion, shooting.last.march);
    if (shooting.status !== "solved") return yield* unmet(task, motion, shooting);
  }
  const start = task.strategy === "global" && guessedPath !== undefined ? { parameters, path: guessedPath } : motion;
  const found = yield* wholeHorizon(task, start);
  const outside = outOfRange(setup, found.parameters);
  if (outside !== undefined && found.status !== "cancelled") {
    const closest = { parameters: found.parameters, path };
    const nearest = yield* shoot(range, closest.parameters, aim, undefined);
    const status = found.status === "solved" || nearest.status === "infeasible" ? "infeasible" : "no-progress";
    const message = `${outside} ${closestEnd(setup, closest.parameters)}`;
    return yield* openMotion(setup, workspace, closest, { status, message });
  }
  if (found.status !== "solved") return found;
  const landed = shooting?.status === "solved" ? shooting.last : yield* shotBeside(range, found.parameters);
  const doubt = weakness(setup, landed);
  return doubt === undefined ? found : { ...found, message: `${found.message} ${doubt}` };
}

/** The closest end of a shooting that failed, and why. */
function* unmet(
  { setup, workspace }: BoundaryTask,
  motion: Motion,
  { status, residual, last }: Shooting,
): Stepwise<Found> {
  if (last.march.status !== "solved") {
    if (last.march.steps < setup.steps.h.length) return marchOutcome(setup, motion, last.march);
    // the motion is there, and what is asked of its end is not
    return yield* openMotion(setup, workspace, motion, { status: last.march.status, message: noNumbers(setup, last) });
  }
  if (status === "infeasible" && atRangeEnds(setup, motion.parameters).length > 0)
    return yield* openMotion(setup, workspace, motion, { status, message: closestEnd(setup, motion.parameters) });
  const message = `No shot from the declared launch meets the conditions; the closest leaves ${residual.toExponential(1)} of one.`;
  return yield* openMotion(setup, workspace, motion, { status, message });
}

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
  yield* shot(range, parameters);
  return there === undefined ? undefined : here;
}

/** A shot that leaves the plan's path alone. */
function shotBeside(range: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const { compiled, steps } = range.setup;
  return shot({ ...range, path: emptyPath(compiled.kernels, steps.h.length) }, parameters);
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
