import type { Status } from "./mcp.js";
import { rescue } from "./rescue.js";
import { linearise } from "./semismooth.js";
import { begin, type NewtonState, type Verdict } from "./state.js";

/** First damping: a thousandth of the equilibrated GᵀG, nearly a Newton step where G is regular. */
export const firstDamping = 1e-3;
/** So many steps without good progress: the iteration crawls or circles. Longer than the line search remembers. */
const patience = 10;
/** Merits that differ by less than this part are equal, the difference rounding. */
const even = 1e-6;
/** A stuck point this many tolerances near to a solution is one, up to rounding: it is not thrown elsewhere. */
const nearby = 1e3;

/*
 * Where no step leads well away from a point, in this order: back to the best point so far if the iteration only passed
 * it (the merit may rise between), a rescue, and when all rescues are used up a last look at the best valley, down to
 * its floor, so that the verdict on it is a true one.
 */

const far = ({ residual, settings }: NewtonState): boolean => residual > nearby * settings.tolerance;

/** Whether to leave although steps still descend. The last look at the best valley goes to its floor. */
export function crawling(state: NewtonState): boolean {
  const { best, fallback } = state;
  const last = fallback.rescues >= state.settings.rescues && best.verdict === undefined;
  return fallback.idle >= patience && !last && far(state);
}

/** Leaves a point that no step leads well away from: to the best one, if it was only passed, else by a rescue. */
export function elsewhere(state: NewtonState, verdict: Verdict): void {
  const { z, best, fallback } = state;
  const passed = best.verdict === undefined;
  fallback.damping = firstDamping;
  if (state.merit <= (1 + even) * best.merit && (passed || (best.verdict === "crawling" && verdict !== "crawling"))) {
    best.merit = state.merit;
    best.z.set(z);
    best.verdict = verdict;
  } else if (passed) {
    if (!fallback.returned) {
      goBack(state);
      return;
    }
    best.verdict = "crawling";
  }
  if (far(state) && rescued(state)) return;
  if (best.verdict === "crawling") goBack(state);
  else state.status = best.verdict;
}

/** Back to the best point, from where the merit may no longer rise. */
function goBack(state: NewtonState): void {
  const { system, z, best, fallback } = state;
  z.set(best.z);
  best.verdict = undefined;
  fallback.returned = true;
  state.stepKind = "returned";
  state.stepLength = 1;
  begin(state, linearise(system, z));
}

/** Throws the iterate elsewhere; false where all rescues are used up. */
function rescued(state: NewtonState): boolean {
  const { system, z, search, fallback } = state;
  while (fallback.rescues < state.settings.rescues) {
    const kind = rescue(system, z, search.trial, fallback.rescues++, fallback.random);
    const value = linearise(system, search.trial);
    if (value === Number.POSITIVE_INFINITY) continue;
    z.set(search.trial);
    fallback.returned = false;
    state.stepKind = kind;
    state.stepLength = 1;
    begin(state, value);
    return true;
  }
  return false;
}

/** What an iteration says that has run out of iterations: what it knows of its best point. */
export const verdictAtLimit = (verdict: Verdict | undefined): Status =>
  verdict === undefined || verdict === "crawling" ? "iteration-limit" : verdict;
