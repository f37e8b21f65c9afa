import type { Stepwise } from "../../algebra/stepwise.js";
import {
  type Barrier,
  barrierAt,
  boundary,
  dualFactor,
  fractionToBoundary,
  linearise,
  logs,
  norm1,
} from "./barrier.js";
import { accepts, leave, type Standing, shortest, type Trial } from "./filter.js";
import { rowShift } from "./inertia.js";
import { fillKkt } from "./kkt.js";
import { type RestorationOutcome, restoreFeasibility } from "./restoration.js";

/** How a step ended: moved on, brought back to the rows, or neither. */
export type StepOutcome = "moved" | RestorationOutcome;

/**
 * One step of the primal-dual barrier method with a filter line search and one second-order correction (Wächter,
 * Biegler, Math. Programming 106, 2006). Where no step is accepted, the rows are brought nearer to zero first.
 */
export function* barrierStep(state: Barrier): Stepwise<StepOutcome> {
  const { linear, memory, filter } = state;
  const { step, dual: slopes } = memory;
  const { z } = state.point;
  if (!(yield* newtonStep(state))) return "stuck";
  yield;
  const reach = fractionToBoundary(state, step);
  let slope = 0;
  for (let i = 0; i < z.length; i++) slope += slopes[i] * step[i];
  const here: Standing = { theta: norm1(linear.rows), phi: linear.cost - state.mu * logs(state, z), slope };
  const least = Math.max(shortest(filter, here), leastLength);
  for (let alpha = reach; alpha >= least; alpha *= 0.5) {
    let taken = step;
    let trial = tryStep(state, step, alpha, alpha);
    if (alpha === reach && !accepts(filter, here, trial) && trial.theta >= here.theta) {
      correctStep(state, alpha);
      taken = memory.second;
      trial = tryStep(state, taken, fractionToBoundary(state, taken), alpha);
    }
    if (!accepts(filter, here, trial)) {
      yield;
      continue;
    }
    leave(filter, here, alpha, trial.phi);
    move(state, taken, alpha);
    return linearise(state) ? "moved" : "stuck";
  }
  if (here.theta < met) return "stuck";
  leave(filter, here, 0, here.phi);
  return yield* restoreFeasibility(state);
}

/** The Newton step on the central path at μ, with ∇φ in the memory's dual; false where no shift helps the inertia. */
function* newtonStep(state: Barrier): Stepwise<boolean> {
  const { problem, system, point, linear, memory, mu } = state;
  const { pattern } = system;
  const { lower, upper } = problem;
  const { z, y, lowerDual, upperDual } = point;
  const { rows, gradient } = linear;
  const { step, dual: slopes } = memory;
  const n = z.length;
  problem.curvature(z, y, memory.hessian);
  fillKkt(pattern, memory.hessian, linear.jacobian, state.rho);
  const { values } = pattern.matrix;
  for (let i = 0; i < n; i++) {
    const low = z[i] - lower[i];
    const high = upper[i] - z[i];
    values[pattern.diagonalAt[i]] += lowerDual[i] / low + upperDual[i] / high;
    step[i] = -gradient[i] + mu / low - mu / high;
  }
  for (let i = 0; i < n; i++) slopes[i] = -step[i];
  // the right-hand side with y⁺ = y + dy as the unknown: −∇φ for z, −c for y⁺
  for (let r = 0; r < rows.length; r++) step[n + r] = -rows[r] - rowShiftOf(y[r]);
  yield;
  if ((yield* system.correct()) === undefined) return false;
  system.solve(step);
  return true;
}

/** The point a `length` of the step away, in memory; it is judged as the trial at α. */
function tryStep(state: Barrier, step: Float64Array, length: number, alpha: number): Trial {
  const { z } = state.point;
  const { trial, trialRows } = state.memory;
  for (let i = 0; i < z.length; i++) trial[i] = z[i] + length * step[i];
  const phi = barrierAt(state, trial);
  return { alpha, theta: norm1(trialRows), phi };
}

/**
 * The rows bend away from their tangents: the second step is the first corrected by their violation at its trial
 * (Nocedal, Wright, 15.6).
 */
function correctStep({ system, point, linear: { rows }, memory }: Barrier, alpha: number): void {
  const { second, trialRows, dual: slopes } = memory;
  const { y } = point;
  const n = slopes.length;
  for (let i = 0; i < n; i++) second[i] = -slopes[i];
  for (let r = 0; r < rows.length; r++) second[n + r] = -(alpha * rows[r] + trialRows[r]) - rowShiftOf(y[r]);
  system.solve(second);
}

/** Steps shorter than this are none. */
const leastLength = 1e-12;
/** |c|₁ below which there is nothing to restore. */
const met = 1e-8;

/** δ_c times the multiplier that the row's own shift moves: −δ_c y⁺ on the left becomes −δ_c (y⁺ − y). */
const rowShiftOf = (y: number): number => rowShift * y;

/** z + α dz, y + α dy, and bound multipliers by their own step to the boundary. */
function move(state: Barrier, step: Float64Array, alpha: number): void {
  const { problem, point, mu, memory } = state;
  const { lower, upper } = problem;
  const { z, y, lowerDual, upperDual } = point;
  const n = z.length;
  let dualReach = 1;
  // from (z − l) ζ = μ, linearised
  const change = (room: number, dual: number, d: number): number => mu / room - dual - (dual / room) * d;
  for (let i = 0; i < n; i++) {
    if (lower[i] > Number.NEGATIVE_INFINITY) {
      const d = change(z[i] - lower[i], lowerDual[i], step[i]);
      if (d < 0) dualReach = Math.min(dualReach, (-boundary * lowerDual[i]) / d);
    }
    if (upper[i] < Number.POSITIVE_INFINITY) {
      const d = change(upper[i] - z[i], upperDual[i], -step[i]);
      if (d < 0) dualReach = Math.min(dualReach, (-boundary * upperDual[i]) / d);
    }
  }
  for (let i = 0; i < n; i++) {
    const [low, high] = [z[i] - lower[i], upper[i] - z[i]];
    if (low < Number.POSITIVE_INFINITY) lowerDual[i] += dualReach * change(low, lowerDual[i], step[i]);
    if (high < Number.POSITIVE_INFINITY) upperDual[i] += dualReach * change(high, upperDual[i], -step[i]);
  }
  z.set(memory.trial);
  for (let i = 0; i < n; i++) {
    if (lower[i] > Number.NEGATIVE_INFINITY) lowerDual[i] = near(lowerDual[i], mu / (z[i] - lower[i]));
    if (upper[i] < Number.POSITIVE_INFINITY) upperDual[i] = near(upperDual[i], mu / (upper[i] - z[i]));
  }
  for (let r = 0; r < y.length; r++) y[r] += alpha * (step[n + r] - y[r]);
  point.stepLength = alpha;
}

const near = (dual: number, central: number): number =>
  Math.max(Math.min(dual, dualFactor * central), central / dualFactor);
