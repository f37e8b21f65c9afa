import { leastNorm } from "../boundary/bounded-step.js";
import { type BoundaryTask, firstGuess } from "../boundary/guess.js";
import { limits } from "../boundary/ranges.js";
import { weakness } from "../boundary/rank.js";
import { type Shooting, shoot } from "../boundary/shoot.js";
import { emptyMemory, type Range, type Shot } from "../boundary/shot.js";
import { noMotion, saidWithin } from "../boundary/within.js";
import type { Setup } from "../compile/setup.js";
import type { Found, Judged } from "../march/outcome.js";
import { isMet, missesOf } from "../trajectory/misses.js";
import type { Asked, ExactMarch } from "./asked.js";
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
import { areBrief } from "./record.js";
import { fired, fireOnce, freeShot, rangeOf, type Tally, type Written, written } from "./shots.js";

/** How near the first shots must come, in their tolerance: of motions of millimetres the first is still far away. */
const nearness = [10, 0.1, 1e-3];
/** Conditions are met on a frozen plan to this [own units], or as nearly as so many last digits of what is freed tell. */
const [exactly, lastDigits] = [1e-11, 8];
/**
 * And where no plan can be kept, or comes so near, to this part of the accuracy, or to so much: elements that are free make the map from launch
 * to end a little rough, and what only decays, as a sliding in rolling may, is never none.
 */
const [freely, mostFreely] = [0.1, 1e-7];
/** Ends of followed elements may differ by this part of their tolerance from those of free ones. */
const elsewhere = 1e-3;
/** Plans made anew until the freed values stay, and where they have brief elements until they stay to their last digit. */
const [plans, mostAgain] = [8, 2];
/** A tolerance of an answer that is above this part of that of first shots is theirs at once. */
const alike = 0.1;
const attempts = 4;
/** Starts over the range of each freed value, where the declared launch leads nowhere. */
const samples = 24;
/** Of them, those that take more elements than the declared launch by far are no starts: bounces without end, mostly. */
const [fewest, muchLonger] = [500, 3];
/** Closest ends of a scan from which the shooting goes on, */
const candidates = 6;
/** and the marches that all of them may take. */
const mostMarches = 60;

/** Marches from one guess of many, */
const fewMarches = 16;
/** and how far its end may be from the conditions where branches are free, in freed values; a step that is no longer is a small one. */
const close = 1e-3;

/** Launches from which a shooting goes on, and whether the scan that found them met motions mostly, of one sequence of events only. */
interface Scanned {
  readonly starts: readonly Float64Array[];
  readonly isSmooth: boolean;
}

/** How the conditions were met, or were not, and the motion at the end of it. */
interface Met {
  readonly shooting: Shooting;
  readonly last: Written;
}

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

/**
 * Freed values that meet the conditions on the branches of the motion from `values`, and do so where that motion is free to
 * take others; undefined where a few marches do not lead there.
 */
export function* closeLaunch(
  task: BoundaryTask,
  values: readonly number[],
): Generator<undefined, number[] | undefined> {
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
  return stepped(setup, shot);
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

/**
 * From the declared launch near to the conditions, or from the closest ends of a scan. Where none leads there, the closest
 * end of all stands for them; that there is no launch is said only where every one of them is stationary, and where all starts
 * meet the same events: launches of another sequence may lie between two of them.
 */
function* approach(
  task: BoundaryTask,
  parameters: Float64Array,
  tally: Tally,
  within: number,
): Generator<undefined, Shooting> {
  const { setup } = task;
  const aim = new Float64Array(setup.compiled.formulas.aims.rows);
  const least = Math.min(roughly, firstTolerance(task));
  const tolerance = least < alike * roughly ? roughly : least;
  function* fire(at: Float64Array): Generator<undefined, Shot> {
    return yield* fired(task, at, { tolerance, notes: unseen });
  }
  const direct = rangeOf(task, tally, fire, within * roughly);
  const own = parameters.slice();
  let best = yield* shoot(direct, parameters, aim);
  if (best.status === "solved" || best.status === "cancelled" || task.strategy !== "auto") return best;
  const range: Range = { ...direct, memory: emptyMemory(mostMarches) };
  const limit = fewest + muchLonger * best.last.march.steps;
  const { starts, isSmooth } = yield* scan(task, own, { tolerance, limit, notes: unseen });
  let isStationary = isSmooth && best.status === "infeasible";
  for (const start of starts) {
    const tried = yield* shoot(range, start, aim);
    const isOver = tried.status === "solved" || tried.status === "cancelled";
    const isCloser = tried.last.march.status === "solved" && !(tried.residual >= best.residual);
    if (isOver || isCloser) {
      parameters.set(start);
      best = tried;
    }
    if (isOver) return best;
    isStationary &&= tried.status === "infeasible";
  }
  return best.status === "infeasible" && !isStationary ? { ...best, status: "no-progress" } : best;
}

/**
 * Launches over the declared ranges whose ends come closest, one freed value at a time, the others as they were guessed; and
 * whether all of them meet the same events, so that the map from launch to end has no breaks there.
 */
function* scan(
  task: BoundaryTask,
  own: Float64Array,
  asked: Pick<Asked, "tolerance" | "limit" | "notes">,
): Generator<undefined, Scanned> {
  const { freed, problem, parameters: names } = task.setup.compiled;
  const ends: { at: Float64Array; miss: number }[] = [];
  const sequences = new Set<string>();
  let looked = 0;
  for (const index of freed) {
    const { min, max } = problem.parameters[names[index]];
    if (min === undefined || max === undefined) continue;
    for (let k = 0; k < samples; k++) {
      if (task.signal?.aborted) return { starts: [], isSmooth: false };
      const at = own.slice();
      at[index] = min + ((k + 0.5) / samples) * (max - min);
      const { shot, march } = yield* fireOnce(task, at, asked);
      looked++;
      if (shot.march.status !== "solved") continue;
      ends.push({ at, miss: shot.values.reduce((most, x) => Math.max(most, Math.abs(x)), 0) });
      sequences.add(String(march.elements.map(({ event }) => event).filter((event) => event >= 0)));
    }
  }
  const closest = ends.sort((a, b) => a.miss - b.miss).slice(0, candidates);
  return { starts: closest.map(({ at }) => at), isSmooth: sequences.size === 1 && 2 * ends.length > looked };
}

/** From as near as rough elements bring freed values, so that fine ones are planned once; or from where they were. */
function* firstPolish(
  task: BoundaryTask,
  parameters: Float64Array,
  tolerance: number,
  tally: Tally,
): Generator<undefined, Met> {
  const own = parameters.slice();
  const isNear = tolerance < alike * roughly && (yield* polish(task, own, roughly, tally)).shooting.status === "solved";
  const met = isNear ? yield* polish(task, own, tolerance, tally) : undefined;
  if (met?.shooting.status !== "solved") return yield* polish(task, parameters, tolerance, tally);
  parameters.set(own);
  return met;
}

/** Meets the conditions to rounding: on the elements of the motion at `parameters`, made anew while they move. */
function* polish(
  task: BoundaryTask,
  parameters: Float64Array,
  tolerance: number,
  tally: Tally,
): Generator<undefined, Met> {
  const { setup } = task;
  const aim = new Float64Array(setup.compiled.formulas.aims.rows);
  let again = 0;
  // a speed that is left where another launch came to rest is a force in a brief element: that is of the very launch
  const isKept = (change: number, { elements }: ExactMarch): boolean =>
    change <= tolerance && (change === 0 || !areBrief(elements) || again++ === mostAgain);
  for (let i = 0; ; i++) {
    const opening = yield* freeShot(task, parameters, { tolerance, tally });
    const { march, shot } = opening;
    if (march.status !== "solved")
      return { last: opening, shooting: { status: march.status, shots: 0, residual: Number.NaN, last: shot } };
    let newest = opening;
    function* fire(at: Float64Array): Generator<undefined, Shot> {
      newest = yield* written(task, at, { tolerance, plan: march.elements });
      return newest.shot;
    }
    const nearest = nearestOf(setup, shot);
    const range = rangeOf(task, tally, fire, nearest);
    const before = parameters.slice();
    // followed elements of bounces end a little elsewhere than the free ones did, so that from very near nothing seems to come closer
    const off = shot.values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const isOpening = off <= nearest || off > elsewhere * tolerance;
    let shooting = yield* shoot(range, parameters, aim, isOpening ? shot : undefined);
    if (isOpening && shooting.status !== "solved" && shooting.status !== "cancelled") {
      parameters.set(before);
      shooting = yield* shoot(range, parameters, aim);
    }
    if (shooting.status === "cancelled") return { shooting, last: opening };
    if (shooting.status !== "solved") {
      // the elements were those of a launch too far away: a step of the Newton on its own elements brings it closer
      parameters.set(before);
      const own = rangeOf(task, tally, (at) => fired(task, at, { tolerance }), 10 * tolerance);
      const closer = yield* shoot(own, parameters, aim);
      const isStuck = closer.status !== "solved" || largestChange(setup, before, parameters) === 0;
      if (isStuck || i >= plans)
        return (yield* onFreeElements(task, parameters, tolerance, tally)) ?? { shooting, last: opening };
    } else if (i >= plans || isKept(largestChange(setup, before, parameters), march)) {
      const isLast = newest.shot.parameters === shooting.last.parameters;
      const last = isLast ? newest : yield* written(task, parameters, { tolerance, plan: march.elements });
      return { shooting, last };
    }
  }
}

/** How nearly conditions can be met: impacts in a row make metres of the last digit of a launch. */
function nearestOf({ compiled }: Setup, { jacobian, parameters }: Shot): number {
  const digit = (j: number): number => lastDigits * Number.EPSILON * Math.abs(parameters[compiled.freed[j]]);
  return jacobian.to2DArray().reduce(
    (most, slopes) =>
      Math.max(
        most,
        slopes.reduce((sum, x, j) => sum + Math.abs(x) * digit(j), 0),
      ),
    exactly,
  );
}

/** Meets the conditions without a plan, which many events in a row lose; undefined where that does not come so near. */
function* onFreeElements(
  task: BoundaryTask,
  parameters: Float64Array,
  tolerance: number,
  tally: Tally,
): Generator<undefined, Met | undefined> {
  const before = parameters.slice();
  const aim = new Float64Array(task.setup.compiled.formulas.aims.rows);
  const nearly = Math.min(mostFreely, freely * exactOf(task.setup).accuracy);
  const range = rangeOf(task, tally, (at) => fired(task, at, { tolerance }), nearly);
  const shooting = yield* shoot({ ...range, memory: emptyMemory(fewMarches) }, parameters, aim);
  if (shooting.status === "solved") {
    const last = yield* freeShot(task, parameters, { tolerance, tally });
    if (last.march.status === "solved") return { shooting, last };
  }
  parameters.set(before);
  return undefined;
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

function largestChange({ compiled }: Setup, before: Float64Array, after: Float64Array): number {
  return compiled.freed.reduce(
    (most, k) => Math.max(most, Math.abs(after[k] - before[k]) / Math.max(1, Math.abs(after[k]))),
    0,
  );
}

export { exactEnds, exactShots, fireOnce } from "./shots.js";
