import { type Brackets, rootsBetween } from "./bracket.js";
import { ahead, along, type Curves, type Sample, sampleNear } from "./curve.js";
import type { Range } from "./shot.js";

/** Which freed parameter is scanned, between which values, in how many equal parts. */
export interface Scan {
  /** Index among the freed parameters. */
  readonly freed: number;
  readonly from: number;
  readonly to: number;
  readonly samples: number;
}

/** What a scan found: roots in the order of the scanned parameter, twice perhaps where a curve meets its own start. */
export interface Scanned extends Readonly<Brackets> {
  /** Sampled values of the scanned parameter at which no motion was found that meets the other conditions. */
  readonly gaps: number;
}

/** How far a scan is: samples of the scanned parameter that a curve passed or that were looked at, of all of them. */
export interface ScanProgress {
  readonly done: number;
  readonly of: number;
  /** Roots so far, which are yet to be polished and told apart. */
  readonly found: number;
}

/** Where a curve passes a sampled value of the scanned parameter, and which side of its turns this is. */
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
/** Where another parameter changes by more of its strides than this in one of the scanned one, it leads instead. */
const steep = 3;
/** Parts of a stride that are tried, one after the other, until the next sample of a curve is found. */
const tries = [1, 1 / 4, 1 / 16];
/** Passages of the same side closer than this part of a stride are of one curve. */
const together = 1 / 4;
/** A curve is left after this many strides per sample of the scan. */
const longest = 8;
/** Parts of a sample's width below which two places are one. */
const rounding = 1e-9;
/** Progress is reported once in so many marches: a march may take less than a millisecond. */
const seldom = 10;

/**
 * All sign changes of r, what is left of the scanned parameter's condition, along the curves on which the other
 * conditions hold. Each curve is followed to the ends of the ranges, through its turns. What a scan cannot see is a curve
 * that no lookout leads to, two roots on smooth pieces closer than a 256th of a sample, and roots outside its ranges.
 */
export function* scanRoots(
  at: (values: readonly number[]) => Generator<undefined, Range | undefined>,
  base: Float64Array,
  freed: readonly number[],
  ranges: readonly Span[],
  scan: Scan,
  report: (marches: number, progress: ScanProgress) => void,
): Generator<undefined, Scanned> {
  const { freed: s, from, to, samples } = scan;
  const found: Brackets = { roots: [], jumps: 0, lost: 0 };
  const spans = ranges.map((range, j) => spanOf(range, base[freed[j]!]!));
  // a sample is the same part of every range, so that a narrow scan does not follow its curves in wide strides
  const part = (to - from) / samples / (spans[s]!.max - spans[s]!.min);
  const strides = spans.map(({ min, max }) => part * (max - min));
  const curves: Curves = { at: told, base, freed, scanned: s, reach: strides.map((stride) => steep * stride) };
  const passages: Passage[][] = Array.from({ length: samples + 1 }, () => []);
  const column = (k: number): number => from + ((to - from) * k) / samples;
  const place = ({ values }: Passage): number => (values[s]! - from) / strides[s]!;
  let marches = 0;
  let looked = 0;

  function told(values: readonly number[]): Generator<undefined, Range | undefined> {
    if (marches % seldom === 0) {
      const done = passages.filter((passed, k) => k < looked || passed.length > 0).length;
      report(marches, { done, of: samples + 1, found: found.roots.length });
    }
    marches++;
    return at(values);
  }

  /** Follows a curve one way until it leaves the ranges, ends, or goes on as a known one. */
  function* follow(start: Sample, way: number): Generator<undefined, void> {
    let here = start;
    let heading: readonly number[] = start.values.map((_, j) => (j === s ? way : 0));
    for (let n = 0; n < longest * samples && isInside(here); n++) {
      const b = yield* next(here, heading);
      if (b === undefined || passedBefore(here, b)) return;
      heading = b.values.map((x, j) => x - here.values[j]!);
      here = b;
    }
  }

  /** The next sample of a curve, with the roots on the way. The parameter that changes most leads, or else another. */
  function* next(here: Sample, heading: readonly number[]): Generator<undefined, Sample | undefined> {
    const rates = here.tangent.map((t, j) => (Math.abs(t) / strides[j]!) * (j === s ? steep : 1));
    const order = [...rates.keys()].filter((j) => rates[j]! > 0).sort((i, j) => rates[j]! - rates[i]!);
    for (const c of order) {
      const a = along(here, c);
      const way = Math.sign(a.tangent.reduce((sum, t, j) => sum + (t * heading[j]!) / strides[j]! ** 2, 0));
      const k = way > 0 ? Math.floor(place(a) + rounding) + 1 : Math.ceil(place(a) - rounding) - 1;
      if (c === s && (k < 0 || k > samples)) return undefined;
      const stride = c === s ? column(k) - a.x : way * strides[c]!;
      // by the tangent, and where that is true for no more than the sample itself, straight on
      const directions = [a.tangent, heading].filter((direction) => direction[c] !== 0);
      const predicted = tries.flatMap((part) => directions.map((to) => ahead(a, to, c, a.x + part * stride)));
      for (const values of predicted) {
        const b = yield* sampleNear(curves, c, values);
        if (b === undefined) continue;
        yield* a.x < b.x
          ? rootsBetween(curves, c, strides[c]!, a, b, found)
          : rootsBetween(curves, c, strides[c]!, b, a, found);
        return b;
      }
    }
    return undefined;
  }

  /** Remembers the sampled values that a curve passes from a to b, unless one of them is known already. */
  function passedBefore(a: Sample, b: Sample): boolean {
    const [low, high] = place(a) < place(b) ? [a, b] : [b, a];
    for (let k = Math.ceil(place(low) - rounding); k <= place(high) + rounding; k++) {
      if (k < 0 || k > samples || Math.abs(k - place(a)) <= rounding) continue;
      const t = (k - place(a)) / (place(b) - place(a));
      const here = { side: b.side, values: a.values.map((x, j) => x + t * (b.values[j]! - x)) };
      if (isKnown(k, here)) return true;
      passages[k]!.push(here);
    }
    return false;
  }

  const isKnown = (k: number, here: Passage): boolean =>
    passages[k]!.some(
      ({ values, side }) =>
        side === here.side && values.every((x, j) => Math.abs(x - here.values[j]!) <= together * strides[j]!),
    );

  const isInside = ({ values }: Passage): boolean =>
    values.every((x, j) =>
      j === s
        ? Math.abs(x - 0.5 * (from + to)) <= (0.5 + rounding) * (to - from)
        : x >= ranges[j]!.min && x <= ranges[j]!.max,
    );

  let last: readonly number[] = freed.map((index) => base[index]!);
  for (let k = 0; k <= samples; k++) {
    const starts = [
      ...(passages[k]!.length === 0 ? [last] : []),
      ...(k % Math.ceil(samples / lookouts) === 0 ? spreadOver(spans, s, last) : []),
    ];
    for (const start of starts) {
      const here = yield* sampleNear(
        curves,
        s,
        start.map((x, j) => (j === s ? column(k) : x)),
        true,
      );
      if (here === undefined || !isInside(here) || isKnown(k, here)) continue;
      passages[k]!.push(here);
      yield* follow(here, 1);
      yield* follow(here, -1);
    }
    last = passages[k]!.at(-1)?.values ?? last;
    looked = k + 1;
    yield;
  }
  const roots = found.roots.filter((values) => isInside({ values, side: 0 })).sort((a, b) => a[s]! - b[s]!);
  return { ...found, roots, gaps: passages.filter((passed) => passed.length === 0).length };
}

/** Where curves are sought: the declared range, or twice the start value to both sides where that is endless. */
function spanOf({ min, max }: Span, start: number): Span {
  const reach = 2 * Math.max(1, Math.abs(start));
  return { min: Number.isFinite(min) ? min : start - reach, max: Number.isFinite(max) ? max : start + reach };
}

/** Values in the middle of equal parts of each other parameter's span, the rest as given. */
function spreadOver(spans: readonly Span[], s: number, values: readonly number[]): (readonly number[])[] {
  return spans.flatMap(({ min, max }, j) =>
    j === s ? [] : Array.from({ length: spread }, (_, i) => values.with(j, min + ((i + 0.5) * (max - min)) / spread)),
  );
}
