import { hypot } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { pointsOf } from "../study/points.js";
import { guessesBetween } from "./between.js";

/** A motion whose end is known. */
export interface Fired {
  /** Freed values in parts of their spans. */
  readonly at: readonly number[];
  /** Every row that must be zero, and how far the motion is from all that must hold. */
  readonly misses: Float64Array;
  readonly miss: number;
  /** A step of Newton's method, in parts of the spans; infinite where there is none. */
  readonly step: readonly number[];
}

/** The unit cube of freed values, and who makes motions there. */
export interface Field<F extends Fired> {
  readonly dimensions: number;
  /** And as many more, at places between them. */
  readonly motions: number;
  /** Searches from one of them at most. */
  readonly most: number;
  fire(at: readonly number[]): Stepwise<F | undefined>;
  /** Searches from a motion for freed values that meet all that must hold. */
  goOn(from: F): Stepwise<readonly number[] | undefined>;
  stopped(): boolean;
}

/** The end of a spread over the whole cube. */
export interface Spread {
  readonly motions: number;
  /** Freed values that meet all that must hold; undefined where none were found. */
  readonly root: readonly number[] | undefined;
  /** How far a motion in the middle of all misses [own units]. */
  readonly usual: number;
  /** And how far the closest, or what was come to before. */
  readonly least: number;
  /** True where most motions came to their end, and all that pointed to such values were gone on from. */
  readonly isWhole: boolean;
}

export const nothingSpread: Spread = { motions: 0, root: undefined, usual: 0, least: 0, isWhole: false };

/** A step that leads farther than this [parts of the spans] says nothing; two that lead nearer to each other than this part of them lead to one. */
const [farthest, alike] = [0.5, 0.2];
/** An end is close that misses by no more than this part of a usual one: */
export const closely = 0.01;
/** about it motions are spread again, over this part of the spans. */
const part = 0.1;

const sizeOf = (way: readonly number[]): number => hypot(...way);

/**
 * Spreads motions over the cube, and goes on from those that point to what is asked, or that have it between them: where contacts come
 * and go the map from start to end has pieces, and a curve that is followed from one start sees few of them. Where what a search
 * came to `before`, if that is told, or one of those hardly misses, motions are spread about it, too.
 */
export function* spreadOver<F extends Fired>(
  field: Field<F>,
  before: { readonly miss: number; readonly at: readonly number[] } | undefined,
): Stepwise<Spread> {
  const { dimensions, motions } = field;
  const over = yield* spreadIn(field, new Array<number>(dimensions).fill(0.5), 1);
  if (over === undefined) return { ...nothingSpread, motions };
  const { fired, root } = over;
  const sorted = [...fired].sort((a, b) => a.miss - b.miss);
  const usual = sorted[sorted.length >> 1]?.miss ?? 0;
  const least = Math.min(before?.miss ?? Number.POSITIVE_INFINITY, sorted[0]?.miss ?? Number.POSITIVE_INFINITY);
  const told = { motions, root, usual, least, isWhole: 2 * fired.length > motions && over.isWhole };
  if (root !== undefined || before === undefined) return told;
  const { miss, at } = sorted.length === 0 || before.miss <= sorted[0].miss ? before : sorted[0];
  if (miss > closely * usual) return told;
  const about = yield* spreadIn(field, at, part);
  return { ...told, root: about?.root, isWhole: told.isWhole && about?.isWhole === true };
}

/** The place to which motions about another one lead, and those that came to their end; undefined where nobody waits for it. */
function* spreadIn<F extends Fired>(
  field: Field<F>,
  centre: readonly number[],
  width: number,
): Stepwise<{ root: readonly number[] | undefined; fired: F[]; isWhole: boolean } | undefined> {
  const { dimensions, motions, most } = field;
  const unit = pointsOf("halton", { samples: motions, dimensions, seed: 1 });
  const fired: F[] = [];
  for (let i = 0; i < motions; i++) {
    if (field.stopped()) return undefined;
    const one = yield* field.fire(centre.map((x, j) => inside(x + width * (unit[i * dimensions + j] - 0.5))));
    if (one !== undefined) fired.push(one);
  }
  const goalOf = ({ at, step }: F): number[] => step.map((x, j) => at[j] + x);
  const taken: F[] = [];
  const pointing = fired.filter(({ step }) => sizeOf(step) <= farthest * width);
  for (const one of pointing.sort((a, b) => sizeOf(a.step) - sizeOf(b.step))) {
    const goal = goalOf(one);
    const isTaken = (other: F): boolean => sizeOf(goalOf(other).map((x, j) => x - goal[j])) <= alike * sizeOf(one.step);
    if (!taken.some(isTaken)) taken.push(one);
  }
  for (const one of taken.slice(0, most)) {
    if (field.stopped()) return undefined;
    const root = yield* field.goOn(one);
    if (root !== undefined) return { root, fired, isWhole: true };
  }
  const between = guessesBetween(fired);
  for (const { at, size } of between.slice(0, motions)) {
    if (field.stopped()) return undefined;
    const one = yield* field.fire(at.map(inside));
    // samples on both sides of a jump of the end have nothing between them
    if (one === undefined || sizeOf(one.step) > size) continue;
    const root = yield* field.goOn(one);
    if (root !== undefined) return { root, fired, isWhole: true };
  }
  return { root: undefined, fired, isWhole: taken.length <= most && between.length <= motions };
}

const inside = (x: number): number => Math.min(1, Math.max(0, x));
