import type { Sighting, Track } from "./track.js";

/** Two motions beside each other that differ in one freed value besides the time. */
export type Edge = readonly [Track, Track];

/** How edges are measured and divided. */
export interface Ruler {
  /** Size of a change of freed values, in parts of the spans. */
  readonly sizeOf: (way: readonly number[]) => number;
  /** Index of the freed value. */
  readonly only: number;
  /** Marches once, no further than motions of the window can go. */
  readonly track: (values: readonly number[], window: string) => Generator<undefined, Track>;
}

/** A step from the border of a window leads to a launch beyond it where it is no longer than this part of the way there. */
const reach = 30;
/** A step so much shorter than the bracket is true. */
const sure = 0.1;
/** Halvings of one bracket, and its width [parts of the spans] below which there is nothing more to divide. */
const halvings = 40;
const narrowest = 1e-13;

/**
 * The windows in which two neighbours have a launch between them: both point to it, or one of them, whose window ends before
 * the other, points beyond itself.
 */
export function windowsBetween([a, b]: Edge, ruler: Ruler): string[] {
  const windows = new Set([...a.sights, ...b.sights].map(({ window }) => window));
  return [...windows].filter((window) => pointing([a, b], window, ruler) !== undefined);
}

/** Halves an edge until a step to the launch of one window is sure; undefined where the steps turn out to lead elsewhere. */
export function* narrowed(edge: Edge, window: string, ruler: Ruler): Generator<undefined, Sighting | undefined> {
  let [a, b] = edge;
  for (let i = 0; i < halvings; i++) {
    const found = pointing([a, b], window, ruler);
    if (found === undefined) return undefined;
    const gap = gapOf([a, b], ruler);
    if (ruler.sizeOf(found.step) <= sure * gap || gap <= narrowest) return found;
    const middle = yield* ruler.track(
      a.values.map((x, j) => 0.5 * (x + b.values[j])),
      window,
    );
    const before = pointing([a, middle], window, ruler) !== undefined;
    if (before) b = middle;
    else a = middle;
  }
  return undefined;
}

const gapOf = ([a, b]: Edge, { sizeOf }: Ruler): number => sizeOf(a.values.map((x, j) => b.values[j] - x));

/** The shorter of two steps towards each other, or the only step towards the other motion. */
function pointing([a, b]: Edge, window: string, ruler: Ruler): Sighting | undefined {
  const { sizeOf, only } = ruler;
  // a place in the element to which its step leads says more than another one
  const isBetter = (a: Sighting, b: Sighting): boolean =>
    a.outside < b.outside || (a.outside === b.outside && sizeOf(a.step) < sizeOf(b.step));
  const best = ({ sights }: Track): Sighting | undefined =>
    sights
      .filter((sight) => sight.window === window)
      .reduce<Sighting | undefined>((a, b) => (a === undefined || isBetter(b, a) ? b : a), undefined);
  const [fromA, fromB] = [best(a), best(b)];
  const way = b.values[only] - a.values[only];
  const isAlong = (sight: Sighting, way: number): boolean => sight.step[only] * way >= 0;
  if (fromA !== undefined && fromB !== undefined) {
    if (!isAlong(fromA, way) || !isAlong(fromB, -way)) return undefined;
    return sizeOf(fromA.step) <= sizeOf(fromB.step) ? fromA : fromB;
  }
  const one = fromA ?? fromB;
  if (one === undefined || !isAlong(one, fromA === undefined ? -way : way)) return undefined;
  return sizeOf(one.step) <= reach * gapOf([a, b], ruler) ? one : undefined;
}
