import { leastNorm } from "../boundary/bounded-step.js";
import { type BoundaryTask, firstGuess } from "../boundary/guess.js";
import { limits } from "../boundary/ranges.js";
import { turnOf, weakness } from "../boundary/rank.js";
import { type Shooting, shoot } from "../boundary/shoot.js";
import { emptyMemory, type Shot } from "../boundary/shot.js";
import { noMotion, saidWithin } from "../boundary/within.js";
import type { Setup } from "../compile/setup.js";
import type { Found, Judged } from "../march/outcome.js";
import { isMet, missesOf } from "../trajectory/misses.js";
import { approach, samples } from "./aim/approach.js";
import { fewMarches, firstPolish, type Met, polish } from "./aim/polish.js";
import { fired, fireOnce, rangeOf, type Tally } from "./aim/shots.js";
import {
  exactOf,
  exactSimulation,
  type FoundError,
  finerThan,
  firstTolerance,
  roughly,
  stateError,
  told,
  unseen,
} from "./exact.js";

/** How near the first shots must come, in their tolerance: of motions of millimetres the first is still far away. */
const nearness = [10, 0.1, 1e-3];
const attempts = 4;
/** The end of a guess may be as far from the conditions where branches are free, in freed values; a step that is no longer is a small one. */
const close = 1e-3;

/**
 * Meets the boundary conditions by shooting on motions to an accuracy: from the declared launch, then from the closest ends of
 * a scan over the declared ranges; at last on the elements of one motion, whose branches and lengths are kept, so that
 * the map from launch to end is smooth. The answer is judged by a finer computation: what it leaves of the conditions,
 * in freed values, is the error.
 */
export function* exactBoundary(task: BoundaryTask): Generator<undefined, Found> {
  const { setup } = task;
  if (setup.compiled.freed.length === 0) return yield* exactSimulation(task);
  const within = saidWithin(setup);
  if (within !== undefined) return noMotion(yield* exactSimulation(task), within);
  const parameters = setup.parameters.slice();
  firstGuess(setup, task.guess, parameters);
  return yield* metWithin(task, parameters, { shots: 0 }, nearness);
}

function* metWithin(
  task: BoundaryTask,
  parameters: Float64Array,
  tally: Tally,
  [within, ...closer]: readonly number[],
): Generator<undefined, Found> {
  const near = yield* approach(task, parameters, tally, within);
  if (near.status !== "solved") return yield* unmet(task, parameters, near);
  const nearer = stepped(task.setup, near.last);
  task.setup.compiled.freed.forEach((index, j) => {
    if (nearer !== undefined) parameters[index] = limits(task.setup)(nearer[j], j);
  });
  const { last, found } = yield* toAccuracy(task, parameters, tally);
  if (found !== undefined) return found;
  if (last.status !== "cancelled" && closer.length > 0) return yield* metWithin(task, parameters, tally, closer);
  // on the elements of one motion there may be no launch, and elsewhere one
  return yield* unmet(task, parameters, last.status === "infeasible" ? { ...last, status: "no-progress" } : last);
}

/** Freed values near to a launch, and the sign of det ∂Υ/∂(freed) there. */
export interface CloseLaunch {
  readonly values: readonly number[];
  readonly turn: number;
}

/**
 * Freed values that meet the conditions on the branches of the motion from `values`, and do so where that motion is free to
 * take others; undefined where a few marches do not lead there.
 */
export function* closeLaunch(
  task: BoundaryTask,
  values: readonly number[],
): Generator<undefined, CloseLaunch | undefined> {
  const { setup } = task;
  const { formulas } = setup.compiled;
  const asked = { tolerance: Math.min(roughly, exactOf(setup).accuracy), notes: unseen };
  const parameters = withFreed(setup, values);
  const { march } = yield* fireOnce(task, parameters, asked);
  if (march.status !== "solved") return undefined;
  const fire = (at: Float64Array) => fired(task, at, { ...asked, plan: march.elements });
  const onPlan = rangeOf(task, { shots: 0 }, fire, asked.tolerance);
  const aim = new Float64Array(formulas.aims.rows);
  const { status } = yield* shoot({ ...onPlan, memory: emptyMemory(fewMarches) }, parameters, aim);
  if (status !== "solved") return undefined;
  const { shot } = yield* fireOnce(task, parameters, asked);
  if (shot.march.status !== "solved") return undefined;
  const nearer = stepped(setup, shot);
  return nearer && { values: nearer, turn: turnOf(shot) };
}

/** Freed values a step of the Newton on from a shot: the nearer, the fewer shots on short elements are left; undefined where it is a long one. */
function stepped({ compiled: { freed } }: Setup, { jacobian, values, parameters }: Shot): number[] | undefined {
  const off = leastNorm(jacobian, values);
  const isShort = freed.every((index, j) => Math.abs(off[j]) <= close * Math.max(1, Math.abs(parameters[index])));
  return isShort ? freed.map((index, j) => parameters[index] - off[j]) : undefined;
}

/** Goes on from freed values that nearly meet the conditions; undefined where that leads to no launch. */
export function* exactLaunch(task: BoundaryTask, values: readonly number[]): Generator<undefined, Judged | undefined> {
  return (yield* toAccuracy(task, withFreed(task.setup, values), { shots: 0 })).found;
}

/** All parameters with these freed values. */
export function withFreed({ parameters, compiled }: Setup, values: readonly number[]): Float64Array {
  const all = parameters.slice();
  compiled.freed.forEach((index, j) => {
    all[index] = values[j];
  });
  return all;
}

/** Meets the conditions from close by, on finer and finer elements until a finer computation agrees. */
function* toAccuracy(
  task: BoundaryTask,
  parameters: Float64Array,
  tally: Tally,
): Generator<undefined, { last: Shooting; found: Judged | undefined }> {
  const { setup } = task;
  const { accuracy } = exactOf(setup);
  let tolerance = Math.min(roughly, firstTolerance(task));
  let met = yield* firstPolish(task, parameters, tolerance, tally);
  if (met.shooting.status !== "solved") return { last: met.shooting, found: undefined };
  let error = yield* answerError(task, parameters, tolerance, met);
  for (let i = 1; i < attempts && !(error.value <= accuracy); i++) {
    tolerance = finerThan(task, tolerance).tolerance;
    const next = yield* polish(task, parameters, tolerance, tally);
    if (next.shooting.status !== "solved") break;
    met = next;
    error = yield* answerError(task, parameters, tolerance, met);
  }
  const doubt = weakness(setup, met.shooting.last);
  const { march } = met.last;
  const message = `Solved by ${tally.shots} shots, ${march.message}${doubt === undefined ? "" : ` ${doubt}`}`;
  const found = told(task, parameters, { march, error, message }, met.last);
  return { last: met.shooting, found: yield* withinLimits(found) };
}

/** A launch that passes a limit on its way is none. */
function* withinLimits(found: Found): Generator<undefined, Judged> {
  const { setup, parameters, path, status, message } = found;
  const { aims, conditions } = setup.compiled.formulas;
  if (aims.rows === conditions.rows || (status !== "solved" && status !== "coarse")) return found;
  const misses = yield* missesOf(setup, parameters, path);
  // equations stand first
  const passed = misses.slice(aims.rows).find((miss) => !isMet(miss));
  if (passed === undefined) return { ...found, misses };
  const why = `The equations are met by a motion that is against ${passed.name} at t = ${passed.t.toPrecision(4)} s: search with all launches, or start elsewhere. ${message}`;
  const ended = "no-progress";
  return { ...found, status: ended, message: why, solution: { ...found.solution, status: ended, message: why } };
}

/** How far the answer is from a finer one, the largest part: freed values that meet its conditions, and where they end. */
function* answerError(
  task: BoundaryTask,
  parameters: Float64Array,
  tolerance: number,
  { shooting, last }: Met,
): Generator<undefined, FoundError> {
  const { setup } = task;
  const { freed, parameters: names } = setup.compiled;
  const { shot, march } = yield* fireOnce(task, parameters, { ...finerThan(task, tolerance), sensitivities: false });
  if (march.status !== "solved") return { value: Number.POSITIVE_INFINITY, row: "end" };
  const { state, sensitivity } = last.march;
  const moved = march.state.slice();
  let worst: FoundError = { value: 0, row: names[freed[0]] };
  leastNorm(shooting.last.jacobian, shot.values).forEach((change, j) => {
    const value = Math.abs(change) / Math.max(1, Math.abs(parameters[freed[j]]));
    if (!(value <= worst.value)) worst = { value, row: names[freed[j]] };
    for (let k = 0; k < moved.length; k++) moved[k] -= sensitivity[j * moved.length + k] * change;
  });
  const ends = stateError(setup, state, moved);
  return ends.value <= worst.value ? worst : ends;
}

/** The closest motion, and why it is not what was asked for. */
function* unmet(task: BoundaryTask, parameters: Float64Array, { status, last }: Shooting): Generator<undefined, Found> {
  const broken = last.march.status !== "solved" && last.march.failure === undefined;
  const found = yield* exactSimulation({ ...task, setup: { ...task.setup, parameters } });
  if (found.status !== "solved" && found.status !== "coarse") return found;
  const ended = broken && status !== "cancelled" ? "no-progress" : status;
  const message =
    ended === "infeasible"
      ? `No motion within the declared ranges was found that meets the conditions, from ${samples} starts over each of them (this is no proof).`
      : `No shot meets the conditions, neither from the declared launch nor from ${samples} others over each range. A search for all launches looks between them.`;
  return { ...found, status: ended, message, solution: { ...found.solution, status: ended, message } };
}

export { exactEnds, exactShots, fireOnce } from "./aim/shots.js";
