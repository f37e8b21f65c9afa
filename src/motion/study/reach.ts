import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { feasibleStart } from "../../solve/minimise/feasible-start.js";
import { minimise } from "../../solve/minimise/minimise.js";
import { pointsOf } from "./points.js";
import { passes, type Trial, type Trials } from "./trial.js";

/** The ranges of choices, who may stop a search there, and who is told of it. */
export interface Within {
  /** Between which values every part of x lies. */
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
  readonly signal?: AbortSignal | undefined;
  /** Told of every evaluation: what was chosen, and its smoothed probability. */
  readonly onEvaluation?: ((x: Float64Array, smoothed: number) => void) | undefined;
}

/** One draw that is brought to where it ends as asked, with its asks in units of their spreads. */
interface Approach {
  readonly trials: Trials;
  readonly scales: Float64Array;
  readonly draw: number;
}

/** Motions of one draw that bring it to where it ends as asked, with slopes and without. */
const approaching = { smooth: 40, other: 100 };
/** Choices over the ranges for each that is made, at most so many, and how many of them are gone on from. */
const [each, most, kept] = [256, 1024, 6];
/** The part of them that may break off, or end as asked against a law, where something is claimed of all. */
const few = 0.01;

/**
 * A choice with which one draw ends as asked, or comes closer to it: a share of draws of which none does tells the way by its
 * slopes, but smoothing bends at the middle of a narrow band as sharply as the band itself.
 */
export async function approached(
  { trials: { run, asks, isSmooth }, scales, draw }: Approach,
  from: Float64Array,
  { ranges, signal, onEvaluation }: Within,
): Promise<Float64Array> {
  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    const trial = yield* run(x, draw, slopes !== undefined);
    if (trial === undefined) return false;
    rows[0] = 0;
    for (let a = 0; a < asks; a++) rows[(isSmooth ? 1 : 0) + a] = -trial.margins[a] / scales[a];
    trial.slopes?.forEach((slope, i) => {
      if (slopes !== undefined) slopes[x.length + i] = -slope / scales[Math.floor(i / x.length)];
    });
    return true;
  }
  const task = {
    lower: Float64Array.from(ranges, ({ min }) => min),
    upper: Float64Array.from(ranges, ({ max }) => max),
    ...(isSmooth ? {} : { costs: asks }),
    constraints: isSmooth ? new Array<"inequality">(asks).fill("inequality") : [],
    evaluate: (x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined) =>
      finish(evaluating(x, rows, slopes)),
    evaluating,
  };
  if (!isSmooth) {
    const limits = { method: "COBYLA", tolerance: 1e-9, maxEvaluations: approaching.other } as const;
    const { x } = await minimise(task, from, { ...limits, signal });
    return x.every(Number.isFinite) ? x : from;
  }
  const watch = { signal, onEvaluation: (x: Float64Array) => onEvaluation?.(x, 0) };
  return (await drive(feasibleStart(task, from, { feasibility: 0, evaluations: approaching.smooth }, watch))).x;
}

/** Choices all over the ranges, each with one draw. */
interface Reached {
  /** Some of those that end as asked, or that others led to; none where nothing does. */
  readonly choices: readonly Float64Array[];
  readonly motions: number;
  /** True where hardly a motion broke off: it may be one that would end as asked. */
  readonly isWhole: boolean;
}

/** Looks over all of the ranges for choices with which at least one draw ends as asked, and goes on from the nearest where none does. */
export async function reached(trials: Trials, scales: Float64Array, within: Within): Promise<Reached> {
  const { ranges, signal, onEvaluation } = within;
  const n = ranges.length;
  const motions = Math.min(most, each * n);
  const unit = pointsOf("halton", { samples: motions, dimensions: n, seed: 1 });
  const least = ({ margins }: Trial): number =>
    margins.reduce((worst, margin, a) => Math.min(worst, margin / scales[a]), Number.POSITIVE_INFINITY);
  const ended: { readonly x: Float64Array; readonly draw: number; readonly margin: number }[] = [];
  const choices: Float64Array[] = [];
  for (let i = 0; i < motions && choices.length < kept && !signal?.aborted; i++) {
    const x = Float64Array.from(ranges, ({ min, max }, j) => min + (max - min) * unit[i * n + j]);
    const draw = i % trials.count;
    const trial = await drive(trials.run(x, draw, false));
    onEvaluation?.(x, 0);
    if (trial === undefined) continue;
    ended.push({ x, draw, margin: least(trial) });
    if (passes(trial)) choices.push(x);
  }
  const nearest = ended.sort((a, b) => b.margin - a.margin).slice(0, choices.length === 0 ? kept : 0);
  for (const { x, draw } of nearest) {
    if (signal?.aborted) break;
    const there = await approached({ trials, scales, draw }, x, within);
    if (passes(await drive(trials.run(there, draw, false)))) choices.push(there);
  }
  return { choices, motions, isWhole: motions - ended.length <= few * motions };
}
