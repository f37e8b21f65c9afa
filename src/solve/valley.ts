import type { Status } from "./mcp.js";
import { rescue } from "./rescue.js";
import { linearise } from "./semismooth.js";
import { begin, type NewtonState, type Verdict } from "./state.js";

/** First damping: a thousandth of the equilibrated GᵀG, nearly a Newton step where G is regular. */
export const firstDamping = 1e-3;
/**
 * So many steps without good progress and the iteration crawls or circles: first with Newton steps, more than the line
 * search remembers; then downhill from the best point, enough for most floors.
 */
const patience = { newton: 10, downhill: 20 };
/** Merits that differ by less than this part are equal, the difference rounding. */
const even = 1e-6;
/** A stuck point this many tolerances near to a solution is one, up to rounding: it is not thrown elsewhere. */
const nearby = 1e3;

/*
 * Where no step leads well away from a point, in this order: downhill from the best point so far, to the floor of its
 * valley, which gives a verdict on it; a rescue; and when all rescues are used up a last look at a best valley that has
 * no verdict yet.
 */

const far = ({ residual, settings }: NewtonState): boolean => residual > nearby * settings.tolerance;

/**
 * Whether the iteration goes downhill from its best point, with no good step since: near a floor that is not zero
 * Newton directions only throw it about, Levenberg–Marquardt steps go down.
 */
export const downhill = ({ fallback }: NewtonState): boolean => fallback.returned;

/** Whether to leave although steps still descend. */
export function crawling(state: NewtonState): boolean {
  const { best, fallback, settings } = state;
  const last = fallback.rescues >= settings.rescues && fallback.returned && best.verdict === undefined;
  return fallback.idle >= (fallback.returned ? patience.downhill : patience.newton) && !last && far(state);
}

/** Leaves a point that no step leads well away from. */
export function elsewhere(state: NewtonState, verdict: Verdict): void {
  const { z, best, fallback } = state;
  const passed = best.verdict === undefined;
  const here = state.merit <= (1 + even) * best.merit;
  fallback.damping = firstDamping;
  if (passed && !fallback.returned && (verdict === "crawling" || !here)) {
    goBack(state);
    return;
  }
  if (here && (passed || (best.verdict === "crawling" && verdict !== "crawling"))) {
    best.merit = state.merit;
    best.z.set(z);
    best.verdict = verdict;
  } else best.verdict ??= "crawling";
  if (far(state) && rescued(state)) return;
  if (best.verdict === "crawling") goBack(state);
  else state.status = best.verdict;
}

/** Back to the best point, from where the way is downhill. */
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
