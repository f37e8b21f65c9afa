import type { SparseMatrix } from "../../algebra/sparse.js";
import { refuseCurvature } from "./curvature.js";

/**
 * A quadratic program with complementarity pairs, the exact form of a mixed-integer quadratic program whose binaries
 * choose which side of a pair is zero (Pang, Tedrake 2018, (20)):
 *
 *     min ½ xᵀHx + cᵀx   subject to   rowLower ≤ A x ≤ rowUpper,   lower ≤ x ≤ upper,
 *     0 ≤ p(x) ⟂ q(x) ≥ 0   for every pair [p, q],
 *
 * with H symmetric (both triangles stored) and positive semidefinite. A side of a pair is a number: k < n is column k,
 * x_k − lower_k; n + i is row i, (A x)_i − rowLower_i. Both must have that bound. Numbers should be of order one: the
 * tolerances are absolute. A proof needs finite bounds on every column; generous ones cost nothing.
 */
export interface Miqp {
  readonly H: SparseMatrix;
  readonly c: Float64Array;
  readonly A: SparseMatrix;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly pairs: readonly (readonly [number, number])[];
}

/** Bounds of columns and rows, those of a program with some of them moved together. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
}

/** By how much an answer may violate rows, bounds and pairs, and rows that repeat others may contradict them. */
export const feasibility = 1e-9;

/** The side of each pair that is held at zero: `OPEN` neither, `FIRST` or `SECOND`. Complete without `OPEN`. */
export type Mode = Uint8Array;
export const OPEN = 0;
export const FIRST = 1;
export const SECOND = 2;

/** Moves the upper bounds of the sides that a mode holds at zero, of columns and rows, down to their lower bounds. */
export function holdSides(
  { lower, rowLower, pairs }: Miqp,
  mode: Mode,
  upper: number[] | Float64Array,
  rowUpper: number[] | Float64Array,
): void {
  const n = lower.length;
  for (let k = 0; k < pairs.length; k++) {
    if (mode[k] === OPEN) continue;
    const index = pairs[k][mode[k] === FIRST ? 0 : 1];
    if (index < n) upper[index] = lower[index];
    else rowUpper[index - n] = rowLower[index - n];
  }
}

/** Knowledge of a program that its model has and the solver cannot: all of it is advice, none of it is believed. */
export interface MiqpHints {
  /** Pairs are branched on in the order of their rank, lower first. */
  readonly rank?: Uint8Array;
  /** The complete mode that a point suggests, whether it is complementary or not; by default the smaller side is zero. */
  readonly modeOf?: (x: Float64Array, tolerance: number) => Mode;
  /** Points of simpler problems, whose modes are worth trying: that of the first before modes that leave pairs open. */
  readonly heuristics?: () => IterableIterator<Float64Array | undefined, undefined>;
  /** Modes to try: complete ones early, those that leave pairs open when all that is cheaper has left a gap. */
  readonly modes?: () => Iterable<Mode>;
  /** Among solutions of the least objective the one with the least Σ w_j x_j², in this order of weights. */
  readonly ties?: readonly Float64Array[];
}

/** Every way to pick one of each list, the first list turning fastest: for advice on modes of groups of pairs. */
export function* combinations<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  const picked = lists.map(() => 0);
  for (;;) {
    yield lists.map((list, k) => list[picked[k]]);
    let k = 0;
    for (; k < lists.length && ++picked[k] === lists[k].length; k++) picked[k] = 0;
    if (k === lists.length) return;
  }
}

/** The fault of a program in one sentence that names the field; undefined if there is none. */
export function refuseMiqp({ H, c, A, rowLower, rowUpper, lower, upper, pairs }: Miqp): string | undefined {
  const n = c.length;
  const m = rowLower.length;
  if (H.rows !== n || H.cols !== n) return `H is ${H.rows} × ${H.cols}, c has ${n} elements.`;
  if (A.rows !== m || A.cols !== n) return `A is ${A.rows} × ${A.cols}, there are ${m} rows and ${n} columns.`;
  for (const [name, list, length] of [
    ["rowUpper", rowUpper, m],
    ["lower", lower, n],
    ["upper", upper, n],
  ] as const)
    if (list.length !== length) return `${name} has ${list.length} elements, not ${length}.`;
  for (const [name, list] of [
    ["H", H.values],
    ["c", c],
    ["A", A.values],
  ] as const) {
    const k = list.findIndex((v) => !Number.isFinite(v));
    if (k >= 0) return `${name} holds ${list[k]} at place ${k}.`;
  }
  for (const [name, low, high] of [
    ["row", rowLower, rowUpper],
    ["column", lower, upper],
  ] as const)
    for (let i = 0; i < low.length; i++)
      if (!(low[i] <= high[i]) || low[i] === Number.POSITIVE_INFINITY || high[i] === Number.NEGATIVE_INFINITY)
        return `${name} ${i} has the bounds ${low[i]} and ${high[i]}.`;
  for (let k = 0; k < pairs.length; k++)
    for (const side of pairs[k]) {
      if (!(Number.isInteger(side) && side >= 0 && side < n + m)) return `pairs[${k}] names ${side} of ${n + m}.`;
      const low = side < n ? lower[side] : rowLower[side - n];
      if (!Number.isFinite(low)) return `pairs[${k}] names a ${side < n ? "column" : "row"} without lower bound.`;
    }
  return refuseCurvature(H);
}
