/**
 * Conditions of every kind: bands and regions, at other times than the end, more of them than what is freed, or fewer. All are
 * one least squares over motions with exact slopes (`look.ts`, `goal.ts`, `least.ts`): conditions that must hold exactly come
 * first, then the squares of those with a tolerance, then what is preferred (`preferred.ts`), or else the least change from the
 * guess (`lagrange.ts`), each among the motions that are best by what stands before it. Where conditions cannot be met, the closest motion says which one gives.
 *
 * @module motion/conditions
 */
import { randomNumbers } from "../../algebra/random.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import type { Status } from "../../solve/mcp.js";
import { type BoundaryTask, firstGuess } from "../boundary/guess.js";
import { atRangeEnds, limits, rangesOf } from "../boundary/ranges.js";
import { emptyPath } from "../compile/path.js";
import { type Setup, withDuration } from "../compile/setup.js";
import { unclaimed } from "../march/doubt.js";
import { type Found, marchOutcome } from "../march/outcome.js";
import { isPreference, preferenceOf } from "../problem/condition.js";
import { BadInput } from "../problem/problem.js";
import { type ConditionMiss, exactly, isMet, missesIn } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { type Goal, noShift } from "./goal.js";
import { constrained } from "./lagrange.js";
import { type Ended, freedIn, leastSquares, lengthsOf, squaresAt, withFreed } from "./least.js";
import { type Ground, look } from "./look.js";
import { openNames } from "./open.js";
import { hasPreference, preferenceAt, preferred } from "./preferred.js";

/** Steps of one search; from other starts, which only have to find a neighbourhood, fewer. */
const [steps, stepsOfOthers] = [100, 40];
/** Motions over the declared ranges that are looked at where the guess leads nowhere, and those of them that are gone on from. */
const [samples, candidates] = [48, 6];
/** Those of them from which a preference is sought, too, where motions have so few unknowns in all; */
const [preferredFrom, cheap] = [3, 5000];
/** and the part of it by which another answer must be better. */
const worth = 1e-6;
/** A sum of squares of misses over tolerances below this is none. */
const nothing = 1e-16;

/** An answer: the freed values, and what is known of them. */
interface Met {
  readonly ended: Ended;
  /** True where only the least change from the guess decides between motions that are as good. */
  readonly isNearest: boolean;
  /** The preferred number, and whether its search came to its end, where something is preferred among others. */
  readonly preferred?: { readonly value: number; readonly isLeast: boolean };
}

/** The conditions, and which rows count how much. */
interface Question {
  readonly ground: Ground;
  readonly guess: Float64Array;
  /** 1 of rows that must hold exactly, else 0. */
  readonly hard: (sight: Sight) => number;
  /** 1/tolerance of rows that have one, else 0. */
  readonly soft: (sight: Sight) => number;
}

/**
 * Meets conditions of every kind as well as motions can.
 * @throws {BadInput} for a straight line as a guess, which only plain conditions have.
 */
export async function meetConditions(task: BoundaryTask): Promise<Found> {
  const question = questionOf(task);
  const met = await drive(meeting(task, question));
  if ("status" in met) return met;
  return drive(toldOf(task, question, await byPreference(task, question, met)));
}

/** The closest motion to all that must hold, or where the motion of the guess breaks off. */
function* meeting({ setup, signal }: BoundaryTask, question: Question): Stepwise<Met | Found> {
  const { ground, guess } = question;
  const opening = yield* look(ground, withFreed(ground, guess));
  if (opening.march.status !== "solved") {
    const motion = { parameters: opening.parameters, path: ground.path };
    return marchOutcome(setup, motion, unclaimed(opening.march));
  }
  let met = yield* meet(question, guess, steps);
  if (!isGood(setup, met) && !signal?.aborted) met = yield* fromOthers(question, met);
  if (met === undefined) throw new RangeError("a motion that was looked at breaks off");
  return met;
}

/** Of all motions that are as good the one that is preferred, from the one that was met and from others over the ranges. */
async function byPreference(task: BoundaryTask, question: Question, met: Met): Promise<Met> {
  const { setup, signal } = task;
  const { ground, hard, soft } = question;
  if (!hasPreference(ground) || signal?.aborted || !isGood(setup, met)) return met;
  const counts = (sight: Sight): boolean => hard(sight) + soft(sight) > 0;
  const all: Goal = { weight: (sight) => hard(sight) + soft(sight), shift: noShift };
  const own = met.ended.at.look;
  let best = { ended: met.ended, value: preferenceAt(ground, own), isLeast: false };
  const starts = [met.ended.x, ...(isCheap(setup) ? await drive(othersOf(question, preferredFrom)) : [])];
  for (const [i, start] of starts.entries()) {
    if (signal?.aborted) break;
    const opening = i === 0 ? own : await drive(look(ground, withFreed(ground, start)));
    if (opening.march.status !== "solved") continue;
    const found = await preferred({ ground, counts, signal, isMet: i === 0 }, start, opening);
    if (!found.x.every(Number.isFinite)) continue;
    // what the search leaves of conditions is more than rounding
    const exact = await drive(leastSquares(ground, all, found.x, steps));
    const isLeast = found.status === "solved";
    if (exact === undefined || !isGood(setup, { ended: exact, isNearest: false })) continue;
    const value = preferenceAt(ground, exact.at.look);
    if (value < best.value - worth * Math.abs(best.value) || (i === 0 && value <= best.value + exactly))
      best = { ended: exact, value, isLeast };
  }
  const { ended, value, isLeast } = best;
  return { ended, isNearest: false, preferred: { value, isLeast } };
}

/** True where a motion is so short that a hundred more are no wait. */
const isCheap = ({ compiled, steps: { h } }: Setup): boolean =>
  h.length * Math.max(1, compiled.kernels.implicit.unknowns.length) <= cheap;

/** The answer with its motion, misses and words. */
function* toldOf(task: BoundaryTask, { ground }: Question, met: Met): Stepwise<Found> {
  const { setup, workspace } = task;
  // the path is that of the last motion that was looked at
  const parameters = withFreed(ground, met.ended.x);
  const last = yield* look({ ...ground, marcher: workspace.marcher, onShot: () => {} }, parameters);
  const misses = missesIn(withDuration(setup, parameters), last.sights);
  const open = openNames(setup, last);
  const { status, message } = verdict(task, met, misses, open);
  const worst = [...misses].sort(byMiss).map(({ name, miss }) => ({ row: name, residual: miss }));
  const residual = Math.abs(worst[0]?.residual ?? 0);
  return {
    setup,
    status,
    message,
    parameters,
    path: ground.path,
    solution: { status, z: new Float64Array(0), residual, iterations: 0, worst, message },
    counts: { steps: setup.steps.h.length, unknowns: setup.compiled.freed.length, iterations: 0 },
    ...(open.length > 0 && { undetermined: open }),
  };
}

function questionOf({ setup, workspace, signal, report, guess }: BoundaryTask): Question {
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
  const toleranceOf = ({ row }: Sight): number | undefined =>
    conditions[row].isEvent ? undefined : boundary[conditions[row].condition].tolerance;
  return {
    ground,
    guess: freedIn(ground, parameters).map(limit),
    hard: (sight) => (toleranceOf(sight) === undefined ? 1 : 0),
    soft: (sight) => 1 / (toleranceOf(sight) ?? Number.POSITIVE_INFINITY),
  };
}

/** Exact conditions first, then the squares of the others, then the least change, from one start. */
function* meet({ ground, guess, hard, soft }: Question, from: Float64Array, most: number): Stepwise<Met | undefined> {
  const goal = (weight: Goal["weight"]): Goal => ({ weight, shift: noShift });
  const both = goal((sight) => hard(sight) + soft(sight));
  const exact = yield* leastSquares(ground, goal(hard), from, most);
  if (exact === undefined) return undefined;
  const isExact = exact.at.rows.values.every((r) => Math.abs(r) <= exactly);
  if (!isExact || exact.status === "cancelled") {
    // exact conditions count with a tolerance of 1 where they cannot all hold
    const closest = yield* leastSquares(ground, both, exact.x, most);
    return closest && { ended: closest, isNearest: false };
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
  if (left === undefined || left.cost > nothing || isChosen) return { ended, isNearest: false };
  return yield* nearest({ ground, guess, hard, soft }, ended);
}

/** Of all motions that meet everything the one with the least change from the guess, where there are others. */
function* nearest({ ground, guess, hard, soft }: Question, ended: Ended): Stepwise<Met> {
  const { setup } = ground;
  const isBand = setup.compiled.conditions.some(({ must, isEvent }) => must === "not-exceed-zero" && !isEvent);
  if (!isBand && openNames(setup, ended.at.look).length === 0) return { ended, isNearest: false };
  const lengths = lengthsOf(setup);
  const near = { values: Array.from(guess), lengths };
  const cost: Goal = { weight: () => 0, shift: noShift, near };
  const all = (sight: Sight): number => hard(sight) + soft(sight);
  const found = yield* constrained(ground, { cost, hard: all }, ended.x);
  const change = (x: Float64Array): number => x.reduce((sum, v, j) => sum + ((v - guess[j]) / lengths[j]) ** 2, 0);
  const holds = ({ at }: Ended): boolean => at.rows.values.every((r) => Math.abs(r) <= exactly);
  if (found === undefined || !holds(found) || change(found.x) > change(ended.x) * (1 + exactly))
    return { ended: { ...ended, status: "no-progress" }, isNearest: true };
  return { ended: found, isNearest: true };
}

/** The same from the best of motions over the declared ranges; the best of all where none meets the conditions. */
function* fromOthers(question: Question, own: Met | undefined): Stepwise<Met | undefined> {
  const { setup, signal } = question.ground;
  let best = own;
  for (const x of yield* othersOf(question, candidates)) {
    if (signal?.aborted) break;
    const found = yield* meet(question, x, stepsOfOthers);
    if (found === undefined) continue;
    if (isGood(setup, found)) return found;
    if (best === undefined || isCloser(setup, found, best)) best = found;
  }
  return best;
}

/** Freed values over the declared ranges whose motions come closest to what is asked. */
function* othersOf({ ground, guess, hard, soft }: Question, count: number): Stepwise<Float64Array[]> {
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

const missesOf = (setup: Setup, { ended }: Met): ConditionMiss[] => missesIn(setup, ended.at.look.sights);

const isGood = (setup: Setup, met: Met | undefined): boolean => met !== undefined && missesOf(setup, met).every(isMet);

/** True of an answer that is closer: by what must hold exactly, and where that is as good by the others. */
function isCloser(setup: Setup, a: Met, b: Met): boolean {
  const sums = [a, b].map((met) => {
    const misses = missesOf(setup, met);
    const sum = (of: readonly ConditionMiss[]): number =>
      of.filter((one) => !isMet(one)).reduce((all, one) => all + over(one) ** 2, 0);
    return [sum(misses.filter(isExact)), sum(misses.filter((one) => !isExact(one)))];
  });
  return sums[0][0] === sums[1][0] ? sums[0][1] < sums[1][1] : sums[0][0] < sums[1][0];
}

const isExact = ({ tolerance }: ConditionMiss): boolean => tolerance === exactly;

/** Misses over what may be missed, a miss that may not be over one unit. */
const over = ({ miss, tolerance }: ConditionMiss): number => Math.abs(miss) / (tolerance === exactly ? 1 : tolerance);

const byMiss = (a: ConditionMiss, b: ConditionMiss): number => over(b) - over(a);

function verdict(
  { setup, signal }: BoundaryTask,
  met: Met,
  misses: readonly ConditionMiss[],
  open: readonly string[],
): { status: Status; message: string } {
  const { ended } = met;
  const unmet = [...misses].filter((one) => !isMet(one)).sort(byMiss);
  const { freed } = setup.compiled;
  const counts = `${misses.length} ${misses.length === 1 ? "condition" : "conditions"} by ${freed.length} freed ${freed.length === 1 ? "value" : "values"}`;
  if (signal?.aborted)
    return { status: "cancelled", message: `Cancelled; shown is the closest motion so far, ${missText(misses)}.` };
  if (unmet.length > 0) {
    const held = atRangeEnds(setup, ended.at.look.parameters);
    const why = held.length > 0 ? `, with ${held.join(" and ")} at the end of its range` : "";
    return {
      // other starts were tried; a value at the end of its range is no reason where others could still lower the miss
      status: ended.status === "stationary" ? "infeasible" : "no-progress",
      message: `No motion was found that meets ${counts}: the closest misses ${missText(unmet)}${why} (this is no proof).`,
    };
  }
  const left = [...misses].filter(({ miss }) => Math.abs(miss) > exactly).sort(byMiss);
  const squares =
    left.length === 0
      ? `Met: ${counts}.`
      : `Least squares of ${counts}, each within its tolerance: the largest miss is ${missText(left.slice(0, 1))}.`;
  const loose =
    left.length > 0 && ended.status === "no-progress"
      ? " No step lowers the squares any more, though they have a slope."
      : "";
  return {
    status: "solved",
    message: `${squares}${loose}${met.preferred ? preferenceText(setup, met.preferred) : openText(open, met.isNearest, ended)}`,
  };
}

/** "Of all that meet them this has the least time: 0.49 s." */
function preferenceText({ compiled }: Setup, { value, isLeast }: NonNullable<Met["preferred"]>): string {
  const { name = "", unit = "", residual } = preferenceOf(compiled) ?? {};
  const isMost = isPreference(residual) && "most" in residual;
  const number = `${(isMost ? -value : value).toPrecision(6)}${unit === "1" ? "" : ` ${unit}`}`;
  return isLeast
    ? ` Of all near them that are as good this is best by ${name}: ${number}.`
    : ` By ${name} it has ${number}, and a better one may be near: the search for it did not end.`;
}

/** "launch.vx and launch.vy are not determined: chosen is the least change from the guess." */
function openText(open: readonly string[], isNearest: boolean, { status }: Ended): string {
  const names = open.length === 0 ? "" : ` The conditions do not determine ${open.join(" and ")}`;
  if (!isNearest) return names === "" ? "" : `${names}.`;
  const chosen = status === "no-progress" ? "a motion near the guess" : "the least change from the guess";
  return names === ""
    ? ` Of all that meet them this is ${chosen}.`
    : `${names}: of all that meet them this is ${chosen}.`;
}

/** "end.x by 0.12 m and end.y by -0.03 m" */
const missText = (misses: readonly ConditionMiss[]): string =>
  misses
    .map(({ name, unit, miss, isNever }) =>
      isNever
        ? `${name}, since that never happens`
        : `${name} by ${miss.toPrecision(3)}${unit === "1" ? "" : ` ${unit}`}`,
    )
    .join(" and ");
