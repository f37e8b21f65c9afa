import type { Setup } from "../compile/setup.js";
import type { Rows } from "../fit/arrow.js";
import type { Sight } from "../trajectory/sights.js";
import type { Look } from "./look.js";

/** Rows of least squares: which sights count how much, and how near freed values should stay to others. */
export interface Goal {
  /** How much a row of a condition counts, 0 for nothing. */
  readonly weight: (sight: Sight) => number;
  /** An amount added to a sight before it counts as missed. */
  readonly shift: (index: number) => number;
  /** Freed values that are preferred, and the lengths by which they are compared; without these nothing is. */
  readonly near?: { readonly values: readonly number[]; readonly lengths: readonly number[] };
}

/** Rows below this are zero. */
const met = 1e-12;

export const noShift = (): number => 0;

/** By how much a shifted sight is missed: 0 inside its set. */
export function missed({ compiled }: Setup, { row, value }: Sight, shift: number): number {
  const shifted = value + shift;
  if (compiled.conditions[row].must === "be-least") return 0;
  return compiled.conditions[row].must === "be-zero" ? shifted : Math.max(0, shifted);
}

/**
 * The rows r of ½ Σ r² at a motion and their slopes. A time that is chosen goes along: it is eliminated from the equations of
 * both,
 *
 *     DᵀD − Dᵀṙ ṙᵀD / (ṙᵀṙ + r·r̈) = (D − β ṙ ṙᵀD/ṙᵀṙ)ᵀ (D − β ṙ ṙᵀD/ṙᵀṙ),   1 − (1 − β)² = ṙᵀṙ / (ṙᵀṙ + r·r̈).
 */
export function rowsFor(setup: Setup, goal: Goal, { sights, slopes, rates, further, parameters }: Look): Rows {
  const { freed } = setup.compiled;
  const n = freed.length;
  const near = goal.near === undefined ? 0 : n;
  const values = new Float64Array(sights.length + near);
  const D = new Float64Array((sights.length + near) * n);
  const moving = new Map<string, number[]>();
  const ownRates = new Float64Array(sights.length);
  const pulls = new Float64Array(sights.length);
  sights.forEach((sight, i) => {
    const weight = goal.weight(sight) * sight.share;
    const miss = weight === 0 ? 0 : missed(setup, sight, goal.shift(i));
    if (miss === 0 && !(weight > 0 && setup.compiled.conditions[sight.row].must === "be-zero")) return;
    values[i] = weight * miss;
    ownRates[i] = weight * rates[i];
    // a row that is zero does not hold its time, however sharp it bends
    if (Math.abs(values[i]) > met) pulls[i] = values[i] * weight * further.bends[i];
    for (let f = 0; f < n; f++) D[i * n + f] = weight * (slopes[i * n + f] + 0.5 * miss * further.growths[i * n + f]);
    if (sight.chosen !== "") moving.set(sight.chosen, [...(moving.get(sight.chosen) ?? []), i]);
  });
  for (const rows of moving.values()) goAlong(D, { rates: ownRates, pulls, rows }, n);
  for (let f = 0; f < near; f++) {
    const i = sights.length + f;
    const length = goal.near?.lengths[f] ?? 1;
    values[i] = (parameters[freed[f]] - (goal.near?.values[f] ?? 0)) / length;
    D[i * n + f] = 1 / length;
  }
  return { values, slopes: D, weights: new Float64Array(values.length).fill(1) };
}

/** Rows that share a time: their ṙ and r·r̈. */
interface Together {
  readonly rates: Float64Array;
  readonly pulls: Float64Array;
  readonly rows: readonly number[];
}

function goAlong(D: Float64Array, { rates, pulls, rows }: Together, n: number): void {
  const squared = rows.reduce((sum, i) => sum + rates[i] * rates[i], 0);
  if (!(squared > 0)) return;
  const pull = rows.reduce((sum, i) => sum + pulls[i], 0);
  // where straight pieces meet it is infinite, with signs of any row: the time stays there
  if (!Number.isFinite(pull)) return;
  const beta = 1 - Math.sqrt(1 - squared / (squared + Math.max(0, pull)));
  for (let f = 0; f < n; f++) {
    const along = (beta * rows.reduce((sum, i) => sum + rates[i] * D[i * n + f], 0)) / squared;
    for (const i of rows) D[i * n + f] -= rates[i] * along;
  }
}
