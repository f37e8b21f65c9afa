import type { BoundaryTask } from "../boundary/guess.js";
import { limits } from "../boundary/ranges.js";
import { noMotion, saidWithin } from "../boundary/within.js";
import type { Found } from "../march/outcome.js";
import { close } from "./bracket.js";
import { type Curves, type Sample, sampleNear } from "./curve.js";
import { groundOf, polish } from "./launches.js";
import { spanOf } from "./scan.js";

/** Equal parts of a range that is scanned: a tenth of what a search for every launch takes. */
const parts = 60;
/** Marches at most: what is not found by then is not worth the wait. */
const mostMarches = 300;

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
}

/**
 * Looks for a launch by a scan where the way from the declared one did not lead to any: one freed value over its range,
 * the others by their conditions. Answers with the launch nearest to the declared one. That there is none is said only
 * where this route agrees with the `first`, and the scan has seen its whole range.
 */
export function* secondRoute(task: BoundaryTask, first: Found): Generator<undefined, Found> {
  const { setup, signal } = task;
  const { freed, boundary } = setup.compiled;
  const within = saidWithin(setup);
  if (within !== undefined) return noMotion(first, within);
  const start = freed.map((index) => setup.parameters[index]);
  const { roots, from, to, isWhole } = yield* scan(task, start);
  const far = (values: readonly number[]): number =>
    Math.max(...values.map((x, j) => Math.abs(x - start[j]) / Math.max(1, Math.abs(x), Math.abs(start[j]))));
  for (const guess of [...roots].sort((a, b) => far(a) - far(b))) {
    if (signal?.aborted) break;
    const found = yield* polish({ ...task, guess });
    if (found?.status !== "solved") continue;
    // who asks for the global Newton alone gets its own answer, but no claim that another one disproves
    return task.strategy === "auto" ? found : openStill(first, "but shooting finds a launch");
  }
  if (signal?.aborted) return { ...first, status: "cancelled", message: "Cancelled in a scan for other launches." };
  const where = `a scan of ${boundary[boundary.length - 1].frees} from ${digits(from)} to ${digits(to)}`;
  if (!isWhole || roots.length > 0) return openStill(first, `${where} does not rule one out`);
  const proof = first.status === "infeasible" ? " (this is no proof)" : "";
  return { ...first, message: `${clauseOf(first)}; ${where} found none either${proof}.` };
}

/** The first answer, without its claim that there is none. */
function openStill(first: Found, why: string): Found {
  return first.status === "infeasible"
    ? { ...first, status: "no-progress", message: `${clauseOf(first)}; ${why}.` }
    : first;
}

/** A message to be gone on with. */
const clauseOf = ({ message }: Found): string => message.replace(/ \(this is no proof\)/, "").replace(/\.$/, "");

/** Samples the span of the last freed value, and closes in on every sign change of its condition. */
function* scan(task: BoundaryTask, start: readonly number[]): Generator<undefined, Findings> {
  const ground = groundOf(task);
  const scanned = start.length - 1;
  const { min: from, max: to } = spanOf(ground.ranges[scanned], start[scanned]);
  const spans = ground.ranges.map((range, j) => spanOf(range, start[j]));
  let marches = 0;
  let isBeyond = false;
  const isSpent = (): boolean => marches >= mostMarches || ground.stopped();
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
  const found = { roots: [] as (readonly number[])[], jumps: 0, lost: 0 };
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
    if (before !== undefined && Math.sign(before.r) !== Math.sign(here.r))
      yield* close({ curves, c: scanned, stride, found }, before, here);
    before = here;
    ground.report(marches, { done: k + 1, of: parts + 1, found: found.roots.length });
  }
  return { from, to, roots: found.roots, isWhole: !isSpent() && !isGivenUp && gaps <= parts / 2 };
}

const digits = (x: number): string => String(Number(x.toPrecision(4)));
