import { exp, log } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { inWords } from "../../checks/words.js";
import { BadInput } from "../problem/problem.js";
import { following, sharedCovariance } from "./arrow.js";
import type { Explained } from "./motions.js";
import type { Question, Wanted } from "./question.js";
import { type Found, search } from "./search.js";
import { type Estimate, type Statistics, statistics } from "./statistics.js";

/** 95 % of a χ² distribution of one degree lie below its square. */
const limit = 1.959963984540054;
/** A root of the risen cost this near to the limit is at it. */
const near = 0.05;
const mostTries = 5;

/** How far shared unknowns may be from their estimates. */
export interface Profiles {
  /** Of each shared unknown, in their order. */
  readonly intervals: readonly (readonly [number, number])[];
  /** Shared unknowns that were held elsewhere when a cost below that of the estimates was found. */
  readonly lower: readonly string[];
}

/**
 * The 95 % profile-likelihood interval of each shared unknown: how far it can be moved, all others following to their own
 * best, until the cost has risen by 1.96²/2 times `excess`, the factor by which residuals exceed the declared noise.
 * Undefined where the recordings do not determine the shared unknowns, or the signal was aborted.
 */
export function* profiled(
  question: Question,
  motions: readonly Explained[],
  best: Found,
  { excess, signal }: { readonly excess: number; readonly signal: AbortSignal | undefined },
): Stepwise<Profiles | undefined> {
  const known = sharedCovariance(best.at.normal);
  if (known === undefined) return undefined;
  const covariance = known;
  const lower = new Set<string>();

  /** The best cost with one unknown moved away by so much; infinite where a motion breaks off there. */
  function* costAt(i: number, away: number): Stepwise<number> {
    const value = best.x[i] + away;
    const shared = question.shared.map((one, j) => (j === i ? { ...one, min: value, max: value } : one));
    const along = covariance.getColumn(i).map((c) => (away * c) / covariance.get(i, i));
    const by = following(best.at.normal, along);
    const start = best.x.map((x, j) => (j === i ? value : x + by[j]));
    const there: Found | undefined = yield* search({ ...question, shared }, motions, start, signal);
    return there?.cost ?? Number.POSITIVE_INFINITY;
  }

  /** The distance to one side at which the cost has risen to the limit, at most as far as the declared range goes. */
  function* reach(i: number, sign: number): Stepwise<number> {
    const { name, min, max } = question.shared[i];
    const bound = sign < 0 ? best.x[i] - min : max - best.x[i];
    let away = Math.min(bound, limit * Math.sqrt(excess * covariance.get(i, i)));
    for (let k = 0; k < mostTries && away > 0; k++) {
      const rise = ((yield* costAt(i, sign * away)) - best.cost) / excess;
      if (signal?.aborted) return away;
      if (rise < 0) lower.add(name);
      const root = Math.sqrt(Math.max(0, 2 * rise));
      if (Math.abs(root - limit) <= near || (away === bound && root < limit)) break;
      // no further than three times at once: a cost with kinks is no parabola
      away = Math.min(bound, away * Math.min(3, Math.max(0.3, limit / root)));
    }
    return away;
  }

  const intervals: (readonly [number, number])[] = [];
  for (const i of question.shared.keys()) {
    const below = yield* reach(i, -1);
    const above = yield* reach(i, 1);
    intervals.push([best.x[i] - below, best.x[i] + above]);
    if (signal?.aborted) return undefined;
  }
  return { intervals, lower: [...lower] };
}

/** Searches of a single recording whose motion meets contacts: its squares have minima that several recordings do not share. */
const ofOneRecording = 4;
/** 95 % of a χ² distribution of one degree lie below twice this rise of the cost. */
const rise = 0.5 * limit * limit;
/** Ranges that span more than this factor are spread over by powers. */
const wide = 10;
/** Starts differ in each unknown by multiples of a fraction of its own: the fractional parts of roots of primes. */
const roots = [2, 3, 5, 7, 11, 13, 17, 19].map((prime) => Math.sqrt(prime) % 1);

/** The lowest minimum that was found, and others that the recordings hardly tell from it. */
export interface Minima {
  readonly best: Found;
  readonly others: readonly Found[];
}

/** How many searches a question takes: as asked, else some where one recording with contacts is all that there is. */
export function startsOf(question: Question, motions: readonly Explained[], asked: number | undefined): number {
  if (asked !== undefined && !(Number.isInteger(asked) && asked >= 1))
    throw new BadInput("starts", `starts must be a whole number from 1, it is ${inWords(asked)}.`);
  if (question.shared.length === 0) return 1;
  return asked ?? (isAlone(question, motions) ? ofOneRecording : 1);
}

/** True of one recording in flight that meets a contact, by which shared unknowns are to be found; what touches at once does so in row 1. */
const isAlone = ({ shared }: Question, [{ touch }, ...others]: readonly Explained[]): boolean =>
  shared.length > 0 && others.length === 0 && touch !== undefined && touch > 1;

/** The sentence on intervals where one recording is all that there is. */
export const notesOf = (question: Question, motions: readonly Explained[]): string[] =>
  isAlone(question, motions)
    ? [
        "One recording: what the law gets wrong at a contact is in all rows behind it, and its intervals do not know; others would tell.",
      ]
    : [];

/** The minima from starts over the ranges of the shared unknowns, besides the one that the guess led to. */
export function* minima(
  question: Question,
  motions: readonly Explained[],
  first: Found,
  { starts, signal }: { readonly starts: number; readonly signal: AbortSignal | undefined },
): Stepwise<Minima> {
  const all = [first];
  const own = motions.flatMap(({ guess }) => guess);
  let [iterations, evaluations] = [first.iterations, first.evaluations];
  for (let k = 1; k < starts && signal?.aborted !== true; k++) {
    const shared = question.shared.map((one, i) => spread(one, first.x[i], (0.5 + k * roots[i % roots.length]) % 1));
    const found: Found | undefined = yield* search(question, motions, Float64Array.from([...shared, ...own]), signal);
    if (found === undefined || found.status === "cancelled") continue;
    iterations += found.iterations;
    evaluations += found.evaluations;
    all.push(found);
  }
  // of equal ones the earliest
  const lowest = all.reduce((least, one) => (one.cost < least.cost && one.status === "solved" ? one : least));
  return { best: { ...lowest, iterations, evaluations }, others: all.filter((one) => one !== lowest) };
}

/** A place in the range of an unknown; the unknown itself where that has no ends. */
function spread({ min, max }: Wanted, x: number, part: number): number {
  if (!Number.isFinite(max - min)) return x;
  return min > 0 && max > wide * min ? min * exp(part * log(max / min)) : min + part * (max - min);
}

/** Estimates whose intervals hold those of every minimum that explains the recordings as well, and sentences about them. */
export function withOthers(question: Question, told: Statistics, { best, others }: Minima): Statistics {
  const close = others.filter(({ cost, status }) => status === "solved" && cost - best.cost <= rise * told.excess);
  const apart = close.flatMap((found) => {
    const there = statistics(question, found).estimates;
    const named = question.shared.filter((_, i) => isApart(told.estimates[i], there[i]));
    return named.length === 0 ? [] : [{ there, named: named.map(({ name }) => name) }];
  });
  if (apart.length === 0) return told;
  const estimates = told.estimates.map((one, i) => apart.reduce((sum, { there }) => holding(sum, there[i]), one));
  const moved = question.shared.flatMap(({ name }, i) => {
    const elsewhere = apart.filter(({ named }) => named.includes(name)).map(({ there }) => there[i].value);
    return elsewhere.length === 0 ? [] : [`${name} ${digits(furthest(elsewhere, told.estimates[i].value))}`];
  });
  const note = `Elsewhere the recordings are explained as well (${moved.join(", ")}): they do not tell these minima apart, and intervals hold them all.`;
  return { ...told, estimates, notes: [note, ...told.notes] };
}

const isApart = ({ interval: [low, high] }: Estimate, { value }: Estimate): boolean => value < low || value > high;

const holding = (one: Estimate, { interval: [low, high] }: Estimate): Estimate => ({
  ...one,
  interval: [Math.min(one.interval[0], low), Math.max(one.interval[1], high)],
});

const furthest = (values: readonly number[], from: number): number =>
  values.reduce((most, x) => (Math.abs(x - from) > Math.abs(most - from) ? x : most));

const digits = (x: number): string => `${Number(x.toPrecision(3))}`;
