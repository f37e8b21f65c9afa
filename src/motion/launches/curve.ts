import { determinant, inverse, Matrix } from "ml-matrix";
import type { Limit } from "../boundary/ranges.js";
import { type Range, type Shot, shot } from "../boundary/shot.js";
import { type Phase, phasesOf } from "../trajectory/phases.js";

/** The curves in the space of the freed parameters on which all boundary conditions hold but one. */
export interface Curves {
  /** The range that a sample is shot on; undefined where its grid cannot be made. */
  readonly at: (values: readonly number[]) => Generator<undefined, Range | undefined>;
  /** All parameters, the freed ones among them, and where those are. */
  readonly base: Float64Array;
  readonly freed: readonly number[];
  /** Index among the freed parameters of the one whose condition is left out. */
  readonly scanned: number;
  /** How far each freed parameter may be from its prediction at most, so that a sample is on the curve it came from. */
  readonly reach: readonly number[];
  /** Told before every shot. */
  readonly onShot?: () => void;
  /** Keeps trial values in the declared ranges, and is told where the other conditions lead on out of them. */
  readonly inside?: { readonly limit: Limit; readonly onBeyond: () => void };
}

/**
 * One sample of a curve: r is what is left of the condition that is left out. The curve is seen along one freed
 * parameter x; `tangent` is d(values)/dx and `slope` dr/dx.
 */
export interface Sample {
  readonly x: number;
  readonly values: readonly number[];
  readonly r: number;
  readonly slope: number;
  readonly tangent: readonly number[];
  /** Sign of the determinant of the other conditions by the other parameters: it changes where the curve turns back. */
  readonly side: number;
  /** The steps at which contacts meet and part: between samples that share them the map has no tooth. */
  readonly phases: readonly Phase[];
}

/** Other conditions met to this [own units] by a last step no longer than this: the rest is its square. */
const near = 1e-5;
/** |r| below this [own unit] is a root to be polished. */
export const small = 1e-9;
/** Change of r that meeting the other conditions may still bring, as a part of it, where only its sign matters, */
const settled = 0.1;
/** and how long the step that does so may be, as a part of the reach. */
const short = 0.01;
/** Shots for the other conditions at one sample; a neighbour's curve is the guess, so one or two are usual. */
const most = 12;

/**
 * The sample nearest to a prediction, with freed parameter c held at its predicted value; undefined where the march
 * fails, or Newton on the other conditions, or (with `free` false) leads further from the prediction than the reach.
 */
export function* sampleNear(
  { at, base, freed, scanned, reach, onShot, inside }: Curves,
  c: number,
  predicted: readonly number[],
  free = false,
): Generator<undefined, Sample | undefined> {
  const range = yield* at(predicted);
  if (range === undefined) return undefined;
  const values = predicted.slice();
  const parameters = base.slice();
  const seen = new Set<string>();
  for (let k = 0; k < most; k++) {
    freed.forEach((index, j) => {
      parameters[index] = values[j];
    });
    onShot?.();
    const here = yield* shot(range, parameters);
    if (here.march.status !== "solved") return undefined;
    const { step, change, ...sample } = linearise(here, scanned, c);
    if (!step.every(Number.isFinite)) return undefined;
    let [moved, pressed] = [inside === undefined, false];
    step.forEach((dp, j) => {
      const before = values[j];
      values[j] = inside?.limit(before + dp, j) ?? before + dp;
      if (values[j] !== before) moved = true;
      if (values[j] !== before + dp) pressed = true;
    });
    if (!free && values.some((value, j) => Math.abs(value - predicted[j]) > reach[j])) return undefined;
    const met =
      here.values.every((value, i) => i === scanned || Math.abs(value) <= near) &&
      step.every((dp) => Math.abs(dp) <= near);
    const clear =
      Math.abs(sample.r) > small &&
      Math.abs(change) <= settled * Math.abs(sample.r) &&
      step.every((dp, j) => Math.abs(dp) <= short * reach[j]);
    if (!met && !clear) {
      // a Newton that comes back to values that it has left goes on in that circle
      const isNew = seen.size < seen.add(values.join()).size;
      if (moved && isNew) continue;
      if (pressed && !moved) inside?.onBeyond();
      return undefined;
    }
    return { x: values[c], values, ...sample, phases: phasesOf(range.setup, parameters, range.path) };
  }
  return undefined;
}

/** The same sample seen along another freed parameter. */
export function along(sample: Sample, c: number): Sample {
  const rate = sample.tangent[c];
  return {
    ...sample,
    x: sample.values[c],
    slope: sample.slope / rate,
    tangent: sample.tangent.map((t) => t / rate),
  };
}

/** From a sample along a direction to where parameter c is x. */
export function ahead({ values }: Sample, direction: readonly number[], c: number, x: number): number[] {
  return values.map((value, j) => (j === c ? x : value + (direction[j] / direction[c]) * (x - values[c])));
}

/**
 * A shot to first order along the curve: with rows o of the other conditions, row s of the one left out and columns f of
 * the parameters but c, the step is −D_of⁻¹ Υ_o, the tangent −D_of⁻¹ D_oc, dr/dx = D_sc + D_sf df/dx.
 */
function linearise({ jacobian: d, values }: Shot, s: number, c: number) {
  const all = [...values.keys()];
  const rows = all.filter((i) => i !== s);
  const columns = all.filter((j) => j !== c);
  const step: number[] = all.map(() => 0);
  const tangent: number[] = all.map((j) => (j === c ? 1 : 0));
  let side: number = 1;
  if (rows.length > 0) {
    const block = (by: readonly number[]) => new Matrix(rows.map((i) => by.map((j) => d.get(i, j))));
    side = Math.sign(determinant(block(rows)));
    const solved = solve(block(columns), new Matrix(rows.map((i) => [-values[i], -d.get(i, c)])));
    columns.forEach((j, k) => {
      step[j] = solved.get(k, 0);
      tangent[j] = solved.get(k, 1);
    });
  }
  const gradient = (direction: readonly number[]) => direction.reduce((sum, dp, j) => sum + d.get(s, j) * dp, 0);
  const change = gradient(step);
  return { step, change, r: values[s] + change, slope: gradient(tangent), tangent, side };
}

/** A⁻¹ B; not finite where the conditions do not determine the parameters. */
function solve(a: Matrix, b: Matrix): Matrix {
  try {
    return inverse(a).mmul(b);
  } catch {
    return Matrix.zeros(b.rows, b.columns).fill(Number.NaN);
  }
}
