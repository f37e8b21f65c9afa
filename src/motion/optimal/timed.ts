import type { Stepwise } from "../../algebra/stepwise.js";
import { folded } from "../../checks/words.js";
import { unlessAborted } from "../../solve/drive.js";
import type { Setup } from "../compile/setup.js";
import type { Task } from "../march/task.js";
import { isSquare, momentOf } from "../problem/condition.js";
import { type ConditionMiss, isMet, missesIn, missInWords } from "../trajectory/misses.js";
import { type Sight, sightsOf, timeOf } from "../trajectory/sights.js";
import { cheaper, distinctOnes, type OptimalMotion } from "./minima.js";
import { climb, coarseMotion, nearMotion, type OptimalSearch, optimalMotions } from "./optimal.js";
import { type Drive, type OptimalSpace, optimalSpace } from "./space.js";
import { type Choice, labelOf } from "./visits.js";

export { minimumOf } from "./minima.js";

/** Times over a span that are tried besides that at which the motion without the condition is nearest to it. */
const tried = 5;
/** A search of times begins with steps of this part of the whole, and ends with this part of one of the grid. */
const [widest, finest] = [1 / 8, 1 / 16];
/** Steps by which times are moved then again. */
const again = 4;
/** Motions of one search of times, and the part of a cost that is worth a step. */
const [most, worth] = [120, 1e-9];
/** Times whose motions on the coarsest grid are gone on from on finer ones. */
const raised = 3;
/** Looks between grid points, each of which moves them to where a condition is worst. */
const looks = 12;

/** A search in one space, and which times its conditions have. */
export interface Timing {
  readonly task: Task;
  readonly space: OptimalSpace;
  readonly drive: Drive;
}

/** Times of conditions by their words, in parts of the whole. */
export type Times = ReadonlyMap<string, number>;

/** A motion, and the times of its conditions. */
interface Timed {
  readonly times: Times;
  readonly motion: OptimalMotion;
}

/** Times that were tried, how many of them have a motion, and the cheapest. */
export interface Tried {
  best: Timed | undefined;
  count: number;
  met: number;
  /** Times with a motion, and from which one others were tried last. */
  readonly seen: Map<string, OptimalMotion | "met">;
}

export const nothingTried = (): Tried => ({ best: undefined, count: 0, met: 0, seen: new Map() });

/** Motions at the times of their conditions, the cheapest first, and how these were found. */
export interface TimedMotions {
  readonly timing: Timing;
  readonly motions: readonly OptimalMotion[];
  readonly times: Times;
  readonly tried: Tried;
}

/**
 * Optimal motions under conditions of every kind. Times that are asked for are rows of the program (`visits.ts`); times that are
 * to be found are chosen around it: at each the whole program is solved, from its neighbour, and the cheapest is kept. What
 * must always hold is asked again between grid points where it is worst, until it holds there.
 */
export async function motionsInTime(task: Task, search: OptimalSearch, drive: Drive): Promise<OptimalMotion[]> {
  if (isSquare(task.setup.compiled.problem)) return optimalMotions(task, search, drive);
  const found = await timedMotions(task, search, drive);
  if (found === undefined) return [];
  const met: OptimalMotion[] = [];
  for (const motion of found.motions) met.push(await everywhere(found.timing, motion));
  return met.map((motion) => withNote(motion, found.tried)).sort(cheaper);
}

/** The same before what must always hold is looked at between grid points; undefined where it is aborted before that. */
export async function timedMotions(task: Task, search: OptimalSearch, drive: Drive): Promise<TimedMotions | undefined> {
  const space = await drive(unlessAborted(optimalSpace(task.workspace, task.setup), task.signal));
  if (space === undefined) return undefined;
  const timing: Timing = { task, space, drive };
  ask(timing, new Map());
  const { choices } = space.asked.visits;
  const tried = nothingTried();
  const times = choices.length === 0 ? new Map() : await timesOf(timing, search, tried);
  ask(timing, times);
  const own = tried.best?.motion;
  const isAlone = own !== undefined && search.starts === undefined;
  const others = isAlone ? [] : await optimalMotions(task, search, drive);
  const found = own === undefined ? others : [own, ...others];
  return { timing, motions: distinctOnes(found.sort(cheaper)), times, tried };
}

/** A motion whose message says how its times were found. */
export function withNote({ found, optimum, costs }: OptimalMotion, { best, count, met }: Tried): OptimalMotion {
  if (best === undefined || optimum.status !== "solved") return { found, optimum, costs };
  const message = `${found.message} The times of its conditions are the cheapest of ${met} with a motion, of ${count} that were tried.`;
  return { found: { ...found, message }, optimum: { ...optimum, message }, costs };
}

/** Asks conditions at times: the numbers of all grids. */
export function ask(
  { space }: Timing,
  times: Times,
  between: OptimalSpace["asked"]["visits"]["between"] = new Map(),
): void {
  const { visits } = space.asked;
  [visits.times, visits.between] = [times, between];
  for (const { program, setup } of space.levels) program.setNumbers(setup);
}

/** The cheapest times; those nearest to the motion without the conditions where none that was tried has one. */
async function timesOf(timing: Timing, search: OptimalSearch, tried: Tried): Promise<Times> {
  const { task, space, drive } = timing;
  const { choices } = space.asked.visits;
  const [freely] = await optimalMotions(task, search.from === undefined ? {} : { from: search.from }, drive);
  const near = await drive(nearestTimes(timing, freely));
  // one time after the other, each among those that are there
  for (const way of [freely.optimum.status === "solved" ? freely : undefined, undefined]) {
    let known: Timed | undefined;
    for (const choice of choices) {
      tried.best = undefined;
      for (const time of timesIn(choice, near)) {
        const from = known?.motion ?? way;
        if (from === undefined) break;
        await tryAt(timing, tried, new Map([...(known?.times ?? []), [choice.label, time]]), from);
      }
      if (known === undefined && way === undefined) await fromCoarse(timing, tried, choice, near);
      if (tried.best === undefined) break;
      known = tried.best;
    }
    if (tried.best !== undefined) break;
  }
  if (tried.best === undefined) return near;
  return moveTimes(timing, tried, tried.best, { widest, finest });
}

/**
 * The cheapest time of a choice by motions from guesses of their own, where the motion without the condition is near none of them,
 * as where contacts must be others: at all times on the coarsest grid, from the cheapest of these on finer ones, and where that
 * leads nowhere on all grids.
 */
async function fromCoarse(timing: Timing, tried: Tried, choice: Choice, near: Times): Promise<void> {
  const { task, space, drive } = timing;
  const all = timesIn(choice, near).map((time): Times => new Map([[choice.label, time]]));
  const found: Timed[] = [];
  for (const times of all) {
    if (task.signal?.aborted) return;
    ask(timing, times);
    tried.count++;
    found.push({ times, motion: await coarseMotion(task, space, drive) });
  }
  let left = raised;
  for (const { times, motion } of found.sort((a, b) => cheaper(a.motion, b.motion))) {
    if (motion.optimum.status !== "solved" || left-- === 0) break;
    ask(timing, times);
    keep(tried, times, await drive(climb(task, space.levels, space.asked, motion)));
  }
  for (const times of all) {
    if (tried.best !== undefined || task.signal?.aborted) return;
    ask(timing, times);
    keep(tried, times, (await optimalMotions(task, {}, drive))[0]);
  }
}

/**
 * Looks for a motion at times, from another one, and keeps it where it is the cheapest. Where a contact is to begin at a grid
 * point both sides of its pair are zero there, and searches end: then half a step before.
 */
async function tryAt(timing: Timing, tried: Tried, times: Times, from: OptimalMotion): Promise<void> {
  const { task, space, drive } = timing;
  const steps = task.setup.steps.h.length;
  const earlier = (time: number): number => (Number.isInteger(steps * time) && time > 0 ? time - 0.5 / steps : time);
  const beside: Times = new Map([...times].map(([label, time]) => [label, earlier(time)] as const));
  const isBeside = [...beside].some(([label, time]) => time !== times.get(label));
  for (const at of isBeside ? [times, beside] : [times]) {
    if (task.signal?.aborted) return;
    const key = [...at].join(" ");
    const before = tried.seen.get(key);
    // a motion is there that was not cheaper, or the same one led to none
    if (before === "met") return;
    if (before === from) continue;
    tried.seen.set(key, from);
    ask(timing, at);
    tried.count++;
    if (!keep(tried, at, await drive(nearMotion(task, space, from)))) continue;
    tried.seen.set(key, "met");
    return;
  }
}

/** Keeps a motion where it is the cheapest; false where it is none. */
function keep(tried: Tried, times: Times, motion: OptimalMotion): boolean {
  if (motion.optimum.status !== "solved") return false;
  tried.met++;
  const { best } = tried;
  if (best === undefined || motion.optimum.cost < best.motion.optimum.cost - worth * Math.abs(best.motion.optimum.cost))
    tried.best = { times, motion };
  return true;
}

/**
 * Moves times by ever smaller parts of the whole and then of a step, while that makes the motion cheaper; and again from steps, as
 * what a part of one is worth may lie in others, too.
 */
export async function moveTimes(
  timing: Timing,
  tried: Tried,
  start: Timed,
  by: { readonly widest: number; readonly finest: number },
): Promise<Times> {
  const { task, space } = timing;
  const steps = task.setup.steps.h.length;
  let [best, began] = [start, start];
  for (let part = Math.max(1, Math.round(by.widest * steps)); ; ) {
    if (tried.count >= most || task.signal?.aborted) break;
    if (part < by.finest) {
      if (best === began) break;
      [part, began] = [again, best];
    }
    const before = best;
    for (const { label, from, to } of space.asked.visits.choices)
      for (const side of [1, -1, 0]) {
        const here = steps * (best.times.get(label) ?? 0);
        // the cost has kinks at grid points, of which the nearest may be the cheapest
        const there = side === 0 ? Math.round(here) : here + side * part;
        const at = Math.min(to, Math.max(from, there / steps));
        const isNear = side !== 0 || Math.abs(there - here) <= 2 * part;
        if (!isNear || at === best.times.get(label)) continue;
        await tryAt(timing, tried, new Map([...best.times, [label, at]]), best.motion);
        best = tried.best ?? best;
      }
    if (best === before) part = part > 1 ? Math.floor(part / 2) : part / 2;
  }
  return best.times;
}

/** Times of one choice that are tried first: where the motion without it is nearest to it, and others over its span. */
const timesIn = ({ label, from, to }: Choice, near: Times): number[] => [
  near.get(label) ?? 0.5 * (from + to),
  ...Array.from({ length: tried }, (_, i) => from + ((i + 0.5) / tried) * (to - from)),
];

/** The times at which a motion comes nearest to what is asked of some time, as parts of its whole. */
function* nearestTimes({ task, space }: Timing, { found }: OptimalMotion): Stepwise<Times> {
  const { conditions, boundary } = task.setup.compiled;
  const { choices } = space.asked.visits;
  const { setup, parameters, path } = found;
  const sights = yield* sightsOf(setup, parameters, path);
  const whole = setup.steps.t[setup.steps.h.length];
  return new Map(
    choices.map(({ label, from, to }) => {
      const sight = sights.find(({ row }) => {
        const { condition } = conditions[row];
        return labelOf(condition, momentOf(boundary[condition])) === label;
      });
      const part = sight === undefined ? 0.5 : timeOf(setup, sight) / whole;
      return [label, Math.min(to, Math.max(from, part))] as const;
    }),
  );
}

/** The motion on which what must always hold does so between grid points, too; what it misses where there is none. */
async function everywhere(timing: Timing, motion: OptimalMotion): Promise<OptimalMotion> {
  const { task, space, drive } = timing;
  const { times } = space.asked.visits;
  let best = motion;
  const worst = new Map<number, Map<number, number>>();
  for (let i = 0; best.optimum.status === "solved" && !task.signal?.aborted; i++) {
    const { setup, parameters, path } = best.found;
    const sights = await drive(sightsOf(setup, parameters, path));
    const missed = missesIn(setup, sights).filter((one) => !isMet(one));
    if (missed.length === 0) return best;
    const isNew = i < looks && note(setup, sights, worst);
    if (!isNew) return unmet(best, missed);
    ask(timing, times, worst);
    best = await drive(nearMotion(task, space, best));
  }
  return best;
}

/** Notes the parts of steps in which a condition that must always hold is missed; false where there are none. */
export function note(
  { compiled: { conditions, boundary } }: Setup,
  sights: readonly Sight[],
  into: Map<number, Map<number, number>>,
) {
  let isAny = false;
  for (const { row, step, part, value } of sights) {
    const { condition, must } = conditions[row];
    const isInside = part > 0 && part < 1;
    if (momentOf(boundary[condition]).kind !== "always" || must !== "not-exceed-zero" || !isInside || !(value > 0))
      continue;
    const own = into.get(condition) ?? new Map<number, number>();
    into.set(condition, own.set(step, part));
    isAny = true;
  }
  return isAny;
}

/** A motion that keeps its rows on the grid, and misses what is asked all the same. */
function unmet({ found, optimum, costs }: OptimalMotion, misses: readonly ConditionMiss[]): OptimalMotion {
  const message = `On this grid the cheapest motion misses ${folded(misses.map(missInWords))} between its points: take more steps.`;
  const told = { status: "no-progress", message } as const;
  return { found: { ...found, ...told }, optimum: { ...optimum, ...told }, costs };
}
