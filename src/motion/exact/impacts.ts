import { evaluate } from "../../expr/expr.js";
import { type Compiled, parameterAt } from "../compile/compile-problem.js";
import type { Prober } from "./modes.js";

/** Impacts of one motion, as far as they may be bounces without end. */
export interface Bounces {
  readonly restitution: number;
  readonly end: number;
  /** The contact that was struck last, when, how long after the one before, and how often in a row that shrank by e. */
  at: number;
  t: number;
  interval: number;
  row: number;
}

/** A place on the way, whose state an impact changes. */
interface Struck {
  t: number;
  state: Float64Array;
  readonly slopes: Float64Array;
}

/** The tiny step of an impact, as a part of the motion: what steady forces do in it is taken out, rounding stays small. */
const tiny = 1e-6;
/** Bounces shorter than this part of the motion, this many in a row that shrink by e within this much, go on without end. */
const [shortest, inRow, alike] = [1e-5, 3, 0.02];

/** Newton's restitution of a problem's contacts, from parameters. */
export function restitutionOf(compiled: Compiled): ((parameters: Float64Array) => number) | undefined {
  const formula = Object.values(compiled.model.views?.restitution ?? {}).at(0);
  return formula && ((parameters) => evaluate(formula, parameterAt(compiled, parameters)));
}

/** No impact yet. */
export const bouncing = (restitution: number, end: number): Bounces => ({
  restitution,
  end,
  at: -1,
  t: 0,
  interval: Number.NaN,
  row: 0,
});

/**
 * Newton's law of impacts in all contacts at once, ν_n⁺ + e ν_n⁻ ≥ 0 ⟂ P_n ≥ 0 with friction in its cone by the velocities
 * behind it, from the model's own step: one complementarity problem. The time until bounces without end are over,
 * Δt e/(1 − e) after an interval Δt, is returned, and the body rests then; 0 for all others.
 */
export function strike(
  { prober }: { readonly prober: Prober },
  now: Struck,
  bounces: Bounces,
  at: number,
): number | undefined {
  const { restitution, end } = bounces;
  const blow = { slopes: now.slopes, restitution, length: tiny * end };
  const behind = prober.impact(now.t, now.state, blow);
  if (behind === undefined) return undefined;
  const interval = bounces.at === at ? now.t - bounces.t : Number.NaN;
  const isNext = Math.abs(interval / bounces.interval - restitution) <= alike * restitution;
  bounces.row = isNext ? bounces.row + 1 : 0;
  bounces.at = at;
  bounces.t = now.t;
  bounces.interval = interval;
  const isEndless = restitution < 1 && bounces.row >= inRow && interval < shortest * end;
  now.state = isEndless ? (prober.impact(now.t, now.state, { ...blow, restitution: 0 }) ?? behind) : behind;
  return isEndless ? (interval * restitution) / (1 - restitution) : 0;
}
