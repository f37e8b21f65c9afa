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
interface Timing {
  readonly task: Task;
  readonly space: OptimalSpace;
  readonly drive: Drive;
}

type Times = ReadonlyMap<string, number>;

/** A motion, and the times of its conditions. */
interface Timed {
  readonly times: Times;
  readonly motion: OptimalMotion;
}

/**
 * Optimal motions under conditions of every kind. Times that are asked for are rows of the program (`visits.ts`); times that are
 * to be found are chosen around it: at each the whole program is solved, from its neighbour, and the cheapest is kept. What
 * must always hold is asked again between grid points where it is worst, until it holds there.
 */
export async function motionsInTime(task: Task, search: OptimalSearch, drive: Drive): Promise<OptimalMotion[]> {
  const { compiled, exact } = task.setup;
  if (exact !== undefined) return (await import("./to-accuracy.js")).optimalToAccuracy(task, search, drive);
  if (isSquare(compiled.problem)) return optimalMotions(task, search, drive);
  const space = await drive(unlessAborted(optimalSpace(task.workspace, task.setup), task.signal));
  if (space === undefined) return [];
  const timing: Timing = { task, space, drive };
  ask(timing, new Map());
  const { choices } = space.asked.visits;
  const chosen = choices.length === 0 ? undefined : await timesOf(timing, search);
  if (chosen !== undefined) ask(timing, chosen.times);
  const own = chosen?.motion;
  const isAlone = own !== undefined && search.starts === undefined;
  const others = isAlone ? [] : await optimalMotions(task, search, drive);
  const found = own === undefined ? others : [own, ...others];
  const met: OptimalMotion[] = [];
  for (const motion of distinctOnes(found.sort(cheaper))) met.push(await everywhere(timing, motion));
  const note = own === undefined ? "" : (chosen?.note ?? "");
  return met.map((motion) => withNote(motion, note)).sort(cheaper);
}

const withNote = ({ found, optimum, costs }: OptimalMotion, note: string): OptimalMotion => {
  const message = note === "" || optimum.status !== "solved" ? found.message : `${found.message} ${note}`;
  return { found: { ...found, message }, optimum: { ...optimum, message }, costs };
};

/** Asks conditions at times: the numbers of all grids. */
function ask({ space }: Timing, times: Times, between: OptimalSpace["asked"]["visits"]["between"] = new Map()): void {
  const { visits } = space.asked;
  [visits.times, visits.between] = [times, between];
  for (const { program, setup } of space.levels) program.setNumbers(setup);
}

/** The cheapest times, and the motion there; none where no time that was tried has one. */
async function timesOf(
  timing: Timing,
  search: OptimalSearch,
): Promise<{ times: Times; motion?: OptimalMotion; note: string }> {
  const { task, space, drive } = timing;
  const { choices } = space.asked.visits;
  const [freely] = await optimalMotions(task, search.from === undefined ? {} : { from: search.from }, drive);
  const near = await drive(nearestTimes(timing, freely));
  let best: Timed | undefined;
  let [count, met] = [0, 0];
  const tryAt = async (times: Times, from: OptimalMotion | undefined): Promise<void> => {
    if (task.signal?.aborted) return;
    ask(timing, times);
    count++;
    const motion =
      from === undefined ? (await optimalMotions(task, {}, drive))[0] : await drive(nearMotion(task, space, from));
    if (motion.optimum.status === "solved") met++;
    const limit = best === undefined ? 0 : best.motion.optimum.cost - worth * Math.abs(best.motion.optimum.cost);
    if (motion.optimum.status === "solved" && (best === undefined || motion.optimum.cost < limit))
      best = { times, motion };
  };
  // one time after the other, each among those that are there
  for (const way of [freely.optimum.status === "solved" ? freely : undefined, undefined]) {
    let known: Timed | undefined;
    for (const choice of choices) {
      best = undefined;
      for (const time of timesIn(choice, near)) {
        await tryAt(new Map([...(known?.times ?? []), [choice.label, time]]), known?.motion ?? way);
        if (way === undefined && best !== undefined) break;
      }
      if (best === undefined) break;
      known = best;
    }
    if (best !== undefined) break;
  }
  if (best === undefined) return { times: near, note: "" };
  const steps = task.setup.steps.h.length;
  for (let by = Math.max(1, Math.round(widest * steps)); by >= finest && count < most && !task.signal?.aborted; ) {
    const before: Timed = best;
    for (const { label, from, to } of choices)
      for (const side of [1, -1, 0]) {
        const own: Timed = best;
        const here = steps * (own.times.get(label) ?? 0);
        // the cost has kinks at grid points: whole steps lead from one to the next, and the nearest may be the cheapest
        const there = by < 1 && side !== 0 ? here + side * by : Math.round(here) + side * by;
        const at = Math.min(to, Math.max(from, there / steps));
        const isNear = side !== 0 || Math.abs(there - here) <= 2 * by;
        if (isNear && at !== own.times.get(label)) await tryAt(new Map([...own.times, [label, at]]), own.motion);
      }
    if (best === before) by = by > 1 ? Math.floor(by / 2) : by / 2;
  }
  return {
    ...best,
    note: `The times of its conditions are the cheapest of ${met} with a motion, of ${count} that were tried.`,
  };
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
function note(
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
