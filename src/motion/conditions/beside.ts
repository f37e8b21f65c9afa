import { drive } from "../../solve/drive.js";
import type { Sight } from "../trajectory/sights.js";
import { lowerBeyond, worth } from "./beyond.js";
import { type Goal, missed, noShift } from "./goal.js";
import { penaltyOf } from "./lagrange.js";
import { type Ended, leastSquares, squaresAt } from "./least.js";
import { lowered } from "./lowered.js";
import { isGood, type Met } from "./met.js";
import { candidates, holds, nothing, othersOf, type Question, reach, steps, stepsOfOthers } from "./question.js";
import { back, closest, searched, startsOf, type Wanted } from "./without-slopes.js";

/** By so much more than for a penalty count conditions that must hold, where places of lower squares of all are looked for. */
const firmly = 100;
/** Parts of the ranges to which searches without slopes keep, and the last steps of these in parts of that, and their motions. */
const around = { parts: [1, 0.1, 0.01, 0.001], tolerance: 1e-7, most: 200 };

/**
 * The least squares of conditions with a tolerance where others must hold exactly: multipliers stay in the valley of their start,
 * and steps through an impact give many. Others are looked for from starts over the ranges, then beyond by squares of all, in which
 * what must hold counts by a penalty, then without slopes. Undefined where not all conditions are of two kinds, or where no motion
 * was found on which all holds that must.
 */
export async function lowestBeside(question: Question, near: Met): Promise<Met | undefined> {
  const { ground, hard, soft } = question;
  const { sights } = near.ended.at.look;
  if (![hard, soft].every((weight) => sights.some((sight) => weight(sight) > 0))) return undefined;
  const met = near.goal === undefined ? near : await holding(question, near);
  if (met === undefined) return undefined;
  const { setup, signal } = ground;
  const squares: Goal = { weight: soft, shift: noShift };
  const costOf = async (x: Ended["x"]): Promise<number> =>
    (await drive(squaresAt(ground, squares, x)))?.cost ?? Number.POSITIVE_INFINITY;
  let [best, least] = [met, await costOf(met.ended.x)];

  async function take(found: Met | undefined): Promise<void> {
    if (found === undefined || !holds(found.ended)) return;
    const cost = await costOf(found.ended.x);
    if (cost < least * (1 - worth)) [best, least] = [found, cost];
  }
  const goFrom = async (x: Ended["x"], most: number): Promise<void> => take(await drive(reach(question, x, most)));

  if (!(least > nothing)) return met;
  const places = await drive(othersOf(question, candidates));
  // where conditions are not met other starts were tried
  for (const x of isGood(setup, met) ? places : []) await goFrom(x, stepsOfOthers);
  const elsewhere = await beyond(question, best);
  if (elsewhere !== undefined) await goFrom(elsewhere, steps);
  const wanted: Wanted = {
    question,
    costOf: (_, sights) =>
      0.5 * sights.reduce((sum, sight) => sum + (soft(sight) * sight.share * missed(setup, sight, 0)) ** 2, 0),
    held: hard,
  };
  const { scaled } = await drive(startsOf(wanted));
  const ways = [...places.map((x) => ({ x, part: 1 })), ...around.parts.map((part) => ({ x: undefined, part }))];
  for (const { x = best.ended.x, part } of ways) {
    const found = least > nothing ? await searched(scaled, { from: x, part, ...around }) : undefined;
    const ended = found && found.cost < least * (1 - worth) ? await back(scaled, found.x) : undefined;
    if (ended === undefined) continue;
    await goFrom(ended.x, steps);
    // multipliers that leave a kink need not come back to it
    await take({ ended: { ...ended, status: "no-progress" }, isNearest: false });
  }
  if (signal?.aborted) return best;
  return closest(scaled, best);
}

/** A motion on which all holds that must, by these conditions alone, the others afterwards; undefined where none was found. */
async function holding(question: Question, { ended }: Met): Promise<Met | undefined> {
  const { ground, hard } = question;
  const goal: Goal = { weight: hard, shift: noShift };
  const onto = async (from: Ended | undefined): Promise<Ended | undefined> =>
    from && (await lowered(ground, { ended: from, isNearest: false, goal })).ended;
  const near = await onto(await drive(leastSquares(ground, goal, ended.x, steps)));
  const far = near && !holds(near) ? await onto(await drive(lowerBeyond(ground, goal, near))) : near;
  if (far === undefined || !holds(far)) return undefined;
  const met = await drive(reach(question, far.x, steps));
  return met?.goal === undefined ? met : undefined;
}

/** Freed values in a valley of lower squares of all; undefined where none was found. */
async function beyond({ ground, hard, soft }: Question, { ended }: Met): Promise<Ended["x"] | undefined> {
  const opening = await drive(squaresAt(ground, { weight: soft, shift: noShift }, ended.x));
  if (opening === undefined || !(opening.cost > nothing)) return undefined;
  const firm = firmly * Math.sqrt(penaltyOf(ground, opening, hard));
  const all: Goal = { weight: (sight: Sight) => firm * hard(sight) + soft(sight), shift: noShift };
  const own = await drive(leastSquares(ground, all, ended.x, steps));
  return own && (await drive(lowerBeyond(ground, all, own)))?.x;
}
