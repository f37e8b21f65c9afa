import type { Mcp } from "../mcp.js";

/** Sizes of fresh starts, in scales of the unknowns, in the order in which they are tried. */
const sizes = [1, 5, 0.2, 1, 20, 5, 1, 1];
/** Newton iterations of a fresh start: those that lead anywhere need 15 to 90 on a wall of a thousand unknowns. */
export const freshMost = 100;
/**
 * Linear problems without structure are hard, and small ones are tried for longer: so many unknowns in all starts
 * together. With 40 unknowns a hundred starts take some seconds.
 */
const unknownsInAll = 4000;
const mostStarts = 100;

/** The sizes of the fresh starts of a problem. */
export function freshStarts(unknowns: number, isLinear: boolean): number[] {
  const more = isLinear ? Math.min(mostStarts, Math.floor(unknownsInAll / unknowns)) : 0;
  return Array.from({ length: Math.max(sizes.length, more) }, (_, k) => sizes[k % sizes.length]);
}

/** Free unknowns near zero and bounded ones at random inside their bounds. */
export function freshStart({ lower, upper, scale }: Mcp, size: number, random: () => number): Float64Array {
  return Float64Array.from(lower, (low, i) => {
    const reach = size * scale[i] * random();
    if (low > Number.NEGATIVE_INFINITY) return Math.min(upper[i], low + reach);
    return upper[i] < Number.POSITIVE_INFINITY ? upper[i] - reach : 0;
  });
}
