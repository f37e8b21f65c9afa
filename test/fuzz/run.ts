import fc from "fast-check";
import { keyOf } from "./sentence.js";
import type { AnyTarget, Verdict } from "./target.js";

/** A fault, and the smallest input that was found to have it. */
export interface Finding {
  readonly fault: string;
  readonly seed: number;
  readonly input: string;
}

/** Knowledge of a run: how cases ended, faults that were told already, and where it is. */
export interface Tally {
  readonly outcomes: Map<string, number>;
  readonly known: Map<string, number>;
  readonly findings: Finding[];
  cases: number;
}

export const emptyTally = (): Tally => ({ outcomes: new Map(), known: new Map(), findings: [], cases: 0 });

/** Cases are made in batches of one seed each: a case is known by its batch and its place in it. */
export const batchSize = 20;
/** Longest time that is spent on finding a smaller input [ms]. */
const shrinking = 20_000;

/** The seed of a batch: numbers beside each other start unlike streams. */
export const seedOf = (seed: number, batch: number): number => (Math.imul(seed, 0x9e3779b1) + batch * 7919) | 0;

/** Runs a batch; `begins` is told before each case. */
export async function runBatch(
  target: AnyTarget,
  seed: number,
  tally: Tally,
  { count = batchSize, begins = () => {} }: { readonly count?: number; readonly begins?: (place: number) => void } = {},
): Promise<void> {
  let failed: string | undefined;
  let place = 0;
  const property = fc.asyncProperty(target.cases, async (one) => {
    // while a smaller input is looked for, the time is told all the same
    begins(failed === undefined ? place++ : place);
    const verdict = await verdictOf(target, one);
    if (failed === undefined) {
      tally.cases++;
      add(tally.outcomes, verdict.outcome);
    }
    if (verdict.fault === undefined) return;
    const key = keyOf(verdict.fault);
    if (failed === undefined) {
      const isKnown = tally.known.has(key);
      add(tally.known, key);
      if (isKnown) return;
      failed = key;
    } else if (key !== failed) return;
    throw new Error(verdict.fault);
  });
  const { counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: count,
    interruptAfterTimeLimit: Math.max(shrinking, 1500 * target.limit * count),
  });
  if (failed === undefined) return;
  tally.findings.push({
    fault: errorInstance instanceof Error ? errorInstance.message : failed,
    seed,
    input: shown(counterexample?.[0]),
  });
}

async function verdictOf(target: AnyTarget, one: unknown): Promise<Verdict> {
  // of processor: others may be at work on this machine
  const began = process.cpuUsage();
  let verdict: Verdict;
  try {
    verdict = await target.judge(one);
  } catch (error) {
    const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    const way = stack.split("\n    at ").slice(1, 6).join("\n");
    return { outcome: "fault", fault: `uncaught ${name}: ${message}\n${way}` };
  }
  const { user, system } = process.cpuUsage(began);
  const took = (user + system) / 1e6;
  if (verdict.fault !== undefined || took <= target.limit) return verdict;
  return { ...verdict, fault: `took ${took.toFixed(1)} s, more than ${target.limit} s` };
}

export function add(counts: Map<string, number>, key: string, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

/** An input as text that is not too long to be read. */
export function shown(input: unknown): string {
  const text = fc.stringify(input);
  return text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length} characters)` : text;
}
