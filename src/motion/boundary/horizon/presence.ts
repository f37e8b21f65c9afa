import type { Compiled } from "../../compile/compile-problem.js";

/** The unknowns of a step that stand in a horizon, and which contacts are left out of it. */
export interface Standing {
  /** Ascending, among those of a block: states first. */
  readonly unknowns: Int32Array;
  /** One for each contact that is left out. */
  readonly away: Uint8Array;
}

/** Lists of what stands in a step, and which of them each step of a horizon has. */
export interface Presence {
  readonly lists: readonly Standing[];
  readonly of: Int32Array;
}

/** All unknowns in all steps. */
export function everything({ kernels: { block } }: Compiled, count: number): Presence {
  const unknowns = Int32Array.from(block.unknowns.keys());
  return { lists: [{ unknowns, away: new Uint8Array(0) }], of: new Int32Array(count) };
}

/** True where nothing is left out. */
export const isEverything = ({ lists }: Presence): boolean => lists.length === 1 && lists[0].away.length === 0;

/** True of two that leave out the same. */
export function isSame(one: Presence, other: Presence): boolean {
  return (
    one.lists.length === other.lists.length &&
    one.of.length === other.of.length &&
    one.of.every((list, k) => list === other.of[k]) &&
    one.lists.every(({ unknowns, away }, i) => {
      const { unknowns: theirs, away: out } = other.lists[i];
      return (
        unknowns.length === theirs.length &&
        away.length === out.length &&
        unknowns.every((u, p) => u === theirs[p]) &&
        away.every((flag, c) => flag === out[c])
      );
    })
  );
}
