import { insist, refuseMcp } from "./check.js";
import { levenbergStep, newtonStep } from "./direction.js";
import type { Mcp, Solution, Status } from "./mcp.js";
import { randomNumbers } from "./rescue.js";
import { declaredScales, equilibrate } from "./scaling.js";
import { linearise } from "./semismooth.js";
import { type NewtonSettings, refuseSettings, withDefaults } from "./settings.js";
import { solutionOf } from "./solution.js";
import { begin, freshState, type NewtonState, serves } from "./state.js";
import { isStationary } from "./stationary.js";
import { crawling, downhill, elsewhere, firstDamping, verdictAtLimit } from "./valley.js";

export { run } from "./run.js";
export type { NewtonSettings } from "./settings.js";
export { type IterationInfo, iterationInfo, type NewtonState, type StepKind } from "./state.js";

/** Scaled rows of 10⁻¹⁰, as a merit: a residual as small as this may be rounding, and then is no sign of infeasibility. */
const rounding = 1e-20;

/** The semismooth Newton, drivable by hand: `init`, then `step` until `done` names a status, then `solution`. */
export interface Newton {
  /**
   * A first iterate. `memory` of the same Mcp lends its workspaces and pattern analysis; no number of it survives.
   * @throws {RangeError} naming the field and unknown, for an Mcp or start that no solver should see.
   */
  init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState;
  /** Starts again from another point with the same scales: the next step of a march. */
  restart(state: NewtonState, start: Float64Array): void;
  step(state: NewtonState): void;
  done(state: NewtonState): Status | undefined;
  /** The solution, or the best point so far and why it is none. Leaves the iteration where it was. */
  solution(state: NewtonState): Solution;
}

/**
 * A semismooth Newton method for box MCPs (De Luca, Facchinei, Kanzow, Math. Programming 75, 1996):
 *
 *     solve G d = −Φ;   z ← z + t d,   θ(z + t d) ≤ max of the last θ + σ t ∇θᵀd,   θ = ½‖Φ‖²
 *
 * with the non-monotone line search of Grippo, Lampariello, Lucidi (1986). Where G is singular or d too long for its
 * descent, a Levenberg–Marquardt step; where the iteration crawls, circles or is stuck, downhill from the best point,
 * then elsewhere by walks along the projected residual and perturbations from a fixed seed (`valley.ts`).
 * @throws {RangeError} naming a setting that is unknown or impossible.
 */
export function newton(settings: NewtonSettings = {}): Newton {
  insist(refuseSettings(settings));
  const options = withDefaults(settings);

  function init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState {
    insist(refuseMcp(mcp, start));
    const state = memory !== undefined && serves(memory, mcp, options) ? memory : freshState(mcp, options);
    const { system, z } = state;
    state.settings = options;
    state.linear.forget();
    state.fallback.random = randomNumbers(options.seed);
    project(mcp, start, z);
    if (mcp.evaluate(z, system.residual, system.jacobian)) equilibrate(system);
    else declaredScales(system);
    restart(state, start);
    return state;
  }

  function restart(state: NewtonState, start: Float64Array): void {
    const { system, z, best, fallback } = state;
    project(system.mcp, start, z);
    state.iteration = 0;
    state.stepLength = 0;
    state.stepKind = "start";
    state.status = undefined;
    best.merit = Number.POSITIVE_INFINITY;
    best.verdict = undefined;
    fallback.rescues = 0;
    fallback.returned = false;
    fallback.damping = firstDamping;
    begin(state, linearise(system, z));
    if (state.merit === Number.POSITIVE_INFINITY) state.status = "not-finite";
  }

  function step(state: NewtonState): void {
    if (done(state) !== undefined) return;
    state.iteration++;
    if ((!downhill(state) && newtonStep(state)) || levenbergStep(state)) {
      if (crawling(state)) elsewhere(state, "crawling");
    } else if (isStationary(state.system) && state.merit > rounding) elsewhere(state, "infeasible");
    else elsewhere(state, state.linear.factor(state.system.matrix) ? "no-progress" : "singular");
  }

  function done(state: NewtonState): Status | undefined {
    if (state.residual <= options.tolerance) return "solved";
    if (state.status !== undefined) return state.status;
    if (state.iteration >= options.maxIterations) return verdictAtLimit(state.best.verdict);
    return undefined;
  }

  return { init, restart, step, done, solution: (state) => solutionOf(state, done(state)) };
}

/** z = mid(l, u, start). */
function project({ lower, upper }: Mcp, start: Float64Array, z: Float64Array): void {
  for (let i = 0; i < z.length; i++) z[i] = Math.min(upper[i]!, Math.max(lower[i]!, start[i]!));
}
