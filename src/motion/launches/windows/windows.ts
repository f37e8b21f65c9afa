/**
 * Every launch by its sequence of events. Between freed values whose motions have the same contacts in the same order the map
 * from launch to end is smooth; where the order changes it has kinks and jumps. So motions are spread over the ranges, those
 * between neighbours of different sequences are halved until the borders of each window are narrow, and from every motion a
 * step of Newton's method that stays among its neighbours is a launch to be polished. A freed `time` costs nothing: one
 * motion shows all ends that it passes. `track.ts` knows what one motion shows, `limits.ts` what none may pass.
 *
 * @module motion/launches/windows
 */
import { hypot } from "../../../algebra/elementary/elementary.js";
import type { BoundaryTask } from "../../boundary/guess.js";
import { pointsOf } from "../../study/points.js";
import { type Edge, narrowed, windowsBetween } from "./narrow.js";
import { endingOf, type Sighting, type Track, trackOf } from "./track.js";

/** The ranges in which a search spreads its motions, of each freed value, and how many of them. */
export interface Field {
  readonly spans: readonly { readonly min: number; readonly max: number }[];
  readonly samples: number;
  readonly report: (marches: number, progress: { done: number; of: number; found: number }) => void;
  readonly stopped: () => boolean;
}

/** A launch that a motion points to, before it is polished. */
export interface Pointed {
  /** The freed values from which the step leads. */
  readonly from: readonly number[];
  readonly guess: readonly number[];
  /** The events before its end. */
  readonly window: string;
  /** Size of the step that led there, in parts of the spans. */
  readonly size: number;
}

/** Launches to be polished, the surest first, and what was looked at. */
export interface Surveyed {
  readonly pointed: readonly Pointed[];
  readonly marches: number;
  /** Different sequences that were seen. */
  readonly windows: number;
}

/** Halvings between neighbours of different sequences. */
const halvings = 6;
/** A step that is no longer than this part of the way to a neighbour is one to a launch beside it. */
const reach = 1.5;
/** Neighbours of a motion, for every freed value. */
const neighbours = 2;

/** Spreads motions over the field and says to which launches they point. */
export function* survey(task: BoundaryTask, field: Field): Generator<undefined, Surveyed> {
  const ending = endingOf(task);
  const free = field.spans.map((_, j) => j).filter((j) => j !== ending);
  const { points, pairs } = spread(field, free);
  const progress = { marches: 0, done: 0 };
  function* track(values: readonly number[]): Generator<undefined, Track> {
    progress.marches++;
    field.report(progress.marches, { done: progress.done, of: points.length + pairs.length, found: 0 });
    // a freed time is that of the longest motion
    return yield* trackOf(
      task,
      values.map((x, j) => (j === ending ? field.spans[j].max : x)),
    );
  }
  const tracks: Track[] = [];
  for (const values of points) {
    if (field.stopped()) break;
    tracks.push(yield* track(values));
    progress.done++;
  }
  const edges: Edge[] = [];
  function* divide([a, b]: Edge, deep: number): Generator<undefined, void> {
    if (deep === 0 || field.stopped() || sameEvents(a, b)) {
      edges.push([a, b]);
      return;
    }
    const middle = yield* track(a.values.map((x, j) => 0.5 * (x + b.values[j])));
    yield* divide([a, middle], deep - 1);
    yield* divide([middle, b], deep - 1);
  }
  for (const [i, j] of pairs) {
    if (tracks[i] !== undefined && tracks[j] !== undefined) yield* divide([tracks[i], tracks[j]], halvings);
    progress.done++;
  }
  const windows = new Set(edges.flat().map(({ events }) => events.join()));
  const sizeOf = (way: readonly number[]): number =>
    hypot(...free.map((j) => way[j] / (field.spans[j].max - field.spans[j].min)));
  const sights: Sighting[] = [];
  for (const edge of edges) {
    const [a, b] = edge;
    if (free.length === 1) {
      const ruler = { sizeOf, only: free[0], track };
      for (const window of windowsBetween(edge, ruler)) {
        if (field.stopped()) break;
        const found = yield* narrowed(edge, window, ruler);
        if (found !== undefined) sights.push(found);
      }
      continue;
    }
    const gap = sizeOf(a.values.map((x, j) => b.values[j] - x));
    sights.push(...[...a.sights, ...b.sights].filter(({ step }) => sizeOf(step) <= reach * gap));
  }
  const pointed = sights.map(
    ({ window, from, step }): Pointed => ({
      from,
      guess: from.map((x, j) => x + step[j]),
      window,
      size: sizeOf(step),
    }),
  );
  const inside = pointed.filter((one) => isInside(field, one)).sort((a, b) => a.size - b.size);
  return { pointed: inside, marches: progress.marches, windows: windows.size };
}

const sameEvents = (a: Track, b: Track): boolean => a.events.join() === b.events.join();

const isInside = ({ spans }: Field, { guess }: Pointed): boolean =>
  guess.every((x, j) => {
    const beside = 0.01 * (spans[j].max - spans[j].min);
    return x >= spans[j].min - beside && x <= spans[j].max + beside;
  });

/** Points over the field, and which of them are neighbours: in one dimension in a row, else by a Halton sequence. */
function spread({ spans, samples }: Field, free: readonly number[]) {
  const at = (parts: (j: number) => number): number[] =>
    spans.map(({ min, max }, j) => (free.includes(j) ? min + parts(j) * (max - min) : max));
  if (free.length <= 1) {
    const count = free.length === 0 ? 0 : samples;
    const points = Array.from({ length: count + 1 }, (_, k) => at(() => k / Math.max(1, count)));
    const pairs = Array.from({ length: count }, (_, k): [number, number] => [k, k + 1]);
    return { points, pairs: count === 0 ? [[0, 0] as [number, number]] : pairs };
  }
  const unit = pointsOf("halton", { samples, dimensions: free.length, seed: 1 });
  const part = (i: number, j: number): number => unit[i * free.length + free.indexOf(j)];
  const points = Array.from({ length: samples }, (_, i) => at((j) => part(i, j)));
  return { points, pairs: nearestPairs(unit, free.length) };
}

/** Every point of the unit cube with those nearest to it. */
function nearestPairs(unit: Float64Array, dimensions: number): [number, number][] {
  const count = unit.length / dimensions;
  const pairs = new Map<number, [number, number]>();
  const away = (i: number, k: number): number => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += (unit[i * dimensions + d] - unit[k * dimensions + d]) ** 2;
    return sum;
  };
  for (let i = 0; i < count; i++) {
    let nearest: { readonly k: number; readonly distance: number }[] = [];
    for (let k = 0; k < count; k++) {
      const distance = k === i ? Number.POSITIVE_INFINITY : away(i, k);
      const isFull = nearest.length === neighbours * dimensions;
      if (isFull && distance >= nearest[nearest.length - 1].distance) continue;
      nearest = [...nearest, { k, distance }].sort((a, b) => a.distance - b.distance).slice(0, neighbours * dimensions);
    }
    for (const { k } of nearest) pairs.set(Math.min(i, k) * count + Math.max(i, k), [Math.min(i, k), Math.max(i, k)]);
  }
  return [...pairs.values()];
}
