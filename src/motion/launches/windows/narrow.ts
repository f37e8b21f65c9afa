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
/** Two steps that end farther from each other than this part of the way lead to two launches. */
const twice = 0.2;
/** A step so much shorter than the bracket is true. */
const sure = 0.1;
/** Halvings of one bracket, and its width [parts of the spans] below which a launch is polished from its border as well as from within. */
const halvings = 40;
const narrowest = 1e-9;

/**
 * The launches that two neighbours have between them, each in its window and at its time: both point to it, or one of them, whose
 * window ends before the other, points beyond itself.
 */
export function launchesBetween([a, b]: Edge, ruler: Ruler): Sighting[] {
  const { sizeOf, only } = ruler;
  const way = b.values[only] - a.values[only];
  const gap = gapOf([a, b], ruler);
  const isAlong = (sight: Sighting, way: number): boolean => sight.step[only] * way >= 0;
  const isInside = (sight: Sighting, way: number): boolean => isAlong(sight, way) && sizeOf(sight.step) <= gap;
  const found: Sighting[] = [];
  const met = new Set<Sighting>();
  for (const one of a.sights) {
    const other = nearestInTime(b.sights, one);
    if (other === undefined || nearestInTime(a.sights, other) !== one) continue;
    met.add(one).add(other);
    const inside = [isInside(one, way) ? one : undefined, isInside(other, -way) ? other : undefined].filter(
      (sight) => sight !== undefined,
    );
    // a launch lies between different sides, and perhaps between two steps towards each other
    const isBetween =
      isNear(one) && isNear(other) && (one.side * other.side < 0 || (isAlong(one, way) && isAlong(other, -way)));
    // a step that ends between leads to a launch, too, where the misses turn back, or jump, before the other motion
    const areTwo = inside.length === 2 && sizeOf(apart(one, other)) > twice * gap;
    if (areTwo) found.push(one, other);
    // the step of one may lead to another launch, the other way
    else if (isBetween) found.push(shortest(inside.length > 0 ? inside : [one, other], sizeOf));
    else found.push(...inside);
  }
  const alone = ({ sights }: Track, way: number): Sighting[] =>
    sights.filter(
      (sight) =>
        !met.has(sight) && Number.isFinite(sight.outside) && isAlong(sight, way) && sizeOf(sight.step) <= reach * gap,
    );
  return [...found, ...alone(a, way), ...alone(b, -way)];
}

/** False of a window that is far from the conditions: only where its step leads is known. */
const isNear = ({ outside }: Sighting): boolean => Number.isFinite(outside);

const shortest = (sights: readonly Sighting[], sizeOf: Ruler["sizeOf"]): Sighting =>
  sights.reduce((a, b) => (sizeOf(b.step) < sizeOf(a.step) ? b : a));

/** The sighting of the same window that says the nearest time: on its way a path may come by its target more than once. */
export function nearestInTime<S extends Pick<Sighting, "window" | "time">>(
  sights: readonly S[],
  { window, time }: Pick<Sighting, "window" | "time">,
): S | undefined {
  return sights
    .filter((sight) => sight.window === window)
    .reduce<S | undefined>(
      (a, b) => (a === undefined || Math.abs(b.time - time) < Math.abs(a.time - time) ? b : a),
      undefined,
    );
}

/**
 * Narrows the launches between motions, each once, however often it is asked while more motions come in between: those of the fewest
 * events first.
 */
export function narrowing(ruler: Ruler) {
  const known = new Map<string, { readonly at: number; readonly sights: Sighting[] }>();
  const fresh = (edge: Edge) => {
    const [at, to] = edge.map(({ values }) => values[ruler.only]);
    const key = `${at} ${to}`;
    if (known.has(key)) return [];
    const sights: Sighting[] = [];
    known.set(key, { at, sights });
    return launchesBetween(edge, ruler).map((first) => ({ edge, first, sights }));
  };
  return {
    *narrow(edges: readonly Edge[], stopped: () => boolean): Generator<undefined, void> {
      const all = edges.flatMap(fresh).sort((a, b) => eventsOf(a.first) - eventsOf(b.first));
      for (const { edge, first, sights } of all) {
        if (stopped()) return;
        sights.push(...(yield* narrowed(edge, first, ruler)));
      }
    },
    /** All that were found, in the order in which they lie. */
    sights: (): Sighting[] => [...known.values()].sort((a, b) => a.at - b.at).flatMap(({ sights }) => sights),
  };
}

const eventsOf = ({ window }: Sighting): number => window.split(",").length;

/** Halves an edge until steps to launches within it are sure; none where the steps turn out to lead elsewhere. */
export function* narrowed(edge: Edge, first: Sighting, ruler: Ruler, divided = 0): Generator<undefined, Sighting[]> {
  let [a, b] = edge;
  let found = first;
  for (let i = divided; i < halvings; i++) {
    const gap = gapOf([a, b], ruler);
    const isSure = ruler.sizeOf(found.step) <= sure * gap && leadsInto([a, b], found, ruler);
    if (isSure || gap <= narrowest) return [found];
    const middle = yield* ruler.track(
      a.values.map((x, j) => 0.5 * (x + b.values[j])),
      found.window,
    );
    const low = nearestTo(found, launchesBetween([a, middle], ruler), ruler);
    const high = nearestTo(found, launchesBetween([middle, b], ruler), ruler);
    if (low !== undefined && high !== undefined)
      return [
        ...(yield* narrowed([a, middle], low, ruler, i + 1)),
        ...(yield* narrowed([middle, b], high, ruler, i + 1)),
      ];
    if (low !== undefined) b = middle;
    else a = middle;
    const next = low ?? high;
    if (next === undefined) return [];
    found = next;
  }
  return [];
}

/** True of a step from one end of an edge towards the other. */
function leadsInto([a, b]: Edge, { from, step }: Sighting, { only }: Ruler): boolean {
  const middle = 0.5 * (a.values[only] + b.values[only]);
  return step[only] * (middle - from[only]) >= 0;
}

/** The way from the end of one step to that of another. */
const apart = (one: Sighting, other: Sighting): number[] =>
  one.from.map((x, j) => x + one.step[j] - other.from[j] - other.step[j]);

/** The sighting of the same window nearest in time; of those of one time the one whose step ends nearest. */
function nearestTo(found: Sighting, sights: readonly Sighting[], { sizeOf }: Ruler): Sighting | undefined {
  const next = nearestInTime(sights, found);
  return sights
    .filter(({ window, time }) => window === found.window && time === next?.time)
    .reduce<Sighting | undefined>(
      (a, b) => (a === undefined || sizeOf(apart(found, b)) < sizeOf(apart(found, a)) ? b : a),
      undefined,
    );
}

const gapOf = ([a, b]: Edge, { sizeOf }: Ruler): number => sizeOf(a.values.map((x, j) => b.values[j] - x));
