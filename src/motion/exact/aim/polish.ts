import type { BoundaryTask } from "../../boundary/guess.js";
import { type Shooting, shoot } from "../../boundary/shoot.js";
import { emptyMemory, type Shot } from "../../boundary/shot.js";
import type { Setup } from "../../compile/setup.js";
import type { ExactMarch } from "../asked.js";
import { exactOf, roughly } from "../exact.js";
import { areBrief } from "../record.js";
import { alike } from "./approach.js";
import { fired, freeShot, rangeOf, type Tally, type Written, written } from "./shots.js";

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
/** Marches from one guess of many. */
export const fewMarches = 16;

/** How the conditions were met, or were not, and the motion at the end of it. */
export interface Met {
  readonly shooting: Shooting;
  readonly last: Written;
}

/** From as near as rough elements bring freed values, so that fine ones are planned once; or from where they were. */
export function* firstPolish(
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
export function* polish(
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

function largestChange({ compiled }: Setup, before: Float64Array, after: Float64Array): number {
  return compiled.freed.reduce(
    (most, k) => Math.max(most, Math.abs(after[k] - before[k]) / Math.max(1, Math.abs(after[k]))),
    0,
  );
}
