import type { Stepwise } from "../../../algebra/stepwise.js";
import { backTo } from "./quadratic.js";
import { type Asking, missOf, moved, type Place, placed, roomOf } from "./unknowns.js";

/** Places that a search does not go back to: by how much they missed conditions, and their costs. */
export type Filter = { readonly missed: number; readonly cost: number }[];

/** A place to which a part of a step led. */
export interface Nearer extends Place {
  readonly part: number;
}

/** Halvings of one step, and steps back to the conditions. */
const [halvings, mostBack] = [6, 20];
/** A miss is less, and a cost by it, by this part. */
const less = 1e-3;
/** Elements leave so much unknown of a cost, in parts of their tolerance. */
const noisy = 0.1;
/** Of the accuracy conditions may be missed by this part. */
export const enough = 0.1;

/** A place as a filter notes it: below the tolerance of elements misses are alike. */
const noted = (asking: Asking, place: Place): Filter[number] => ({
  missed: Math.max(missOf(asking, place), asking.tolerance),
  cost: place.linear.cost,
});

/** True of a place that misses less than each of a filter, or is cheaper (Fletcher and Leyffer, Math. Programming 91, 2002). */
function isBetter(asking: Asking, place: Place, filter: Filter): boolean {
  const here = noted(asking, place);
  const noise = noisy * asking.tolerance * Math.max(1, Math.abs(here.cost));
  return filter.every(
    ({ missed, cost }) => here.missed <= (1 - less) * missed || here.cost <= cost - Math.max(less * missed, noise),
  );
}

/** The largest part of a step that leads to a better place than all before it; undefined where none does. */
export function* nearer(
  asking: Asking,
  place: Place,
  change: Float64Array,
  filter: Filter,
): Stepwise<Nearer | undefined> {
  filter.push(noted(asking, place));
  for (let part = 1, i = 0; i <= halvings; part /= 2, i++) {
    const next = yield* placed(asking, moved(asking, place.point, parts(change, part)));
    if (asking.task.signal?.aborted) return undefined;
    if (next === undefined) continue;
    if (isBetter(asking, next, filter)) return { ...next, part };
    // by how much conditions bend away along a step is taken back
    const beside = yield* placed(asking, moved(asking, next.point, backTo(roomOf(asking, next))));
    if (beside !== undefined && isBetter(asking, beside, filter)) return { ...beside, part };
  }
  return undefined;
}

/** The place to which least changes lead that meet the conditions, or come as near as they lead; undefined where the motion breaks off. */
export function* met(asking: Asking, start: Place["point"]): Stepwise<Place | undefined> {
  let place = yield* placed(asking, start);
  for (let i = 0; i < mostBack && place !== undefined; i++) {
    const missed = missOf(asking, place);
    if (missed <= enough * asking.accuracy) break;
    const back = backTo(roomOf(asking, place));
    let found: Place | undefined;
    for (let part = 1, h = 0; h <= halvings && found === undefined; part /= 2, h++) {
      const next: Place | undefined = yield* placed(asking, moved(asking, place.point, parts(back, part)));
      if (asking.task.signal?.aborted) return undefined;
      if (next !== undefined && missOf(asking, next) < (1 - less * part) * missed) found = next;
    }
    if (found === undefined) break;
    place = found;
  }
  return place;
}

const parts = (change: Float64Array, part: number): Float64Array => change.map((x) => part * x);
