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
import { accepts, leave, type Standing, shortest } from "./filter.js";
import { rowShift } from "./inertia.js";
import { fillKkt } from "./program.js";
import { restored } from "./restoration.js";

/** What came of a step: moved on, brought back to the rows, or neither. */
export type StepOutcome = "moved" | "restored" | "infeasible" | "stuck";

/**
 * One step of the primal-dual barrier method with a filter line search and one second-order correction (Wächter,
 * Biegler, Math. Programming 106, 2006). Where no step is accepted, the rows are brought nearer to zero first.
 */
export function barrierStep(state: Barrier): StepOutcome {
  const { program, pattern, system, z, y, lowerDual, upperDual, rows, gradient, memory, mu } = state;
  const { lower, upper } = program;
  const { step, second, trial, trialRows } = memory;
  const n = z.length;
  program.curvature(z, y, memory.hessian);
  fillKkt(pattern, memory.hessian, memory.jacobian, state.rho);
  const { values } = pattern.matrix;
  for (let i = 0; i < n; i++) {
    const low = z[i]! - lower[i]!;
    const high = upper[i]! - z[i]!;
    values[pattern.diagonalAt[i]!]! += lowerDual[i]! / low + upperDual[i]! / high;
    step[i] = -gradient[i]! + mu / low - mu / high;
  }
  const barrierSlope = memory.dual;
  for (let i = 0; i < n; i++) barrierSlope[i] = -step[i]!;
  // the right-hand side with y⁺ = y + dy as the unknown: −∇φ for z, −c for y⁺
  for (let r = 0; r < rows.length; r++) step[n + r] = -rows[r]! - rowShiftOf(y[r]!);
  const shift = system.correct();
  if (shift === undefined) return "stuck";
  state.shift = shift;
  system.solve(step);

  const reach = fractionToBoundary(state, step);
  let slope = 0;
  for (let i = 0; i < n; i++) slope += barrierSlope[i]! * step[i]!;
  const here: Standing = { theta: norm1(rows), phi: state.cost - mu * logs(state, z), slope };
  const least = Math.max(shortest(state.filter, here), leastLength);
  for (let alpha = reach; alpha >= least; alpha *= 0.5) {
    for (let i = 0; i < n; i++) trial[i] = z[i]! + alpha * step[i]!;
    let phi = barrierAt(state, trial);
    let theta = norm1(trialRows);
    let taken = step;
    if (alpha === reach && !accepts(state.filter, here, alpha, theta, phi) && theta >= here.theta) {
      // the rows bend away from their tangents: correct the step by what they miss (Nocedal, Wright, 15.6)
      for (let i = 0; i < n; i++) second[i] = -barrierSlope[i]!;
      for (let r = 0; r < rows.length; r++) second[n + r] = -(alpha * rows[r]! + trialRows[r]!) - rowShiftOf(y[r]!);
      system.solve(second);
      const room = fractionToBoundary(state, second);
      for (let i = 0; i < n; i++) trial[i] = z[i]! + room * second[i]!;
      phi = barrierAt(state, trial);
      theta = norm1(trialRows);
      taken = second;
    }
    if (!accepts(state.filter, here, alpha, theta, phi)) continue;
    leave(state.filter, here, alpha, phi);
    move(state, taken, alpha);
    return linearise(state) ? "moved" : "stuck";
  }
  if (here.theta < met) return "stuck";
  leave(state.filter, here, 0, here.phi);
  return restored(state);
}

/** Steps shorter than this are none. */
const leastLength = 1e-12;
/** |c|₁ below which there is nothing to restore. */
const met = 1e-8;

/** δ_c times the multiplier that the row's own shift moves: −δ_c y⁺ on the left becomes −δ_c (y⁺ − y). */
const rowShiftOf = (y: number): number => rowShift * y;

/** z + α dz, y + α dy, and bound multipliers by their own step to the boundary. */
function move(state: Barrier, step: Float64Array, alpha: number): void {
  const { program, z, y, lowerDual, upperDual, mu, memory } = state;
  const { lower, upper } = program;
  const n = z.length;
  let dualReach = 1;
  // from (z − l) ζ = μ, linearised
  const change = (room: number, dual: number, d: number): number => mu / room - dual - (dual / room) * d;
  for (let i = 0; i < n; i++) {
    if (lower[i]! > Number.NEGATIVE_INFINITY) {
      const d = change(z[i]! - lower[i]!, lowerDual[i]!, step[i]!);
      if (d < 0) dualReach = Math.min(dualReach, (-boundary * lowerDual[i]!) / d);
    }
    if (upper[i]! < Number.POSITIVE_INFINITY) {
      const d = change(upper[i]! - z[i]!, upperDual[i]!, -step[i]!);
      if (d < 0) dualReach = Math.min(dualReach, (-boundary * upperDual[i]!) / d);
    }
  }
  for (let i = 0; i < n; i++) {
    const [low, high] = [z[i]! - lower[i]!, upper[i]! - z[i]!];
    if (low < Number.POSITIVE_INFINITY) lowerDual[i]! += dualReach * change(low, lowerDual[i]!, step[i]!);
    if (high < Number.POSITIVE_INFINITY) upperDual[i]! += dualReach * change(high, upperDual[i]!, -step[i]!);
  }
  z.set(memory.trial);
  for (let i = 0; i < n; i++) {
    if (lower[i]! > Number.NEGATIVE_INFINITY) lowerDual[i] = near(lowerDual[i]!, mu / (z[i]! - lower[i]!));
    if (upper[i]! < Number.POSITIVE_INFINITY) upperDual[i] = near(upperDual[i]!, mu / (upper[i]! - z[i]!));
  }
  for (let r = 0; r < y.length; r++) y[r]! += alpha * (step[n + r]! - y[r]!);
  state.stepLength = alpha;
}

const near = (dual: number, central: number): number =>
  Math.max(Math.min(dual, dualFactor * central), central / dualFactor);
