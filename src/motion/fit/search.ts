import { log } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { type Descent, type Downhill, descend, firstDamping, moved } from "../../solve/descent.js";
import { unlessAborted } from "../../solve/drive.js";
import { type Arrow, arrow, following, type Rows, sharedCovariance, sizeOf, step, unknown } from "./arrow.js";
import type { Fitting } from "./fitting.js";
import type { Explained } from "./motions.js";
import type { Question, Wanted } from "./question.js";

/** The end of a search, and the equations of its least squares there. */
export interface Found {
  readonly status: "solved" | "iteration-limit" | "cancelled";
  /** Shared unknowns, then those of each recording. */
  readonly x: Float64Array;
  /** ½ Σ ρ(d²), priors included. */
  readonly cost: number;
  readonly at: Evaluated;
  readonly iterations: number;
  readonly evaluations: number;
}

/** All rows at some x. */
export interface Evaluated {
  readonly cost: number;
  readonly rows: readonly Rows[];
  readonly normal: Arrow;
}

const maxIterations = 100;
/**
 * A cost that falls by less than this, of a mean square of one, in two iterations after the other is as low as it gets: an
 * estimate that could still move would do so by a twentieth of its deviation.
 */
const flat = 1e-3;
/** The first fall by less than this ends a search to a third of a deviation. */
const nearly = 0.05;
/** A step that promises to lower the cost by less than this is rounding. */
const least = 1e-8;
/** A cost at rest is looked at from estimates aside by this part of their deviations: kinks hide lower ones. */
const aside = 0.1;

/** The unknowns in their order: shared ones, then those of each recording. */
export const wantedOf = ({ shared, each, recordings }: Question): Wanted[] => [
  ...shared,
  ...recordings.flatMap(() => each),
];

/**
 * The least squares of a question by Levenberg and Marquardt's method with exact slopes; a robust loss weighs rows anew in
 * every iteration. Unknowns stay in their ranges: one at its end is held there while the cost would fall beyond it. To Cauchy's loss all
 * rows are outliers from afar: it begins where Huber's, which grows without a bound, leads.
 */
export function* search(
  question: Question,
  motions: readonly Explained[],
  start: Float64Array,
  signal: AbortSignal | undefined,
): Stepwise<Found | undefined> {
  const { fitting } = question;
  const { loss } = fitting;
  if (loss?.kind !== "cauchy") return yield* downTo(question, motions, start, { signal });
  const convex = { ...question, fitting: { ...fitting, loss: { ...loss, kind: "huber" as const } } };
  const near: Found | undefined = yield* downTo(convex, motions, start, { signal });
  const found: Found | undefined = near && (yield* downTo(question, motions, near.x, { signal }));
  if (near === undefined || found === undefined) return undefined;
  const [iterations, evaluations] = [near.iterations + found.iterations, near.evaluations + found.evaluations];
  return { ...found, iterations, evaluations };
}

/** The same from near a minimum, within a third of a deviation of it, and without a look elsewhere. */
export function searchNearby(
  question: Question,
  motions: readonly Explained[],
  start: Float64Array,
  signal: AbortSignal | undefined,
): Stepwise<Found | undefined> {
  return downTo(question, motions, start, { signal, isRough: true });
}

interface Way {
  readonly signal: AbortSignal | undefined;
  readonly isRough?: boolean;
}

/** The longest step of an unknown, in its own size: what hardly says anything promises more afar than it keeps. */
const longest = 10;

/** The lowest cost that a start leads to. */
function* downTo(
  question: Question,
  motions: readonly Explained[],
  start: Float64Array,
  { signal, isRough = false }: Way,
): Stepwise<Found | undefined> {
  const wanted = wantedOf(question);
  const first = yield* evaluate(question, motions, start);
  if (first === undefined) return undefined;
  const here: Descent<Evaluated> = { x: start, at: first, lambda: firstDamping };
  let [slow, evaluations, iterations] = [0, 1, 0];
  const ended = (status: Found["status"]): Found => {
    const { x, at } = here;
    return { status, x, cost: at.cost, at, iterations, evaluations };
  };
  const size = Math.max(1, first.rows.reduce((sum, { values }) => sum + values.length, 0) - wanted.length);
  const [low, most] = isRough ? [nearly, 1] : [flat, 2];
  const unit = (): number => Math.max(1, (2 * here.at.cost) / size);

  function* attempt(next: Float64Array): Stepwise<Evaluated | undefined> {
    evaluations++;
    const trial: Stepwise<Evaluated | undefined> = cheaper(question, motions, next, here.at.cost);
    const there: Evaluated | undefined = yield* unlessAborted(trial, signal);
    if (there === undefined || signal?.aborted) return undefined;
    slow = here.at.cost - there.cost <= low * unit() ? slow + 1 : 0;
    return there;
  }

  const downhill: Downhill<Evaluated> = {
    ranges: wanted,
    slopes: ({ normal }) => slopesOf(normal),
    step: ({ normal }, lambda, held) => {
      const mute = muteIn(normal, here.x);
      const still = held.map((is, i) => is || mute[i]);
      const most = (i: number): number => longest * sizeOf(here.x[i]);
      return step(normal, lambda, still)?.map((by, i) => Math.min(most(i), Math.max(-most(i), by)));
    },
    attempt,
  };

  for (; iterations < maxIterations; iterations++) {
    const goesOn = slow < most && (yield* descend(downhill, here, least * unit(), signal));
    if (signal?.aborted) return ended("cancelled");
    if (goesOn) continue;
    if (isRough) return ended("solved");
    const before = here.at.cost;
    for (const by of besides(here.at.normal, aside * Math.sqrt(unit()))) {
      const next = moved(wanted, here.x, by);
      const there = yield* attempt(next);
      if (there === undefined) continue;
      [here.x, here.at] = [next, there];
      break;
    }
    if (signal?.aborted) return ended("cancelled");
    if (before - here.at.cost <= flat * unit()) return ended("solved");
    [here.lambda, slow] = [firstDamping, 0];
  }
  return ended("iteration-limit");
}

/** Steps to both sides of every shared estimate by a part of its deviation, with those of each recording following. */
function besides(normal: Arrow, part: number): Float64Array[] {
  const covariance = sharedCovariance(normal);
  if (covariance === undefined) return [];
  return covariance.diagonal().flatMap((variance, i) => {
    const along = covariance.getColumn(i).map((c) => (part * c) / Math.sqrt(variance));
    return [1, -1].map((sign) =>
      following(
        normal,
        along.map((c) => sign * c),
      ),
    );
  });
}

/** Unknowns that no row knows: what slopes they have is rounding, and would lead them anywhere. */
function muteIn({ Hss, blocks }: Arrow, x: Float64Array): boolean[] {
  const curvatures = [...Hss.diagonal(), ...blocks.flatMap(({ Hee }) => Hee.diagonal())];
  return curvatures.map((curvature, i) => curvature * sizeOf(x[i]) ** 2 < unknown);
}

const slopesOf = ({ gs, blocks }: Arrow): number[] => [
  ...gs.to1DArray(),
  ...blocks.flatMap(({ ge }) => ge.to1DArray()),
];

/** All rows at x where the cost is at most as large there; the first motions that make it larger end the trial. */
function* cheaper(
  question: Question,
  motions: readonly Explained[],
  x: Float64Array,
  than: number,
): Stepwise<Evaluated | undefined> {
  let cost = priorCost(question, x);
  for (const [r, motion] of motions.entries()) {
    const rest = yield* motion.rest(ownOf(question, x, r), false);
    if (rest === undefined) return undefined;
    cost += weightsOf(rest.values, question.fitting).cost;
    if (!(cost <= than)) return undefined;
  }
  return yield* evaluate(question, motions, x);
}

/** Shared unknowns, and those of one recording. */
export function ownOf({ shared, each }: Question, x: Float64Array, recording: number): Float64Array {
  const from = shared.length + recording * each.length;
  return Float64Array.from([...x.subarray(0, shared.length), ...x.subarray(from, from + each.length)]);
}

/** ½ Σ of what is known before. */
export const priorCost = (question: Question, x: Float64Array): number =>
  wantedOf(question).reduce((sum, { prior }, i) => {
    const away = prior === undefined ? 0 : (x[i] - prior.mean) / prior.deviation;
    return sum + 0.5 * away * away;
  }, 0);

/** Cost and normal equations at x; undefined where a motion breaks off. */
export function* evaluate(
  question: Question,
  motions: readonly Explained[],
  x: Float64Array,
): Stepwise<Evaluated | undefined> {
  const { fitting, shared, each } = question;
  const rows: Rows[] = [];
  let cost = priorCost(question, x);
  for (const [r, motion] of motions.entries()) {
    const rest = yield* motion.rest(ownOf(question, x, r), true);
    if (rest === undefined) return undefined;
    const weighed = weightsOf(rest.values, fitting);
    cost += weighed.cost;
    rows.push({ ...rest, weights: weighed.weights });
  }
  const normal = arrow(rows, shared.length, each.length);
  addPriors(shared, x, normal.Hss, normal.gs);
  for (const [r, { Hee, ge }] of normal.blocks.entries())
    addPriors(each, x.subarray(shared.length + r * each.length), Hee, ge);
  return { cost, rows, normal };
}

/** Adds what is known before of unknowns to their normal equations. */
export function addPriors(wanted: readonly Wanted[], x: Float64Array, H: Arrow["Hss"], g: Arrow["gs"]): void {
  wanted.forEach(({ prior }, i) => {
    if (prior === undefined) return;
    const variance = prior.deviation * prior.deviation;
    H.set(i, i, H.get(i, i) + 1 / variance);
    g.set(i, 0, g.get(i, 0) + (x[i] - prior.mean) / variance);
  });
}

/** ½ Σ ρ(d²), and by how much each row counts: ρ'(d²). */
export function weightsOf(values: Float64Array, { loss }: Fitting): { cost: number; weights: Float64Array } {
  const weights = new Float64Array(values.length).fill(1);
  let cost = 0;
  values.forEach((d, i) => {
    const squared = d * d;
    if (loss === undefined) cost += 0.5 * squared;
    else if (loss.kind === "huber") {
      const size = Math.abs(d);
      const far = size > loss.width;
      cost += far ? loss.width * (size - 0.5 * loss.width) : 0.5 * squared;
      if (far) weights[i] = loss.width / size;
    } else {
      const part = squared / (loss.width * loss.width);
      cost += 0.5 * loss.width * loss.width * log(1 + part);
      weights[i] = 1 / (1 + part);
    }
  });
  return { cost, weights };
}
