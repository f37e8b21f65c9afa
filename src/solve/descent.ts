import type { Stepwise } from "../algebra/stepwise.js";

/** A cost that least squares lower, and how they do it. */
export interface Downhill<At extends { readonly cost: number }> {
  /** Between which values every unknown stays. */
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
  /** The gradient of the cost. */
  slopes(at: At): readonly number[];
  /** The step −(H + λ diag H)⁻¹ g, without the unknowns that are held; undefined where the matrix is singular. */
  step(at: At, lambda: number, held: readonly boolean[]): Float64Array | undefined;
  /** The cost elsewhere, where it is good enough to go there. */
  attempt(next: Float64Array, at: At): Stepwise<At | undefined>;
}

/** The place of a descent, and how heavily it is damped. */
export interface Descent<At> {
  x: Float64Array;
  at: At;
  lambda: number;
}

/** The damping at the start of a descent, the lightest and the heaviest that is tried. */
export const [firstDamping, lightest, heaviest] = [1e-3, 1e-10, 1e6];

/** A value inside its range. */
export const within = ({ min, max }: { readonly min: number; readonly max: number }, x: number): number =>
  Math.min(max, Math.max(min, x));

/** Unknowns at an end of their range beyond which the cost would fall. */
export const heldAt = (ranges: Downhill<never>["ranges"], x: Float64Array, slope: readonly number[]): boolean[] =>
  ranges.map(({ min, max }, i) => (x[i] <= min && slope[i] > 0) || (x[i] >= max && slope[i] < 0));

/** Unknowns after a step, inside their ranges. */
export const moved = (ranges: Downhill<never>["ranges"], x: Float64Array, by: Float64Array): Float64Array =>
  x.map((value, i) => within(ranges[i], value + by[i]));

/**
 * One step of Levenberg's and Marquardt's method, into `descent`: damped more and more until the cost falls. False where no
 * step is left that lowers it, or promises to by more than `least`.
 */
export function* descend<At extends { readonly cost: number }>(
  downhill: Downhill<At>,
  descent: Descent<At>,
  least: number,
  signal: AbortSignal | undefined,
): Stepwise<boolean> {
  const { ranges } = downhill;
  const { x, at } = descent;
  const slope = downhill.slopes(at);
  const held = heldAt(ranges, x, slope);
  for (; descent.lambda <= heaviest; descent.lambda *= 4) {
    const by = downhill.step(at, descent.lambda, held);
    if (by === undefined) continue;
    if (lowers(slope, by) <= least) return false;
    const next = moved(ranges, x, by);
    const there = yield* downhill.attempt(next, at);
    if (there !== undefined) {
      descent.x = next;
      descent.at = there;
      descent.lambda = Math.max(lightest, descent.lambda / 5);
      return true;
    }
    if (signal?.aborted) return false;
  }
  return false;
}

/** By how much a step lowers the cost where rows are straight: −g·s/2. */
const lowers = (slope: readonly number[], by: Float64Array): number =>
  -0.5 * slope.reduce((sum, g, i) => sum + g * by[i], 0);
