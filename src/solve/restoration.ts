import { type Barrier, centre, fractionToBoundary, linearise, logs, norm1, norm2, violation } from "./barrier.js";
import type { StepOutcome } from "./barrier-step.js";
import { admits } from "./filter.js";
import { fillKkt } from "./program.js";

/** The part of the infeasibility that must be gone, and the most steps for it. */
const restoring = 0.9;
const mostRestoring = 60;
/** Steps shorter than this are none. */
const leastLength = 1e-12;

/**
 * Brings the rows nearer to zero, near the point where the search got stuck (z_R), until the filter takes the point:
 * damped Gauss–Newton steps on
 *
 *     ½ K |c|² + ½ ζ |D (z − z_R)|² − μ Σ ln(room to the bounds).
 */
export function restored(state: Barrier): StepOutcome {
  const { program, pattern, system, z, y, rows, filter, memory } = state;
  const { lower, upper } = program;
  const { step, trial, trialRows } = memory;
  const n = z.length;
  const from = z.slice();
  const wanted = restoring * norm1(rows);
  const mu = Math.max(state.mu, Math.min(1, violation(rows)));
  const zeta = Math.sqrt(mu) * 1e-3;
  const stiffness = (100 * Math.max(1, n * mu)) / norm2(rows) ** 2;
  const near = (i: number): number => zeta / Math.max(1, from[i]! ** 2);
  const merit = (point: Float64Array, residual: Float64Array): number => {
    let sum = 0.5 * stiffness * norm2(residual) ** 2 - mu * logs(state, point);
    for (let i = 0; i < n; i++) sum += 0.5 * near(i) * (point[i]! - from[i]!) ** 2;
    return sum;
  };
  const slope = new Float64Array(n);
  for (let k = 0; k < mostRestoring; k++) {
    memory.hessian.fill(0);
    fillKkt(pattern, memory.hessian, memory.jacobian, 0);
    for (let i = 0; i < n; i++) {
      const [low, high] = [z[i]! - lower[i]!, upper[i]! - z[i]!];
      pattern.matrix.values[pattern.diagonalAt[i]!]! += near(i) + mu / low ** 2 + mu / high ** 2;
      slope[i] = near(i) * (z[i]! - from[i]!) - mu / low + mu / high;
      step[i] = -slope[i]!;
    }
    for (let r = 0; r < rows.length; r++) step[n + r] = -rows[r]!;
    if (system.negativePivots(0, 1 / stiffness) === undefined) return "stuck";
    system.solve(step);
    const here = merit(z, rows);
    // the merit's slope along the step: J d = −c + w/K with w the rows' unknowns
    let descent = 0;
    for (let i = 0; i < n; i++) descent += slope[i]! * step[i]!;
    for (let r = 0; r < rows.length; r++) descent += stiffness * rows[r]! * (step[n + r]! / stiffness - rows[r]!);
    let alpha = fractionToBoundary(state, step);
    for (; alpha > leastLength; alpha *= 0.5) {
      for (let i = 0; i < n; i++) trial[i] = z[i]! + alpha * step[i]!;
      if (
        Number.isFinite(program.evaluate(trial, trialRows)) &&
        merit(trial, trialRows) <= here + 1e-4 * alpha * descent
      )
        break;
    }
    if (!(alpha > leastLength) || -descent < 1e-8 * Math.max(1, Math.abs(here))) return "infeasible";
    z.set(trial);
    if (!linearise(state)) return "stuck";
    const theta = norm1(rows);
    if (theta > wanted || !admits(filter, theta, state.cost - state.mu * logs(state, z))) continue;
    centre(state);
    y.fill(0);
    state.stepLength = alpha;
    return "restored";
  }
  return "infeasible";
}
