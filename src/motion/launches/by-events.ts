import { inWords, unknownName } from "../../checks/words.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { rangesOf } from "../boundary/ranges.js";
import { saidWithin } from "../boundary/within.js";
import { freedBy, isLimited } from "../problem/condition.js";
import { BadInput } from "../problem/problem.js";
import { afterwards, branchOf, type Launches, type Search, sorted } from "./launch.js";
import { polishedOf, sizeIn } from "./polish.js";
import { scanInfo, together } from "./progress.js";
import { spanOf } from "./scan.js";
import type { Pointed } from "./windows/pointed.js";
import type { Track } from "./windows/track.js";
import { type Field, isOneDimensional, type Part, type PartSurveyed, partsOf, survey } from "./windows/windows.js";

/** Motions that a search spreads over the range of each freed value but time. */
const samples = 900;
/** Motions of a search at most, for each that is spread and besides: where parts rattle every one has a sequence of its own. */
const [mostEach, mostBesides] = [10, 1500];
/** A search of one freed value that takes no more for each that is spread, and besides, looks at borders of windows more closely. */
const [fewEach, fewBesides] = [4, 500];
/** Nothing is said of launches that were not found once more than this part of the motions break off. */
const seldom = 0.1;

/** How a part is looked over. */
interface Surveying {
  /** Motions of all parts at most. */
  readonly most?: number | undefined;
  /** Motions that an earlier survey made. */
  readonly memory?: Map<string, Track>;
}

/**
 * Looks over one part of a search. It depends on nothing that another part does, and may only take its share of the motions.
 * @throws {BadInput} as `launchesByEvents`.
 */
export function* surveyedIn(
  task: BoundaryTask,
  search: Search,
  part: Part,
  { most, memory }: Surveying = {},
): Generator<undefined, PartSurveyed> {
  let marched = 0;
  const whole = fieldOf(task, search);
  // what is chaotic is so in one part, mostly
  const share = (most ?? mostBesides + mostEach * whole.samples) / (part.isDeep ? Math.min(2, part.of) : part.of);
  const field: Field = {
    ...whole,
    ...(memory && { memory }),
    most: share,
    stopped: () => whole.stopped() || marched >= share,
    report(marches, progress) {
      marched = marches;
      whole.report(marches, progress);
    },
  };
  const surveyed = { ...(yield* survey(task, field, part)), isSpent: marched >= share };
  return { ...surveyed, isFew: !part.isDeep && part.of * marched <= enough(whole) };
}

/** Some launches to which a search points, polished: whoever has all of them goes on from there, and finds the same. */
export function* polishedIn(
  task: BoundaryTask,
  search: Search,
  pointed: readonly Pointed[],
): Generator<undefined, readonly Pointed[]> {
  const { spans } = fieldOf(task, search);
  const stopped = (): boolean => task.signal?.aborted === true;
  const silent = { ...task, report: () => {} };
  const { polished } = yield* polishedOf(silent, { pointed, spans, report() {}, stopped, isBrief: false });
  // what was cancelled on its way is polished no further
  return stopped() ? pointed : pointed.map((one) => ({ ...one, polished: polished.get(one) }));
}

/**
 * The parts of a search, looked over by whoever asked for it; undefined where it looks over them itself.
 * @throws {BadInput} where some are left out: that there is no launch would be said of what nobody has seen.
 */
export async function surveyedElsewhere(
  task: BoundaryTask,
  { survey, ...search }: Search,
): Promise<readonly PartSurveyed[] | undefined> {
  const field = fieldOf(task, search);
  const of = partsOf(task, field);
  if (survey === undefined || of === 1 || saidWithin(task.setup) !== undefined) return undefined;
  const looked = async (isDeep: boolean): Promise<readonly PartSurveyed[]> => {
    const parts = await survey(of, isDeep);
    if (parts.length !== of && task.signal?.aborted !== true)
      throw new BadInput("survey", `The survey of a search told ${parts.length} of its ${of} parts.`);
    return parts;
  };
  const parts = await looked(false);
  return isWorthMore(task, field, parts) ? deepest(task, parts, await looked(true)) : parts;
}

/** One part after the other. */
function* surveyedHere(
  task: BoundaryTask,
  search: Search,
  most?: number,
): Generator<undefined, readonly PartSurveyed[]> {
  const field = fieldOf(task, search);
  const of = most === undefined ? partsOf(task, field) : 1;
  const memory = new Map<string, Track>();
  function* all(isDeep: boolean): Generator<undefined, PartSurveyed[]> {
    const parts: PartSurveyed[] = [];
    for (const [k, report] of together(of, task.report).entries())
      parts.push(yield* surveyedIn({ ...task, report }, search, { k, of, isDeep }, { most, memory }));
    return parts;
  }
  const parts = yield* all(false);
  return most === undefined && isWorthMore(task, field, parts) ? deepest(task, parts, yield* all(true)) : parts;
}

/** The deeper survey, where it came to its end; else what the one before it has seen. */
function deepest(
  { signal }: BoundaryTask,
  parts: readonly PartSurveyed[],
  deep: readonly PartSurveyed[],
): readonly PartSurveyed[] {
  return signal?.aborted === true || joined(deep).isSpent ? parts : deep;
}

/** True where a search took so few motions that it may take some more. */
function isWorthMore(task: BoundaryTask, field: Field, parts: readonly PartSurveyed[]): boolean {
  const { marches } = joined(parts);
  return isOneDimensional(task) && task.signal?.aborted !== true && marches <= enough(field);
}

const enough = ({ samples }: Field): number => fewBesides + fewEach * samples;

function joined(parts: readonly PartSurveyed[]): PartSurveyed {
  const sum = (of: (part: PartSurveyed) => number): number => parts.reduce((all, part) => all + of(part), 0);
  return {
    pointed: parts.flatMap(({ pointed }) => pointed).sort((a, b) => a.size - b.size),
    marches: sum(({ marches }) => marches),
    windows: [...new Set(parts.flatMap(({ windows }) => windows))],
    lost: sum(({ lost }) => lost),
    isSpent: parts.some(({ isSpent }) => isSpent),
    isFew: parts.every(({ isFew }) => isFew),
  };
}

/**
 * Every launch of motions to an accuracy, by the windows of their sequences of events: each launch that a motion points to
 * is gone on to from there, on the branches of that motion, and judged by a finer one. A search that is `brief` ends with the
 * first that it finds. Parts of the search that were looked over elsewhere are taken as they are.
 * @throws {BadInput} for a scan of something not freed, a range that means nothing, or conditions of other kinds.
 */
export function* launchesByEvents(
  task: BoundaryTask,
  search: Search,
  { brief, parts }: { readonly brief?: Brief; readonly parts?: readonly PartSurveyed[] | undefined } = {},
): Generator<undefined, Launches> {
  const wanted = branchOf(search.branch);
  const field = fieldOf(task, search);
  const within = saidWithin(task.setup);
  if (within !== undefined) return { launches: [], note: within };
  const surveyed = joined(parts ?? (yield* surveyedHere(task, search, brief?.most)));
  const { isSpent } = surveyed;
  const signal = afterwards(task.signal);
  const { found, dropped, outside } = yield* polishedOf(task, {
    pointed: nearestFirst(surveyed.pointed, sizeIn(field.spans), brief),
    spans: field.spans,
    report: (done, found) =>
      task.report({
        ...scanInfo,
        iteration: surveyed.marches,
        scanned: { done, of: surveyed.pointed.length, found },
      }),
    stopped: () => signal.aborted,
    isBrief: brief !== undefined,
  });
  const launches = found.filter(wanted).sort((a, b) => a.values[0] - b.values[0]);
  const note = noteOf(task, field, { ...surveyed, dropped, outside, count: launches.length });
  const isOpen = dropped > 0 || isSpent || surveyed.lost > seldom * surveyed.marches;
  // what a search has no time left for is open, but nothing in it says that there is a launch
  return { launches: sorted(launches), note, isOpen, isSpent: isOpen && dropped === 0 && isSpent };
}

/** A search for one launch near to declared values, by so many motions at most. */
interface Brief {
  readonly near: readonly number[];
  readonly most: number;
}

/** Launches in the order in which they are polished. */
function nearestFirst(
  all: readonly Pointed[],
  sizeOf: (a: readonly number[], b: readonly number[]) => number,
  brief: Brief | undefined,
): readonly Pointed[] {
  if (brief === undefined) return all;
  const { near } = brief;
  return all.toSorted((a, b) => sizeOf(a.guess, near) - sizeOf(b.guess, near));
}

function fieldOf(task: BoundaryTask, { scan, samples: asked }: Search): Field {
  const { setup, report, signal } = task;
  const { problem, freed } = setup.compiled;
  if (freed.length === 0)
    throw new BadInput("all", `${problem.name} frees nothing, so there are no launches to search.`);
  if (!isLimited(problem))
    throw new BadInput("all", `A search for every launch needs as many equations at the end as values that are freed.`);
  const names = freedBy(problem);
  if (scan !== undefined && !names.includes(scan.name))
    throw new BadInput("scan", unknownName("freed parameter", scan.name, names));
  const spans = rangesOf(setup).map((range, j) => {
    const isScanned = range.name === scan?.name;
    const span = {
      min: (isScanned ? scan.from : undefined) ?? range.min,
      max: (isScanned ? scan.to : undefined) ?? range.max,
    };
    const isWhole = Number.isFinite(span.min) && Number.isFinite(span.max);
    if (isScanned && !(isWhole && span.min < span.max))
      throw new BadInput(
        "scan",
        `The scan of ${range.name} needs two finite numbers, the first below the second: it has ${inWords(span.min)} and ${inWords(span.max)}.`,
      );
    const { min, max } = spanOf(span, setup.parameters[freed[j]]);
    // a parameter may have an open end
    const { above = Number.NEGATIVE_INFINITY } = problem.parameters[range.name];
    return { min: Math.max(above, min), max };
  });
  const others = names.filter((name) => name !== "time").length;
  const count = asked ?? samples * Math.max(1, others);
  if (!Number.isInteger(count) || count < 1 || count > 1e6)
    throw new BadInput("samples", `samples must be a whole number from 1 to 1000000, it is ${inWords(count)}.`);
  return {
    spans,
    samples: count,
    stopped: () => signal?.aborted === true,
    most: Number.POSITIVE_INFINITY,
    report: (marches, scanned) => report({ ...scanInfo, iteration: marches, scanned }),
  };
}

interface Noted extends PartSurveyed {
  readonly dropped: number;
  /** A launch just beyond the ranges, to which motions there point. */
  readonly outside: readonly number[] | undefined;
  readonly count: number;
}

function noteOf({ setup }: BoundaryTask, { spans, samples: spread }: Field, noted: Noted): string {
  const { marches, windows, lost, dropped, outside, count, isSpent } = noted;
  const names = freedBy(setup.compiled.problem);
  const ranges = names.map((name, j) => `${name} from ${digits(spans[j].min)} to ${digits(spans[j].max)}`);
  const parts = [
    `${count} ${count === 1 ? "launch" : "launches"} found by ${marches} motions over ${ranges.join(" and ")}, with ${windows.length} sequences of events`,
    `sequences between two of ${spread} motions in even steps may be missed`,
  ];
  if (isSpent) parts.push("the search ended with these before it was through");
  if (lost > seldom * marches) parts.push(`${lost} motions broke off`);
  if (dropped > 0) parts.push(`${dropped} more were not polished, are not determined, or pass a limit`);
  if (outside !== undefined) {
    const near = names.map((name, j) => `${name} = ${digits(outside[j])}`);
    parts.push(`motions point to one just beyond, near ${near.join(" and ")}`);
  }
  return `${parts.join("; ")}.`;
}

const digits = (x: number): string => String(Number(x.toPrecision(4)));
