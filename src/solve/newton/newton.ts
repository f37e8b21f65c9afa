/**
 * The semismooth Newton method for mixed complementarity problems, and how it is driven. `newton.ts` is the iteration,
 * `semismooth.ts` its equation, `direction.ts` its steps, `restarts.ts` all that happens where no step helps. Each of
 * these may be changed by itself; the order of operations in `semismooth.ts` and `direction.ts` fixes the bits of every
 * motion, so a change there is a change of answers.
 *
 * @module solve/newton
 */

import { randomNumbers } from "../../algebra/random.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { factored } from "../linear.js";
import { evaluating, type Mcp, type Status } from "../mcp.js";
import { insist, refuseMcp } from "./arguments.js";
import { levenbergStep, levenbergSteps, newtonStep, newtonSteps } from "./direction.js";
import { firstDamping, isCrawling, isDescending, leave, statusAtLimit } from "./restarts.js";
import type { Newton } from "./run.js";
import { declaredScales, equilibrate, equilibrating } from "./scaling.js";
import { linearise, linearising, meriting } from "./semismooth.js";
import { type NewtonSettings, refuseSettings, withDefaults } from "./settings.js";
import { concluded, solutionOf } from "./solution.js";
import { begin, freshState, type NewtonState, serves } from "./state.js";
import { isStationary } from "./stationary.js";

export { type Newton, run } from "./run.js";
export type { NewtonSettings } from "./settings.js";
export { type Iterate, type IterationInfo, iterationInfo, type NewtonState, type StepKind } from "./state.js";

/** Scaled rows of 10⁻¹⁰, as a merit: a residual as small as this may be rounding, and then is no sign of infeasibility. */
const leastInfeasible = 1e-20;

/**
 * A semismooth Newton method for box MCPs (De Luca, Facchinei, Kanzow, Math. Programming 75, 1996):
 *
 *     solve G d = −Φ;   z ← z + t d,   θ(z + t d) ≤ max of the last θ + σ t ∇θᵀd,   θ = ½‖Φ‖²
 *
 * with the non-monotone line search of Grippo, Lampariello, Lucidi (1986). Where G is singular or d too long for its
 * descent, a Levenberg–Marquardt step; where the iteration crawls, circles or is stuck, downhill from the best point,
 * then restarts by walks along the projected residual and perturbations from a fixed seed (`restarts.ts`).
 * @throws {RangeError} naming a setting that is unknown or impossible.
 */
export function newton(settings: NewtonSettings = {}): Newton {
  insist(refuseSettings(settings));
  const options = withDefaults(settings);

  function init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState {
    const state = finish(made(mcp, start, memory));
    const { system, iterate } = state;
    if (mcp.evaluate(iterate.z, system.residual, system.jacobian)) equilibrate(system);
    else declaredScales(system);
    startAt(state, start);
    return state;
  }

  function* initParts(mcp: Mcp, start: Float64Array, memory?: NewtonState): Stepwise<NewtonState> {
    const state = yield* made(mcp, start, memory);
    const { system, iterate } = state;
    // a start that is an answer, as that of a launch found by shooting, needs neither slopes nor scales of its own
    declaredScales(system);
    reset(state, start);
    startFrom(state, yield* meriting(system, iterate.z));
    if (iterate.residual <= options.tolerance) return state;
    if (yield* evaluating(mcp, iterate.z, system.residual, system.jacobian)) yield* equilibrating(system);
    else declaredScales(system);
    reset(state, start);
    startFrom(state, yield* linearising(system, iterate.z));
    return state;
  }

  function* made(mcp: Mcp, start: Float64Array, memory?: NewtonState): Stepwise<NewtonState> {
    insist(refuseMcp(mcp, start));
    const serving = memory !== undefined && serves(memory, mcp, options);
    const state = serving ? memory : yield* freshState(mcp, options);
    state.settings = options;
    state.linear.forget();
    state.search.stopped = () => false;
    state.fallback.random = randomNumbers(options.seed);
    project(mcp, start, state.iterate.z);
    return state;
  }

  function startAt(state: NewtonState, start: Float64Array): void {
    reset(state, start);
    startFrom(state, linearise(state.system, state.iterate.z));
  }

  function step(state: NewtonState): void {
    if (done(state) !== undefined) return;
    state.iterate.iteration++;
    const isMoved = (!isDescending(state) && newtonStep(state)) || levenbergStep(state);
    // leaving is seldom, a generator for it costs nothing
    if (!isMoved || isCrawling(state)) finish(stay(state, isMoved));
  }

  function* stepParts(state: NewtonState): Stepwise<void> {
    if (done(state) !== undefined) return;
    state.iterate.iteration++;
    const isMoved = (!isDescending(state) && (yield* newtonSteps(state))) || (yield* levenbergSteps(state));
    if (!isMoved || isCrawling(state)) yield* stay(state, isMoved);
  }

  /** Goes on from a point that no step leads well away from. */
  function* stay(state: NewtonState, isMoved: boolean): Stepwise<void> {
    const { system, linear, iterate } = state;
    if (isMoved) yield* leave(state, "crawling");
    else if (state.search.stopped()) return;
    else if (isStationary(system) && iterate.merit > leastInfeasible) yield* leave(state, "infeasible");
    else yield* leave(state, (yield* factored(linear, system.matrix)) ? "no-progress" : "singular");
  }

  function done(state: NewtonState): Status | undefined {
    const { residual, iteration } = state.iterate;
    if (residual <= options.tolerance) return "solved";
    if (state.status !== undefined) return state.status;
    if (iteration >= options.maxIterations) return statusAtLimit(state.best.verdict);
    return undefined;
  }

  return {
    init,
    startAt,
    step,
    parts: { init: initParts, step: stepParts, solution: (state) => concluded(state, done(state)) },
    done,
    solution: (state) => solutionOf(state, done(state)),
  };
}

/** z = mid(l, u, start). */
function project({ lower, upper }: Mcp, start: Float64Array, z: Float64Array): void {
  for (let i = 0; i < z.length; i++) z[i] = Math.min(upper[i], Math.max(lower[i], start[i]));
}

function reset(state: NewtonState, start: Float64Array): void {
  const { system, iterate, best, fallback } = state;
  project(system.mcp, start, iterate.z);
  iterate.iteration = 0;
  iterate.stepLength = 0;
  iterate.stepKind = "start";
  state.status = undefined;
  best.merit = Number.POSITIVE_INFINITY;
  best.verdict = undefined;
  fallback.restarts = 0;
  fallback.returned = false;
  fallback.damping = firstDamping;
}

function startFrom(state: NewtonState, merit: number): void {
  begin(state, merit);
  if (state.iterate.merit === Number.POSITIVE_INFINITY) state.status = "not-finite";
}
