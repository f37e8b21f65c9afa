import { randomNumbers } from "../../algebra/random.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { type BoundaryTask, firstGuess } from "../boundary/guess.js";
import { limits, rangesOf } from "../boundary/ranges.js";
import { emptyPath } from "../compile/path.js";
import { BadInput } from "../problem/problem.js";
import { exactly } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { type Goal, noShift } from "./goal.js";
import { constrained } from "./lagrange.js";
import { type Ended, freedIn, leastSquares, lengthsOf, squaresAt } from "./least.js";
import type { Ground } from "./look.js";
import { isCloser, isGood, type Met } from "./met.js";
import { openNames } from "./open.js";
import { hasPreference } from "./preferred.js";

/** Steps of one search; from other starts, which only have to find a neighbourhood, fewer. */
export const [steps, stepsOfOthers] = [100, 40];
/** Motions over the declared ranges that are looked at where the guess leads nowhere, and those of them that are gone on from. */
export const [samples, candidates] = [48, 6];
/** A sum of squares of misses over tolerances below this is none. */
export const nothing = 1e-16;

/** The conditions, and which rows count how much. */
export interface Question {
  readonly ground: Ground;
  readonly guess: Float64Array;
  /** 1 of rows that must hold exactly, else 0. */
  readonly hard: (sight: Pick<Sight, "row">) => number;
  /** 1/tolerance of rows that have one, else 0. */
  readonly soft: (sight: Pick<Sight, "row">) => number;
}

/**
 * The question that a task asks.
 * @throws {BadInput} for a straight line as a guess, which only plain conditions have.
 */
export function questionOf({ setup, workspace, signal, report, guess }: BoundaryTask): Question {
  const parameters = setup.parameters.slice();
  if (guess === "line")
    throw new BadInput("start", "A straight line is a guess for as many equations at the end as values are freed.");
  firstGuess(setup, guess, parameters);
  const limit = limits(setup);
  let iteration = 0;
  const ground: Ground = {
    setup,
    marcher: workspace.marcher,
    path: emptyPath(setup.compiled.kernels, setup.steps.h.length),
    signal,
    onShot(residual) {
      iteration++;
      report({
        phase: "shoot",
        iteration,
        residual,
        merit: 0.5 * residual * residual,
        stepLength: 1,
        stepKind: "newton",
      });
    },
  };
  const { boundary, conditions } = setup.compiled;
  const toleranceOf = ({ row }: Pick<Sight, "row">): number | undefined =>
    conditions[row].isEvent ? undefined : boundary[conditions[row].condition].tolerance;
  return {
    ground,
    guess: freedIn(ground, parameters).map(limit),
    hard: (sight) => (toleranceOf(sight) === undefined ? 1 : 0),
    soft: (sight) => 1 / (toleranceOf(sight) ?? Number.POSITIVE_INFINITY),
  };
}

/** Exact conditions first, then the squares of the others, then the least change, from one start. */
export function* meet(question: Question, from: Float64Array, most: number): Stepwise<Met | undefined> {
  const met = yield* reach(question, from, most);
  return met?.isNearest ? yield* nearest(question, met.ended) : met;
}

/** The same without the least change: only whether that is left to choose. */
export function* reach(
  { ground, guess, hard, soft }: Question,
  from: Float64Array,
  most: number,
): Stepwise<Met | undefined> {
  const goal = (weight: Goal["weight"]): Goal => ({ weight, shift: noShift });
  const both = goal((sight) => hard(sight) + soft(sight));
  let exact = yield* leastSquares(ground, goal(hard), from, most);
  if (exact === undefined) return undefined;
  if (!holds(exact) || exact.status === "cancelled") {
    // exact conditions count with a tolerance of 1 where they cannot all hold; the same search again is one of dear motions
    const isSame = ground.courses !== undefined && !exact.at.look.sights.some((sight) => soft(sight) > 0);
    const closest = isSame ? exact : yield* leastSquares(ground, both, exact.x, most);
    if (closest === undefined || !holds(closest) || closest.status === "cancelled")
      return closest && { ended: closest, isNearest: false, goal: both };
    exact = closest;
  }
  const { sights } = exact.at.look;
  let ended: Ended | undefined = exact;
  if (sights.some((sight) => soft(sight) > 0)) {
    ended = sights.some((sight) => hard(sight) > 0)
      ? yield* constrained(ground, { cost: goal(soft), hard }, exact.x)
      : yield* leastSquares(ground, goal(soft), exact.x, most);
    if (ended === undefined || ended.status === "cancelled") return ended && { ended, isNearest: false };
  }
  const left = yield* squaresAt(ground, both, ended.x);
  const isChosen = hasPreference(ground) || ended.x.every((x, j) => x === guess[j]);
  const isFree = !sights.some((sight) => hard(sight) > 0);
  if (left === undefined || left.cost > nothing || isChosen)
    return { ended, isNearest: false, ...(isFree && { goal: both }) };
  const isBand = ground.setup.compiled.conditions.some(({ must, isEvent }) => must === "not-exceed-zero" && !isEvent);
  return { ended, isNearest: isBand || openNames(ground.setup, ended.at.look).length > 0 };
}

/** True of rows that are all zero. */
export const holds = ({ at }: Ended): boolean => at.rows.values.every((r) => Math.abs(r) <= exactly);

/** The square of the change of freed values from the guess, in parts of their ranges. */
export function changeFrom({ ground, guess }: Pick<Question, "ground" | "guess">): (x: Float64Array) => number {
  const lengths = lengthsOf(ground.setup);
  return (x) => x.reduce((sum, v, j) => sum + ((v - guess[j]) / lengths[j]) ** 2, 0);
}

/** Of all motions that meet everything the one with the least change from the guess, by so many steps a round. */
export function* nearest({ ground, guess, hard, soft }: Question, ended: Ended, most?: number): Stepwise<Met> {
  const near = { values: Array.from(guess), lengths: lengthsOf(ground.setup) };
  const cost: Goal = { weight: () => 0, shift: noShift, near };
  const all = (sight: Sight): number => hard(sight) + soft(sight);
  const found = yield* constrained(ground, { cost, hard: all, most }, ended.x);
  const change = changeFrom({ ground, guess });
  if (found === undefined || !holds(found) || change(found.x) > change(ended.x) * (1 + exactly))
    return { ended: { ...ended, status: "no-progress" }, isNearest: true };
  return { ended: found, isNearest: true };
}

/** The same from the best of motions over the declared ranges; the best of all where none meets the conditions. */
export function* fromOthers(question: Question, own: Met | undefined): Stepwise<Met | undefined> {
  const { setup, signal } = question.ground;
  let best = own;
  for (const x of yield* othersOf(question, candidates)) {
    if (signal?.aborted) break;
    const found = yield* reach(question, x, stepsOfOthers);
    if (found === undefined) continue;
    if (isGood(setup, found)) return found;
    if (best === undefined || isCloser(setup, found, best)) best = found;
  }
  return best;
}

/** Freed values over the declared ranges whose motions come closest to what is asked. */
export function* othersOf({ ground, guess, hard, soft }: Question, count: number): Stepwise<Float64Array[]> {
  const ranges = rangesOf(ground.setup);
  const draw = randomNumbers(1);
  const goal: Goal = { weight: (sight) => hard(sight) + soft(sight), shift: noShift };
  const starts: { x: Float64Array; cost: number }[] = [];
  for (let k = 0; k < samples && !ground.signal?.aborted; k++) {
    const x = guess.map((value, j) => {
      const { min, max } = ranges[j];
      return Number.isFinite(max - min) ? min + draw() * (max - min) : value;
    });
    const there = yield* squaresAt(ground, goal, x);
    if (there !== undefined) starts.push({ x, cost: there.cost });
  }
  return starts
    .sort((a, b) => a.cost - b.cost)
    .slice(0, count)
    .map(({ x }) => x);
}
