import { type Place, placeAt } from "../compile/between.js";
import type { Setup } from "../compile/setup.js";
import { restOf } from "../problem/condition.js";
import { isOptimal } from "../problem/objective.js";

/** Parts of a step below which a time is not told any nearer. */
export const nearest = 1e-12;
/** The part of a stretch by which its ends are left to see which way a row goes. */
const inwards = 1e-4;
/** (√5 − 1)/2 */
const golden = 0.6180339887498949;

/** The place of the smallest value of a function of [a, b] with one minimum. */
export function smallest(of: (x: number) => number, a: number, b: number): number {
  let [low, high] = [a, b];
  let [x, y] = [high - golden * (high - low), low + golden * (high - low)];
  let [atX, atY] = [of(x), of(y)];
  while (high - low > nearest) {
    if (atX <= atY) {
      [high, y, atY] = [y, x, atX];
      x = high - golden * (high - low);
      atX = of(x);
    } else {
      [low, x, atX] = [x, y, atY];
      y = low + golden * (high - low);
      atY = of(y);
    }
  }
  // a minimum at an end is there exactly
  const inside = { at: 0.5 * (low + high), value: of(0.5 * (low + high)) };
  const ends = [a, b].map((at) => ({ at, value: of(at) }));
  return [...ends, inside].reduce((best, next) => (next.value < best.value ? next : best)).at;
}

/** A stretch of a step, by parts of it. */
export interface Stretch {
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** The rows of conditions along a finished path. */
export interface Rows {
  readonly setup: Setup;
  /** True of elements of high order, in which rows have minima of their own. */
  readonly isCurved: boolean;
  /** All rows after a part of a step. */
  at(step: number, part: number): Float64Array;
  /** The same as the steps before would go on; of an optimal motion, which steps alone know, with the velocities at its start. */
  onward(step: number, part: number): Float64Array;
}

/** The time of a sight [s]. */
export const timeOf = ({ steps }: Pick<Setup, "steps">, { step, part }: Pick<Place, "step" | "part">): number =>
  part === 1 ? steps.t[step + 1] : steps.t[step] + part * steps.h[step];

/** True of a function that falls from both ends of a part of an element inwards. */
export function dips({ isCurved }: Rows, of: (part: number) => number, { from, to }: Stretch): boolean {
  const by = inwards * (to - from);
  return isCurved && by > 0 && of(from + by) < of(from) && of(to - by) < of(to);
}

/** An event has happened where its row is no further above zero than this [own unit]. */
const reached = 1e-9;
/** Parts of the time in which a body rests at whose ends it is looked at. */
const watched = 16;
/** A body at rest may be faster by this part of how slow that is. */
const steady = 1e-4;

/** The place of a touch as the motion of the steps before goes on to it; undefined where it begins in the first step, or does not come to it. */
export function freeUntil({ setup, isCurved, onward }: Rows, { step, part }: Place, event: number): Place | undefined {
  if (isOptimal(setup.compiled.problem)) return isCurved ? undefined : { step, part };
  // steps are equal wherever conditions of other kinds are
  if (isCurved || step === 0 || part === 0) return undefined;
  const gap = (x: number): number => onward(step, x)[event];
  return gap(0) > 0 && gap(1) <= 0 ? { step, part: rootIn(gap, 0, 1) } : undefined;
}

/** The first place that is known to be at or behind a root, to the last digit: conditions are met to rounding, and this decides when. */
function rootIn(of: (x: number) => number, from: number, to: number): number {
  let [above, below] = [from, to];
  for (let middle = 0.5 * (above + below); middle > above && middle < below; middle = 0.5 * (above + below)) {
    if (of(middle) > 0) above = middle;
    else below = middle;
  }
  return below;
}

/** Until when what rests must do so behind a time [s], and how slow that is [m/s]; no time of other events. */
export function restIn({ setup: { compiled } }: Rows, event: number): { lasts: number; speed: number } {
  const { when } = compiled.boundary[compiled.conditions[event].condition];
  return typeof when === "object" && "rests" in when ? restOf(when) : { lasts: 0, speed: 0 };
}

/** The first place from which on a function stays below zero for a while; one that the motion does not last for is none. */
export function lasting(
  rows: Rows,
  stretches: readonly Stretch[],
  of: (step: number, part: number) => number,
  { lasts, speed }: { readonly lasts: number; readonly speed: number },
) {
  const { steps } = rows.setup;
  const { t, h } = steps;
  for (let left = stretches; ; ) {
    const place = firstReached(rows, left, of);
    if (lasts === 0 || !place.isReached) return place;
    const begins = timeOf({ steps }, place);
    const stays = Math.min(lasts, t[h.length] - begins);
    const places = Array.from({ length: watched }, (_, i) => placeAt(steps, begins + ((i + 1) / watched) * stays));
    const lost = places.find(({ step, part }) => of(step, part) > steady * speed);
    if (lost === undefined && stays >= lasts * (1 - nearest)) return place;
    // it has not rested for long enough when the motion ends: by the part that is left
    if (lost === undefined) return { ...place, value: speed * (1 - stays / lasts), isReached: false };
    const { step: k, part } = lost;
    left = stretches
      .filter(({ step, to }) => step > k || (step === k && to > part))
      .map((one) => (one.step === k && one.from < part ? { ...one, from: part } : one));
    if (left.length === 0) return { step: k, part, value: of(k, part), isReached: false };
  }
}

/** The first place at which a function is zero, or all but zero at a grid point, else that of its smallest value. */
function firstReached(rows: Rows, stretches: readonly Stretch[], of: (step: number, part: number) => number) {
  const [{ step, from }] = stretches;
  let least = { step, part: from, value: of(step, from) };
  if (!(least.value > reached)) return { ...least, isReached: true };
  for (const { step, from, to: end } of stretches) {
    const along = (part: number): number => of(step, part);
    // a row that only dips below zero between two places has reached it
    const isDip = along(end) > reached && dips(rows, along, { step, from, to: end });
    const to = isDip ? smallest(along, from, end) : end;
    const value = of(step, to);
    if (value <= reached) return { step, part: rootIn(along, from, to), value: 0, isReached: true };
    if (value < least.value) least = { step, part: to, value };
  }
  return { ...least, isReached: false };
}
