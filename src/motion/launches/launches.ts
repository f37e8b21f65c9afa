/**
 * Every launch instead of one: one freed parameter is scanned along the curves on which the other conditions hold, sign
 * changes are bracketed, and each root is polished by the room `boundary`. How finely is said at the top of each file.
 *
 * @module motion/launches
 */
import type { Check, Fields } from "../../checks/fields.js";
import { inWords, unknownName } from "../../checks/words.js";
import { boundaryValue } from "../boundary/boundary-value.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { rangesOf } from "../boundary/ranges.js";
import { conditionOf } from "../boundary/rank.js";
import { lengthsOf, refineGrid } from "../boundary/refine.js";
import { type Range, shot } from "../boundary/shot.js";
import { emptyPath } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { exactBoundary, exactShots } from "../exact/boundary.js";
import { contactGrid } from "../march/contact-grid.js";
import type { Found } from "../march/outcome.js";
import type { launchSearch } from "../problem/check-options.js";
import { freedBy, isSquare } from "../problem/condition.js";
import { BadInput } from "../problem/problem.js";
import { contactNames, contactSequence, impactCount, type Phase, phasesOf } from "../trajectory/phases.js";
import { type Scan, type ScanGround, scanRoots } from "./scan.js";

/** Options of a search for all launches. */
export interface Search extends Fields<Record<never, Check>, typeof launchSearch> {}

/** A launch that a search found: the motion, its contact sequence in words, and the condition of ∂Υ/∂(freed) there. */
export interface Launch {
  readonly found: Found;
  readonly sequence: string;
  readonly impacts: number;
  readonly condition: number;
}

/**
 * All launches of a search, and what the search can and cannot promise. Launches of one contact sequence stand together,
 * in the order of the scanned parameter; so do the sequences, each by its first launch.
 */
export interface Launches {
  readonly launches: readonly Launch[];
  readonly note: string;
}

/** Parts of the scanned range: at a hundredth of a metre a second, teeth of a grid of a millisecond are told apart. */
const samples = 600;

/** Time [ms] in which roots that were found before a search was cancelled may be polished. */
const grace = 50;

/** The rest of a scan's line of progress: it leaves no residual, and takes no steps of a Newton. */
const scanInfo = {
  phase: "scan",
  residual: Number.NaN,
  merit: Number.NaN,
  stepLength: 1,
  stepKind: "newton",
} as const;

/** Freed values closer than this, relative to values above one, are one launch if contacts meet at the same steps. */
const distinct = 1e-6;

/**
 * Scans one freed parameter along every curve on which the other conditions hold, brackets every sign change that a
 * scan can see, and polishes each by the global Newton (on a refined grid where the problem asks for one).
 * @throws {BadInput} for a scan of something not freed, an endless range, or a branch that means nothing.
 */
export function* everyLaunch(task: BoundaryTask, search: Search): Generator<undefined, Launches> {
  const { setup } = task;
  const scan = scanOf(setup, search);
  const wanted = branchOf(search.branch);
  const scanned = yield* scanRoots(groundOf(task), scan);
  const signal = afterwards(task.signal);
  const several = contactNames(setup.compiled.kernels.observed.pairs).length > 1;
  const launches: Launch[] = [];
  const told: Told[] = [];
  let dropped = 0;
  for (const guess of scanned.roots) {
    // what a scan has found before it was cancelled is polished none the less, if that does not take long
    const isQuick = setup.tolerance === undefined && launches.length === 0;
    const found = yield* polish({ ...task, guess, signal: isQuick ? undefined : signal });
    if (found?.status !== "solved") {
      if (!signal.aborted) dropped++;
      continue;
    }
    const phases = phasesOf(found.setup, found.parameters, found.path);
    const launch = {
      found,
      sequence: contactSequence(phases, several),
      impacts: impactCount(phases),
      condition: yield* conditionAt({ ...task, signal: undefined }, found),
    };
    const here = { values: setup.compiled.freed.map((index) => found.parameters[index]), phases };
    if (!wanted(launch) || told.some((other) => same(other, here))) continue;
    launches.push(launch);
    told.push(here);
  }
  const sequences = [...new Set(launches.map(({ sequence }) => sequence))];
  const grouped = sequences.flatMap((wanted) => launches.filter(({ sequence }) => sequence === wanted));
  // what a cancelled scan did not come to is no gap
  const unseen = task.signal?.aborted ? { lost: 0, gaps: 0 } : {};
  return { launches: grouped, note: noteOf(setup, scan, { ...scanned, ...unseen, dropped }, launches.length) };
}

/** A signal that is aborted some while after another one. */
function afterwards(signal: AbortSignal | undefined): AbortSignal {
  const later = new AbortController();
  const wait = (): unknown => setTimeout(() => later.abort(), grace);
  if (signal?.aborted) wait();
  else signal?.addEventListener("abort", wait, { once: true });
  return later.signal;
}

/** The ground of a scan for the launches of a task. */
export function groundOf(task: BoundaryTask): ScanGround {
  const { setup, signal, report } = task;
  return {
    at: (values) => rangeAt(task, values),
    base: setup.parameters,
    freed: setup.compiled.freed,
    ranges: rangesOf(setup),
    stopped: () => signal?.aborted === true,
    report: (marches, scanned) => report({ ...scanInfo, iteration: marches, scanned }),
  };
}

/** The whole solve from a root of a scan; undefined where the conditions do not determine the launch there. */
export function* polish(task: BoundaryTask): Generator<undefined, Found | undefined> {
  try {
    const { tolerance, exact } = task.setup;
    if (exact !== undefined) return yield* exactBoundary(task);
    return yield* tolerance === undefined ? boundaryValue(task) : refineGrid(task, tolerance);
  } catch (reason) {
    // a root may lie where a part has come to rest: one motion of many, which no search can list
    if (reason instanceof BadInput) return undefined;
    throw reason;
  }
}

/** The range that a sample is shot on: the declared grid, or one that follows the sample's own impacts. */
function* rangeAt(task: BoundaryTask, values: readonly number[]): Generator<undefined, Range | undefined> {
  const { setup, workspace } = task;
  const { freed } = setup.compiled;
  if (task.signal?.aborted) return undefined;
  let on = setup;
  if (setup.tolerance !== undefined) {
    const parameters = setup.parameters.slice();
    freed.forEach((index, j) => {
      parameters[index] = values[j];
    });
    const making = { setup, marcher: workspace.marcher, signal: task.signal };
    const steps = yield* contactGrid(making, parameters, lengthsOf(setup, 0));
    if (steps === undefined) return undefined;
    on = withSteps(setup, steps);
  }
  return rangeOn(on, task);
}

/** A range of its own path, so that what was found is not written over. */
function rangeOn(setup: Setup, task: BoundaryTask): Range {
  const { workspace, signal } = task;
  const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
  const other = setup.exact && exactShots(task);
  return { setup, marcher: workspace.marcher, path, signal, onShot: () => {}, ...(other && { other }) };
}

function* conditionAt(task: BoundaryTask, { setup, parameters }: Found): Generator<undefined, number> {
  return conditionOf(setup, yield* shot(rangeOn(setup, task), parameters));
}

function scanOf(setup: Setup, search: Search): Scan {
  const { freed, parameters, problem } = setup.compiled;
  if (freed.length === 0)
    throw new BadInput("all", `${problem.name} frees nothing, so there are no launches to search.`);
  if (!isSquare(problem))
    throw new BadInput("all", `A search for every launch needs as many equations at the end as values that are freed.`);
  const names = freedBy(problem);
  const name = search.scan?.name ?? names[names.length - 1];
  const index = names.indexOf(name);
  if (index < 0) throw new BadInput("scan", unknownName("freed parameter", name, names));
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
    problem.parameters[parameters[freed[index]]];
  const { from = min, to = max } = search.scan ?? {};
  if (!Number.isFinite(from) || !Number.isFinite(to) || !(from < to))
    throw new BadInput(
      "scan",
      `The scan of ${name} needs two finite numbers, the first below the second: it has ${inWords(from)} and ${inWords(to)}.`,
    );
  const count = search.samples ?? samples;
  if (!Number.isInteger(count) || count < 1 || count > 1e6)
    throw new BadInput("samples", `samples must be a whole number from 1 to 1000000, it is ${inWords(count)}.`);
  return { freed: index, from, to, samples: count };
}

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "one impact", "2 impacts", or a whole sequence "flight, impact, flight". */
function branchOf(branch: string | undefined): (launch: Launch) => boolean {
  if (branch === undefined) return () => true;
  const words = branch.trim().toLowerCase();
  const count = words.match(/^(\w+) impacts?$/);
  if (count !== null) {
    const wanted = numbers.includes(count[1]) ? numbers.indexOf(count[1]) : Number(count[1]);
    if (Number.isInteger(wanted)) return ({ impacts }) => impacts === wanted;
  }
  const phase = "(flight|(impact|contact)( \\([^)]*\\))?)";
  if (new RegExp(`^${phase}(, ${phase})*$`).test(words)) return ({ sequence }) => sequence.toLowerCase() === words;
  throw new BadInput(
    "branch",
    `branch must be a count such as "one impact" or a sequence such as "flight, impact, flight", it is "${branch}".`,
  );
}

/** The mark of a launch among others: its freed values, and the steps at which its contacts meet and part. */
interface Told {
  readonly values: readonly number[];
  readonly phases: readonly Phase[];
}

/** Two roots at the sides of a tooth may be closer than `distinct`, but a contact meets or parts at another step. */
function same(a: Told, b: Told): boolean {
  return (
    a.values.every((x, j) => Math.abs(x - b.values[j]) <= distinct * Math.max(1, Math.abs(x))) &&
    a.phases.length === b.phases.length &&
    a.phases.every(({ from }, i) => from === b.phases[i].from)
  );
}

function noteOf(
  { compiled }: Setup,
  scan: Scan,
  { jumps, lost, gaps, dropped }: { jumps: number; lost: number; gaps: number; dropped: number },
  count: number,
): string {
  const names = freedBy(compiled.problem);
  const name = names[scan.freed];
  const others = names.filter((other) => other !== name).join(" and ");
  const width = (scan.to - scan.from) / scan.samples;
  const elsewhere = `beyond that range${others === "" ? "" : `, or on other branches of ${others}`}`;
  const parts = [
    `${count} ${count === 1 ? "launch" : "launches"} found by scanning ${name} from ${scan.from} to ${scan.to} in ${scan.samples} parts`,
    `${count === 0 ? "others" : `two closer than ${(width / 256).toPrecision(1)}, ${elsewhere}`} may be missed`,
  ];
  if (jumps > 0) parts.push(`${jumps} sign changes were jumps and no launches`);
  if (lost > 0) parts.push(`${lost} intervals were not searched further`);
  if (dropped > 0) parts.push(`${dropped} more were not polished, or are not determined`);
  if (gaps > 0) parts.push(`at ${gaps} samples no motion ${others === "" ? "was found" : "met the other conditions"}`);
  return `${parts.join("; ")}.`;
}
