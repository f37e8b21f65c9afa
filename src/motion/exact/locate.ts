import type { ElementRecord } from "./asked.js";
import { type BranchRows, turned } from "./branches.js";
import { type Element, type ElementStart, solved } from "./element.js";
import type { Estimate } from "./estimate.js";
import type { Passing, Watch } from "./events.js";
import type { Impacts } from "./impacts/strike.js";

/** Those who solve an element again, and tell the distances at its end. */
interface Locating {
  readonly element: Element;
  readonly watch: Watch;
  readonly impacts: Impacts;
}

/** Times that an element is solved again until it ends on its event. */
const mostLocations = 40;
/** Two times within this part of each other are one. */
const roundingOfTime = 4e-16;
/** A distance on which an element ends is rounding below this part of that with which the search began. */
const jump = 1e-3;

/** The switch on which an element ends, and its length up to there. */
export interface Located {
  readonly at: number;
  readonly h: number;
}

/** Switches that are passed within this part of an element are passed together. */
const together = 1e-6;

/** An element that passes a switch: its length, from what it was solved, and what it passes first. */
interface Passed {
  readonly h: number;
  readonly kept: Float64Array;
  readonly first: Passing;
}

/**
 * The first event of a solved element. Where the distance that is passed first jumps, as that of a cone does when its contact
 * closes, the event is the other one that is passed there. Beyond a switch an element may have gone over to another root, as a
 * sliding that turns round where it should end: then it is looked for from the start of the element.
 */
export function located(locating: Locating, now: ElementStart, { h, kept, first }: Passed): Located | undefined {
  const { element, watch, impacts } = locating;
  const jumping = new Set<number>();
  for (let passing: Passing | undefined = first; passing !== undefined && !passing.atOnce; ) {
    if (passing.part - first.part > together) return undefined;
    const { part, beyond } = passing;
    const bracket = { guess: part * h, solved: h, most: h, beyond: { h: beyond.part * h, low: beyond.low } };
    const again = impacts.restitutions === undefined ? undefined : { ...bracket, kept };
    const length = locate(locating, now, passing.at, bracket) ?? (again && locate(locating, now, passing.at, again));
    if (length !== undefined) return { at: passing.at, h: length };
    jumping.add(passing.at);
    if (again !== undefined) element.z.set(kept);
    if (!element.solve(now, h)) return undefined;
    passing = watch.first(now, h, jumping);
  }
  return undefined;
}

/** A switch that is passed behind this part of an element is passed at its end. */
const atEnd = 0.999;
/** An element that is solved again ends so much behind what was passed before its end, or half-way to there. */
const justBehind = 1.01;

/**
 * The part of an element that ends on a switch, as far as what is seen passed before its end, now that this is here; one where nothing is.
 * That is another switch, or the same one: of three zeros of a distance an element may end on the last. A gap whose rate is held is none of these:
 * it has a force for its distance, of which polynomials between stages tell nothing where it ends.
 */
export function partBefore(again: Passing | undefined, at: number): number {
  if (again === undefined || again.part >= atEnd || (again.at === at && (again.atOnce || again.drifts))) return 1;
  return Math.min(again.part * justBehind, 0.5 * (again.part + 1));
}

/** Lengths between which the end of an element is looked for: `isKnown` if a neighbouring motion has it there. */
interface Bracket {
  readonly guess: number;
  readonly solved: number;
  readonly most: number;
  readonly isKnown?: boolean;
  /** A length with which the switch is passed, and its distance there, where that is above zero again at the end of the solved element. */
  readonly beyond?: { readonly h: number; readonly low: number };
  /** From what every length is solved, where not from the one before it. */
  readonly kept?: Float64Array;
}

/** The length at which the element ends on a switch, found by solving it again; its solution stands in the element. */
export function locate(
  { element, watch }: Pick<Locating, "element" | "watch">,
  now: ElementStart,
  at: number,
  { guess, solved, most, isKnown = false, beyond, kept }: Bracket,
): number | undefined {
  let [low, high] = [0, most];
  let before = [solved, watch.atEnd(now, solved, at)];
  const allowed = isKnown ? Number.POSITIVE_INFINITY : jump * Math.abs(before[1]);
  if (beyond !== undefined && before[1] >= 0) {
    high = beyond.h;
    before = [beyond.h, beyond.low];
  }
  let x = guess;
  for (let i = 0; i < mostLocations; i++) {
    if (kept !== undefined) element.z.set(kept);
    if (!element.solve(now, x)) return undefined;
    const y = watch.atEnd(now, x, at);
    if (!Number.isFinite(y)) return undefined;
    if (y >= 0) low = x;
    else high = x;
    let next = x - (y * (x - before[0])) / (y - before[1]);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const settled = Math.abs(next - x) <= roundingOfTime * (now.t + x) || high - low <= roundingOfTime * (now.t + x);
    // where the distance jumps, a Newton has left the branch by another way
    if (y === 0 || settled) return Math.abs(y) <= allowed ? x : undefined;
    before = [x, y];
    x = next;
  }
  return undefined;
}

/** Those who solve an element, judge it, and look for switches in it. */
interface Resting {
  readonly element: Element;
  readonly estimate: Estimate;
  readonly watch: Watch;
}

/** An element whose forces were not found, of length h, from what it was solved, and what an element of rest may have. */
interface Unfound {
  readonly h: number;
  readonly kept: Float64Array;
  readonly most: number;
  readonly tolerance: number;
}

/** Elements of rest are tried so much longer each. */
const longerRest = 16;

/**
 * Solves an element in which all that slides sticks, and gives its length, where forces of sliding were not found: without a speed they have
 * no direction. The speed that is left may be stopped within the tolerance, by forces that are the smaller the longer the element is.
 */
export function rested(
  { element, estimate, watch }: Resting,
  now: ElementStart & { modes: Float64Array; readonly slopes: Float64Array },
  { h, kept, most, tolerance }: Unfound,
): number | undefined {
  const { z, parts } = element;
  if (parts.work.areForcesFound) return undefined;
  const { modes } = now;
  const { live, ties } = parts.branches;
  const isLive = live(modes);
  const sliding = z.slice();
  now.modes = modes.map((mode, k) => (isLive[k] === 1 && mode < 0 && ties[k] < 0 ? 1 : mode));
  for (let length = h; length <= most; length *= longerRest) {
    if (!solved(element, now, length, kept) || !parts.work.areForcesFound) break;
    if (!(estimate.error(now, length, now.slopes) <= tolerance)) break;
    if (watch.first(now, length) === undefined) return length;
  }
  now.modes = modes;
  z.set(sliding);
  return undefined;
}

/** Times that branches may come back at one place: a Newton that starts elsewhere may leave them yet. */
const mostReturns = 6;

/** The branches that came one after the other without an element between them. */
export interface Chatter {
  clear(): void;
  /** Takes the next ones; false where they go round, or are more in a row than there are switches to pass. */
  goesOn(modes: Float64Array): boolean;
}

export function chatter(): Chatter {
  const returns = new Map<string, number>();
  let row = 0;
  return {
    clear() {
      if (row === 0) return;
      returns.clear();
      row = 0;
    },
    goesOn(modes) {
      const key = modes.join();
      const came = (returns.get(key) ?? 0) + 1;
      returns.set(key, came);
      return came <= mostReturns && ++row <= 4 * (modes.length + 1);
    },
  };
}

/** The other branch of a switch, at once. */
export function flip(now: { modes: Float64Array }, at: number): ElementRecord {
  now.modes = now.modes.slice();
  now.modes[at] = -now.modes[at];
  return { h: 0, modes: now.modes, event: at };
}

/**
 * A corner comes to lie on what it touches, without a blow: closed, on the edge that it is at a little later, as distances there say, and
 * sticking until that is seen to be wrong.
 */
export function lying(
  now: { modes: Float64Array },
  at: number,
  { branches: { live, ties }, later }: { readonly branches: BranchRows; readonly later: Float64Array },
): ElementRecord {
  const before = live(now.modes);
  now.modes = now.modes.slice();
  turned(live, now.modes, later, at);
  const after = live(now.modes);
  for (let k = 0; k < after.length; k++) if (before[k] === 0 && after[k] === 1 && ties[k] < 0) now.modes[k] = 1;
  return { h: 0, modes: now.modes, event: at };
}
