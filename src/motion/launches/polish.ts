import { hypot } from "../../algebra/elementary/elementary.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { withSteps } from "../compile/setup.js";
import { type CloseLaunch, closeLaunch, exactLaunch } from "../exact/boundary.js";
import type { Judged } from "../march/outcome.js";
import type { ProgressInfo } from "../march/task.js";
import { BadInput } from "../problem/problem.js";
import { distinct, type Launch, launchOf } from "./launch.js";
import type { Pointed, Polished, Reported, ToldLaunch, ToldMotion } from "./windows/pointed.js";

/** A launch this part of its step away from another one that was found is taken for that one. */
const alike = 0.5;
/** A launch that is not polished yet is this close to itself, in parts of the ranges. */
const nearly = 1e-5;
/** Two launches of different sequences, or on different branches of a fold, are closer than this, in parts of the ranges, only if they are one. */
const identical = 1e-9;

/** A launch of a search, by its freed values and the events before its end. */
export interface OfWindow extends Launch {
  readonly values: readonly number[];
  readonly window: string;
  readonly turn: number;
}

/** All launches that motions point to, and what became of the others. */
export interface AllPolished {
  readonly found: readonly OfWindow[];
  /** How many were not polished. */
  readonly dropped: number;
  /** A launch just beyond the ranges, to which motions there point. */
  readonly outside: readonly number[] | undefined;
  readonly polished: ReadonlyMap<Pointed, Polished>;
}

/** Launches to be polished in this order, the ranges of freed values, and how that is watched. */
export interface Unpolished {
  readonly pointed: readonly Pointed[];
  readonly spans: readonly { readonly min: number; readonly max: number }[];
  readonly report: (done: number, found: number) => void;
  readonly stopped: () => boolean;
  /** True where the first launch is enough. */
  readonly isBrief: boolean;
}

/** Size of a change of freed values, in parts of their ranges. */
export const sizeIn =
  (spans: Unpolished["spans"]) =>
  (a: readonly number[], b: readonly number[]): number =>
    hypot(...a.map((x, j) => (x - b[j]) / (spans[j].max - spans[j].min)));

/**
 * Polishes launches one after the other, but those that are known by then: each on the branches of the motion that points to it, and
 * judged by a finer one. What was polished elsewhere is taken as it is.
 */
export function* polishedOf(
  task: BoundaryTask,
  { pointed: all, spans, report, stopped, isBrief }: Unpolished,
): Generator<undefined, AllPolished> {
  const { freed } = task.setup.compiled;
  const sizeOf = sizeIn(spans);
  const found: OfWindow[] = [];
  const polished = new Map<Pointed, Polished>();
  // two launches of one window may be as close to each other as one likes: but at the second the map goes the other way
  const isOf = (one: OfWindow, { window }: Pointed, turn: number): boolean =>
    one.window === window && one.turn === turn;
  const isKnown = (pointed: Pointed): boolean => {
    const { guess, size, turn } = pointed;
    return found.some(
      (one) => isOf(one, pointed, turn) && sizeOf(guess, one.values) <= Math.max(alike * size, distinct),
    );
  };
  const beyond = (guess: readonly number[]): number =>
    guess.reduce((most, x, j) => {
      const { min, max } = spans[j];
      return Math.max(most, (min - x) / (max - min), (x - max) / (max - min));
    }, 0);
  let dropped = 0;
  let outside: readonly number[] | undefined;
  let done = 0;
  for (const pointed of all) {
    report(++done, found.length);
    if (stopped()) break;
    if (isKnown(pointed)) continue;
    // farther out than the way to it is long: that motion is beyond a range, too
    if (beyond(pointed.guess) > Math.max(pointed.size, nearly)) {
      outside ??= pointed.guess;
      continue;
    }
    const near = yield* reported(task, pointed.polished?.close, (on) => closeTo(on, pointed));
    const close = near.answer;
    polished.set(pointed, { close: near });
    // those of two windows may be closer to each other than this
    const isAlmost = (one: OfWindow): boolean =>
      close !== undefined && isOf(one, pointed, close.turn) && sizeOf(close.values, one.values) <= nearly;
    if (found.some(isAlmost)) continue;
    if (close === undefined || beyond(close.values) > 0) {
      dropped++;
      continue;
    }
    const launch = yield* reported(task, pointed.polished?.launch, (on) => launchAt(on, close.values));
    polished.set(pointed, { close: near, launch });
    if (launch.answer === undefined) {
      dropped++;
      continue;
    }
    const { motion, ...told } = launch.answer;
    const values = freed.map((index) => motion.parameters[index]);
    const { turn } = close;
    const isOne = (one: OfWindow): boolean =>
      sizeOf(values, one.values) <= (one.sequence === told.sequence && one.turn === turn ? distinct : identical);
    if (found.some(isOne)) continue;
    found.push({ ...told, found: foundOf(task, motion), values, window: pointed.window, turn });
    if (isBrief) break;
  }
  return { found, dropped, outside, polished };
}

/** An answer that is known, with its reports again, or that is found now. */
function* reported<Answer>(
  task: BoundaryTask,
  known: Reported<Answer> | undefined,
  find: (on: BoundaryTask) => Generator<undefined, Answer>,
): Generator<undefined, Reported<Answer>> {
  if (known !== undefined) {
    known.reports.forEach(task.report);
    return known;
  }
  const reports: ProgressInfo[] = [];
  const report = (info: ProgressInfo): void => {
    reports.push(info);
    task.report(info);
  };
  return { answer: yield* find({ ...task, report }), reports };
}

function* closeTo(task: BoundaryTask, { from, guess }: Pointed): Generator<undefined, CloseLaunch | undefined> {
  return (yield* closeLaunch(task, from)) ?? (yield* closeLaunch(task, guess));
}

/** The launch near to freed values; undefined where there is none, or the conditions do not determine it. */
function* launchAt(task: BoundaryTask, values: readonly number[]): Generator<undefined, ToldLaunch | undefined> {
  const found = yield* goneOnFrom(task, values);
  if (found?.status !== "solved") return undefined;
  const { sequence, impacts, condition } = yield* launchOf(task, found);
  const { setup, parameters, path, solution, counts, misses } = found;
  return { motion: { steps: setup.steps, parameters, path, solution, counts, misses }, sequence, impacts, condition };
}

function* goneOnFrom(task: BoundaryTask, values: readonly number[]): Generator<undefined, Judged | undefined> {
  try {
    return yield* exactLaunch(task, values);
  } catch (reason) {
    // a root may lie where a part has come to rest: one motion of many, which no search can list
    if (reason instanceof BadInput) return undefined;
    throw reason;
  }
}

/** A motion on the setup that it was found on. */
function foundOf({ setup }: BoundaryTask, { steps, misses, ...motion }: ToldMotion): Judged {
  const { status, message } = motion.solution;
  return { setup: withSteps(setup, steps), status, message, ...motion, ...(misses && { misses }) };
}
