import type { Bound } from "./bind.js";
import { withSteps } from "./bind.js";
import { contactGrid } from "./contact-grid.js";
import { emptyPath } from "./march.js";
import type { Found } from "./outcome.js";
import { unknownName } from "./parameters.js";
import { contactNames, contactSequence, impactCount, phasesOf } from "./phases.js";
import { boundaryValue } from "./plan.js";
import { BadInput } from "./problem.js";
import { lengthsOf, refined } from "./refine.js";
import { type Scan, scanRoots } from "./scan.js";
import type { Range } from "./shot.js";
import type { Task } from "./task.js";

/** What a caller may say of a search for all launches. */
export interface Search {
  /** All launches instead of the nearest one. */
  readonly all?: boolean;
  /** The freed parameter that is scanned, and between which values; its declared range, the last one freed, if left out. */
  readonly scan?: { readonly name: string; readonly from: number; readonly to: number };
  /** Samples of the scan. */
  readonly samples?: number;
  /** A contact sequence such as "flight, impact, flight", or a count such as "one impact": only such launches. */
  readonly branch?: string;
}

/** A launch that a search found: the motion, and its contact sequence in words. */
export interface Launch {
  readonly found: Found;
  readonly sequence: string;
  readonly impacts: number;
}

/** All launches of a search, in the order of the scanned parameter, and what the search can and cannot promise. */
export interface Launches {
  readonly launches: readonly Launch[];
  readonly note: string;
}

/** Parts of the scanned range: at a hundredth of a metre a second, teeth of a grid of a millisecond are told apart. */
const samples = 600;
/** Freed values closer than this, relative to values above one, are one launch. */
const distinct = 1e-6;

/**
 * Scans one freed parameter, brackets every sign change that a scan can see, and polishes each by the global Newton
 * (on a refined grid where the problem asks for one).
 * @throws {BadInput} for a scan of something not freed, an endless range, or a branch that means nothing.
 */
export function* everyLaunch(task: Task, search: Search): Generator<undefined, Launches> {
  const { bound } = task;
  const scan = scanOf(bound, search);
  const wanted = branchOf(search.branch);
  const scanned = yield* scanRoots((values) => rangeAt(task, values), bound.parameters, bound.compiled.freed, scan);
  const several = contactNames(bound.compiled.kernels.pairs).length > 1;
  const launches: Launch[] = [];
  let dropped = 0;
  for (const guess of scanned.roots) {
    const found = yield* polished({ ...task, guess });
    if (found?.status !== "solved") {
      dropped++;
      continue;
    }
    const phases = phasesOf(found.bound, found.parameters, found.path);
    const launch: Launch = { found, sequence: contactSequence(phases, several), impacts: impactCount(phases) };
    if (wanted(launch) && launches.every((other) => !same(bound, other, launch))) launches.push(launch);
  }
  return { launches, note: noteOf(bound, scan, { ...scanned, dropped }, launches.length) };
}

/** The whole solve from a root of the scan; undefined where the conditions do not determine the launch there. */
function* polished(task: Task): Generator<undefined, Found | undefined> {
  try {
    return yield* (task.bound.tolerance === undefined ? boundaryValue : refined)(task);
  } catch (reason) {
    // a root may lie where a part has come to rest: one motion of many, which no search can list
    if (reason instanceof BadInput) return undefined;
    throw reason;
  }
}

/** The range that a sample is shot on: the declared grid, or one that follows the sample's own impacts. */
function* rangeAt(
  { bound, workspace, signal }: Task,
  values: readonly number[],
): Generator<undefined, Range | undefined> {
  const { freed, kernels } = bound.compiled;
  let on = bound;
  if (bound.tolerance !== undefined) {
    const parameters = bound.parameters.slice();
    freed.forEach((index, j) => {
      parameters[index] = values[j]!;
    });
    const steps = yield* contactGrid(bound, workspace.marcher, parameters, lengthsOf(bound, 0));
    if (steps === undefined) return undefined;
    on = withSteps(bound, steps);
  }
  return {
    bound: on,
    marcher: workspace.marcher,
    path: emptyPath(kernels, on.steps.h.length),
    signal,
    onShot: () => {},
  };
}

function scanOf(bound: Bound, search: Search): Scan {
  const { freed, parameters, problem, boundary } = bound.compiled;
  if (freed.length === 0)
    throw new BadInput("all", `${problem.name} frees nothing, so there are no launches to search.`);
  const names = boundary.map(({ frees }) => frees);
  const name = search.scan?.name ?? names[names.length - 1]!;
  const index = names.indexOf(name);
  if (index < 0) throw new BadInput("scan", unknownName("freed parameter", name, names));
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
    problem.parameters[parameters[freed[index]!]!]!;
  const { from = min, to = max } = search.scan ?? {};
  if (!Number.isFinite(from) || !Number.isFinite(to) || !(from < to))
    throw new BadInput(
      "scan",
      `The scan of ${name} needs two finite numbers, the first below the second: it has ${from} and ${to}.`,
    );
  const count = search.samples ?? samples;
  if (!Number.isInteger(count) || count < 1 || count > 1e6)
    throw new BadInput("samples", `samples must be a whole number from 1 to 1000000, it is ${count}.`);
  return { freed: index, from, to, samples: count };
}

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "one impact", "2 impacts", or a whole sequence "flight, impact, flight". */
function branchOf(branch: string | undefined): (launch: Launch) => boolean {
  if (branch === undefined) return () => true;
  const words = branch.trim().toLowerCase();
  const count = words.match(/^(\w+) impacts?$/);
  if (count !== null) {
    const wanted = numbers.includes(count[1]!) ? numbers.indexOf(count[1]!) : Number(count[1]);
    if (Number.isInteger(wanted)) return ({ impacts }) => impacts === wanted;
  }
  const phase = "(flight|(impact|contact)( \\([^)]*\\))?)";
  if (new RegExp(`^${phase}(, ${phase})*$`).test(words)) return ({ sequence }) => sequence.toLowerCase() === words;
  throw new BadInput(
    "branch",
    `branch must be a count such as "one impact" or a sequence such as "flight, impact, flight", it is "${branch}".`,
  );
}

function same({ compiled }: Bound, a: Launch, b: Launch): boolean {
  return compiled.freed.every((index) => {
    const [x, y] = [a.found.parameters[index]!, b.found.parameters[index]!];
    return Math.abs(x - y) <= distinct * Math.max(1, Math.abs(x));
  });
}

function noteOf(
  { compiled }: Bound,
  scan: Scan,
  { jumps, gaps, dropped }: { jumps: number; gaps: number; dropped: number },
  count: number,
): string {
  const name = compiled.boundary[scan.freed]!.frees;
  const width = (scan.to - scan.from) / scan.samples;
  const parts = [
    `${count} ${count === 1 ? "launch" : "launches"} found by scanning ${name} from ${scan.from} to ${scan.to} in ${scan.samples} parts`,
    `two launches closer than ${(width / 256).toPrecision(1)}, or beyond that range, may be missed`,
  ];
  if (jumps > 0) parts.push(`${jumps} sign changes were jumps and no launches`);
  if (dropped > 0) parts.push(`${dropped} more could not be polished, or are not determined by the conditions`);
  if (gaps > 0) parts.push(`${gaps} samples could not be simulated`);
  return `${parts.join("; ")}.`;
}
