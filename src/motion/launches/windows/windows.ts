/**
 * Every launch by its sequence of events. Between freed values whose motions have the same contacts in the same order the map
 * from launch to end is smooth; where the order changes it has kinks and jumps. So motions are spread over the ranges, those
 * between neighbours of different sequences are halved until the borders of each window are narrow (`gaps.ts`), those between which
 * something else may happen (`hidden.ts`), too, and in each window
 * walks by Newton's method (`follow.ts`) lead to launches to be polished. A freed `time` costs nothing: one
 * motion shows all ends that it passes. `track.ts` knows what one motion shows, `limits.ts` what none may pass.
 *
 * @module motion/launches/windows
 */
import { hypot } from "../../../algebra/elementary/elementary.js";
import type { BoundaryTask } from "../../boundary/guess.js";
import { pointsOf } from "../../study/points.js";
import { followed, type Standing } from "./follow.js";
import { gapsOf } from "./gaps.js";
import { mayHide } from "./hidden.js";
import { type Edge, narrowing } from "./narrow.js";
import type { Pointed } from "./pointed.js";
import { endingOf, type Track, trackOf } from "./track.js";

/** The ranges in which a search spreads its motions, of each freed value, and how many of them. */
export interface Field {
  readonly spans: readonly { readonly min: number; readonly max: number }[];
  readonly samples: number;
  readonly report: (marches: number, progress: { done: number; of: number; found: number }) => void;
  readonly stopped: () => boolean;
  /** Motions of a survey at most. */
  readonly most: number;
  /** Motions that an earlier survey of the field made. */
  readonly memory?: Map<string, Track>;
}

/** Launches to be polished, the surest first, and what was looked at. */
export interface Surveyed {
  readonly pointed: readonly Pointed[];
  readonly marches: number;
  /** Different sequences that were seen. */
  readonly windows: readonly string[];
  /** Motions that broke off. */
  readonly lost: number;
}

/** All that one part of a search has seen, and true where it took all the motions that it may. */
export interface PartSurveyed extends Surveyed {
  readonly isSpent: boolean;
  /** True where it took so few that the whole search may look more closely: launches are better polished then. */
  readonly isFew: boolean;
}

/** Halvings between neighbours of different sequences, and of a survey that is deep. */
const [halvings, deepHalvings] = [6, 10];
/** Of several freed values walks find what lies between two motions. */
const fewHalvings = 3;
/**
 * Motions by which edges are divided, in parts of the most that there may be, before launches between them are narrowed: of parts that
 * rattle no motion would be left for that. What is left then divides the others.
 */
const shares = [0.5, 1];
/** Walks in each window of several freed values; two that lead closer than this part of their steps lead to one launch. */
const [starts, alike] = [12, 0.2];
/** Neighbours of a motion, for every freed value. */
const neighbours = 2;

/** A part of a field, the k-th of so many, and true where the borders of its windows are looked at more closely. */
export interface Part {
  readonly k: number;
  readonly of: number;
  readonly isDeep: boolean;
}

/** Parts in which a field of one freed value is surveyed at most, and motions that each of them spreads at least. */
const [mostParts, leastSamples] = [8, 100];

/** In how many parts a field is surveyed: they know nothing of each other, so that they may be looked over in any order. */
export function partsOf(task: BoundaryTask, { samples }: Field): number {
  return isOneDimensional(task) ? Math.max(1, Math.min(mostParts, Math.floor(samples / leastSamples))) : 1;
}

/** True where one value is freed besides a time. */
export const isOneDimensional = (task: BoundaryTask): boolean =>
  task.setup.compiled.freed.length - (endingOf(task) < 0 ? 0 : 1) === 1;

/** Spreads motions over a part of the field and says to which launches they point. */
export function* survey(task: BoundaryTask, field: Field, { k, of, isDeep }: Part): Generator<undefined, Surveyed> {
  const ending = endingOf(task);
  const free = field.spans.map((_, j) => j).filter((j) => j !== ending);
  const whole = spread(field, free);
  const count = whole.pairs.length;
  const pairs = whole.pairs.slice(Math.floor((k * count) / of), Math.floor(((k + 1) * count) / of));
  const points = new Map(pairs.flat().map((i) => [i, whole.points[i]]));
  const progress = { marches: 0, done: 0, lost: 0 };
  function* track(values: readonly number[], window?: string): Generator<undefined, Track> {
    progress.marches++;
    field.report(progress.marches, { done: progress.done, of: points.size + pairs.length, found: 0 });
    // a freed time is that of the longest motion
    const longest = values.map((x, j) => (j === ending ? field.spans[j].max : x));
    const key = `${longest.join()} ${window}`;
    const made = field.memory?.get(key) ?? (yield* trackOf(task, longest, window));
    field.memory?.set(key, made);
    if (made.isLost) progress.lost++;
    return made;
  }
  const tracks: Track[] = [];
  for (const [i, values] of points) {
    if (field.stopped()) break;
    tracks[i] = yield* track(values);
    progress.done++;
  }
  const deepest = free.length > 1 ? fewHalvings : isDeep ? deepHalvings : halvings;
  const gaps = gapsOf({
    isBlind: (a, b) => free.length === 1 && mayHide(a.beside(), b.beside()),
    track,
    done: () => progress.done++,
  });
  for (const [i, j] of pairs)
    if (tracks[i] !== undefined && tracks[j] !== undefined) gaps.add([tracks[i], tracks[j]], deepest);
  const sizeOf = (way: readonly number[]): number =>
    hypot(...free.map((j) => way[j] / (field.spans[j].max - field.spans[j].min)));
  const between = narrowing({ sizeOf, only: free[0], track });
  for (const share of shares) {
    yield* gaps.divide(() => field.stopped() || progress.marches >= share * field.most);
    if (free.length === 1) yield* between.narrow(gaps.edges(), field.stopped);
  }
  const edges = gaps.edges();
  const windows = [...new Set(edges.flat().map(({ events }) => events.join()))];
  const sights = between.sights();
  const walk = {
    sizeOf,
    *track(values: readonly number[], window: string): Generator<undefined, Track | undefined> {
      return isInside(field, values) ? yield* track(values, window) : undefined;
    },
  };
  for (const start of free.length > 1 ? startsOf(edges, sizeOf) : []) {
    if (field.stopped()) break;
    const found = yield* followed(start, walk);
    if (found !== undefined) sights.push(found);
  }
  const pointed = sights.map(
    ({ window, from, step, turn }): Pointed => ({
      from,
      guess: from.map((x, j) => x + step[j]),
      window,
      size: sizeOf(step),
      turn,
    }),
  );
  const inside = pointed.filter(({ guess }) => isInside(field, guess)).sort((a, b) => a.size - b.size);
  return { pointed: inside, marches: progress.marches, windows, lost: progress.lost };
}

/** Of each window the motions from which walks begin, those with the shortest way first: no two of them point to one place. */
function startsOf(edges: readonly Edge[], sizeOf: (way: readonly number[]) => number) {
  const windows = new Map<string, Standing[]>();
  for (const { values, sights } of new Set(edges.flat()))
    for (const sight of sights) {
      const all = windows.get(sight.window) ?? [];
      windows.set(sight.window, all);
      all.push({ values, sight });
    }
  return [...windows.values()].flatMap((all) => {
    const taken: Standing[] = [];
    const isTaken = ({ values, sight }: Standing): boolean =>
      taken.some((one) => {
        const apart = sizeOf(values.map((x, j) => x + sight.step[j] - one.values[j] - one.sight.step[j]));
        return apart <= alike * sizeOf(sight.step);
      });
    for (const one of all.sort((a, b) => sizeOf(a.sight.step) - sizeOf(b.sight.step))) {
      if (taken.length === starts) break;
      if (!isTaken(one)) taken.push(one);
    }
    return taken;
  });
}

const isInside = ({ spans }: Field, values: readonly number[]): boolean =>
  values.every((x, j) => {
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
