import type { Stepwise } from "../../algebra/stepwise.js";
import { folded } from "../../checks/words.js";
import { unlessAborted } from "../../solve/drive.js";
import type { Setup } from "../compile/setup.js";
import type { Task } from "../march/task.js";
import { isSquare, momentOf } from "../problem/condition.js";
import { type ConditionMiss, isMet, missesIn } from "../trajectory/misses.js";
import { type Sight, sightsOf, timeOf } from "../trajectory/sights.js";
import { cheaper, distinctOnes, type OptimalMotion } from "./minima.js";
import { nearMotion, type OptimalSearch, optimalMotions } from "./optimal.js";
import { type Drive, type OptimalSpace, optimalSpace } from "./space.js";
import { type Choice, labelOf } from "./visits.js";

export { minimumOf } from "./minima.js";

/** Times over a span that are tried besides that at which the motion without the condition is nearest to it. */
const tried = 5;
/** A search of times begins with steps of this part of the whole, and ends with this part of one of the grid. */
const [widest, finest] = [1 / 8, 1 / 16];
/** Motions of one search of times, and the part of a cost that is worth a step. */
const [most, worth] = [120, 1e-9];
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
}

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
  const tried: Tried = { best: undefined, count: 0, met: 0 };
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
        await tryAt(timing, tried, new Map([...(known?.times ?? []), [choice.label, time]]), known?.motion ?? way);
        if (way === undefined && tried.best !== undefined) break;
      }
      if (tried.best === undefined) break;
      known = tried.best;
    }
    if (tried.best !== undefined) break;
  }
  if (tried.best === undefined) return near;
  return moveTimes(timing, tried, tried.best, { widest, finest });
}

/** Looks for a motion at times, from another one, and keeps it where it is the cheapest. */
async function tryAt(timing: Timing, tried: Tried, times: Times, from: OptimalMotion | undefined): Promise<void> {
  const { task, space, drive } = timing;
  if (task.signal?.aborted) return;
  ask(timing, times);
  tried.count++;
  const motion =
    from === undefined ? (await optimalMotions(task, {}, drive))[0] : await drive(nearMotion(task, space, from));
  if (motion.optimum.status !== "solved") return;
  tried.met++;
  const { best } = tried;
  if (best === undefined || motion.optimum.cost < best.motion.optimum.cost - worth * Math.abs(best.motion.optimum.cost))
    tried.best = { times, motion };
}

/** Moves times by ever smaller parts of the whole and then of a step, while that makes the motion cheaper. */
export async function moveTimes(
  timing: Timing,
  tried: Tried,
  start: Timed,
  by: { readonly widest: number; readonly finest: number },
): Promise<Times> {
  const { task, space } = timing;
  const steps = task.setup.steps.h.length;
  let best = start;
  for (let part = Math.max(1, Math.round(by.widest * steps)); part >= by.finest; ) {
    if (tried.count >= most || task.signal?.aborted) break;
    const before = best;
    for (const { label, from, to } of space.asked.visits.choices)
      for (const side of [1, -1, 0]) {
        const here = steps * (best.times.get(label) ?? 0);
        // the cost has kinks at grid points: whole steps lead from one to the next, and the nearest may be the cheapest
        const there = part < 1 && side !== 0 ? here + side * part : Math.round(here) + side * part;
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
  const names = misses.map(
    ({ name, miss, unit }) => `${name} by ${miss.toPrecision(3)}${unit === "1" ? "" : ` ${unit}`}`,
  );
  const message = `On this grid the cheapest motion misses ${folded(names)} between its points: take more steps.`;
  const told = { status: "no-progress", message } as const;
  return { found: { ...found, ...told }, optimum: { ...optimum, ...told }, costs };
}
