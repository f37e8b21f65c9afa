import { insist, refuseMcp } from "./check.js";
import { levenberg } from "./levenberg.js";
import { type Mcp, naturalResidual, type Solution, type Status, worstRows } from "./mcp.js";
import { describeConditioning, explain } from "./message.js";
import { randomNumbers, rescue } from "./rescue.js";
import { declaredScales, equilibrate } from "./scaling.js";
import { linearise, merit } from "./semismooth.js";
import { type NewtonSettings, refuseSettings, withDefaults } from "./settings.js";
import { freshState, type NewtonState, type StepKind, serves, type Verdict } from "./state.js";
import { isStationary } from "./stationary.js";

export { run } from "./run.js";
export type { NewtonSettings } from "./settings.js";
export { type IterationInfo, iterationInfo, type NewtonState, type StepKind } from "./state.js";

/** Sufficient decrease: this part of what the linear model promises (Armijo). */
const decrease = 1e-4;
/** Below this step length a Newton direction counts as poor and Levenberg–Marquardt takes over. */
const shortest = 1 / 1024;
/** A direction must descend by ρ‖d‖^p; ρ and p of De Luca, Facchinei, Kanzow (1996). */
const descent = { rho: 1e-8, power: 2.1 };
/** First damping: a thousandth of the equilibrated GᵀG, nearly a Newton step where G is regular. */
const firstDamping = 1e-3;
/** Dampings tried before a point counts as stuck: twelve times eight-fold spans eleven decades. */
const dampings = 12;
/** So many steps without the merit falling to `good` of what it was: the iteration crawls or circles. */
const patience = { steps: 10, good: 0.9 };
/** A stuck point this many tolerances near to a solution is one, up to rounding: it is not thrown elsewhere. */
const nearby = 1e3;

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
 * descent, a Levenberg–Marquardt step; where that has no descent left either, back to the best point, then walks along
 * the projected residual and perturbations from a fixed seed.
 * @throws {RangeError} naming a setting that is unknown or impossible.
 */
export function newton(settings: NewtonSettings = {}): Newton {
  insist(refuseSettings(settings));
  const options = withDefaults(settings);

  function init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState {
    insist(refuseMcp(mcp, start));
    const state = memory !== undefined && serves(memory, mcp, options) ? memory : freshState(mcp, options);
    const { system, z } = state;
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
    fallback.damping = firstDamping;
    begin(state, linearise(system, z));
    if (state.merit === Number.POSITIVE_INFINITY) state.status = "not-finite";
  }

  function step(state: NewtonState): void {
    if (done(state) !== undefined) return;
    state.iteration++;
    if (newtonStep(state) || levenbergStep(state)) {
      if (crawling(state)) elsewhere(state, "crawling");
    } else if (isStationary(state.system)) elsewhere(state, "infeasible");
    else elsewhere(state, state.linear.factor(state.system.matrix) ? "no-progress" : "singular");
  }

  /** Along the Newton direction ∇θᵀd = −2θ. False where there is no such step, and then all is as before. */
  function newtonStep(state: NewtonState): boolean {
    const { system, linear } = state;
    const { step, trial, history } = state.search;
    if (!linear.factor(system.matrix)) return false;
    for (let i = 0; i < step.length; i++) step[i] = -system.value[i]!;
    linear.solve(step);
    let square = 0;
    for (let i = 0; i < step.length; i++) square += step[i]! * step[i]!;
    if (!(2 * state.merit >= descent.rho * square ** (descent.power / 2))) return false; // NaN ends here too
    let ceiling = 0;
    for (let i = 0; i < history.length; i++) ceiling = Math.max(ceiling, history[i]!);
    for (let t = 1; t >= shortest; t /= 2) {
      move(state, t);
      // the full step is accepted most often: its Jacobian is worth computing along
      const value = t === 1 ? linearise(system, trial) : merit(system, trial);
      if (value <= ceiling - 2 * decrease * t * state.merit) {
        if (t < 1) linearise(system, trial);
        accept(state, value, t, "newton");
        return true;
      }
    }
    linearise(system, state.z);
    return false;
  }

  /** Damping is raised until the merit falls by a part of what the linear model promises; false where it never does. */
  function levenbergStep(state: NewtonState): boolean {
    const { system, search, fallback } = state;
    if (isStationary(system)) return false;
    fallback.levenberg ??= levenberg(system.matrix);
    // μ ≤ ‖Φ‖² at first keeps fast convergence at singular solutions (Yamashita, Fukushima 2001)
    let damping = Math.max(1e-14, Math.min(fallback.damping, 2 * state.merit));
    for (let attempt = 0; attempt < dampings; attempt++, damping *= 8) {
      const promised = fallback.levenberg.solve(system.matrix, system.value, damping, search.step);
      if (!(promised > 0)) continue;
      move(state, 1);
      const value = merit(system, search.trial);
      const kept = (state.merit - value) / promised;
      if (kept >= decrease) {
        fallback.damping = kept > 0.75 ? damping / 16 : kept > 0.25 ? damping / 2 : damping * 4;
        linearise(system, search.trial);
        accept(state, value, 1, "levenberg");
        return true;
      }
      linearise(system, state.z); // merit() has overwritten Φ
    }
    return false;
  }

  /** Whether to try elsewhere although steps still descend: the last look at a valley goes to its floor. */
  function crawling({ fallback, residual }: NewtonState): boolean {
    const { idle, rescues } = fallback;
    return idle >= patience.steps && rescues < options.rescues && residual > nearby * options.tolerance;
  }

  /** Leaves a point that no step leads well away from: to the best one, if it was only passed, else by a rescue. */
  function elsewhere(state: NewtonState, verdict: Verdict): void {
    const { system, z, best, search, fallback } = state;
    if (state.merit <= best.merit) best.verdict = verdict;
    state.stepLength = 1;
    fallback.damping = firstDamping;
    if (best.verdict !== undefined && state.residual > nearby * options.tolerance)
      while (fallback.rescues < options.rescues) {
        const kind = rescue(system, z, search.trial, fallback.rescues++, fallback.random);
        const value = linearise(system, search.trial);
        if (value === Number.POSITIVE_INFINITY) continue;
        z.set(search.trial);
        state.stepKind = kind;
        begin(state, value);
        return;
      }
    if (best.verdict === undefined || best.verdict === "crawling") {
      best.verdict = "crawling";
      z.set(best.z);
      state.stepKind = "returned";
      begin(state, linearise(system, z));
    } else state.status = best.verdict;
  }

  function done(state: NewtonState): Status | undefined {
    if (state.residual <= options.tolerance) return "solved";
    if (state.status !== undefined) return state.status;
    if (state.iteration >= options.maxIterations) return limit(state.best.verdict);
    return undefined;
  }

  return { init, restart, step, done, solution: (state) => solution(state, done(state)) };
}

/** What an iteration says that has run out of iterations: what it knows of its best point. */
const limit = (verdict: Verdict | undefined): Status =>
  verdict === undefined || verdict === "crawling" ? "iteration-limit" : verdict;

/** z = mid(l, u, start). */
function project({ lower, upper }: Mcp, start: Float64Array, z: Float64Array): void {
  for (let i = 0; i < z.length; i++) z[i] = Math.min(upper[i]!, Math.max(lower[i]!, start[i]!));
}

/** trial = z + t c d; fixed and infinite bounds are kept by the equations themselves. */
function move({ system, z, search: { trial, step } }: NewtonState, length: number): void {
  const { columnScale } = system;
  for (let i = 0; i < z.length; i++) trial[i] = z[i]! + length * columnScale[i]! * step[i]!;
}

/** Takes the point in `z` as a fresh start of the line search's memory. */
function begin(state: NewtonState, value: number): void {
  state.search.history.fill(value);
  state.fallback.mark = value;
  state.fallback.idle = -1; // this point is the first to compare with
  measure(state, value);
}

function accept(state: NewtonState, value: number, length: number, kind: StepKind): void {
  const { trial, history } = state.search;
  state.z.set(trial);
  state.stepLength = length;
  state.stepKind = kind;
  history[state.iteration % history.length] = value;
  measure(state, value);
}

function measure(state: NewtonState, value: number): void {
  const { system, z, best, fallback } = state;
  state.merit = value;
  // where F is not defined the rows in memory are those of another point
  const finite = value < Number.POSITIVE_INFINITY;
  state.residual = finite ? naturalResidual(system.mcp, z, system.residual) : Number.POSITIVE_INFINITY;
  const progress = value <= patience.good * fallback.mark;
  fallback.idle = progress ? 0 : fallback.idle + 1;
  if (progress) fallback.mark = value;
  if (value < best.merit) {
    best.merit = value;
    best.z.set(z);
    if (progress || best.verdict !== "crawling") best.verdict = undefined;
  }
}

function solution(state: NewtonState, ended: Status | undefined): Solution {
  const { system, linear, best, iteration } = state;
  const { mcp } = system;
  const status = ended ?? "iteration-limit";
  if (status === "solved") {
    const worst = worstRows(mcp, state.z, system.residual, 1);
    const found = { status, z: state.z.slice(), residual: state.residual, iterations: iteration, worst };
    return { ...found, message: explain(found, "") };
  }
  const z = (best.merit < state.merit ? best.z : state.z).slice();
  const finite = linearise(system, z) < Number.POSITIVE_INFINITY;
  const residual = finite ? naturalResidual(mcp, z, system.residual) : Number.POSITIVE_INFINITY;
  const rows = worstRows(mcp, z, system.residual);
  const worst = finite ? rows : rows.filter((row) => row.residual === Number.POSITIVE_INFINITY);
  const found = { status, z, residual, iterations: iteration, worst };
  const conditioning = finite && ended !== undefined ? describeConditioning(system, linear) : "";
  if (ended === undefined) linearise(system, state.z); // the iteration may go on
  return { ...found, message: explain(found, conditioning) };
}
