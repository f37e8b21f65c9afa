import type { Stepwise } from "../../algebra/stepwise.js";
import type { Status } from "../mcp.js";
import { restartPoint } from "./restart-point.js";
import { linearising } from "./semismooth.js";
import { begin, type NewtonState, type Verdict } from "./state.js";

/** First damping: a thousandth of the equilibrated GᵀG, nearly a Newton step where G is regular. */
export const firstDamping = 1e-3;
/**
 * So many steps without good progress and the iteration crawls or circles: first with Newton steps, more than the line
 * search remembers; then downhill from the best point, enough for most floors.
 */
const patience = { newton: 10, downhill: 20 };
/** Merits that differ by less than this part are equal, the difference rounding. */
const equalMerits = 1e-6;
/** A stuck point this many tolerances near to a solution is one, up to rounding: it is not left. */
const nearby = 1e3;

/*
 * Ways on from a point that no step leads well away from, in this order: downhill from the best point so far, to a stationary point,
 * which gives a verdict on it; a restart from another point; and when all restarts are used up a last look at a best
 * point that has no verdict yet.
 */

const isFar = ({ iterate, settings }: NewtonState): boolean => iterate.residual > nearby * settings.tolerance;

/**
 * True while the iteration goes downhill from its best point, with no good step since: near a minimum that is not zero
 * Newton directions only throw it about, Levenberg–Marquardt steps go down.
 */
export const isDescending = ({ fallback }: NewtonState): boolean => fallback.returned;

/** True where a point is to be left although steps still descend. */
export function isCrawling(state: NewtonState): boolean {
  const { best, fallback, settings } = state;
  const last = fallback.restarts >= settings.restarts && fallback.returned && best.verdict === undefined;
  return fallback.idle >= (fallback.returned ? patience.downhill : patience.newton) && !last && isFar(state);
}

/** Leaves a point that no step leads well away from. */
export function* leave(state: NewtonState, verdict: Verdict): Stepwise<void> {
  const { iterate, best, fallback } = state;
  const passed = best.verdict === undefined;
  const here = iterate.merit <= (1 + equalMerits) * best.merit;
  fallback.damping = firstDamping;
  if (passed && !fallback.returned && (verdict === "crawling" || !here)) {
    yield* returnToBest(state);
    return;
  }
  if (here && (passed || (best.verdict === "crawling" && verdict !== "crawling"))) {
    best.merit = iterate.merit;
    best.z.set(iterate.z);
    best.verdict = verdict;
  } else best.verdict ??= "crawling";
  if (isFar(state) && (yield* restart(state))) return;
  if (best.verdict === "crawling") yield* returnToBest(state);
  else state.status = best.verdict;
}

/** Back to the best point, from where the way is downhill. */
function* returnToBest(state: NewtonState): Stepwise<void> {
  const { system, iterate, best, fallback } = state;
  iterate.z.set(best.z);
  best.verdict = undefined;
  fallback.returned = true;
  iterate.stepKind = "returned";
  iterate.stepLength = 1;
  begin(state, yield* linearising(system, iterate.z));
}

/** Goes on from another point; false where all restarts are used up. */
function* restart(state: NewtonState): Stepwise<boolean> {
  const { system, iterate, search, fallback } = state;
  while (fallback.restarts < state.settings.restarts) {
    const kind = yield* restartPoint(state, fallback.restarts++);
    const value = yield* linearising(system, search.trial);
    if (value === Number.POSITIVE_INFINITY) continue;
    iterate.z.set(search.trial);
    fallback.returned = false;
    iterate.stepKind = kind;
    iterate.stepLength = 1;
    begin(state, value);
    return true;
  }
  return false;
}

/** The status of an iteration that has run out of iterations, by what it knows of its best point. */
export const statusAtLimit = (verdict: Verdict | undefined): Status =>
  verdict === undefined || verdict === "crawling" ? "iteration-limit" : verdict;
