import { exp, log } from "../../algebra/elementary/elementary.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { minimise } from "../../solve/minimise/minimise.js";
import { type Share, wilson } from "./analysis/yield.js";
import { approached, reached, type Within } from "./reach.js";
import { passes, type Trials } from "./trial.js";

/** The share of draws that end as asked, with its 95 % interval (Wilson), and how many broke off. */
export interface Success extends Share {
  readonly broken: number;
}

/**
 * The probability P(x) = P(all margins ≥ 0) that a choice x ends as asked, by the share of draws that do. An estimate is only
 * free of luck where x was not chosen by the same draws.
 */
export function* successAt(trials: Trials, x: Float64Array, signal?: AbortSignal): Stepwise<Success> {
  let [passed, broken, tried] = [0, 0, 0];
  for (; tried < trials.count && !signal?.aborted; tried++) {
    const trial = yield* trials.run(x, tried, false);
    yield;
    if (passes(trial)) passed++;
    if (trial === undefined) broken++;
  }
  return { ...wilson(passed, tried), broken };
}

/** A search for the most probable success. */
export interface SuccessSearch extends Within {
  /** Draws by which x is chosen. */
  readonly chosenBy: Trials;
  /** Other draws, by which the success of the choice is told. */
  readonly toldBy: Trials;
  /** Choices to begin from: the best of these leads the search. */
  readonly from: readonly Float64Array[];
}

/** The choice with the most probable success that was found, and that of the first start by the same draws. */
export interface MostLikely {
  /**
   * `infeasible` where no draw ends as asked, nor do others with choices all over the ranges; `no-progress` where some of these broke off,
   * or nothing was found that is as good as the first start.
   */
  readonly status: "solved" | "infeasible" | "no-progress" | "not-finite" | "cancelled";
  readonly x: Float64Array;
  readonly success: Success;
  readonly atStart: Success;
  /** How often all draws were tried. */
  readonly evaluations: number;
  /** Choices all over the ranges that were tried with a draw each, where none was found with which one ends as asked. */
  readonly spread: number;
}

/**
 * Widths of smoothing one after the other, in spreads of the margins, parts of the ranges below which steps end, and the part of
 * the draws that is looked at: wide ones see far, by few draws as well as by many, the last one blurs little, and some hundred
 * draws do not tell nearer choices apart.
 */
const stages = [
  { width: 1, tolerance: 1e-3, part: 0.25 },
  { width: 0.25, tolerance: 1e-4, part: 1 },
];
/** A step that ends a stage moves no margin by more than this part of the width of its smoothing. */
const nearly = 0.05;
/** A climb looks at no more of a range than moves margins by so many widths of its smoothing, in so many such boxes at most. */
const [reach, mostBoxes] = [100, 8];
/** So many draws are looked at at least, if there are so many. */
const fewest = 32;
const mostEvaluations = 40;
/** A twohundredth of log P is far below what some hundred draws know of it; a line search may go without gain for four evaluations. */
const patience = { evaluations: 6, gain: 0.005 };
/** The quartiles of a normal distribution are so many deviations apart. */
const betweenQuartiles = 1.3489795003921634;

/**
 * Maximises the probability that everything scattered ends as asked, P(x) = E[1(m(x, ξ) ≥ 0)] with the smallest margin m in
 * spreads of its ask. A share of draws is a staircase, so that what is maximised is its smoothing (R. Rubinstein and A. Shapiro
 * 1993, with a logistic kernel) over the same draws at every x,
 *
 *     P_w(x) = 1/N Σ σ(m_k(x)/w),   ∂ log P_w = Σ π_k (1 − σ_k) ∂m_k/w,   π_k = σ_k/Σ σ,
 *
 * by SLSQP where trials have slopes, else by COBYLA, with w narrowed in two stages. The success that is told is the share of
 * other draws, so that it is no luck of those that chose.
 */
export async function mostLikely(search: SuccessSearch): Promise<MostLikely> {
  const { chosenBy, toldBy, from, signal } = search;
  const some = (part: number): Trials => ({
    ...chosenBy,
    count: Math.min(chosenBy.count, Math.max(fewest, Math.ceil(part * chosenBy.count))),
  });
  let evaluations = 0;
  const smoothedAt = async (x: Float64Array): Promise<number> => {
    evaluations++;
    const { width, part } = stages[0];
    const trials = some(part);
    const { scales } = await drive(spreadsAt(trials, x));
    return (await drive(smoothed(trials, x, { scales, width }, undefined))) ?? Number.NEGATIVE_INFINITY;
  };
  const bestOf = async (choices: readonly Float64Array[]): Promise<Float64Array> => {
    let [best, highest] = [choices[0], Number.NEGATIVE_INFINITY];
    for (const x of choices) {
      if (signal?.aborted) break;
      const there = choices.length === 1 ? 0 : await smoothedAt(x);
      if (there > highest) [best, highest] = [x, there];
    }
    return best;
  };
  const climbed = async (from: Float64Array): Promise<Float64Array> => {
    let at = from;
    for (const [k, { width, tolerance, part }] of stages.entries()) {
      if (signal?.aborted) break;
      const trials = some(part);
      let { scales, passed } = await drive(spreadsAt(trials, at));
      evaluations++;
      if (k === 0 && passed === 0) {
        at = await approached({ trials, scales, draw: 0 }, at, search);
        ({ scales } = await drive(spreadsAt(trials, at)));
      }
      const found = await climb({ trials, smoothing: { scales, width }, tolerance }, at, search);
      evaluations += found.evaluations;
      at = found.x;
    }
    return at;
  };
  let best = await climbed(await bestOf(from));
  const atStart = await drive(successAt(toldBy, from[0], signal));
  let success = await drive(successAt(toldBy, best, signal));
  let spread = { motions: 0, isWhole: false };
  if (success.passed === 0 && atStart.passed === 0 && !signal?.aborted) {
    const { scales } = await drive(spreadsAt(chosenBy, best));
    const { choices, ...looked } = await reached(chosenBy, scales, search);
    if (choices.length === 0) spread = looked;
    else {
      best = await climbed(await bestOf(choices));
      success = await drive(successAt(toldBy, best, signal));
    }
  }
  const found = { success, atStart, evaluations, spread: spread.motions };
  if (signal?.aborted) return { ...found, status: "cancelled", x: best };
  if (success.broken === success.of) return { ...found, status: "not-finite", x: best };
  // chosen by draws of their own, two choices as good as each other are told apart by luck
  const isWorse = success.share < atStart.interval[0];
  const [x, told] = success.share < atStart.share ? [from[0], atStart] : [best, success];
  const missed = spread.isWhole ? "infeasible" : "no-progress";
  const status = told.passed === 0 ? missed : isWorse ? "no-progress" : "solved";
  return { ...found, status, x, success: told };
}

/** How margins are compared and smoothed: the spread of each ask, and the width of smoothing in these. */
interface Smoothing {
  readonly scales: Float64Array;
  readonly width: number;
}

/**
 * log P_w(x), and its slopes, where these are asked for: negative, as those of a cost; undefined where every motion breaks
 * off.
 */
function* smoothed(
  { count, asks, run }: Trials,
  x: Float64Array,
  { scales, width }: Smoothing,
  slopes: Float64Array | undefined,
): Stepwise<number | undefined> {
  const n = x.length;
  const logs = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const ways = slopes === undefined ? undefined : new Float64Array(count * n);
  for (let k = 0; k < count; k++) {
    const trial = yield* run(x, k, slopes !== undefined);
    yield;
    if (trial === undefined) continue;
    let worst = 0;
    for (let a = 1; a < asks; a++) if (trial.margins[a] / scales[a] < trial.margins[worst] / scales[worst]) worst = a;
    const m = trial.margins[worst] / (scales[worst] * width);
    if (!Number.isFinite(m)) continue;
    // log σ(m), and 1 − σ(m), without overflow on either side
    logs[k] = m < 0 ? m - log(1 + exp(m)) : -log(1 + exp(-m));
    const left = m < 0 ? 1 / (1 + exp(m)) : exp(-m) / (1 + exp(-m));
    for (let i = 0; ways !== undefined && i < n; i++)
      ways[k * n + i] = (left * (trial.slopes?.[worst * n + i] ?? Number.NaN)) / (scales[worst] * width);
  }
  const most = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (most === Number.NEGATIVE_INFINITY) return undefined;
  const shares = logs.map((one) => exp(one - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  for (let i = 0; slopes !== undefined && ways !== undefined && i < n; i++)
    slopes[i] = -shares.reduce((all, share, k) => (share > 0 ? all + share * ways[k * n + i] : all), 0) / sum;
  return most + log(sum / count);
}

/** One climb: which draws it looks at, how they are smoothed, and the part of the ranges below which its steps end. */
interface Climb {
  readonly trials: Trials;
  readonly smoothing: Smoothing;
  readonly tolerance: number;
}

/** The largest smoothed share about a choice. Where hardly any of the ranges is within the reach of its slopes, it looks at as much of them. */
async function climb(
  { trials, smoothing, tolerance }: Climb,
  from: Float64Array,
  { ranges, signal, onEvaluation }: SuccessSearch,
): Promise<{ readonly x: Float64Array; readonly evaluations: number }> {
  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    const found = yield* smoothed(trials, x, smoothing, slopes);
    if (found === undefined) return false;
    rows[0] = -found;
    return true;
  }
  const evaluate = (x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined) =>
    finish(evaluating(x, rows, slopes));
  let [x, evaluations] = [from, 0];
  for (let again = 0; again < mostBoxes && !signal?.aborted; again++) {
    const steepness = await drive(steepnessAt(trials, x, smoothing, { ranges, tolerance }));
    const box = ranges.map(({ min, max }, i) => {
      const half = steepness[i] > reach ? ((max - min) * reach) / steepness[i] : max - min;
      return { min: Math.max(min, x[i] - half), max: Math.min(max, x[i] + half) };
    });
    const steepest = box.map(({ min, max }, i) => (steepness[i] * (max - min)) / (ranges[i].max - ranges[i].min));
    const found = await minimise(
      {
        lower: Float64Array.from(box, ({ min }) => min),
        upper: Float64Array.from(box, ({ max }) => max),
        constraints: [],
        evaluate,
        evaluating,
      },
      x,
      {
        method: trials.isSmooth ? "SLSQP" : "COBYLA",
        tolerance: Math.min(tolerance, nearly / Math.max(...steepest)),
        maxEvaluations: mostEvaluations,
        ...(trials.isSmooth && { patience }),
        signal,
        onEvaluation: ({ x, cost }) => onEvaluation?.(x, exp(-cost)),
      },
    );
    evaluations += found.evaluations;
    if (!found.x.every(Number.isFinite)) break;
    x = found.x;
    const isInside = box.every(
      ({ min, max }, i) => (min === ranges[i].min || x[i] > min) && (max === ranges[i].max || x[i] < max),
    );
    if (isInside) break;
  }
  return { x, evaluations };
}

/** By how many widths of a smoothing the margins of one draw move over a range, by slopes or by a step of a tolerance. */
function* steepnessAt(
  { run, asks, isSmooth }: Trials,
  x: Float64Array,
  { scales, width }: Smoothing,
  { ranges, tolerance }: Pick<SuccessSearch, "ranges"> & Pick<Climb, "tolerance">,
): Stepwise<readonly number[]> {
  const here = yield* run(x, 0, isSmooth);
  const steepest: number[] = [];
  for (const [i, { min, max }] of ranges.entries()) {
    const step = (x[i] > 0.5 * (min + max) ? -tolerance : tolerance) * (max - min);
    const beside = isSmooth ? here : yield* run(x.with(i, x[i] + step), 0, false);
    let most = 0;
    for (let a = 0; a < asks && here !== undefined && beside !== undefined; a++) {
      const { margins, slopes } = beside;
      const slope = slopes === undefined ? (margins[a] - here.margins[a]) / step : slopes[a * x.length + i];
      const by = (Math.abs(slope) * (max - min)) / (scales[a] * width);
      if (Number.isFinite(by)) most = Math.max(most, by);
    }
    steepest.push(most);
  }
  return steepest;
}

/**
 * The robust spread of the margins of each ask, the distance of their quartiles as that of a normal distribution, and how many draws
 * end as asked.
 */
function* spreadsAt(
  { count, asks, run }: Trials,
  x: Float64Array,
): Stepwise<{ readonly scales: Float64Array; readonly passed: number }> {
  const found: number[][] = Array.from({ length: asks }, () => []);
  let passed = 0;
  for (let k = 0; k < count; k++) {
    const trial = yield* run(x, k, false);
    yield;
    if (passes(trial)) passed++;
    trial?.margins.forEach((margin, a) => {
      if (Number.isFinite(margin)) found[a].push(margin);
    });
  }
  const scales = Float64Array.from(found, (margins) => {
    const sorted = margins.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    const spread = (at(0.75) - at(0.25)) / betweenQuartiles;
    // what does not scatter is compared by what it is held by
    return spread > 0 ? spread : Math.abs(at(0.5)) || 1;
  });
  return { scales, passed };
}
