import { pow } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { type Barrier, centre, fractionToBoundary, linearise, logs, norm1, norm2, normInf } from "./barrier.js";
import { admits } from "./filter.js";
import { fillKkt } from "./kkt.js";

/** How a feasibility restoration ended: at a point that the filter takes, where rows come no nearer, or nowhere. */
export type RestorationOutcome = "restored" | "infeasible" | "stuck";

/** The share of the rows' violation that may be left, and the most steps to that. */
const remainder = 0.9;
const mostSteps = 60;
/** Steps shorter than this are none. */
const leastLength = 1e-12;

/**
 * Brings the rows nearer to zero, near the point where the search got stuck (z_R), until the filter takes the point:
 * damped Gauss–Newton steps on
 *
 *     ½ K |c|² + ½ ζ |D (z − z_R)|² − μ Σ ln(room to the bounds).
 */
export function* restoreFeasibility(state: Barrier): Stepwise<RestorationOutcome> {
  const { problem, system, point, linear, filter, memory } = state;
  const { pattern } = system;
  const { lower, upper } = problem;
  const { z, y } = point;
  const { rows } = linear;
  const { step, trial, trialRows } = memory;
  const n = z.length;
  const from = z.slice();
  const wanted = remainder * norm1(rows);
  const mu = Math.max(state.mu, Math.min(1, normInf(rows)));
  const zeta = Math.sqrt(mu) * 1e-3;
  const stiffness = (100 * Math.max(1, n * mu)) / pow(norm2(rows), 2);
  const near = (i: number): number => zeta / Math.max(1, pow(from[i], 2));
  const merit = (at: Float64Array, residual: Float64Array): number => {
    let sum = 0.5 * stiffness * pow(norm2(residual), 2) - mu * logs(state, at);
    for (let i = 0; i < n; i++) sum += 0.5 * near(i) * pow(at[i] - from[i], 2);
    return sum;
  };
  const slope = new Float64Array(n);
  for (let k = 0; k < mostSteps; k++) {
    memory.hessian.fill(0);
    fillKkt(pattern, memory.hessian, linear.jacobian, 0);
    for (let i = 0; i < n; i++) {
      const [low, high] = [z[i] - lower[i], upper[i] - z[i]];
      pattern.matrix.values[pattern.diagonalAt[i]] += near(i) + mu / pow(low, 2) + mu / pow(high, 2);
      slope[i] = near(i) * (z[i] - from[i]) - mu / low + mu / high;
      step[i] = -slope[i];
    }
    for (let r = 0; r < rows.length; r++) step[n + r] = -rows[r];
    if ((yield* system.negativePivots(0, 1 / stiffness)) === undefined) return "stuck";
    system.solve(step);
    const here = merit(z, rows);
    // the merit's slope along the step: J d = −c + w/K with w the rows' unknowns
    let descent = 0;
    for (let i = 0; i < n; i++) descent += slope[i] * step[i];
    for (let r = 0; r < rows.length; r++) descent += stiffness * rows[r] * (step[n + r] / stiffness - rows[r]);
    let alpha = fractionToBoundary(state, step);
    for (; alpha > leastLength; alpha *= 0.5) {
      for (let i = 0; i < n; i++) trial[i] = z[i] + alpha * step[i];
      if (
        Number.isFinite(problem.evaluate(trial, trialRows)) &&
        merit(trial, trialRows) <= here + 1e-4 * alpha * descent
      )
        break;
      yield;
    }
    if (!(alpha > leastLength) || -descent < 1e-8 * Math.max(1, Math.abs(here))) return "infeasible";
    z.set(trial);
    if (!linearise(state)) return "stuck";
    const theta = norm1(rows);
    if (theta > wanted || !admits(filter, theta, linear.cost - state.mu * logs(state, z))) continue;
    centre(state);
    y.fill(0);
    point.stepLength = alpha;
    return "restored";
  }
  return "stuck";
}
