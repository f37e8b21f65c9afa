import type { BoundaryTask } from "../boundary/guess.js";
import { limits } from "../boundary/ranges.js";
import { noMotion, saidWithin } from "../boundary/within.js";
import type { Compiled } from "../compile/compile-problem.js";
import { hasRows } from "../compile/step.js";
import { branchRows } from "../exact/branches.js";
import type { Found } from "../march/outcome.js";
import { isLimited } from "../problem/condition.js";
import { type Brackets, close, rootsBetween } from "./bracket.js";
import { launchesByEvents } from "./by-events.js";
import { type Curves, type Sample, sampleNear } from "./curve.js";
import { closely } from "./field.js";
import { groundOf, polish } from "./launches.js";
import { spanOf } from "./scan.js";
import { spreadShots } from "./spread.js";

/** Equal parts of a range that is scanned: a tenth of what a search for every launch takes. */
const parts = 60;
/** Marches at most: what is not found by then is not worth the wait. */
const mostMarches = 300;
/** Marches between samples of one sign, on the way to the claim that there is no launch. */
const mostBetween = 1200;
/** Grids that follow impacts have other steps at every sample, which are no teeth: their intervals are halved once. */
const wideTeeth = 128;
/** Motions of each freed value but time, of a search by events where shooting to an accuracy found nothing, */
const spread = 60;
/** and elements of all motions of that search at most, of which a part goes to those; where they did not do, as a part of them, those of shots from elsewhere. */
const [mostElements, outset, rest] = [150_000, 1 / 4, 1 / 8];
/** Operations of all of them at most: those of an evaluation of an element's rows, and what solving it costs beside them. */
const [mostOperations, besides] = [1.06e9, 3500];

/** Samples from the start of a span without a motion: then every `wide`-th of the others is asked whether there is one at all. */
const patience = 12;
const wide = 6;

/** A scan of one freed value over its span, and what it has found. */
interface Findings {
  readonly from: number;
  readonly to: number;
  readonly roots: readonly (readonly number[])[];
  /** False where samples are missing, or marches ran out. */
  readonly isWhole: boolean;
  /** True where what lies between the samples was looked at, too. */
  readonly isSure: boolean;
}

/**
 * Looks for a launch by a scan where the way from the declared one did not lead to any: one freed value over its range,
 * the others by their conditions. Answers with the launch nearest to the declared one. That there is none is said only where
 * the scan has seen its whole range, and either the `first` says so, too, or nothing hides between samples.
 */
export function* secondRoute(task: BoundaryTask, first: Found): Generator<undefined, Found> {
  const { setup, signal } = task;
  const { freed, boundary } = setup.compiled;
  const within = saidWithin(setup);
  if (within !== undefined) return noMotion(first, within);
  if (!hasRows(setup.compiled.kernels)) return yield* launchOfMany(task, first);
  const start = freed.map((index) => setup.parameters[index]);
  const { roots, from, to, isWhole, isSure } = yield* scan(task, start);
  const far = distanceFrom(start);
  for (const guess of [...roots].sort((a, b) => far(a) - far(b))) {
    if (signal?.aborted) break;
    const found = yield* polish({ ...task, guess });
    if (found?.status !== "solved") continue;
    // who asks for the global Newton alone gets its own answer, but no claim that another one disproves
    return task.strategy === "auto" ? found : openStill(first, "but shooting finds a launch");
  }
  if (signal?.aborted) return told(first, "cancelled", "Cancelled in a scan for other launches.");
  const where = `a scan of ${boundary[boundary.length - 1].frees} from ${digits(from)} to ${digits(to)}`;
  const isMany = freed.length > 1 && task.strategy === "auto" && setup.tolerance === undefined;
  if (isMany && !isSure && roots.length === 0) {
    const { root, usual, least, isWhole: isSpread, motions } = yield* spreadShots(task, first);
    const found = root && (yield* polish({ ...task, guess: [...root] }));
    if (found?.status === "solved") return found;
    if (signal?.aborted) return told(first, "cancelled", "Cancelled in a scan for other launches.");
    const both = `${where} and shots from ${motions} motions over all ranges found none either`;
    // beside an end that comes so close a piece may lie that no motion met
    if (isSpread && root === undefined && least > closely * usual)
      return told(first, "infeasible", `${clauseOf(first)}; ${both} (this is no proof).`);
  }
  if (!isWhole || roots.length > 0) return openStill(first, `${where} does not rule one out`);
  const status = isSure && task.strategy === "auto" ? "infeasible" : first.status;
  const proof = status === "infeasible" ? " (this is no proof)" : "";
  return told(first, status, `${clauseOf(first)}; ${where} found none either${proof}.`);
}

/**
 * The same where many bodies push each other: launches that are hardly apart end far from each other, so that no curve leads far,
 * and that none was found is no reason that there is none.
 */
function* launchOfMany(task: BoundaryTask, first: Found): Generator<undefined, Found> {
  const { root, motions } = yield* spreadShots(task, first);
  const found = root && (yield* polish({ ...task, guess: [...root] }));
  if (found?.status === "solved") return found;
  if (task.signal?.aborted) return told(first, "cancelled", "Cancelled in a search for other launches.");
  const where = `shots from ${motions} motions over all ranges found none either, and launches between them may end anywhere`;
  return told(first, "no-progress", `${clauseOf(first)}; ${where}.`);
}

/**
 * Looks for a launch of motions to an accuracy by their sequences of events where shooting found none, and answers with the
 * one nearest to the declared launch, or says how far it has looked.
 */
export function* secondRouteByEvents(task: BoundaryTask, first: Found): Generator<undefined, Found> {
  const { setup, signal } = task;
  const { freed, parameters: names, problem } = setup.compiled;
  if (first.status !== "no-progress" || !isLimited(problem)) return first;
  const others = Math.max(1, freed.filter((index) => names[index] !== "time").length);
  const most = Math.floor(elementsOf(setup.compiled) / Math.max(1, first.counts.steps));
  const samples = Math.min(spread * others, Math.floor(outset * most));
  if (samples < others) return first;
  const declared = freed.map((index) => setup.parameters[index]);
  const { launches, note, isOpen, isSpent } = yield* launchesByEvents(
    task,
    { samples },
    { brief: { near: declared, most } },
  );
  if (signal?.aborted) return told(first, "cancelled", "Cancelled in a search for other launches.");
  if (launches.length > 0) return launches[0].found;
  const far = `${clauseOf(first)}; ${note.replace(/\.$/, "")}`;
  const isCut = isOpen && isSpent === true && freed.length > 1;
  const over = isCut ? yield* spreadShots(task, first, Math.floor(rest * most)) : undefined;
  const found = over?.root && (yield* polish({ ...task, guess: [...over.root] }));
  if (found?.status === "solved") return found;
  if (signal?.aborted) return told(first, "cancelled", "Cancelled in a search for other launches.");
  if (over?.isWhole === true && over.root === undefined && over.least > closely * over.usual) {
    const both = `shots from ${over.motions} motions over all ranges found none either`;
    return told(first, "infeasible", `${far}; ${both} (this is no proof).`);
  }
  return told(first, isOpen ? first.status : "infeasible", `${far}${isOpen ? "" : " (this is no proof)"}.`);
}

/** How many elements a search may take: on ground of heights one costs as much as three elsewhere. */
export const elementsOf = (compiled: Compiled): number =>
  Math.min(mostElements, mostOperations / (branchRows(compiled).rows.operations + besides));

/** How far freed values are from others, in parts of those above one. */
const distanceFrom =
  (start: readonly number[]) =>
  (values: readonly number[]): number =>
    Math.max(...values.map((x, j) => Math.abs(x - start[j]) / Math.max(1, Math.abs(x), Math.abs(start[j]))));

const told = (found: Found, status: Found["status"], message: string): Found => ({
  ...found,
  status,
  message,
  solution: { ...found.solution, status, message },
});

/** The first answer, without its claim that there is none. */
function openStill(first: Found, why: string): Found {
  return first.status === "infeasible"
    ? { ...first, status: "no-progress", message: `${clauseOf(first)}; ${why}.` }
    : first;
}

/** A message to be gone on with. */
const clauseOf = ({ message }: Found): string =>
  message
    .replace(/ \(this is no proof\)| A search for all launches looks between them\./, "")
    .replace(/, neither from the declared launch nor from \d+ others over each range/, "")
    .replace(/\.$/, "");

/** Samples the span of the last freed value, and closes in on every sign change of its condition. */
function* scan(task: BoundaryTask, start: readonly number[]): Generator<undefined, Findings> {
  const ground = groundOf(task);
  const scanned = start.length - 1;
  const { min: from, max: to } = spanOf(ground.ranges[scanned], start[scanned]);
  const spans = ground.ranges.map((range, j) => spanOf(range, start[j]));
  let marches = 0;
  let isBeyond = false;
  let most = mostMarches;
  const isSpent = (): boolean => marches >= most || ground.stopped();
  const curves: Curves = {
    *at(values) {
      return isSpent() ? undefined : yield* ground.at(values);
    },
    base: ground.base,
    freed: ground.freed,
    scanned,
    reach: spans.map(({ min, max }) => (max - min) / 4),
    onShot: () => marches++,
    inside: {
      limit: limits(task.setup),
      onBeyond() {
        isBeyond = true;
      },
    },
  };
  const isInside = ({ values }: Sample): boolean =>
    values.every((x, j) => j === scanned || (x >= ground.ranges[j].min && x <= ground.ranges[j].max));
  const stride = (to - from) / parts;
  const found: Brackets = { roots: [], jumps: 0, lost: 0 };
  const pairs: (readonly [Sample, Sample])[] = [];
  function* sample(k: number, guesses: readonly (readonly number[])[]): Generator<undefined, Sample | undefined> {
    isBeyond = false;
    for (const values of new Set(guesses)) {
      const here = yield* sampleNear(curves, scanned, values.with(scanned, from + k * stride), true);
      if (here !== undefined || isBeyond) return here;
    }
    return undefined;
  }
  function* isAnyBehind(k: number): Generator<undefined, boolean> {
    for (let far = k + wide; far <= parts && !isSpent(); far += wide)
      if ((yield* sample(far, [start])) !== undefined) return true;
    return false;
  }
  let before: Sample | undefined;
  let near = start;
  let gaps = 0;
  let isGivenUp = false;
  for (let k = 0; k <= parts && !isSpent() && !isGivenUp; k++) {
    const here = yield* sample(k, [near, start]);
    if (here === undefined) {
      // where the other conditions ask for values beyond their ranges there is nothing to be seen
      if (!isBeyond) gaps++;
      isGivenUp = gaps === patience && k < 2 * patience && near === start && !(yield* isAnyBehind(k));
      before = undefined;
      continue;
    }
    near = here.values;
    if (!isInside(here)) {
      before = undefined;
      continue;
    }
    if (before !== undefined) {
      if (Math.sign(before.r) === Math.sign(here.r)) pairs.push([before, here]);
      else yield* close({ curves, c: scanned, stride, found }, before, here);
    }
    before = here;
    ground.report(marches, { done: k + 1, of: parts + 1, found: found.roots.length });
  }
  const isWhole = !isSpent() && !isGivenUp && gaps <= parts / 2;
  if (isWhole && found.roots.length === 0) {
    most = marches + mostBetween;
    const least = task.setup.tolerance === undefined ? stride : wideTeeth * stride;
    for (const [a, b] of pairs) if (!isSpent()) yield* rootsBetween({ curves, c: scanned, stride: least, found }, a, b);
  }
  return { from, to, roots: found.roots, isWhole, isSure: isWhole && !isSpent() && gaps === 0 && found.lost === 0 };
}

const digits = (x: number): string => String(Number(x.toPrecision(4)));
