/**
 * Conditions of every kind: bands and regions, at other times than the end, more of them than what is freed, or fewer. All are
 * one least squares over motions with exact slopes (`look.ts`, `goal.ts`, `least.ts`): conditions that must hold exactly come
 * first, then the squares of those with a tolerance, then what is preferred (`preferred.ts`), or else the least change from the
 * guess (`lagrange.ts`), each among the motions that are best by what stands before it. Where conditions cannot be met, the closest motion says which one gives.
 *
 * @module motion/conditions
 */
import type { Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { type Setup, withDuration } from "../compile/setup.js";
import { unknownsOf } from "../compile/step.js";
import type { March } from "../march/march.js";
import { type Found, marchOutcome } from "../march/outcome.js";
import { unclaimed } from "../march/unclaimed.js";
import { exactly, missesIn } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { lowestBeside } from "./beside.js";
import { lowerBeyond, worth } from "./beyond.js";
import { type Goal, noShift } from "./goal.js";
import { type Ended, leastSquares, withFreed } from "./least.js";
import { type Look, look } from "./look.js";
import { lowered } from "./lowered.js";
import { byMiss, isGood, type Met } from "./met.js";
import { atKink, nearer } from "./nearer.js";
import { openNames } from "./open.js";
import { hasPreference, type Preference, preferenceAt, preferred } from "./preferred.js";
import {
  candidates,
  fromOthers,
  nearest,
  nothing,
  othersOf,
  type Question,
  questionOf,
  reach,
  steps,
  stepsOfOthers,
} from "./question.js";
import { verdict } from "./verdict.js";

/** Other starts from which a preference is sought, too, where motions have so few unknowns in all; */
const [preferredFrom, cheap] = [3, 5000];
/** Searches without and with slopes from where one with slopes did not end. */
const rounds = 12;

/**
 * Meets conditions of every kind as well as motions can.
 * @throws {BadInput} for a straight line as a guess, which only plain conditions have.
 */
export async function meetConditions(task: BoundaryTask): Promise<Found> {
  const question = questionOf(task);
  const near = await drive(meeting(task, question));
  if ("status" in near) return near;
  const met = await lowest(task, question, near);
  const isSought = hasPreference(question.ground) && isCheap(task.setup) && isGood(task.setup, met);
  const others = isSought ? await drive(othersOf(question, preferredFrom)) : [];
  return drive(toldOf(task, question, await byPreference(task, question, met, others)));
}

/**
 * The least squares of an answer, or the least change. Steps through an impact give them many minima: where motions are short, the
 * lowest to which others over the ranges, and places around it, lead.
 */
async function lowest({ setup, signal }: BoundaryTask, question: Question, near: Met): Promise<Met> {
  const { ground } = question;
  const low = await lowered(ground, near);
  // conditions that only this met leave a choice, too
  const isLate = low !== near && isGood(setup, low);
  const own = isLate ? ((await drive(reach(question, low.ended.x, steps))) ?? low) : low;
  const isSearched = isCheap(setup) && setup.compiled.kernels.observed.pairs.length > 0;
  if (own.isNearest && isSearched) return nearer(question, own);
  if (own.isNearest) {
    const settled = await drive(nearest(question, own.ended));
    return isCheap(setup) ? atKink(question, settled) : settled;
  }
  if (hasPreference(ground) || !isSearched) return own;
  const beside = await lowestBeside(question, own);
  if (beside !== undefined || own.goal === undefined) return beside ?? own;
  if (!(own.ended.at.cost > nothing)) return own;
  let best = own;
  // other starts were tried where conditions are not met
  const starts = isGood(setup, own) ? await drive(othersOf(question, candidates)) : [];
  for (const x of starts) {
    const found = await drive(reach(question, x, stepsOfOthers));
    if (found !== undefined && isGood(setup, found) && found.ended.at.cost < best.ended.at.cost * (1 - worth))
      best = found;
  }
  best = await lowered(ground, best);
  const beyond = best.goal && (await drive(lowerBeyond(ground, best.goal, best.ended)));
  if (beyond !== undefined) best = await lowered(ground, (await drive(reach(question, beyond.x, steps))) ?? best);
  if (signal?.aborted) return own;
  return best.isNearest ? nearer(question, best) : best;
}

/** The closest motion to all that must hold, or where the motion of the guess breaks off. */
function* meeting({ setup, signal }: BoundaryTask, question: Question): Stepwise<Met | Found> {
  const { ground, guess } = question;
  const opening = yield* look(ground, withFreed(ground, guess));
  if (opening.march.status !== "solved") {
    const motion = { parameters: opening.parameters, path: ground.path };
    return marchOutcome(setup, motion, unclaimed(opening.march));
  }
  let met = yield* reach(question, guess, steps);
  if (!isGood(setup, met) && !signal?.aborted) met = yield* fromOthers(question, met);
  if (met !== undefined) return met;
  if (!signal?.aborted) throw new RangeError("a motion that was looked at breaks off");
  // the motion of the guess once more, as far as it comes
  const { march } = yield* look(ground, opening.parameters);
  return marchOutcome(setup, { parameters: opening.parameters, path: ground.path }, cancelled(march));
}

/** A march of a run that was cancelled, however far the march itself came. */
const cancelled = (march: March): March => ({ ...march, status: "cancelled" });

/** Of all motions that are as good the one that is preferred, from the one that was met and from others over the ranges. */
export async function byPreference(
  task: BoundaryTask,
  question: Question,
  met: Met,
  others: readonly Float64Array[],
): Promise<Met> {
  const { setup, signal } = task;
  const { ground, hard, soft } = question;
  if (!hasPreference(ground) || signal?.aborted || !isGood(setup, met)) return met;
  const counts = (sight: Sight): boolean => hard(sight) + soft(sight) > 0;
  const all: Goal = { weight: (sight) => hard(sight) + soft(sight), shift: noShift };
  const own = met.ended.at.look;
  let best: Best = { ended: met.ended, value: preferenceAt(ground, own), isLeast: false };

  /** The end of a search, with its conditions met to rounding; undefined where they cannot be. */
  async function soughtFrom(
    start: Float64Array,
    opening: Look,
    how: Pick<Preference, "isMet" | "kinks">,
  ): Promise<Best | undefined> {
    const found = await preferred({ ground, counts, signal, ...how }, start, opening);
    if (!found.x.every(Number.isFinite)) return undefined;
    const exact = await drive(leastSquares(ground, all, found.x, steps));
    if (exact === undefined || !isGood(setup, { ended: exact, isNearest: false })) return undefined;
    return { ended: exact, value: preferenceAt(ground, exact.at.look), isLeast: found.status === "solved" };
  }

  const isBetter = ({ value }: Best): boolean => value < best.value - worth * Math.abs(best.value);
  const starts = [met.ended.x, ...others];
  for (const [i, start] of starts.entries()) {
    if (signal?.aborted) break;
    const opening = i === 0 ? own : await drive(look(ground, withFreed(ground, start)));
    if (opening.march.status !== "solved") continue;
    const found = await soughtFrom(start, opening, { isMet: i === 0 });
    if (found !== undefined && (isBetter(found) || (i === 0 && found.value <= best.value + exactly))) best = found;
  }
  // slopes end at kinks of steps: what neither they nor places beside lower is least
  const most = ground.courses === undefined ? rounds : 0;
  for (let k = 0; k < most && !best.isLeast && !signal?.aborted; k++) {
    const { ended } = best;
    const kinks = k % 2 === 0 ? "nearly" : "near";
    const found = await soughtFrom(ended.x, ended.at.look, { isMet: true, kinks });
    if (found !== undefined && isBetter(found)) best = { ...found, isLeast: false };
    else if (kinks === "near") best = { ...best, isLeast: found?.isLeast === true };
  }
  const { ended, value, isLeast } = best;
  return { ended, isNearest: false, preferred: { value, isLeast } };
}

/** A motion, its preferred number, and whether the search for it came to its end. */
interface Best {
  readonly ended: Ended;
  readonly value: number;
  readonly isLeast: boolean;
}

/** True where a motion is so short that a hundred more are no wait. */
const isCheap = ({ compiled, steps: { h } }: Setup): boolean => h.length * unknownsOf(compiled.kernels) <= cheap;

/** The answer with its motion, misses and words. */
export function* toldOf(task: BoundaryTask, { ground }: Question, met: Met): Stepwise<Found> {
  const { setup, workspace } = task;
  // the path is that of the last motion that was looked at
  const parameters = withFreed(ground, met.ended.x);
  const last = yield* look({ ...ground, marcher: workspace.marcher, onShot: () => {} }, parameters);
  if (last.march.status === "cancelled") return marchOutcome(setup, { parameters, path: ground.path }, last.march);
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
    ...(met.preferred?.isLeast === false && { unsettled: true }),
  };
}
