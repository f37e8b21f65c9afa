import { pow } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import type { Status } from "../mcp.js";
import { type Polish, polish } from "./active-set.js";
import { enter, error, linearise, normInf, setMu } from "./barrier.js";
import { judge } from "./optimality.js";
import { defaults, type MpccState } from "./state.js";
import { barrierStep } from "./step.js";
import { complementarity, pairEnds, pairTolerance, rowTolerance, type Violation, violation } from "./violation.js";

/** The barrier ends here; the polish then removes it. */
const lastMu = 1e-9;
/** As far as this the barrier goes on where the polish does not succeed. */
const leastMu = 1e-14;
/** Below this the barrier hardly moves unknowns away from their bounds. */
const vanishingMu = 1e-6;
/** The problem at μ is solved to this multiple of μ. */
const loose = 10;
const mostRho = 1e8;
/** Complementarity of pairs once the barrier is gone. */
const exactly = 1e-12;

/** One step of a search: of the barrier, or what follows where it has converged. */
export function* advance(state: MpccState): Stepwise<void> {
  const { barrier, settings } = state;
  if (state.untried !== undefined && (yield* polishAtOnce(state, state.untried))) return;
  while (error(barrier, barrier.mu) <= loose * barrier.mu) {
    if (barrier.mu <= lastMu) {
      if (complementarity(barrier.problem, barrier.point.z) > pairTolerance) raisePenalty(state);
      else yield* polishToEnd(state);
      return;
    }
    setMu(barrier, Math.max(lastMu, Math.min(0.2 * barrier.mu, pow(barrier.mu, 1.5))));
  }
  if (state.iteration >= settings.maxIterations) {
    state.status = "iteration-limit";
    return;
  }
  state.iteration++;
  const outcome = yield* barrierStep(barrier);
  if (outcome === "moved" || outcome === "restored") return;
  // rounding may end the last barrier before its own tolerance: the polish decides
  if (barrier.mu <= vanishingMu && normInf(barrier.linear.rows) < rowTolerance) {
    yield* polishToEnd(state);
    if (state.status === undefined && barrier.mu <= lastMu) state.status = failure(state, outcome);
  } else state.status = failure(state, outcome);
}

/**
 * The status of a search that ends without a minimum: infeasible only where nothing brings the rows nearer to zero, or the
 * penalty the pairs, and the point that it reports violates rows, or pairs that no barrier holds open any more.
 */
function failure(state: MpccState, outcome: "infeasible" | "stuck"): Status {
  const { byRows, byPairs } = best(state).violation;
  return (byRows && outcome === "infeasible") || (byPairs && state.barrier.mu <= vanishingMu)
    ? "infeasible"
    : "no-progress";
}

/**
 * Starts again from here with a larger penalty. Where larger penalties have brought the pairs no nearer to zero, a
 * local minimum of the penalty holds them: once, the search begins anew there with the first penalty and no
 * multipliers, which lets most of them out.
 */
function raisePenalty(state: MpccState): void {
  const { barrier, penalty, settings } = state;
  const { z, y } = barrier.point;
  const now = complementarity(barrier.problem, z);
  penalty.useless = now > 0.9 * penalty.complementarity ? penalty.useless + 1 : 0;
  penalty.complementarity = now;
  if (barrier.rho < mostRho && penalty.useless < 2) {
    enter(barrier, z.slice(), settings.mu, 10 * barrier.rho);
    return;
  }
  const status = failure(state, "infeasible");
  if (penalty.trap === undefined) {
    penalty.trap = { status, polish: state.polish, zy: Float64Array.of(...z, ...y), rho: barrier.rho };
    enter(barrier, z.slice(), defaults.mu, settings.rho);
    barrier.system.forget();
    penalty.complementarity = Number.POSITIVE_INFINITY;
    penalty.useless = 0;
  } else state.status = status;
}

/** Back to the trap that a search began anew from, where that has found no minimum. */
export function returnToTrap(state: MpccState): void {
  const { barrier } = state;
  const { trap } = state.penalty;
  if (trap === undefined || state.status === undefined || state.status === "solved") return;
  const { z, y } = barrier.point;
  state.status = trap.status;
  state.polish = trap.polish;
  barrier.rho = trap.rho;
  z.set(trap.zy.subarray(0, z.length));
  y.set(trap.zy.subarray(z.length));
  linearise(barrier);
}

function* polishFrom({ barrier, kkt }: MpccState, start: Float64Array): Stepwise<Polish> {
  kkt.penalise(barrier.rho);
  return yield* polish(kkt.mcp, barrier.system, start);
}

/** True where the polish leads from a warm start to a minimum; else the barrier begins as if it had not been tried. */
function* polishAtOnce(state: MpccState, start: Float64Array): Stepwise<boolean> {
  const { barrier, settings } = state;
  state.untried = undefined;
  const found = yield* polishFrom(state, start);
  const exact = found.residual <= settings.tolerance && complementarity(barrier.problem, found.zy) <= exactly;
  if (exact && (yield* judge(state, found.zy)).order === "second") {
    state.polish = found;
    state.status = "solved";
    return true;
  }
  barrier.system.forget();
  return false;
}

function* polishToEnd(state: MpccState): Stepwise<void> {
  const { barrier, settings } = state;
  const found = yield* polishFrom(state, Float64Array.of(...barrier.point.z, ...barrier.point.y));
  state.polish = found;
  if (!(found.residual <= settings.tolerance)) {
    // which bounds hold is not clear yet: nearer to them it is
    if (barrier.mu > leastMu) setMu(barrier, 0.01 * barrier.mu);
    else state.status = "no-progress";
  } else if (complementarity(barrier.problem, found.zy) <= exactly || (yield* closePairs(state, found)))
    state.status = "solved";
  else raisePenalty(state);
}

/**
 * True where the pairs that are nearly complementary become so exactly with the smaller member held at zero: a minimum
 * also without that hold where the penalty is at least as large as the multiplier of the hold asks for.
 */
function* closePairs(state: MpccState, near: Polish): Stepwise<boolean> {
  const { barrier, kkt, settings } = state;
  const { problem, system, rho } = barrier;
  if (complementarity(problem, near.zy) > pairTolerance) return false;
  const held = pairEnds(problem, near.zy).filter(({ least }) => least > exactly);
  kkt.penalise(rho);
  for (const { smaller } of held) kkt.mcp.upper[smaller] = 0;
  const { zy, residual } = yield* polish(kkt.mcp, system, near.zy);
  if (!(residual <= settings.tolerance)) return false;
  const slopes = new Float64Array(zy.length);
  kkt.mcp.evaluate(zy, slopes);
  let asked = rho;
  // twice what makes the slope zero, so that the bound clearly holds
  for (const { smaller, larger } of held) asked = Math.max(asked, rho - (2 * slopes[smaller]) / zy[larger]);
  if (!(asked <= mostRho)) return false;
  kkt.penalise(asked);
  const found = yield* polish(kkt.mcp, system, zy);
  if (!(found.residual <= settings.tolerance && complementarity(problem, found.zy) <= exactly)) return false;
  barrier.rho = asked;
  state.polish = found;
  return true;
}

/** The point that a search without a minimum reports, and its violation. */
export interface BestPoint {
  readonly zy: Float64Array;
  readonly polish: Polish | undefined;
  readonly violation: Violation;
}

/** The end of the polish, unless the barrier's point violates rows and pairs less. */
export function best({ barrier, polish: end }: MpccState): BestPoint {
  const { problem, point } = barrier;
  const zy = Float64Array.of(...point.z, ...point.y);
  const before = violation(problem, point.z);
  if (end === undefined) return { zy, polish: end, violation: before };
  const after = violation(problem, end.zy.slice(0, point.z.length));
  return before.largest < after.largest
    ? { zy, polish: undefined, violation: before }
    : { zy: end.zy, polish: end, violation: after };
}
