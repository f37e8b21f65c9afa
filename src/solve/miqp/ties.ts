import type { Stepwise } from "../../algebra/stepwise.js";
import { tieProgram } from "./equal.js";
import { complete, type Incumbent, leastOf, nextPair, type Prepared, smallerSides } from "./modes.js";
import { activities, objective, residual, side } from "./point.js";
import { FIRST, feasibility, type Miqp, type Mode, OPEN, SECOND } from "./problem.js";

/** Makes a program ready that has rows added to the first one. */
export type Prepare = (miqp: Miqp) => Prepared;

/** Objectives that differ by less, relative to one above 1, are equal; so are sums of squares of a tie. */
const equal = 1e-9;

/** A point that is least level after level in one part of the program: its objective first, then each tie. */
interface Leveled {
  readonly x: Float64Array;
  readonly values: readonly number[];
}

/**
 * The least of a mode, complete or not: by objective, among equals by the first tie, and so on. In a complete mode a
 * point that violates its rows by rounding is no answer, however small it is.
 */
function* leastByLevels(prepared: Prepared, mode: Mode, again: Prepare, start: Float64Array): Stepwise<Leveled> {
  let { miqp } = prepared;
  let x = start;
  const isComplete = !mode.includes(OPEN);
  const values = [objective(miqp, x)];
  for (const weights of prepared.hints.ties ?? []) {
    miqp = tieProgram(miqp, x, weights);
    const least = (yield* leastOf(again(miqp), mode, x))?.slice();
    if (least !== undefined && (!isComplete || residual(prepared.miqp, least, prepared.activity) <= feasibility))
      x = least;
    values.push(objective(miqp, x));
  }
  return { x, values };
}

/** The tie-break inside the mode of a point. */
export function* breakTiesInMode(prepared: Prepared, found: Incumbent, again: Prepare): Stepwise<Incumbent> {
  const { x } = yield* leastByLevels(prepared, found.mode, again, found.x);
  return asIncumbent(prepared, x, found.mode);
}

/**
 * The tie-break over all modes, depth first. A part of the program leaves when its least objective is above that of
 * `found`, when it is equal and the ties of its least point are no better than the best (they bound those of every mode
 * in the part), or when that point is complementary and so is the best of the part. Where the signal is aborted, the
 * best so far.
 */
export function* breakTiesOverModes(
  prepared: Prepared,
  found: Incumbent,
  again: Prepare,
  signal: AbortSignal | undefined,
): Generator<undefined, Incumbent> {
  const { miqp } = prepared;
  const aim = found.objective;
  const room = equal * Math.max(1, Math.abs(aim));
  let best = yield* leastByLevels(prepared, found.mode, again, found.x);
  let bestMode: Mode = found.mode;
  const stack: Mode[] = [new Uint8Array(miqp.pairs.length)];
  for (let mode = stack.pop(); mode !== undefined && signal?.aborted !== true; mode = stack.pop()) {
    yield;
    const least = (yield* leastOf(prepared, mode))?.slice();
    if (least === undefined) continue;
    const value = objective(miqp, least);
    if (value > aim + room) continue;
    let at: Float64Array = least;
    if (value >= aim - room) {
      const leveled = yield* leastByLevels(prepared, mode, again, least);
      if (!isLess(leveled.values, best.values)) continue;
      at = leveled.x;
      if (residual(miqp, at, prepared.activity) <= feasibility) {
        best = leveled;
        bestMode = complete(mode, smallerSides(prepared, at));
        continue;
      }
    }
    const pair = nextPair(prepared, mode, at);
    if (pair < 0) continue;
    const [first, second] = miqp.pairs[pair];
    activities(miqp.A, at, prepared.activity);
    const nearFirst = side(miqp, at, prepared.activity, first) <= side(miqp, at, prepared.activity, second);
    // the nearer side comes off the stack first
    for (const decision of nearFirst ? [SECOND, FIRST] : [FIRST, SECOND]) {
      const next = mode.slice();
      next[pair] = decision;
      stack.push(next);
    }
  }
  return asIncumbent(prepared, best.x, bestMode);
}

/** True where a comes before b level by level, beyond rounding; the objective is equal already. */
function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (let k = 1; k < a.length; k++) {
    const room = equal * Math.max(1, Math.abs(b[k]));
    if (a[k] < b[k] - room) return true;
    if (a[k] > b[k] + room) return false;
  }
  return false;
}

function asIncumbent({ miqp, activity }: Prepared, x: Float64Array, mode: Mode): Incumbent {
  return { x, mode, objective: objective(miqp, x), residual: residual(miqp, x, activity) };
}
