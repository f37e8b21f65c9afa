import { exp, log } from "../../algebra/elementary/elementary.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { minimise } from "../../solve/minimise/minimise.js";
import { type Share, wilson } from "./analysis/yield.js";

/** One draw and its end: by how much each of the asks is held, in its own unit; below zero it is missed. */
export interface Trial {
  readonly margins: Float64Array;
  /** ∂margin/∂x, asks × what is chosen; left out where nobody knows them. */
  readonly slopes?: Float64Array;
}

/**
 * Scatter, tried again and again with the same draws whatever is chosen (common random numbers): then the shares of two
 * choices differ by what was chosen and not by luck, and a smoothed share has slopes. Draws are made once, by `pointsOf` and
 * `quantile`; `run` applies draw k to the choice x, and gives undefined where the motion breaks off, which is no success.
 */
export interface Trials {
  readonly count: number;
  /** How many numbers must all be at least zero. */
  readonly asks: number;
  /** True where `run` tells slopes when it is asked to. */
  readonly isSmooth: boolean;
  readonly run: (x: Float64Array, draw: number, withSlopes: boolean) => Stepwise<Trial | undefined>;
}

/** Draws of which every ask is held. */
const passes = (trial: Trial | undefined): boolean => trial?.margins.every((margin) => margin >= 0) === true;

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
export interface SuccessSearch {
  /** Draws by which x is chosen. */
  readonly chosenBy: Trials;
  /** Other draws, by which the success of the choice is told. */
  readonly toldBy: Trials;
  /** Between which values every part of x lies. */
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
  /** Choices to begin from: the best of these leads the search. */
  readonly from: readonly Float64Array[];
  readonly signal?: AbortSignal | undefined;
  /** Told of every evaluation: what was chosen, and its smoothed probability. */
  readonly onEvaluation?: ((x: Float64Array, smoothed: number) => void) | undefined;
}

/** The choice with the most probable success that was found, and that of the first start by the same draws. */
export interface MostLikely {
  /** `no-progress` where no draw ends as asked, or nothing was found that is as good as the first start. */
  readonly status: "solved" | "no-progress" | "not-finite" | "cancelled";
  readonly x: Float64Array;
  readonly success: Success;
  readonly atStart: Success;
  /** How often all draws were tried. */
  readonly evaluations: number;
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
  const { chosenBy, toldBy, ranges, from, signal, onEvaluation } = search;
  const method = chosenBy.isSmooth ? "SLSQP" : "COBYLA";
  const some = (part: number): Trials => ({
    ...chosenBy,
    count: Math.min(chosenBy.count, Math.max(fewest, Math.ceil(part * chosenBy.count))),
  });
  let evaluations = 0;
  const smoothedAt = async (x: Float64Array): Promise<number> => {
    evaluations++;
    const { width, part } = stages[0];
    const trials = some(part);
    const scales = await drive(spreadsAt(trials, x));
    return (await drive(smoothed(trials, x, { scales, width }, undefined))) ?? Number.NEGATIVE_INFINITY;
  };
  let [best, highest] = [from[0], Number.NEGATIVE_INFINITY];
  for (const x of from) {
    if (signal?.aborted) break;
    const there = from.length === 1 ? 0 : await smoothedAt(x);
    if (there > highest) [best, highest] = [x, there];
  }
  for (const { width, tolerance, part } of stages) {
    if (signal?.aborted) break;
    const trials = some(part);
    const scales = await drive(spreadsAt(trials, best));
    evaluations++;
    function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
      const found = yield* smoothed(trials, x, { scales, width }, slopes);
      if (found === undefined) return false;
      rows[0] = -found;
      return true;
    }
    const found = await minimise(
      {
        lower: Float64Array.from(ranges, ({ min }) => min),
        upper: Float64Array.from(ranges, ({ max }) => max),
        constraints: [],
        evaluate: (x, rows, slopes) => finish(evaluating(x, rows, slopes)),
        evaluating,
      },
      best,
      {
        method,
        tolerance,
        maxEvaluations: mostEvaluations,
        ...(chosenBy.isSmooth && { patience }),
        signal,
        onEvaluation: ({ x, cost }) => onEvaluation?.(x, exp(-cost)),
      },
    );
    evaluations += found.evaluations;
    if (found.x.every(Number.isFinite)) best = found.x;
  }
  const atStart = await drive(successAt(toldBy, from[0], signal));
  const success = await drive(successAt(toldBy, best, signal));
  if (signal?.aborted) return { status: "cancelled", x: best, success, atStart, evaluations };
  if (success.broken === success.of) return { status: "not-finite", x: best, success, atStart, evaluations };
  // chosen by draws of their own, two choices as good as each other are told apart by luck
  const isWorse = success.share < atStart.interval[0];
  const [x, told] = success.share < atStart.share ? [from[0], atStart] : [best, success];
  return { status: isWorse || told.passed === 0 ? "no-progress" : "solved", x, success: told, atStart, evaluations };
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

/** The robust spread of the margins of each ask: the distance of their quartiles as that of a normal distribution. */
function* spreadsAt({ count, asks, run }: Trials, x: Float64Array): Stepwise<Float64Array> {
  const found: number[][] = Array.from({ length: asks }, () => []);
  for (let k = 0; k < count; k++) {
    const trial = yield* run(x, k, false);
    yield;
    trial?.margins.forEach((margin, a) => {
      if (Number.isFinite(margin)) found[a].push(margin);
    });
  }
  return Float64Array.from(found, (margins) => {
    const sorted = margins.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    const spread = (at(0.75) - at(0.25)) / betweenQuartiles;
    // what does not scatter is compared by what it is held by
    return spread > 0 ? spread : Math.abs(at(0.5)) || 1;
  });
}
