import { inverse, Matrix } from "ml-matrix";
import { type Phase, phasesOf } from "./phases.js";
import { type Range, type Shot, shot } from "./shot.js";

/** Which freed parameter is scanned, between which values, in how many equal parts. */
export interface Scan {
  /** Index among the freed parameters. */
  readonly freed: number;
  readonly from: number;
  readonly to: number;
  readonly samples: number;
}

/**
 * One sample of the scan: the other freed parameters solve their own conditions, and what is left of the scanned one's
 * condition is r(x), with its derivative along that curve.
 */
interface Sample {
  readonly x: number;
  readonly values: readonly number[];
  readonly r: number;
  readonly slope: number;
  /** d(values)/dx along the curve. */
  readonly tangent: readonly number[];
  /** The steps at which contacts meet and part: between samples that share them the map has no tooth. */
  readonly phases: readonly Phase[];
}

/** What a scan found: freed values at sign changes that are roots, and how many sign changes were jumps. */
export interface Scanned {
  readonly roots: readonly (readonly number[])[];
  readonly jumps: number;
  readonly shots: number;
  /** Samples whose other conditions could not be met, or whose march failed. */
  readonly gaps: number;
}

/** Halvings of a scan interval in which a root may hide between two samples of one sign. */
const halvings = 8;
/** Other conditions met to this [own units] are followed to first order: the rest is its square. */
const near = 1e-5;
/** |r| below this [own unit] is a root to be polished. */
const small = 1e-9;
/** Shots for the other conditions at one sample; a neighbour's curve is the guess, so one or two are usual. */
const inner = 12;
/** Steps of the safeguarded Newton in one bracket: bisection alone reaches 1e-15 of the interval in fifty. */
const bracketSteps = 80;

/**
 * All sign changes of r(x) over the scan. Intervals whose ends and slopes allow a root in between are halved up to
 * eight times; what a scan cannot see is two roots closer together than that, and roots outside its range.
 */
export function* scanRoots(
  at: (values: readonly number[]) => Generator<undefined, Range | undefined>,
  base: Float64Array,
  freed: readonly number[],
  scan: Scan,
): Generator<undefined, Scanned> {
  let shots = 0;
  let gaps = 0;
  let jumps = 0;
  const roots: (readonly number[])[] = [];
  const others = freed.map((_, j) => j).filter((j) => j !== scan.freed);

  /** A sample at x, predicted from a neighbour along its curve. */
  function* sample(
    x: number,
    from: Pick<Sample, "x" | "values" | "tangent">,
  ): Generator<undefined, Sample | undefined> {
    const values = from.values.map((value, j) => value + from.tangent[j]! * (x - from.x));
    values[scan.freed] = x;
    const range = yield* at(values);
    if (range === undefined) return undefined;
    for (let k = 0; k < inner; k++) {
      const parameters = base.slice();
      freed.forEach((index, j) => {
        parameters[index] = values[j]!;
      });
      const here = yield* shot(range, parameters);
      shots++;
      if (here.march.status !== "solved") return undefined;
      const { step, along, slope, open } = reduced(here, scan.freed, others);
      if (!step.every(Number.isFinite)) return undefined;
      others.forEach((j, c) => {
        values[j]! += step[c]!;
      });
      if (open > near) continue;
      // what the last step still changes in r is known to first order, and the rest is below rounding
      const r =
        here.values[scan.freed]! + others.reduce((sum, j, c) => sum + here.jacobian.get(scan.freed, j) * step[c]!, 0);
      const tangent = freed.map((_, j) => (j === scan.freed ? 1 : along[others.indexOf(j)]!));
      return { x, values, r, slope, tangent, phases: phasesOf(range.bound, parameters, range.path) };
    }
    return undefined;
  }

  /** Safeguarded Newton on r between two samples of opposite sign. */
  function* close(a: Sample, b: Sample): Generator<undefined, void> {
    let [low, high] = [a, b];
    for (let k = 0; k < bracketSteps; k++) {
      const best = Math.abs(low.r) < Math.abs(high.r) ? low : high;
      const newton = best.x - best.r / best.slope;
      const inside = newton > Math.min(low.x, high.x) && newton < Math.max(low.x, high.x);
      // every third step halves, so that a Newton that creeps along one side cannot stall
      const x = inside && k % 3 !== 2 ? newton : 0.5 * (low.x + high.x);
      if (x === low.x || x === high.x) break;
      const next = yield* sample(x, best);
      if (next === undefined) break;
      if (Math.abs(next.r) <= small) {
        roots.push(next.values);
        return;
      }
      if (Math.sign(next.r) === Math.sign(low.r)) low = next;
      else high = next;
    }
    jumps++;
  }

  function* between(a: Sample, b: Sample, depth: number): Generator<undefined, void> {
    const smooth = depth === 0 || !(toothBetween(a, b) || mayHide(a, b));
    // a bracket that is not smooth may hold three roots: it is halved before it is closed
    if (smooth) {
      if (Math.sign(a.r) !== Math.sign(b.r)) yield* close(a, b);
      return;
    }
    const middle = yield* sample(0.5 * (a.x + b.x), a);
    if (middle === undefined) return;
    yield* between(a, middle, depth - 1);
    yield* between(middle, b, depth - 1);
  }

  let before: Sample | undefined;
  let guess: Pick<Sample, "x" | "values" | "tangent"> = {
    x: scan.from,
    values: freed.map((index) => base[index]!),
    tangent: freed.map(() => 0),
  };
  for (let k = 0; k <= scan.samples; k++) {
    const x = scan.from + ((scan.to - scan.from) * k) / scan.samples;
    const here = yield* sample(x, guess);
    if (here === undefined) gaps++;
    else {
      guess = here;
      if (before !== undefined) yield* between(before, here, halvings);
    }
    before = here;
    yield;
  }
  return { roots, jumps, shots, gaps };
}

/**
 * Whether a tooth of the map may hide a pair of roots: contacts meet or part at other steps, by more than one, or by one
 * where r is no further from zero than a tooth can reach, its slope times its width.
 */
function toothBetween(a: Sample, b: Sample): boolean {
  if (a.phases.length !== b.phases.length) return true;
  let shift = 0;
  for (const [i, { from, contacts }] of a.phases.entries()) {
    const other = b.phases[i]!;
    if (contacts.join() !== other.contacts.join()) return true;
    shift = Math.max(shift, Math.abs(from - other.from));
  }
  const reach = 2 * Math.abs(b.x - a.x) * Math.max(Math.abs(a.slope), Math.abs(b.slope));
  return shift > 1 || (shift === 1 && Math.min(Math.abs(a.r), Math.abs(b.r)) <= reach);
}

/** Whether the slopes do not fit the values, so that roots may come or go between two samples. */
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

/**
 * The Newton step of the other conditions for fixed x, the curve that they describe as x varies, and dr/dx along it:
 * with D split into the scanned row and column s and the others o, do/dx = −D_oo⁻¹ D_os, dr/dx = D_ss + D_so do/dx.
 */
function reduced({ jacobian: d, values }: Shot, s: number, others: readonly number[]) {
  if (others.length === 0) return { step: [], along: [], slope: d.get(s, s), open: 0 };
  const open = Math.max(...others.map((i) => Math.abs(values[i]!)));
  try {
    const backward = inverse(new Matrix(others.map((i) => others.map((j) => d.get(i, j)))));
    const times = (column: (i: number) => number): number[] =>
      backward.mmul(new Matrix(others.map((i) => [-column(i)]))).to1DArray();
    const along = times((i) => d.get(i, s));
    const slope = d.get(s, s) + others.reduce((sum, j, c) => sum + d.get(s, j) * along[c]!, 0);
    return { step: times((i) => values[i]!), along, slope, open };
  } catch {
    // a singular D_oo: the other conditions do not determine the other parameters at this sample
    const nothing = others.map(() => Number.NaN);
    return { step: nothing, along: nothing, slope: Number.NaN, open };
  }
}
