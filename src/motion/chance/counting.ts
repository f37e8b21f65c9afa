import type { Stepwise } from "../../algebra/stepwise.js";
import type { Trial, Trials } from "../study/trial.js";

/** Draws that are marched by finer elements, too, and how much finer these are. */
const [looked, finer] = [8, 0.1];
/** Elements of counted motions may err by this part of how their margins scatter: it moves a share by half as much at most. */
export const hardly = 0.01;
/** No elements are finer: rounding is all that is left. */
const finest = 1e-10;

/** How far the elements of counted motions are from being no part of their scatter. */
export interface Counting {
  /** The tolerance at which they are. */
  readonly tolerance: number;
  /** The error of margins there, in parts of how they scatter. */
  readonly error: number;
}

/**
 * The tolerance, from a first one on, at which the elements of motions move their margins by hardly any of what these scatter by: narrow
 * scatter is met by narrow bands, which a tolerance in parts of the scales of states knows nothing of. Asked of some draws, by elements that
 * are finer.
 */
export function* countingTolerance(
  trialsTo: (tolerance: number) => Trials,
  first: number,
  x: Float64Array,
): Stepwise<Counting> {
  let tolerance = first;
  let coarse = yield* marched(trialsTo(tolerance), x);
  for (;;) {
    const fine = yield* marched(trialsTo(finer * tolerance), x);
    const error = errorOf(coarse, fine);
    if (error <= hardly || finer * tolerance < finest) return { tolerance, error };
    tolerance *= finer;
    coarse = fine;
  }
}

function* marched({ count, run }: Trials, x: Float64Array): Stepwise<(Trial | undefined)[]> {
  const all: (Trial | undefined)[] = [];
  for (let k = 0; k < Math.min(looked, count); k++) {
    all.push(yield* run(x, k, false));
    yield;
  }
  return all;
}

/** By how much margins differ, of the ask where that is most of the distance of their quartiles, in the third quarter of the draws. */
function errorOf(coarse: readonly (Trial | undefined)[], fine: readonly (Trial | undefined)[]): number {
  const asks = Math.max(0, ...fine.map((trial) => trial?.margins.length ?? 0));
  let worst = 0;
  for (let a = 0; a < asks; a++) {
    const pairs = fine.flatMap((trial, k): [number, number][] => {
      const [one, other] = [coarse[k]?.margins[a], trial?.margins[a]];
      return one === undefined || other === undefined || !Number.isFinite(one) || !Number.isFinite(other)
        ? []
        : [[Math.abs(one - other), other]];
    });
    if (pairs.length === 0) continue;
    const quarter = (numbers: readonly number[], part: number): number =>
      [...numbers].sort((p, q) => p - q)[Math.floor(part * (numbers.length - 1))];
    const margins = pairs.map(([, margin]) => margin);
    const spread = quarter(margins, 0.75) - quarter(margins, 0.25);
    const by = quarter(
      pairs.map(([error]) => error),
      0.75,
    );
    // a margin that does not scatter is held or missed alike by all
    const scale = spread > 0 ? spread : Math.abs(quarter(margins, 0.5));
    if (by > 0) worst = Math.max(worst, by / scale);
  }
  return worst;
}
