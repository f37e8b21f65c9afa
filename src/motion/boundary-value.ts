import type { Bound } from "./bind.js";
import { continued } from "./continuation.js";
import { firstGuess } from "./guess.js";
import { wholeHorizon } from "./horizon.js";
import { emptyPath } from "./march.js";
import { type Found, marched, unmet } from "./outcome.js";
import { BadInput } from "./problem.js";
import { limits, outOfRange, pressed } from "./ranges.js";
import { type Deficiency, deficiencyOf, describeDeficiency, weakness } from "./rank.js";
import { sequenced } from "./sequence.js";
import { type Shooting, shoot } from "./shoot.js";
import { type Range, type Shot, shot } from "./shot.js";
import { initialValue } from "./simulation.js";
import type { Task } from "./task.js";

/**
 * Solves the boundary problem: simulate → shoot → global Newton. Where shooting fails, the conditions are approached by
 * continuation, then on coarser grids; whatever comes of it, the global Newton has the last word.
 * @throws {BadInput} where conditions repeat what the motion implies, or leave a freed parameter undetermined.
 */
export function* boundaryValue(task: Task): Generator<undefined, Found> {
  const { bound, workspace, signal, report } = task;
  if (bound.compiled.freed.length === 0) return yield* initialValue(task);
  const parameters = bound.parameters.slice();
  const drawn = firstGuess(bound, task.guess, parameters);
  const path = emptyPath(bound.compiled.kernels, bound.steps.h.length);
  const motion = { parameters, path };
  const range: Range = { bound, marcher: workspace.marcher, path, signal, onShot: shotReporter(report) };
  const aim = new Float64Array(bound.compiled.boundary.length);
  const opening = yield* shot(range, parameters);
  if (opening.march.status === "cancelled") return marched(bound, motion, opening.march);

  const deficiency = yield* lastingDeficiency(range, parameters, opening);
  if (deficiency !== undefined) {
    const reason = `These boundary conditions do not determine a motion: ${describeDeficiency(bound, deficiency)}.`;
    if (!deficiency.contradicts) throw new BadInput("boundary", reason);
    yield* shoot(range, parameters, aim, opening);
    return unmet(bound, workspace, motion, reason);
  }
  let shooting: Shooting | undefined;
  if (task.strategy === "auto") {
    shooting = yield* shoot(range, parameters, aim, opening);
    for (const fallback of [continued, sequenced])
      if (shooting.status !== "solved" && shooting.status !== "cancelled" && pressed(bound, parameters).length === 0)
        shooting = yield* fallback(range, parameters, shooting);
    if (shooting.status === "cancelled") return marched(bound, motion, shooting.last.march);
    if (shooting.status === "infeasible" && pressed(bound, parameters).length > 0)
      return unmet(bound, workspace, motion, closestEnd(bound, parameters));
  }
  const start = task.strategy === "global" && drawn !== undefined ? { parameters, path: drawn } : motion;
  const found = yield* wholeHorizon(task, start);
  if (found.status !== "solved") return found;
  const outside = outOfRange(bound, found.parameters);
  if (outside === undefined) {
    const landed = shooting?.status === "solved" ? shooting.last : yield* shotBeside(range, found.parameters);
    const doubt = weakness(bound, landed);
    return doubt === undefined ? found : { ...found, message: `${found.message} ${doubt}` };
  }
  const closest = { parameters: found.parameters, path };
  yield* shoot(range, closest.parameters, aim, undefined);
  return unmet(bound, workspace, closest, `${outside} ${closestEnd(bound, closest.parameters)}`);
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
  const { bound } = range;
  const here = deficiencyOf(bound, opening);
  if (here === undefined) return undefined;
  const elsewhere = parameters.slice();
  const limit = limits(bound);
  bound.compiled.freed.forEach((index, j) => {
    const x = parameters[index]!;
    // unequal strides, so that no combination of parameters stays what it was
    elsewhere[index] = limit(x + (0.37 + 0.11 * j) * (1 + 0.1 * Math.abs(x)), j);
  });
  const there = deficiencyOf(bound, yield* shot(range, elsewhere));
  yield* shot(range, parameters);
  return there === undefined ? undefined : here;
}

/** A shot that leaves the plan's path alone. */
function shotBeside(range: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const { compiled, steps } = range.bound;
  return shot({ ...range, path: emptyPath(compiled.kernels, steps.h.length) }, parameters);
}

/** Numbers the shots of a whole plan. */
function shotReporter(report: Task["report"]): Range["onShot"] {
  let iteration = 0;
  return (residual, stepLength) => {
    iteration++;
    report({ phase: "shoot", iteration, residual, merit: 0.5 * residual ** 2, stepLength, stepKind: "newton" });
  };
}

function closestEnd(bound: Bound, parameters: Float64Array): string {
  const held = pressed(bound, parameters);
  const why = held.length > 0 ? `, with ${held.join(" and ")} at the end of its range` : "";
  return `No motion within the declared ranges was found that meets the conditions; shown is the closest end${why} (this is no proof).`;
}
