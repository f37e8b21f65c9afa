import { hypot } from "../../algebra/elementary/elementary.js";
import { leastNorm } from "../boundary/bounded-step.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { shoot } from "../boundary/shoot.js";
import { emptyMemory, type Range, type Shot, shot } from "../boundary/shot.js";
import { hasRows, unknownsOf } from "../compile/step.js";
import type { Found } from "../march/outcome.js";
import { pointsOf } from "../study/points.js";
import { guessesBetween } from "./between.js";
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
/** An end is close to the conditions that misses them by no more than this part of a usual one: */
export const closely = 0.01;
/** about it motions are spread again, over this part of the spans. */
const part = 0.1;

/** A motion whose end is known. */
interface Fired {
  /** Freed values in parts of the spans. */
  readonly at: readonly number[];
  readonly opening: Shot;
  /** A step of Newton's method, in parts of the spans. */
  readonly step: readonly number[];
}

/** The places of a spread, in parts of the spans, and who shoots at them. */
interface Field {
  readonly centre: readonly number[];
  /** Its sides. */
  readonly width: number;
  readonly motions: number;
  /** Shootings at most. */
  readonly most: number;
  fire(at: readonly number[]): Generator<undefined, Fired | undefined>;
  /** Shoots on to a launch. */
  goOn(from: Fired): Generator<undefined, readonly number[] | undefined>;
  stopped(): boolean;
}

const sizeOf = (way: readonly number[]): number => hypot(...way);

/**
 * Spreads motions over the ranges of all freed values, and shoots from those that point to a launch, or that have one between them: where
 * contacts come and go the map from launch to end has pieces, and a curve that is followed from one launch sees few of them. Where
 * the `closest` of a search before, or one of those, hardly misses, motions are spread about it, too.
 */
export function* spreadShots(task: BoundaryTask, closest: Found): Generator<undefined, Spread> {
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
  const inParts = (values: readonly number[]): number[] =>
    values.map((x, j) => (x - spans[j].min) / (spans[j].max - spans[j].min));
  let fired = 0;
  const field: Field = {
    centre: freed.map(() => 0.5),
    width: 1,
    motions,
    // a march of many bodies takes as long as hundreds of one
    most: hasRows(compiled.kernels) ? shootings : Math.floor(motions / marches),
    *fire(at) {
      const launch = parameters.slice();
      spans.forEach(({ min, max }, j) => {
        launch[freed[j]] = min + at[j] * (max - min);
      });
      const opening = yield* shot(range, launch);
      fired++;
      ground.report(fired, { done: Math.min(fired, motions), of: motions, found: 0 });
      if (opening.march.status !== "solved") return undefined;
      const step = leastNorm(opening.jacobian, opening.values).map((x) => -x);
      if (!leads(opening, step)) return { at, opening, step: step.map(() => Number.POSITIVE_INFINITY) };
      return { at, opening, step: step.map((x, j) => x / (spans[j].max - spans[j].min)) };
    },
    *goOn({ at, opening }) {
      const launch = parameters.slice();
      spans.forEach(({ min, max }, j) => {
        launch[freed[j]] = min + at[j] * (max - min);
      });
      const root = yield* shotFrom(range, launch, opening);
      return root && freed.map((index) => root[index]);
    },
    stopped: ground.stopped,
  };
  const over = yield* spreadOver(field);
  if (over === undefined) return { motions, root: undefined, usual: 0, isWhole: false };
  const { fired: ended } = over;
  const misses = ended.map(missOf).sort((a, b) => a - b);
  const usual = misses[misses.length >> 1] ?? 0;
  const told = { motions, usual, isWhole: 2 * misses.length > motions && over.isWhole };
  const before = closest.solution.residual;
  const isClose = Math.min(before, misses[0] ?? before) <= closely * usual;
  // launches of many bodies that are hardly apart end far from each other
  if (over.root !== undefined || !isClose || !hasRows(compiled.kernels)) return { ...told, root: over.root };
  const centre =
    before <= misses[0]
      ? inParts(freed.map((index) => closest.parameters[index]))
      : ended.reduce((a, b) => (missOf(b) < missOf(a) ? b : a)).at;
  const about = yield* spreadOver({ ...field, centre, width: part });
  return { ...told, root: about?.root, isWhole: told.isWhole && about?.isWhole === true };
}

const missOf = ({ opening }: Fired): number => Math.max(...opening.values.map(Math.abs));

/** The launch to which the motions of a field lead, and those that came to their end; undefined where nobody waits for it. */
function* spreadOver(
  field: Field,
): Generator<undefined, { root: readonly number[] | undefined; fired: Fired[]; isWhole: boolean } | undefined> {
  const { centre, width, motions, most } = field;
  const unit = pointsOf("halton", { samples: motions, dimensions: centre.length, seed: 1 });
  const fired: Fired[] = [];
  for (let i = 0; i < motions; i++) {
    if (field.stopped()) return undefined;
    const at = centre.map((x, j) => inside(x + width * (unit[i * centre.length + j] - 0.5)));
    const one = yield* field.fire(at);
    if (one !== undefined) fired.push(one);
  }
  const goalOf = ({ at, step }: Fired): number[] => step.map((x, j) => at[j] + x);
  const taken: Fired[] = [];
  const pointing = fired.filter(({ step }) => sizeOf(step) <= farthest * width);
  for (const one of pointing.sort((a, b) => sizeOf(a.step) - sizeOf(b.step))) {
    const goal = goalOf(one);
    const isTaken = taken.some((other) => sizeOf(goalOf(other).map((x, j) => x - goal[j])) <= alike * sizeOf(one.step));
    if (!isTaken) taken.push(one);
  }
  for (const one of taken.slice(0, most)) {
    if (field.stopped()) return undefined;
    const root = yield* field.goOn(one);
    if (root !== undefined) return { root, fired, isWhole: true };
  }
  const between = guessesBetween(fired.map(({ at, opening }) => ({ at, misses: opening.values })));
  for (const { at, size } of between.slice(0, most)) {
    if (field.stopped()) return undefined;
    const one = yield* field.fire(at.map(inside));
    // samples on both sides of a jump of the end have nothing between them
    if (one === undefined || sizeOf(one.step) > size) continue;
    const root = yield* field.goOn(one);
    if (root !== undefined) return { root, fired, isWhole: true };
  }
  return { root: undefined, fired, isWhole: Math.max(taken.length, between.length) <= most };
}

const inside = (part: number): number => Math.min(1, Math.max(0, part));

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
