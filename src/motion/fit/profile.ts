import type { Stepwise } from "../../algebra/stepwise.js";
import { following, sharedCovariance } from "./arrow.js";
import type { Explained } from "./motions.js";
import type { Question } from "./question.js";
import { type Found, search } from "./search.js";

/** 95 % of a χ² distribution of one degree lie below its square. */
const limit = 1.959963984540054;
/** A root of the risen cost this near to the limit is at it. */
const near = 0.05;
const mostTries = 5;

/** How far shared unknowns may be from their estimates. */
export interface Profiles {
  /** Of each shared unknown, in their order. */
  readonly intervals: readonly (readonly [number, number])[];
  /** Shared unknowns that were held elsewhere when a cost below that of the estimates was found. */
  readonly lower: readonly string[];
}

/**
 * The 95 % profile-likelihood interval of each shared unknown: how far it can be moved, all others following to their own
 * best, until the cost has risen by 1.96²/2 times `excess`, the factor by which residuals exceed the declared noise.
 * Undefined where the recordings do not determine the shared unknowns, or the signal was aborted.
 */
export function* profiled(
  question: Question,
  motions: readonly Explained[],
  best: Found,
  { excess, signal }: { readonly excess: number; readonly signal: AbortSignal | undefined },
): Stepwise<Profiles | undefined> {
  const known = sharedCovariance(best.at.normal);
  if (known === undefined) return undefined;
  const covariance = known;
  const lower = new Set<string>();

  /** The best cost with one unknown moved away by so much; infinite where a motion breaks off there. */
  function* costAt(i: number, away: number): Stepwise<number> {
    const value = best.x[i] + away;
    const shared = question.shared.map((one, j) => (j === i ? { ...one, min: value, max: value } : one));
    const along = covariance.getColumn(i).map((c) => (away * c) / covariance.get(i, i));
    const by = following(best.at.normal, along);
    const start = best.x.map((x, j) => (j === i ? value : x + by[j]));
    const there: Found | undefined = yield* search({ ...question, shared }, motions, start, signal);
    return there?.cost ?? Number.POSITIVE_INFINITY;
  }

  /** The distance to one side at which the cost has risen to the limit, at most as far as the declared range goes. */
  function* reach(i: number, sign: number): Stepwise<number> {
    const { name, min, max } = question.shared[i];
    const bound = sign < 0 ? best.x[i] - min : max - best.x[i];
    let away = Math.min(bound, limit * Math.sqrt(excess * covariance.get(i, i)));
    for (let k = 0; k < mostTries && away > 0; k++) {
      const rise = ((yield* costAt(i, sign * away)) - best.cost) / excess;
      if (signal?.aborted) return away;
      if (rise < 0) lower.add(name);
      const root = Math.sqrt(Math.max(0, 2 * rise));
      if (Math.abs(root - limit) <= near || (away === bound && root < limit)) break;
      // no further than three times at once: a cost with kinks is no parabola
      away = Math.min(bound, away * Math.min(3, Math.max(0.3, limit / root)));
    }
    return away;
  }

  const intervals: (readonly [number, number])[] = [];
  for (const i of question.shared.keys()) {
    const below = yield* reach(i, -1);
    const above = yield* reach(i, 1);
    intervals.push([best.x[i] - below, best.x[i] + above]);
    if (signal?.aborted) return undefined;
  }
  return { intervals, lower: [...lower] };
}
