import { pow } from "../../algebra/elementary/elementary.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { factored } from "../linear.js";
import { levenberg } from "./levenberg.js";
import { linearise, linearising, merit, meriting } from "./semismooth.js";
import { accept, type NewtonState } from "./state.js";
import { isStationary } from "./stationary.js";

/** Sufficient decrease: this part of what the linear model promises (Armijo). */
const decrease = 1e-4;
/** Below this step length a Newton direction counts as poor and Levenberg–Marquardt takes over. */
const shortest = 1 / 1024;
/** A direction longer than the scales of the unknowns must descend by ρ‖d‖^p (De Luca, Facchinei, Kanzow 1996). */
const descent = { rho: 1e-8, power: 2.1 };
/** Least damping: below it the augmented system is as good as singular where G is. */
const least = 1e-14;
/** Dampings tried before a point counts as stuck: twelve times eight-fold spans eleven decades. */
const dampings = 12;

/** Along the Newton direction ∇θᵀd = −2θ. False where there is no such step, and then all is as before. */
export function newtonStep(state: NewtonState): boolean {
  const { system, linear, iterate, search } = state;
  const { trial } = search;
  if (!linear.factor(system.matrix, search.stopped) || !aim(state)) return false;
  const ceiling = ceilingOf(state);
  // where steps of a march end after as many iterations as the one before nobody asks for a last Jacobian
  const isLast = iterate.iteration >= search.usual;
  for (let t = 1; t >= shortest; t /= 2) {
    move(state, t);
    // the full step is accepted most often: its Jacobian is worth computing along
    const hasSlopes = t === 1 && !isLast;
    const value = hasSlopes ? linearise(system, trial) : merit(system, trial);
    if (value <= ceiling - 2 * decrease * t * iterate.merit) {
      accept(state, value, t, "newton");
      if (iterate.residual <= state.settings.tolerance) search.usual = iterate.iteration;
      else if (!hasSlopes) linearise(system, trial);
      return true;
    }
  }
  linearise(system, iterate.z);
  return false;
}

/** `newtonStep` in parts. It stands twice, because a generator costs a tenth of a ball's step. */
export function* newtonSteps(state: NewtonState): Stepwise<boolean> {
  const { system, linear, iterate } = state;
  const { trial } = state.search;
  if (!(yield* factored(linear, system.matrix, state.search.stopped)) || !aim(state)) return false;
  const ceiling = ceilingOf(state);
  for (let t = 1; t >= shortest; t /= 2) {
    move(state, t);
    const value = yield* t === 1 ? linearising(system, trial) : meriting(system, trial);
    if (value <= ceiling - 2 * decrease * t * iterate.merit) {
      if (t < 1) yield* linearising(system, trial);
      accept(state, value, t, "newton");
      return true;
    }
  }
  yield* linearising(system, iterate.z);
  return false;
}

/** The Newton direction of the matrix that was factored last; false where it is too long for its descent. */
function aim({ system, linear, iterate, search: { step } }: NewtonState): boolean {
  for (let i = 0; i < step.length; i++) step[i] = -system.value[i];
  linear.solve(step);
  let square = 0;
  for (let i = 0; i < step.length; i++) square += step[i] * step[i];
  const long = !(square <= 1); // NaN too
  return !long || 2 * iterate.merit >= descent.rho * pow(square, descent.power / 2);
}

/** The largest of the last merits. */
function ceilingOf({ search: { history } }: NewtonState): number {
  let ceiling = 0;
  for (let i = 0; i < history.length; i++) ceiling = Math.max(ceiling, history[i]);
  return ceiling;
}

/** Damping is raised until the merit falls by a part of what the linear model promises; false where it never does. */
export const levenbergStep = (state: NewtonState): boolean => finish(levenbergSteps(state));

/** `levenbergStep` in parts. */
export function* levenbergSteps(state: NewtonState): Stepwise<boolean> {
  const { system, iterate, search, fallback } = state;
  if (isStationary(system)) return false;
  fallback.levenberg ??= levenberg(system.matrix, () => search.stopped());
  let damping = fallback.damping;
  for (let attempt = 0; attempt < dampings && !search.stopped(); attempt++, damping *= 8) {
    const promised = yield* fallback.levenberg.solving(system.matrix, system.value, damping, search.step);
    if (!(promised > 0)) continue;
    move(state, 1);
    const value = yield* meriting(system, search.trial);
    const kept = (iterate.merit - value) / promised;
    if (kept >= decrease) {
      if (kept < 0.25) fallback.damping = 4 * damping;
      else if (kept <= 0.75) fallback.damping = damping;
      // where the model is good μ ≤ ‖Φ‖² keeps fast convergence at singular solutions (Yamashita, Fukushima 2001)
      else fallback.damping = Math.max(least, Math.min(damping / 8, 2 * value));
      yield* linearising(system, search.trial);
      accept(state, value, 1, "levenberg");
      return true;
    }
    yield* linearising(system, iterate.z); // the merit has overwritten Φ
  }
  return false;
}

/** trial = z + t c d; fixed and infinite bounds are kept by the equations themselves. */
function move({ system, iterate: { z }, search: { trial, step } }: NewtonState, length: number): void {
  const columnScale = system.scale.column;
  for (let i = 0; i < z.length; i++) trial[i] = z[i] + length * columnScale[i] * step[i];
}
