import { inverse, Matrix } from "ml-matrix";
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
/** |r| below this [own unit] is a root to be polished. */
const small = 1e-9;
/** Shots for the other conditions at one sample; the neighbour's answer is the guess. */
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

  function* sample(x: number, guess: readonly number[]): Generator<undefined, Sample | undefined> {
    const values = [...guess];
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
      const { step, slope, open } = reduced(here, scan.freed, others);
      if (open <= small) return { x, values, r: here.values[scan.freed]!, slope };
      if (!step.every(Number.isFinite)) return undefined;
      others.forEach((j, c) => {
        values[j]! += step[c]!;
      });
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
      const next = yield* sample(x, best.values);
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
    if (a.r === 0 || Math.sign(a.r) !== Math.sign(b.r)) return yield* close(a, b);
    if (depth === 0 || !mayHide(a, b)) return;
    const middle = yield* sample(0.5 * (a.x + b.x), a.values);
    if (middle === undefined) return;
    yield* between(a, middle, depth - 1);
    yield* between(middle, b, depth - 1);
  }

  let before: Sample | undefined;
  let guess = freed.map((index) => base[index]!);
  for (let k = 0; k <= scan.samples; k++) {
    const x = scan.from + ((scan.to - scan.from) * k) / scan.samples;
    const here = yield* sample(x, guess);
    if (here === undefined) gaps++;
    else {
      guess = [...here.values];
      if (before !== undefined) yield* between(before, here, halvings);
    }
    before = here;
    yield;
  }
  return { roots, jumps, shots, gaps };
}

/** Whether a root may lie between two samples of one sign: a tangent crosses zero, or the slopes do not fit the values. */
function mayHide(a: Sample, b: Sample): boolean {
  const width = b.x - a.x;
  const least = Math.min(Math.abs(a.r), Math.abs(b.r));
  const misfit = Math.abs(b.r - a.r - 0.5 * width * (a.slope + b.slope));
  const crosses =
    Math.sign(a.r + width * a.slope) !== Math.sign(a.r) || Math.sign(b.r - width * b.slope) !== Math.sign(b.r);
  return crosses || misfit > 0.5 * least;
}

/**
 * The Newton step of the other conditions for fixed x, and dr/dx along their solution: with D split into the scanned
 * row and column s and the others o, dr/dx = D_ss − D_so D_oo⁻¹ D_os.
 */
function reduced(here: Shot, s: number, others: readonly number[]): { step: number[]; slope: number; open: number } {
  const { jacobian: d, values } = here;
  if (others.length === 0) return { step: [], slope: d.get(s, s), open: 0 };
  const doo = new Matrix(others.map((i) => others.map((j) => d.get(i, j))));
  const dos = new Matrix(others.map((i) => [d.get(i, s)]));
  const dso = new Matrix([others.map((j) => d.get(s, j))]);
  const open = Math.max(...others.map((i) => Math.abs(values[i]!)));
  try {
    const backward = inverse(doo);
    const step = backward.mmul(new Matrix(others.map((i) => [-values[i]!]))).to1DArray();
    return { step, slope: d.get(s, s) - dso.mmul(backward).mmul(dos).get(0, 0), open };
  } catch {
    // a singular D_oo: the other conditions do not determine the other parameters at this sample
    return { step: others.map(() => Number.NaN), slope: Number.NaN, open };
  }
}
