import { ahead, type Curves, type Sample, sampleNear, small } from "./curve.js";

/** Parts of a stride down to which it is halved where samples do not say what lies between them. */
const parts = 256;
/** Parts of a stride down to which a kink is pursued that comes near zero: closer roots are one launch. */
const kinkParts = 1e8;
/** A kink is sampled no nearer to the ends of its interval than this part of it, so that the interval shrinks. */
const margin = 0.05;
/** Steps of the safeguarded Newton in one bracket: bisection alone reaches 1e-15 of the interval in fifty. */
const bracketSteps = 80;

/** Findings between samples: freed values of roots at sign changes, and how many of those were jumps. */
export interface Brackets {
  readonly roots: (readonly number[])[];
  jumps: number;
  /** Intervals in doubt whose middle was not found on the curve. */
  lost: number;
}

/** A piece of a curve that is searched: along freed parameter c, of which a sample is `stride` long; what is found. */
export interface Along {
  readonly curves: Curves;
  readonly c: number;
  readonly stride: number;
  readonly found: Brackets;
}

/**
 * The roots of r between two samples along freed parameter c, a.x < b.x, added to `found`. Intervals whose ends, slopes
 * and contacts allow roots in between are halved down to a 256th of the stride; a kink that comes near zero is pursued.
 */
export function* rootsBetween(on: Along, a: Sample, b: Sample): Generator<undefined, void> {
  const { stride, found } = on;
  const kink = kinkToward(a, b);
  const halve = b.x - a.x > stride / parts && (teethBetween(a, b) || (kink === undefined && mayHide(a, b)));
  const pursued = b.x - a.x > stride / kinkParts ? kink : undefined;
  const x = halve ? 0.5 * (a.x + b.x) : pursued;
  if (x === undefined) {
    if (Math.sign(a.r) !== Math.sign(b.r)) yield* close(on, a, b);
    return;
  }
  // an interval in doubt may hold three roots: it is divided before it is closed
  const middle = yield* sampleBetween(on, a, b, x);
  if (middle === undefined) {
    found.lost++;
    return;
  }
  yield* rootsBetween(on, a, middle);
  yield* rootsBetween(on, middle, b);
}

/** The sample at x by the chord of two others, and where that fails by a tangent: near a friction cone's tip both may. */
function* sampleBetween({ curves, c }: Along, a: Sample, b: Sample, x: number) {
  const chord = b.values.map((value, j) => value - a.values[j]);
  for (const [from, direction] of [
    [a, chord],
    [a, a.tangent],
    [b, b.tangent],
  ] as const) {
    const sample = yield* sampleNear(curves, c, ahead(from, direction, c, x));
    if (sample !== undefined) return sample;
  }
  return undefined;
}

/** Safeguarded Newton on r between two samples of opposite sign. */
export function* close(on: Along, a: Sample, b: Sample): Generator<undefined, void> {
  const { found } = on;
  let [low, high] = [a, b];
  for (let k = 0; k < bracketSteps; k++) {
    const best = Math.abs(low.r) < Math.abs(high.r) ? low : high;
    const newton = best.x - best.r / best.slope;
    const inside = newton > Math.min(low.x, high.x) && newton < Math.max(low.x, high.x);
    // every third step halves, so that a Newton that creeps along one side cannot stall
    const x = inside && k % 3 !== 2 ? newton : 0.5 * (low.x + high.x);
    if (x === low.x || x === high.x) break;
    const next = yield* sampleBetween(on, low, high, x);
    if (next === undefined) break;
    if (Math.abs(next.r) <= small) {
      found.roots.push(next.values);
      return;
    }
    if (Math.sign(next.r) === Math.sign(low.r)) low = next;
    else high = next;
  }
  found.jumps++;
}

/**
 * True where teeth of the map may hide a pair of roots: contacts meet or part at other steps, one of them by more than one,
 * or several by one where r is no further from zero than a tooth can reach, its slope times its width.
 */
function teethBetween(a: Sample, b: Sample): boolean {
  if (a.phases.length !== b.phases.length) return true;
  let most = 0;
  let kinks = 0;
  for (const [i, { from, contacts }] of a.phases.entries()) {
    const other = b.phases[i];
    if (contacts.join() !== other.contacts.join()) return true;
    const shift = Math.abs(from - other.from);
    most = Math.max(most, shift);
    kinks += shift;
  }
  const reach = 2 * Math.abs(b.x - a.x) * Math.max(Math.abs(a.slope), Math.abs(b.slope));
  return most > 1 || (kinks > 1 && Math.min(Math.abs(a.r), Math.abs(b.r)) <= reach);
}

/**
 * The place where the tangents of two samples of one sign meet, if that is more than half of the way to zero: for straight pieces
 * with one kink between them it is the kink, and a pair of roots may lie at its sides, however close.
 */
function kinkToward(a: Sample, b: Sample): number | undefined {
  if (Math.sign(a.r) !== Math.sign(b.r)) return undefined;
  const width = b.x - a.x;
  const part = (b.r - a.r - width * b.slope) / (width * (a.slope - b.slope));
  if (!(part > 0 && part < 1)) return undefined;
  const r = a.r + part * width * a.slope;
  if (r * Math.sign(a.r) > 0.5 * Math.min(Math.abs(a.r), Math.abs(b.r))) return undefined;
  return a.x + Math.min(1 - margin, Math.max(margin, part)) * width;
}

/** True where the slopes do not fit the values, so that roots may come or go between two samples. */
function mayHide(a: Sample, b: Sample): boolean {
  const width = b.x - a.x;
  const [forward, backward] = [a.r + width * a.slope, b.r - width * b.slope];
  const misfit = Math.abs(b.r - a.r - 0.5 * width * (a.slope + b.slope));
  if (Math.sign(a.r) === Math.sign(b.r))
    return (
      Math.sign(forward) !== Math.sign(a.r) ||
      Math.sign(backward) !== Math.sign(b.r) ||
      misfit > 0.5 * Math.min(Math.abs(a.r), Math.abs(b.r))
    );
  return a.slope * b.slope < 0 || misfit > 0.5 * Math.abs(b.r - a.r);
}
