/**
 * Every launch instead of one: one freed parameter is scanned along the curves on which the other conditions hold, sign
 * changes are bracketed, and each root is polished by the room `boundary`. How finely is said at the top of each file.
 *
 * @module motion/launches
 */
import { inWords, unknownName } from "../../checks/words.js";
import { boundaryValue } from "../boundary/boundary-value.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { rangesOf } from "../boundary/ranges.js";
import { lengthsOf, refineGrid } from "../boundary/refine.js";
import type { Range } from "../boundary/shot.js";
import { saidWithin } from "../boundary/within.js";
import { emptyPath } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { exactBoundary } from "../exact/boundary.js";
import { contactGrid } from "../march/contact-grid.js";
import { type Found, timed } from "../march/outcome.js";
import { freedBy, isSquare } from "../problem/condition.js";
import { BadInput } from "../problem/problem.js";
import { launchesByEvents } from "./by-events.js";
import {
  afterwards,
  branchOf,
  type Launch,
  type Launches,
  launchOf,
  type Search,
  same,
  sorted,
  type Told,
} from "./launch.js";
import { scanInfo } from "./progress.js";
import { type Scan, type ScanGround, scanRoots } from "./scan.js";
import type { PartSurveyed } from "./windows/windows.js";

/** Parts of the scanned range: at a hundredth of a metre a second, teeth of a grid of a millisecond are told apart. */
const samples = 600;

/**
 * Scans one freed parameter along every curve on which the other conditions hold, brackets every sign change that a
 * scan can see, and polishes each by the global Newton (on a refined grid where the problem asks for one).
 * Motions to an accuracy are searched by their events instead (`by-events.ts`), in parts that may have been looked over elsewhere.
 * @throws {BadInput} for a scan of something not freed, an endless range, or a branch that means nothing.
 */
export function* everyLaunch(
  task: BoundaryTask,
  search: Search,
  parts?: readonly PartSurveyed[],
): Generator<undefined, Launches> {
  const { setup } = task;
  if (setup.exact !== undefined) return yield* launchesByEvents(task, search, { parts });
  const scan = scanOf(setup, search);
  const wanted = branchOf(search.branch);
  const within = saidWithin(setup);
  if (within !== undefined) return { launches: [], note: within };
  const scanned = yield* scanRoots(groundOf(task), scan);
  const signal = afterwards(task.signal);
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
    const launch = yield* launchOf(task, found);
    const here = { values: setup.compiled.freed.map((index) => found.parameters[index]), phases: launch.phases };
    if (!wanted(launch) || told.some((other) => same(other, here))) continue;
    launches.push(launch);
    told.push(here);
  }
  // what a cancelled scan did not come to is no gap
  const unseen = task.signal?.aborted ? { lost: 0, gaps: 0 } : {};
  const note = noteOf(setup, scan, { ...scanned, ...unseen, dropped }, launches.length);
  return { launches: sorted(launches), note, isOpen: dropped > 0 || scanned.lost > 0 };
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
    return timed(yield* tolerance === undefined ? boundaryValue(task) : refineGrid(task, tolerance));
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
  return { setup, marcher: workspace.marcher, path, signal, onShot: () => {} };
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
