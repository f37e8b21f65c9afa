import { leastNorm } from "../boundary/bounded-step.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { shoot } from "../boundary/shoot.js";
import { emptyMemory, type Range, type Shot, shot } from "../boundary/shot.js";
import { hasRows, unknownsOf } from "../compile/step.js";
import { exactShots } from "../exact/boundary.js";
import type { Found } from "../march/outcome.js";
import { type Fired, nothingSpread, type Spread, spreadOver } from "./field.js";
import { groundOf } from "./launches.js";
import { spanOf } from "./scan.js";

/** Motions for each freed value, and unknowns of the steps of all of them: a few seconds. */
export const [each, work] = [100, 2e7];
/** Fewer motions than these for each freed value say nothing. */
export const fewest = 20;
/** Shootings from those whose Newton step is shortest, and marches of each. */
export const [shootings, marches] = [60, 12];
/** A step meets conditions where it leaves no more of them than this part. */
const met = 1e-6;

/** A motion from which shooting goes on. */
interface Aimed extends Fired {
  readonly opening: Shot;
}

/** The launch that motions over the ranges of all freed values lead to, after a search that came no closer than its answer; by no more than so many. */
export function* spreadShots(
  task: BoundaryTask,
  closest: Found,
  limit = Number.POSITIVE_INFINITY,
): Generator<undefined, Spread> {
  const { setup } = task;
  const { compiled, steps, parameters } = setup;
  const { freed } = compiled;
  const ground = groundOf(task);
  const start = freed.map((index) => parameters[index]);
  const spans = ground.ranges.map((range, j) => spanOf(range, start[j]));
  const unknowns = steps.h.length * unknownsOf(compiled.kernels);
  const motions = Math.min(each * freed.length, Math.floor(work / unknowns), limit);
  const base = yield* ground.at(start);
  const range: Range | undefined = base && setup.exact ? { ...base, other: exactShots(task) } : base;
  if (range === undefined || motions < fewest * freed.length) return nothingSpread;
  const launchAt = (at: readonly number[]): Float64Array => {
    const launch = parameters.slice();
    spans.forEach(({ min, max }, j) => {
      launch[freed[j]] = min + at[j] * (max - min);
    });
    return launch;
  };
  let fired = 0;
  function* fire(at: readonly number[]): Generator<undefined, Aimed | undefined> {
    if (range === undefined) return undefined;
    const opening = yield* shot(range, launchAt(at));
    fired++;
    ground.report(fired, { done: Math.min(fired, motions), of: motions, found: 0 });
    if (opening.march.status !== "solved") return undefined;
    const { values, jacobian } = opening;
    const full = leastNorm(jacobian, values).map((x) => -x);
    const isLed = leads(opening, full);
    const step = full.map((x, j) => (isLed ? x / (spans[j].max - spans[j].min) : Number.POSITIVE_INFINITY));
    return { at, misses: values, miss: Math.max(...values.map(Math.abs)), step, opening };
  }
  function* goOn({ at, opening }: Aimed) {
    const root = range && (yield* shotFrom(range, launchAt(at), opening));
    return root && freed.map((index) => root[index]);
  }
  // a march of many bodies takes as long as hundreds of one, and launches that are hardly apart end far from each other
  const isFew = hasRows(compiled.kernels);
  const most = isFew ? shootings : Math.floor(motions / marches);
  const before = freed.map((index, j) => (closest.parameters[index] - spans[j].min) / (spans[j].max - spans[j].min));
  const field = { dimensions: freed.length, motions, most, fire, goOn, stopped: ground.stopped };
  return yield* spreadOver(
    field,
    isFew ? { miss: setup.exact ? Number.POSITIVE_INFINITY : closest.solution.residual, at: before } : undefined,
  );
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
