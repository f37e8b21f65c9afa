import type { Check, Fields } from "../../checks/fields.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { conditionOf } from "../boundary/rank.js";
import { shot } from "../boundary/shot.js";
import { emptyPath } from "../compile/path.js";
import { exactShots } from "../exact/boundary.js";
import type { Found, Judged } from "../march/outcome.js";
import type { launchSearch } from "../problem/check-options.js";
import { BadInput } from "../problem/problem.js";
import { contactNames, contactSequence, impactCount, type Phase, phasesOf } from "../trajectory/phases.js";
import type { PartSurveyed } from "./windows/windows.js";

/** Options of a search for all launches. */
export interface Search extends Fields<Record<never, Check>, typeof launchSearch> {
  /**
   * Looks over that many parts of a search by events, deeply or not, such as by `surveyPart` in threads; one after the other here, if
   * left out.
   */
  readonly survey?: (parts: number, isDeep: boolean) => Promise<readonly PartSurveyed[]>;
}

/** A launch that a search found: the motion, its contact sequence in words, and the condition of ∂Υ/∂(freed) there. */
export interface Launch {
  readonly found: Judged;
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
  /** True where motions point to launches that were not polished: that there is none is then not said. */
  readonly isOpen?: boolean;
  /** True where the only reason for that is that the search may take no more motions. */
  readonly isSpent?: boolean;
}

/** Time [ms] in which roots that were found before a search was cancelled may be polished. */
const grace = 50;

/** Freed values closer than this, relative to values above one, are one launch if contacts meet at the same steps. */
export const distinct = 1e-6;

/** A signal that is aborted some while after another one. */
export function afterwards(signal: AbortSignal | undefined): AbortSignal {
  const later = new AbortController();
  const wait = (): unknown => setTimeout(() => later.abort(), grace);
  if (signal?.aborted) wait();
  else signal?.addEventListener("abort", wait, { once: true });
  return later.signal;
}

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "one impact", "2 impacts", or a whole sequence "flight, impact, flight". */
export function branchOf(branch: string | undefined): (launch: Launch) => boolean {
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

/** Launches of one contact sequence together. */
export function sorted(launches: readonly Launch[]): Launch[] {
  const sequences = [...new Set(launches.map(({ sequence }) => sequence))];
  return sequences.flatMap((wanted) => launches.filter(({ sequence }) => sequence === wanted));
}

/** A motion that was found, with what tells it from others. */
export function* launchOf(
  task: BoundaryTask,
  found: Found,
): Generator<undefined, Launch & { readonly phases: readonly Phase[] }> {
  const several = contactNames(task.setup.compiled.kernels.observed.pairs).length > 1;
  const phases = phasesOf(found.setup, found.parameters, found.path);
  return {
    found,
    sequence: contactSequence(phases, several),
    impacts: impactCount(phases),
    condition: yield* conditionAt({ ...task, signal: undefined }, found),
    phases,
  };
}

/** The mark of a launch among others: its freed values, and the steps at which its contacts meet and part. */
export interface Told {
  readonly values: readonly number[];
  readonly phases: readonly Phase[];
}

/** Two roots at the sides of a tooth may be closer than `distinct`, but a contact meets or parts at another step. */
export function same(a: Told, b: Told): boolean {
  return (
    a.values.every((x, j) => Math.abs(x - b.values[j]) <= distinct * Math.max(1, Math.abs(x))) &&
    a.phases.length === b.phases.length &&
    a.phases.every(({ from }, i) => from === b.phases[i].from)
  );
}

/** σ_max/σ_min of ∂Υ/∂(freed) at a launch, from one more shot on a path of its own. */
function* conditionAt(task: BoundaryTask, { setup, parameters }: Found): Generator<undefined, number> {
  const { workspace, signal } = task;
  const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
  const other = setup.exact && exactShots(task);
  const range = { setup, marcher: workspace.marcher, path, signal, onShot: () => {}, ...(other && { other }) };
  return conditionOf(setup, yield* shot(range, parameters));
}
