import { pow } from "../../algebra/elementary/elementary.js";
import type { ScanProgress } from "../march/task.js";
import { type Brackets, rootsBetween } from "./bracket.js";
import { ahead, along, type Curves, type Sample, sampleNear } from "./curve.js";

/** Which freed parameter is scanned, between which values, in how many equal parts. */
export interface Scan {
  /** Index among the freed parameters. */
  readonly freed: number;
  readonly from: number;
  readonly to: number;
  readonly samples: number;
}

/** Findings of a scan: roots in the order of the scanned parameter, twice perhaps where a curve meets its own start. */
export interface Scanned extends Readonly<Brackets> {
  /** Sampled values of the scanned parameter at which no motion was found that meets the other conditions. */
  readonly gaps: number;
}

/** A place where a curve passes a sampled value of the scanned parameter, and which side of its turns this is. */
type Passage = Pick<Sample, "values" | "side">;

/** The declared range of a freed parameter; either end may be infinite. */
interface Span {
  readonly min: number;
  readonly max: number;
}

/** Curves are sought from this many values of each other parameter, equally spaced in its range, */
const spread = 5;
/** at the ends of this many equal parts of the scan, and wherever no curve is known, from the last curve's values. */
const lookouts = 8;
/** Another parameter that changes by more of its strides than this in one of the scanned one leads instead. */
const steep = 3;
/** Parts of a stride that are tried, one after the other, until the next sample of a curve is found. */
const tries = [1, 1 / 4, 1 / 16];
/** Passages of the same side closer than this part of a stride are of one curve. */
const together = 1 / 4;
/** A curve is left after this many strides per sample of the scan. */
const longest = 8;
/** Parts of a sample's width below which two places are one. */
const samePlace = 1e-9;
/** Progress is reported once in so many marches: a march may take less than a millisecond. */
const seldom = 10;

/** The ground of a scan: the parameters, which of them are freed, and how to shoot with them. */
export interface ScanGround {
  /** The range that a sample is shot on; undefined where its grid cannot be made. */
  readonly at: Curves["at"];
  readonly base: Float64Array;
  readonly freed: readonly number[];
  readonly ranges: readonly Span[];
  readonly report: (marches: number, progress: ScanProgress) => void;
  /** True where somebody stopped the search: what was found until then is kept. */
  readonly stopped: () => boolean;
}

/** A scan under way. */
interface Search {
  readonly scan: Scan;
  readonly ranges: readonly Span[];
  readonly spans: readonly Span[];
  /** Widths of a sample in every freed parameter. */
  readonly strides: readonly number[];
  readonly curves: Curves;
  /** For each sampled value of the scanned parameter the curves that pass it. */
  readonly passages: readonly Passage[][];
  readonly found: Brackets;
  readonly progress: { marches: number; looked: number };
}

/**
 * All sign changes of r, what is left of the scanned parameter's condition, along the curves on which the other
 * conditions hold. Each curve is followed to the ends of the ranges, through its turns. What a scan cannot see is a curve
 * that no lookout leads to, two roots on smooth pieces closer than a 256th of a sample, and roots outside its ranges.
 */
export function* scanRoots(ground: ScanGround, scan: Scan): Generator<undefined, Scanned> {
  const search = searchOf(ground, scan);
  const { stopped } = ground;
  const { curves, passages, found, progress } = search;
  const { freed: s, samples } = scan;
  let last: readonly number[] = ground.freed.map((index) => ground.base[index]);
  for (let k = 0; k <= samples && !stopped(); k++) {
    for (const start of lookoutsAt(search, k, last)) {
      const here = yield* sampleNear(
        curves,
        s,
        start.map((x, j) => (j === s ? column(scan, k) : x)),
        true,
      );
      if (here === undefined || !isInside(search, here) || isKnown(search, k, here)) continue;
      passages[k].push(here);
      yield* follow(search, here, 1);
      yield* follow(search, here, -1);
    }
    last = passages[k].at(-1)?.values ?? last;
    progress.looked = k + 1;
    yield;
  }
  const inside = found.roots.filter((values) => isInside(search, { values, side: 0 }));
  const roots = inside.sort((a, b) => a[s] - b[s]);
  return { ...found, roots, gaps: passages.filter((passed) => passed.length === 0).length };
}

function searchOf({ at, base, freed, ranges, report }: ScanGround, scan: Scan): Search {
  const { freed: s, from, to, samples } = scan;
  const spans = ranges.map((range, j) => spanOf(range, base[freed[j]]));
  // a sample is the same part of every range, so that a narrow scan does not follow its curves in wide strides
  const part = (to - from) / samples / (spans[s].max - spans[s].min);
  const strides = spans.map(({ min, max }) => part * (max - min));
  const passages: Passage[][] = Array.from({ length: samples + 1 }, () => []);
  const found: Brackets = { roots: [], jumps: 0, lost: 0 };
  const progress = { marches: 0, looked: 0 };
  const shootAt = (values: readonly number[]) => {
    if (progress.marches % seldom === 0) {
      const done = passages.filter((passed, k) => k < progress.looked || passed.length > 0).length;
      report(progress.marches, { done, of: samples + 1, found: found.roots.length });
    }
    progress.marches++;
    return at(values);
  };
  const curves = { at: shootAt, base, freed, scanned: s, reach: strides.map((stride) => steep * stride) };
  return { scan, ranges, spans, strides, curves, passages, found, progress };
}

/** The k-th sampled value of the scanned parameter, and the place of a point among them. */
const column = ({ from, to, samples }: Scan, k: number): number => from + ((to - from) * k) / samples;
const place = ({ scan: { freed, from }, strides }: Search, { values }: Passage): number =>
  (values[freed] - from) / strides[freed];

/** Points from which curves are sought at the k-th sampled value. */
function lookoutsAt({ scan, spans, passages }: Search, k: number, last: readonly number[]): (readonly number[])[] {
  const isLookout = k % Math.ceil(scan.samples / lookouts) === 0;
  return [...(passages[k].length === 0 ? [last] : []), ...(isLookout ? spreadOver(spans, scan.freed, last) : [])];
}

/** Follows a curve one way until it leaves the ranges, ends, or goes on as a known one. */
function* follow(search: Search, start: Sample, way: number): Generator<undefined, void> {
  const { freed: s, samples } = search.scan;
  let here = start;
  let heading: readonly number[] = start.values.map((_, j) => (j === s ? way : 0));
  for (let n = 0; n < longest * samples && isInside(search, here); n++) {
    const from = here;
    const b = yield* next(search, from, heading);
    if (b === undefined || passedBefore(search, from, b)) return;
    heading = b.values.map((x, j) => x - from.values[j]);
    here = b;
  }
}

/** The next sample of a curve, with the roots on the way. The parameter that changes most leads, or else another. */
function* next(search: Search, here: Sample, heading: readonly number[]): Generator<undefined, Sample | undefined> {
  const { scan, strides, curves, found } = search;
  const { freed: s, samples } = scan;
  const rates = here.tangent.map((t, j) => (Math.abs(t) / strides[j]) * (j === s ? steep : 1));
  const order = [...rates.keys()].filter((j) => rates[j] > 0).sort((i, j) => rates[j] - rates[i]);
  for (const c of order) {
    const a = along(here, c);
    const way = Math.sign(a.tangent.reduce((sum, t, j) => sum + (t * heading[j]) / pow(strides[j], 2), 0));
    const at = place(search, a);
    const k = way > 0 ? Math.floor(at + samePlace) + 1 : Math.ceil(at - samePlace) - 1;
    if (c === s && (k < 0 || k > samples)) return undefined;
    const stride = c === s ? column(scan, k) - a.x : way * strides[c];
    // by the tangent, and where that is true for no more than the sample itself, straight on
    const directions = [a.tangent, heading].filter((direction) => direction[c] !== 0);
    const predicted = tries.flatMap((part) => directions.map((to) => ahead(a, to, c, a.x + part * stride)));
    for (const values of predicted) {
      const b = yield* sampleNear(curves, c, values);
      if (b === undefined) continue;
      const on = { curves, c, stride: strides[c], found };
      yield* a.x < b.x ? rootsBetween(on, a, b) : rootsBetween(on, b, a);
      return b;
    }
  }
  return undefined;
}

/** Remembers the sampled values that a curve passes from a to b, unless one of them is known already. */
function passedBefore(search: Search, a: Sample, b: Sample): boolean {
  const { scan, passages } = search;
  const [atA, atB] = [place(search, a), place(search, b)];
  for (let k = Math.ceil(Math.min(atA, atB) - samePlace); k <= Math.max(atA, atB) + samePlace; k++) {
    if (k < 0 || k > scan.samples || Math.abs(k - atA) <= samePlace) continue;
    const t = (k - atA) / (atB - atA);
    const here = { side: b.side, values: a.values.map((x, j) => x + t * (b.values[j] - x)) };
    if (isKnown(search, k, here)) return true;
    passages[k].push(here);
  }
  return false;
}

const isKnown = ({ passages, strides }: Search, k: number, here: Passage): boolean =>
  passages[k].some(
    ({ values, side }) =>
      side === here.side && values.every((x, j) => Math.abs(x - here.values[j]) <= together * strides[j]),
  );

const isInside = ({ scan: { freed, from, to }, ranges }: Search, { values }: Passage): boolean =>
  values.every((x, j) =>
    j === freed
      ? Math.abs(x - 0.5 * (from + to)) <= (0.5 + samePlace) * (to - from)
      : x >= ranges[j].min && x <= ranges[j].max,
  );

/** The span in which curves are sought: the declared range, or twice the start value to both sides where that is endless. */
export function spanOf({ min, max }: Span, start: number): Span {
  const reach = 2 * Math.max(1, Math.abs(start));
  return { min: Number.isFinite(min) ? min : start - reach, max: Number.isFinite(max) ? max : start + reach };
}

/** Values in the middle of equal parts of each other parameter's span, the rest as given. */
function spreadOver(spans: readonly Span[], s: number, values: readonly number[]): (readonly number[])[] {
  return spans.flatMap(({ min, max }, j) =>
    j === s ? [] : Array.from({ length: spread }, (_, i) => values.with(j, min + ((i + 0.5) * (max - min)) / spread)),
  );
}
