import { evaluator } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import type { BodyView } from "../../mechanics/views.js";
import { isRate } from "../compile/between.js";
import { type Compiled, parameterAt } from "../compile/compile-problem.js";
import { faintness } from "../compile/lightness.js";
import { type Element, type ElementStart, loadElement } from "./element.js";
import { jamOf } from "./estimate.js";
import { emptyPlace, type Place, placeAt, type Tableau } from "./tableau.js";

/** The first switch that an element passes, and the part of the element at which it does. */
export interface Passing {
  readonly at: number;
  readonly part: number;
  /** No sample before it was on the right side: the branch was wrong from the start. */
  readonly atOnce: boolean;
  /** It is of a gap whose rate is held where it is closed. */
  readonly drifts: boolean;
  /** A place behind `part` at which the distance is below zero, and how deep: at the end of the element it may be above again. */
  readonly beyond: { readonly part: number; readonly low: number };
  /** A gap that closes by no more than what closed ones give way, or rounding: it comes to lie on, and nothing strikes. */
  readonly isFaint: boolean;
}

/** The place at which the samples of one distance show it passed, and how deep it is below zero behind it. */
type Crossing = Pick<Passing, "part" | "atOnce" | "beyond">;

/** Looks for switches on the polynomials of a solved element. */
export interface Watch {
  /** Looks at distances as densely on elements that are longer [s]. */
  begin(longest: number): void;
  /** The first switch whose distance leaves its branch within the element, but for those left out; undefined where all stay. */
  first(start: ElementStart, h: number, leftOut?: ReadonlySet<number>): Passing | undefined;
  /**
   * True where a distance has come to zero right at the end of the element that was looked at last: it ends on an event by chance, which
   * neither this element nor the next one would see.
   */
  meets(start: ElementStart): boolean;
  /** All distances at the first place behind the start that was looked at last. */
  later(): Float64Array;
  /** The distance to one switch at the end of the element, as its stages have it, */
  atEnd(start: ElementStart, h: number, at: number): number;
  /** and whether it is no more than rounding: the element is too short to tell. */
  isRounding(start: ElementStart, h: number, at: number): boolean;
}

/** Places on an element at which distances are looked at, for every half radian that a body turns, and every longest length in it. */
const places = 8;
/** How far from an end of an element, as a part of what is between two places, it is asked which way a distance goes there. */
const aside = 1e-3;
/** A distance below this part of the largest that was seen is zero. */
const zero = 1e-9;
/** And below this in its own unit [N, m, m/s], or less where bodies are light. */
const nothing = 1e-11;
/** So many roundings of its terms may be left of a distance, of each that its slopes are made of. */
const roundings = 4;
/** And so many times that of a gap of a face, by which its other corners have given way. */
const givenWay = 1e4;
/** An event within so many of these is at the end of an element. */
const atTheEnd = 10;
/** Bisections, golden sections: the element is solved again at what they find. */
const halvings = 60;
const sections = 40;
const golden = 0.381966011250105;

/** Distances at places on the polynomials of a solved element. */
interface Sampler {
  /** All distances at a part of the element. */
  sample(start: ElementStart, h: number, tau: number, into: Float64Array): void;
  sampleAt(start: ElementStart, h: number, place: Place, into: Float64Array): void;
  /** As much of a distance at the end of the element as rounding of places and forces may be. */
  roundingAt(start: ElementStart, h: number, k: number): number;
}

function sampler({ z, parts }: Element, frame: Float64Array): Sampler {
  const { branches, tableau, size, layout } = parts;
  const { states } = layout;
  const { distances, at, bounds, unknowns } = branches;
  const { stages: s } = tableau;
  const isSpeed = unknowns.slice(0, states).map(isRate);
  const largest = (state: Float64Array): number =>
    state.reduce((most, x, k) => (isSpeed[k] ? most : Math.max(most, Math.abs(x))), 0);
  const place = emptyPlace(tableau);
  const end = emptyPlace(tableau);
  placeAt(tableau, 1, end);
  const weight = end.slopes.reduce((sum, x) => sum + Math.abs(x), 0);
  const values = new Float64Array(branches.switches);
  const entries = new Float64Array(distances.pattern.col.length);

  function sample(start: ElementStart, h: number, tau: number, into: Float64Array): void {
    placeAt(tableau, tau, place);
    sampleAt(start, h, place, into);
  }

  function sampleAt({ t, state }: ElementStart, h: number, place: Place, into: Float64Array): void {
    for (let k = 0; k < states; k++) {
      let value = place.of[0] * state[k];
      let slope = place.slopes[0] * state[k];
      for (let j = 0; j < s; j++) {
        value += place.of[j + 1] * z[j * size + k];
        slope += place.slopes[j + 1] * z[j * size + k];
      }
      frame[k] = value - slope;
      frame[at[k]] = value;
    }
    for (let k = states; k < size; k++) {
      let value = 0;
      for (let j = 0; j < s; j++) value += place.stages[j] * z[j * size + k];
      frame[at[k]] = value;
    }
    frame[layout.time] = t + (place.part - 1) * h;
    frame[layout.time + 1] = h;
    distances.residual(frame, into);
  }

  function roundingAt(start: ElementStart, h: number, k: number): number {
    sampleAt(start, h, end, values);
    const { row, col } = distances.pattern;
    distances.jacobian(frame, values, entries);
    // what holds a place leaves a speed of its rounding
    const isHeld = bounds.some(({ by, drifts }) => !drifts && start.modes[by] > 0);
    const speed = isHeld ? largest(start.state) / h : 0;
    let sum = 0;
    for (let p = 0; p < col.length; p++) {
      if (row[p] !== k || col[p] >= states + size) continue;
      const x = col[p] < states ? frame[col[p]] : frame[at[col[p] - states]];
      sum += Math.abs(entries[p]) * Math.max(Math.abs(x), isSpeed[col[p] - states] === true ? speed : 0);
    }
    return roundings * weight * Number.EPSILON * sum;
  }

  return { sample, sampleAt, roundingAt };
}

/** The weights at a part of an element. */
function placed(tableau: Tableau, part: number): Place {
  const at = emptyPlace(tableau);
  placeAt(tableau, part, at);
  return at;
}

/** The watch of an element. */
export function watch(element: Element, compiled: Compiled, frame: Float64Array): Watch {
  const { branches, tableau, layout } = element.parts;
  const { distances, switches: count } = branches;
  const { stages: s } = tableau;
  const { sample, sampleAt, roundingAt } = sampler(element, frame);
  const drifting = new Set(branches.bounds.flatMap(({ by, drifts }) => (drifts ? [by] : [])));
  const values = new Float64Array(count);
  const part = evaluator(faintness(compiled.model));
  const samples: Float64Array[] = [];
  const tolerances = new Float64Array(count);
  let last = 0;
  let longest = Number.POSITIVE_INFINITY;
  const beside = [new Float64Array(count), new Float64Array(count)] as const;
  const common = evenPlaces(tableau);

  const jam = jamOf(element, compiled.model);
  const density = densityOf(element, compiled.model);

  function one(start: ElementStart, h: number, k: number, tau: number): number {
    sample(start, h, tau, values);
    return values[k] * start.modes[k];
  }

  /** One switch on the places that were looked at last. */
  function sampledBy(start: ElementStart, h: number, k: number): Sampled {
    const mode = start.modes[k];
    return {
      n: last,
      at: (m) => samples[m][k] * mode,
      beside: (end) => beside[end][k] * mode,
      between: (part) => one(start, h, k, part),
    };
  }

  function atEnd(start: ElementStart, h: number, k: number): number {
    loadElement(layout, start, frame);
    element.load(start, h, s - 1, frame);
    distances.residual(frame, values);
    return values[k] * start.modes[k];
  }

  return {
    begin(length) {
      longest = length;
    },
    later: () => samples[1],
    atEnd,
    isRounding: (start, h, k) => Math.abs(atEnd(start, h, k)) <= roundingAt(start, h, k),
    first(start, h, leftOut) {
      if (count === 0) return undefined;
      loadElement(layout, start, frame);
      const live = branches.live(start.modes);
      const least = nothing * part(parameterAt(compiled, frame.subarray(layout.parameters))) + jam();
      const n = density(start, h, longest);
      last = n;
      while (samples.length <= n) samples.push(new Float64Array(count));
      const even = common(n);
      for (let m = 0; m <= n; m++)
        if (even !== undefined) sampleAt(start, h, even.all[m], samples[m]);
        else sample(start, h, m / n, samples[m]);
      for (const side of [0, 1] as const)
        if (even !== undefined) sampleAt(start, h, even.beside[side], beside[side]);
        else sample(start, h, side === 0 ? aside / n : 1 - aside / n, beside[side]);
      let found: Passing | undefined;
      for (let k = 0; k < count; k++) {
        tolerances[k] = -1;
        if (live[k] === 0) continue;
        const mode = start.modes[k];
        let most = 0;
        for (let m = 1; m <= n; m++) most = Math.max(most, Math.abs(samples[m][k]));
        const tolerance = zero * most + least;
        tolerances[k] = tolerance;
        if (leftOut?.has(k) === true || !mayPass(samples, beside, { n, k, mode, tolerance })) continue;
        const passing = passingOf(sampledBy(start, h, k), tolerance);
        if (passing === undefined || (found !== undefined && !isBefore(passing, found, start.modes))) continue;
        // in the shortest elements what rounding leaves of a place is a force, and a corner that leaves comes out of its drift by itself
        const { atOnce, beyond } = passing;
        let deepest = beyond.low;
        for (let m = 0; m <= n; m++) deepest = Math.min(deepest, samples[m][k] * mode);
        const drifts = drifting.has(k);
        const isClosing = atOnce && mode < 0;
        if (isClosing && drifts && !(deepest < samples[0][k] * mode)) continue;
        const rounding = !drifts || isClosing ? roundingAt(start, h, k) : 0;
        if (-deepest <= rounding) continue;
        found = { ...passing, at: k, drifts, isFaint: drifts && -deepest <= givenWay * rounding };
      }
      return found;
    },
    meets({ modes }) {
      for (let k = 0; k < count && last > 0; k++) {
        const before = samples[last - 1][k] * modes[k];
        const end = samples[last][k] * modes[k];
        const little = atTheEnd * tolerances[k];
        if (Math.abs(end) <= little && before > atTheEnd * little) return true;
      }
      return false;
    },
  };
}

/** Of branches that are wrong from the start the one that is furthest off comes first, but behind a corner's gap: what gives way to it may be right. */
function isBefore(one: Crossing, other: Passing, modes: Float64Array): boolean {
  const isGap = other.drifts && modes[other.at] < 0;
  if (one.atOnce && other.atOnce) return !isGap && one.beyond.low < other.beyond.low;
  return one.part < other.part;
}

/** Places of elements that are looked at up to so many times as densely as short ones are kept. */
const mostKept = 8;

/** How many places are looked at: an element in flight may turn a body many times. */
function densityOf({ z, parts: { tableau, size } }: Element, model: Model) {
  const angles = turning(model);
  const end = (tableau.stages - 1) * size;
  return ({ state }: ElementStart, h: number, longest: number): number => {
    let turn = 0;
    for (const { index, parts } of angles)
      for (const k of index) turn = Math.max(turn, parts * Math.abs(z[end + k] - state[k]));
    return Math.min(4096, places * Math.max(1 + Math.ceil(2 * turn), Math.ceil(h / longest - aside)));
  };
}

/** Places in even parts of an element, and those just behind its start and just before its end. */
interface EvenPlaces {
  readonly all: readonly Place[];
  readonly beside: readonly [Place, Place];
}

/** The same for each number of parts: most elements are looked at in a few ways. */
function evenPlaces(tableau: Tableau): (n: number) => EvenPlaces | undefined {
  const known: EvenPlaces[] = [];
  return (n) => {
    if (n > mostKept * places) return undefined;
    known[n / places] ??= {
      all: Array.from({ length: n + 1 }, (_, m) => placed(tableau, m / n)),
      beside: [placed(tableau, aside / n), placed(tableau, 1 - aside / n)],
    };
    return known[n / places];
  };
}

/** One switch among samples, and which distances of it are zero. */
interface SampledSwitch {
  readonly n: number;
  readonly k: number;
  readonly mode: number;
  readonly tolerance: number;
}

/** False where `passingOf` would find nothing without a look between the samples: nearly always, and for a tenth of its work. */
function mayPass(
  samples: readonly Float64Array[],
  [first, last]: readonly [Float64Array, Float64Array],
  { n, k, mode, tolerance }: SampledSwitch,
): boolean {
  let a = Number.NaN;
  let b = samples[0][k] * mode;
  const second = samples[1][k] * mode;
  if (b > tolerance && second >= b && first[k] * mode < b - tolerance) return true;
  for (let m = 1; m <= n; m++) {
    const c = samples[m][k] * mode;
    if (c < -tolerance || (m >= 2 && mayDip(a, b, c))) return true;
    a = b;
    b = c;
  }
  return b > tolerance && b <= a && last[k] * mode < b - tolerance;
}

/** The distance to one switch, positive on its branch: at the places that were sampled, and between them. */
interface Sampled {
  readonly n: number;
  readonly at: (m: number) => number;
  /** Just behind the start, and just before the end. */
  readonly beside: (end: 0 | 1) => number;
  readonly between: (part: number) => number;
}

/** The part at which a distance first falls below zero, and whether it was ever above; undefined where it stays. */
function passingOf({ n, at: y, between, beside }: Sampled, tolerance: number): Crossing | undefined {
  const graze = (from: number, to: number): Crossing | undefined => {
    const [low, deepest] = dip(between, from, to);
    const beyond = { part: low, low: deepest };
    return deepest < -tolerance ? { part: bisected(between, from, low), atOnce: false, beyond } : undefined;
  };
  for (let m = 1; m <= n; m++) {
    // a dip beside an end has only one neighbour that is higher
    const isFalling = m === 1 && y(0) > tolerance && y(1) >= y(0) && beside(0) < y(0) - tolerance;
    const first = isFalling ? graze(0, 1 / n) : undefined;
    if (first !== undefined) return first;
    if (y(m) < -tolerance) {
      let lower = m - 1;
      // a distance that begins at zero has no sample on the right side before the first
      while (lower > 0 && y(lower) < 0) lower--;
      const beyond = { part: m / n, low: y(m) };
      if (lower === 0 && !(y(0) > tolerance)) return { part: 0, atOnce: true, beyond };
      return { part: bisected(between, lower / n, m / n), atOnce: false, beyond };
    }
    // a dip between two places: a graze
    if (m >= 2 && mayDip(y(m - 2), y(m - 1), y(m))) {
      const found = graze((m - 2) / n, m / n);
      if (found !== undefined) return found;
    }
    const isRising = m === n && y(n) > tolerance && y(n) <= y(n - 1) && beside(1) < y(n) - tolerance;
    const last = isRising ? graze((n - 1) / n, 1) : undefined;
    if (last !== undefined) return last;
  }
  return undefined;
}

function bisected(between: Sampled["between"], from: number, to: number): number {
  let [a, b] = [from, to];
  for (let i = 0; i < halvings && b - a > 1e-15; i++) {
    const middle = 0.5 * (a + b);
    if (between(middle) < 0) b = middle;
    else a = middle;
  }
  return b;
}

/** The place and depth of a minimum, by golden sections, or of a place below zero. */
function dip(between: Sampled["between"], from: number, to: number): [number, number] {
  let [a, b] = [from, to];
  let x = a + golden * (b - a);
  let w = b - golden * (b - a);
  let [fx, fw] = [between(x), between(w)];
  for (let i = 0; i < sections && Math.min(fx, fw) >= 0; i++) {
    if (fx < fw) {
      [b, w, fw] = [w, x, fx];
      x = a + golden * (b - a);
      fx = between(x);
    } else {
      [a, x, fx] = [x, w, fw];
      w = b - golden * (b - a);
      fw = between(w);
    }
  }
  return fx < fw ? [x, fx] : [w, fw];
}

/** True where the parabola through three values has its minimum inside, and so low that the true one may be below zero. */
function mayDip(a: number, b: number, c: number): boolean {
  const bend = a - 2 * b + c;
  return b <= a && b <= c && bend > 0 && b - ((c - a) * (c - a)) / (8 * bend) < bend;
}

/** The places of the states that say how bodies are turned, and how many radians one of theirs is. */
function turning({ views, state }: Model): { index: number[]; parts: number }[] {
  const place = (name: string): number => state.findIndex((one) => one.name === name);
  return (views?.bodies ?? []).flatMap(({ orientation }: BodyView) => {
    if (orientation === undefined) return [];
    const isAngle = typeof orientation === "string";
    const index = (isAngle ? [orientation] : [...orientation]).map(place).filter((k) => k >= 0);
    return [{ index, parts: isAngle ? 1 : 2 }];
  });
}
