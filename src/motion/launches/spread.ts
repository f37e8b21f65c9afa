import { hypot } from "../../algebra/elementary/elementary.js";
import { leastNorm } from "../boundary/bounded-step.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { shoot } from "../boundary/shoot.js";
import { emptyMemory, type Range, type Shot, shot } from "../boundary/shot.js";
import { hasRows, unknownsOf } from "../compile/step.js";
import { pointsOf } from "../study/points.js";
import { groundOf } from "./launches.js";
import { spanOf } from "./scan.js";

/** The launch that motions over all ranges lead to. */
export interface Spread {
  readonly motions: number;
  /** Freed values that meet the conditions; undefined where none were found. */
  readonly root: readonly number[] | undefined;
  /** How far a motion in the middle of all misses the conditions [own units]. */
  readonly usual: number;
  /** True where most motions came to their end, and all that pointed to a launch were gone on from. */
  readonly isWhole: boolean;
}

/** Motions for each freed value, and unknowns of the steps of all of them: a few seconds. */
const [each, work] = [100, 2e7];
/** Fewer motions than these for each freed value say nothing. */
const fewest = 20;
/** Shootings from those whose Newton step is shortest, and marches of each. */
const [shootings, marches] = [40, 12];
/** A step meets conditions where it leaves no more of them than this part. */
const met = 1e-6;
/** A step that leads farther than this [parts of the spans] says nothing; two that lead nearer to each other than this part of them lead to one. */
const [farthest, alike] = [0.5, 0.2];

/**
 * Spreads motions over the ranges of all freed values, and shoots from those that point to a launch: where contacts come and go
 * the map from launch to end has pieces, and a curve that is followed from one launch sees few of them.
 */
export function* spreadShots(task: BoundaryTask): Generator<undefined, Spread> {
  const { setup } = task;
  const { compiled, steps, parameters } = setup;
  const { freed } = compiled;
  const ground = groundOf(task);
  const start = freed.map((index) => parameters[index]);
  const spans = ground.ranges.map((range, j) => spanOf(range, start[j]));
  const unknowns = steps.h.length * unknownsOf(compiled.kernels);
  const motions = Math.min(each * freed.length, Math.floor(work / unknowns));
  const range = yield* ground.at(start);
  if (range === undefined || motions < fewest * freed.length)
    return { motions: 0, root: undefined, usual: 0, isWhole: false };
  const sizeOf = (way: readonly number[]): number => hypot(...way.map((x, j) => x / (spans[j].max - spans[j].min)));
  const unit = pointsOf("halton", { samples: motions, dimensions: freed.length, seed: 1 });
  const pointing: { readonly at: Float64Array; readonly step: readonly number[]; readonly opening: Shot }[] = [];
  const misses: number[] = [];
  for (let i = 0; i < motions; i++) {
    if (ground.stopped()) return { motions: i, root: undefined, usual: 0, isWhole: false };
    const at = parameters.slice();
    spans.forEach(({ min, max }, j) => {
      at[freed[j]] = min + unit[i * freed.length + j] * (max - min);
    });
    const opening = yield* shot(range, at);
    ground.report(i + 1, { done: i + 1, of: motions, found: 0 });
    if (opening.march.status !== "solved") continue;
    misses.push(Math.max(...opening.values.map(Math.abs)));
    const step = leastNorm(opening.jacobian, opening.values).map((x) => -x);
    if (leads(opening, step) && sizeOf(step) <= farthest) pointing.push({ at, step, opening });
  }
  const goalOf = ({ at, step }: (typeof pointing)[number]): number[] => step.map((x, j) => at[freed[j]] + x);
  const taken: (typeof pointing)[number][] = [];
  for (const one of pointing.sort((a, b) => sizeOf(a.step) - sizeOf(b.step))) {
    const goal = goalOf(one);
    const isTaken = taken.some((other) => sizeOf(goalOf(other).map((x, j) => x - goal[j])) <= alike * sizeOf(one.step));
    if (!isTaken) taken.push(one);
  }
  const usual = misses.sort((a, b) => a - b)[misses.length >> 1] ?? 0;
  // a march of many bodies takes as long as hundreds of one
  const most = hasRows(compiled.kernels) ? shootings : Math.floor(motions / marches);
  for (const { at, opening } of taken.slice(0, most)) {
    if (ground.stopped()) return { motions, root: undefined, usual: 0, isWhole: false };
    const root = yield* shotFrom(range, at, opening);
    if (root !== undefined) return { motions, root: freed.map((index) => root[index]), usual, isWhole: true };
  }
  return { motions, root: undefined, usual, isWhole: 2 * misses.length > motions && taken.length <= most };
}

/** True where a step does meet the conditions to first order: else nothing that is freed moves one of them. */
function leads({ values, jacobian }: Shot, step: readonly number[]): boolean {
  const rest = values.map((value, i) => step.reduce((sum, x, j) => sum + jacobian.get(i, j) * x, value));
  return rest.every((x, i) => Math.abs(x) <= met * Math.abs(values[i]) + Number.EPSILON);
}

function* shotFrom(range: Range, at: Float64Array, opening: Shot): Generator<undefined, Float64Array | undefined> {
  const memory = emptyMemory(marches);
  const aim = new Float64Array(opening.values.length);
  const { status } = yield* shoot({ ...range, memory }, at, aim, opening);
  return status === "solved" ? at : undefined;
}
