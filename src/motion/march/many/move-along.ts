import { balance, type IslandSystem, move, workAlong } from "./island-system.js";

/** Places along a step that are tried. */
const mostTrials = 4;
/** A step goes too far where more than this part of the slope at its start stands against it. */
const small = 0.2;
/** The next place keeps this part of the bracket from its ends. */
const margin = 0.1;
/** A shorter part gains nothing: friction has no potential, and its dual must come along. */
const least = 0.3;

/**
 * Moves along the step of a pile to where the balance does hardly any work along it, by false position. Contacts that the slopes
 * did not know close on the way, so that a whole step goes twice as far as it should, layer after layer; were all forces those
 * of a potential, this would be its minimum (Crisfield 1991, 9.4). Leaves the balance as it is there.
 */
export function moveAlong(system: IslandSystem, moved: { part: number; residual: number }): void {
  const start = workAlong(system);
  const low = { at: 0, work: 1 };
  const high = { at: 1, work: 0 };
  let at = 1;
  move(system, 1);
  for (let trial = 1; ; trial++) {
    moved.residual = balance(system);
    const work = workAlong(system) / start;
    const isTooFar = work < -small;
    // what goes down all the way may go all the way
    const isTooShort = at < 1 && work > small;
    if (trial === mostTrials || !(isTooFar || isTooShort)) break;
    const end = isTooFar ? high : low;
    end.at = at;
    end.work = work;
    const width = high.at - low.at;
    const next = low.at + (width * low.work) / (low.work - high.work);
    const into = Math.min(high.at - margin * width, Math.max(least, low.at + margin * width, next));
    move(system, into - at);
    at = into;
  }
  moved.part = at;
}
