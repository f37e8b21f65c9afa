/**
 * How a launch of the motion itself is found: `shots.ts` fires one, `approach.ts` comes near from the declared launch or from the
 * closest ends of a scan over the declared ranges, and `polish.ts` meets the conditions to rounding, on elements that are kept.
 *
 * @module motion/exact/aim
 */
import type { BoundaryTask } from "../../boundary/guess.js";
import { type Shooting, shoot } from "../../boundary/shoot.js";
import { emptyMemory, type Range, type Shot } from "../../boundary/shot.js";
import type { Asked } from "../asked.js";
import { firstTolerance, roughly, unseen } from "../exact.js";
import { fired, fireOnce, rangeOf, type Tally } from "./shots.js";

/** A tolerance of an answer that is above this part of that of first shots is theirs at once. */
export const alike = 0.1;
/** Starts over the range of each freed value, where the declared launch leads nowhere. */
export const samples = 24;
/** Of them, those that take more elements than the declared launch by far are no starts: bounces without end, mostly. */
const [fewest, muchLonger] = [500, 3];
/** Closest ends of a scan from which the shooting goes on, */
const candidates = 6;
/** and the marches that all of them may take. */
const mostMarches = 60;

/** Launches from which a shooting goes on, and whether the scan that found them met motions mostly, of one sequence of events only. */
interface Scanned {
  readonly starts: readonly Float64Array[];
  readonly isSmooth: boolean;
}

/**
 * From the declared launch near to the conditions, or from the closest ends of a scan. Where none leads there, the closest
 * end of all stands for them; that there is no launch is said only where every one of them is stationary, and where all starts
 * meet the same events: launches of another sequence may lie between two of them.
 */
export function* approach(
  task: BoundaryTask,
  parameters: Float64Array,
  tally: Tally,
  within: number,
): Generator<undefined, Shooting> {
  const { setup } = task;
  const aim = new Float64Array(setup.compiled.formulas.aims.rows);
  const least = Math.min(roughly, firstTolerance(task));
  const tolerance = least < alike * roughly ? roughly : least;
  function* fire(at: Float64Array): Generator<undefined, Shot> {
    return yield* fired(task, at, { tolerance, notes: unseen });
  }
  const direct = rangeOf(task, tally, fire, within * roughly);
  const own = parameters.slice();
  let best = yield* shoot(direct, parameters, aim);
  if (best.status === "solved" || best.status === "cancelled" || task.strategy !== "auto") return best;
  const range: Range = { ...direct, memory: emptyMemory(mostMarches) };
  const limit = fewest + muchLonger * best.last.march.steps;
  const { starts, isSmooth } = yield* scan(task, own, { tolerance, limit, notes: unseen });
  let isStationary = isSmooth && best.status === "infeasible";
  for (const start of starts) {
    const tried = yield* shoot(range, start, aim);
    const isOver = tried.status === "solved" || tried.status === "cancelled";
    const isCloser = tried.last.march.status === "solved" && !(tried.residual >= best.residual);
    if (isOver || isCloser) {
      parameters.set(start);
      best = tried;
    }
    if (isOver) return best;
    isStationary &&= tried.status === "infeasible";
  }
  return best.status === "infeasible" && !isStationary ? { ...best, status: "no-progress" } : best;
}

/**
 * Launches over the declared ranges whose ends come closest, one freed value at a time, the others as they were guessed; and
 * whether all of them meet the same events, so that the map from launch to end has no breaks there.
 */
function* scan(
  task: BoundaryTask,
  own: Float64Array,
  asked: Pick<Asked, "tolerance" | "limit" | "notes">,
): Generator<undefined, Scanned> {
  const { freed, problem, parameters: names } = task.setup.compiled;
  const ends: { at: Float64Array; miss: number }[] = [];
  const sequences = new Set<string>();
  let looked = 0;
  for (const index of freed) {
    const { min, max } = problem.parameters[names[index]];
    if (min === undefined || max === undefined) continue;
    for (let k = 0; k < samples; k++) {
      if (task.signal?.aborted) return { starts: [], isSmooth: false };
      const at = own.slice();
      at[index] = min + ((k + 0.5) / samples) * (max - min);
      const { shot, march } = yield* fireOnce(task, at, asked);
      looked++;
      if (shot.march.status !== "solved") continue;
      ends.push({ at, miss: shot.values.reduce((most, x) => Math.max(most, Math.abs(x)), 0) });
      sequences.add(String(march.elements.map(({ event }) => event).filter((event) => event >= 0)));
    }
  }
  const closest = ends.sort((a, b) => a.miss - b.miss).slice(0, candidates);
  return { starts: closest.map(({ at }) => at), isSmooth: sequences.size === 1 && 2 * ends.length > looked };
}
