import { type ComplementarityName, complementarityFunctions } from "./complementarity.js";
import { type Levenberg, levenberg } from "./levenberg.js";
import { type LinearSolver, type LinearSystem, sparseLu } from "./linear.js";
import { checkMcp, type Mcp, naturalResidual, type Solution, type Status, worstRows } from "./mcp.js";
import { explain } from "./message.js";
import { randomNumbers, rescue } from "./rescue.js";
import { equilibrate } from "./scaling.js";
import { linearise, merit, type Semismooth, semismooth } from "./semismooth.js";

/** Settings of the semismooth Newton; each default stands below with its reason. */
export interface NewtonSettings {
  /** Largest natural residual of a solution, in the declared units of the rows. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  readonly complementarity?: ComplementarityName;
  /** How the Newton systems are solved: `sparseLu` or `denseLu`. */
  readonly linear?: LinearSolver;
  /** How many past merits the non-monotone line search remembers; 1 makes it monotone. */
  readonly memory?: number;
  /** How often a stuck iteration is thrown elsewhere before it is given up. */
  readonly rescues?: number;
  /** Seed of the perturbations among the rescues. */
  readonly seed?: number;
}

const defaults = {
  tolerance: 1e-10, // momentum of a nanogram at a decimetre a second: far below any modelling error, above rounding
  maxIterations: 200, // good starts need 3 to 30
  complementarity: "fischer" as ComplementarityName,
  linear: sparseLu,
  memory: 8, // Grippo, Lampariello, Lucidi (1986) use 5 to 10
  rescues: 6, // three projected walks and three perturbations, of growing length
  seed: 1,
};

/** Sufficient decrease of the line search (Armijo). */
const decrease = 1e-4;
/** Below this step length a Newton direction counts as poor and Levenberg–Marquardt takes over. */
const shortest = 1 / 1024;
/** ‖GᵀΦ‖ ≤ stationary ‖Φ‖ with equilibrated G: the merit has no descent left although it is not zero. */
const stationary = 1e-7;

/** What moved the iterate last. */
export type StepKind = "start" | "newton" | "levenberg" | "projected" | "perturbed";

/** One iterate. `z`, `system` and the rest are workspaces of the Newton: read them, do not write. */
export interface NewtonState {
  readonly system: Semismooth;
  readonly linear: LinearSystem;
  readonly z: Float64Array;
  readonly trial: Float64Array;
  readonly step: Float64Array;
  readonly best: Float64Array;
  bestResidual: number;
  readonly history: Float64Array;
  iteration: number;
  residual: number;
  merit: number;
  stepLength: number;
  stepKind: StepKind;
  rescues: number;
  damping: number;
  levenberg: Levenberg | undefined;
  random: () => number;
  status: Status | undefined;
}

/** The semismooth Newton, drivable by hand: `init`, then `step` until `done` names a status, then `solution`. */
export interface Newton {
  /** A first iterate. `memory` of the same Mcp lends its workspaces and pattern analysis; no number of it survives. */
  init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState;
  /** Starts again from another point with the same scales: the next step of a march. */
  restart(state: NewtonState, start: Float64Array): void;
  step(state: NewtonState): void;
  done(state: NewtonState): Status | undefined;
  solution(state: NewtonState): Solution;
}

/** What `onIteration` is told. */
export interface IterationInfo {
  readonly iteration: number;
  readonly residual: number;
  readonly merit: number;
  readonly stepLength: number;
  readonly stepKind: StepKind;
}

/**
 * A semismooth Newton method for box MCPs (De Luca, Facchinei, Kanzow 1996): solve G d = −Φ, search along d with the
 * non-monotone rule of Grippo et al.; where G is singular or d is poor take a Levenberg–Marquardt step; where even
 * that has no descent left, walk along the projected residual or perturb, from a fixed seed.
 */
export function newton(settings: NewtonSettings = {}): Newton {
  const options = { ...defaults, ...settings };
  const phi = complementarityFunctions[options.complementarity];

  function init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState {
    checkMcp(mcp, start);
    const state = memory?.system.mcp === mcp ? memory : fresh(mcp);
    const { system } = state;
    state.linear.forget();
    state.random = randomNumbers(options.seed);
    if (mcp.evaluate(start, system.residual, system.jacobian)) equilibrate(system);
    restart(state, start);
    return state;
  }

  function fresh(mcp: Mcp): NewtonState {
    const n = mcp.lower.length;
    const system = semismooth(mcp, phi);
    return {
      system,
      linear: options.linear(system.matrix),
      z: new Float64Array(n),
      trial: new Float64Array(n),
      step: new Float64Array(n),
      best: new Float64Array(n),
      bestResidual: Number.POSITIVE_INFINITY,
      history: new Float64Array(options.memory),
      iteration: 0,
      residual: Number.POSITIVE_INFINITY,
      merit: Number.POSITIVE_INFINITY,
      stepLength: 0,
      stepKind: "start",
      rescues: 0,
      damping: 0,
      levenberg: undefined,
      random: randomNumbers(options.seed),
      status: undefined,
    };
  }

  function restart(state: NewtonState, start: Float64Array): void {
    const { mcp } = state.system;
    for (let i = 0; i < start.length; i++) state.z[i] = Math.min(mcp.upper[i]!, Math.max(mcp.lower[i]!, start[i]!));
    state.iteration = 0;
    state.rescues = 0;
    state.damping = 1e-3; // a thousandth of the equilibrated GᵀG: nearly a Newton step where G is regular
    state.stepLength = 0;
    state.stepKind = "start";
    state.status = undefined;
    state.bestResidual = Number.POSITIVE_INFINITY;
    begin(state, linearise(state.system, state.z));
    if (state.merit === Number.POSITIVE_INFINITY) state.status = "not-finite";
  }

  /** Takes the point in `z` as a fresh start of the line search's memory. */
  function begin(state: NewtonState, value: number): void {
    state.history.fill(value);
    measure(state, value);
  }

  function measure(state: NewtonState, value: number): void {
    state.merit = value;
    state.residual = naturalResidual(state.system.mcp, state.z, state.system.residual);
    if (state.residual < state.bestResidual) {
      state.bestResidual = state.residual;
      state.best.set(state.z);
    }
  }

  function accept(state: NewtonState, value: number, length: number, kind: StepKind): void {
    state.z.set(state.trial);
    state.stepLength = length;
    state.stepKind = kind;
    state.history[state.iteration % state.history.length] = value;
    measure(state, value);
  }

  /** trial = z + t c d, kept inside fixed and infinite bounds by the equations themselves. */
  function move(state: NewtonState, length: number): void {
    const { columnScale } = state.system;
    const { z, trial, step } = state;
    for (let i = 0; i < z.length; i++) trial[i] = z[i]! + length * columnScale[i]! * step[i]!;
  }

  function reference(state: NewtonState): number {
    let largest = 0;
    for (let i = 0; i < state.history.length; i++) largest = Math.max(largest, state.history[i]!);
    return largest;
  }

  /** Along the Newton direction ∇θᵀd = −2θ, so θ(z + td) ≤ θ_ref − 2σtθ is the Armijo rule. */
  function newtonStep(state: NewtonState): boolean {
    const { system, linear, step } = state;
    if (!linear.factor(system.matrix)) return false;
    for (let i = 0; i < step.length; i++) step[i] = -system.value[i]!;
    linear.solve(step);
    for (let i = 0; i < step.length; i++) if (!Number.isFinite(step[i]!)) return false;
    const ceiling = reference(state);
    for (let t = 1; t >= shortest; t /= 2) {
      move(state, t);
      // the full step is accepted most often: its Jacobian is worth computing along
      const value = t === 1 ? linearise(system, state.trial) : merit(system, state.trial);
      if (value <= ceiling - 2 * decrease * t * state.merit) {
        if (t < 1) linearise(system, state.trial);
        accept(state, value, t, "newton");
        return true;
      }
    }
    linearise(system, state.z);
    return false;
  }

  /** Damping is raised until the merit falls by a part of what the linear model promises. */
  function levenbergStep(state: NewtonState): boolean {
    const { system, step } = state;
    state.levenberg ??= levenberg(system.matrix);
    for (let attempt = 0; attempt < 12; attempt++) {
      // μ ≤ ‖Φ‖² keeps fast convergence at singular solutions (Yamashita, Fukushima 2001)
      const damping = Math.max(1e-14, Math.min(state.damping, 2 * state.merit));
      if (state.levenberg.solve(system.matrix, system.value, damping, step)) {
        move(state, 1);
        const value = merit(system, state.trial);
        if (value <= (1 - decrease) * state.merit) {
          state.damping = Math.max(1e-12, damping / (value < 0.25 * state.merit ? 16 : 2));
          linearise(system, state.trial);
          accept(state, value, 1, "levenberg");
          return true;
        }
      }
      // the point the model was made at: merit() has overwritten Φ
      linearise(system, state.z);
      state.damping = Math.max(state.damping, damping) * 8;
      if (isStationary(system)) return false;
    }
    return false;
  }

  function step(state: NewtonState): void {
    if (done(state) !== undefined) return;
    state.iteration++;
    if (newtonStep(state) || levenbergStep(state)) return;
    const stuck: Status = isStationary(state.system) ? "infeasible" : "no-progress";
    if (state.rescues >= options.rescues || state.residual < 1e3 * options.tolerance) {
      state.status = stuck;
      return;
    }
    state.stepKind = rescue(state.system, state.z, state.trial, state.rescues++, state.random);
    state.stepLength = 1;
    state.damping = 1e-3;
    state.z.set(state.trial);
    begin(state, linearise(state.system, state.z));
    if (state.merit === Number.POSITIVE_INFINITY) state.status = stuck;
  }

  function done(state: NewtonState): Status | undefined {
    if (state.residual <= options.tolerance) return "solved";
    if (state.status === undefined && state.iteration >= options.maxIterations) return "iteration-limit";
    return state.status;
  }

  function solution(state: NewtonState): Solution {
    const status = done(state) ?? "iteration-limit";
    const { system } = state;
    if (status !== "solved" && state.bestResidual < state.residual) {
      state.z.set(state.best);
      state.residual = state.bestResidual;
      linearise(system, state.z);
    }
    const worst =
      status === "solved"
        ? worstRows(system.mcp, state.z, system.residual, 1)
        : worstRows(system.mcp, state.z, system.residual);
    return {
      status,
      z: state.z.slice(),
      residual: state.residual,
      iterations: state.iteration,
      worst,
      message: explain(status, state, worst),
    };
  }

  return { init, restart, step, done, solution };
}

function isStationary(s: Semismooth): boolean {
  const { colPtr, rowIdx, values, cols } = s.matrix;
  let gradient = 0;
  let size = 0;
  for (let j = 0; j < cols; j++) {
    let g = 0;
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) g += values[p]! * s.value[rowIdx[p]!]!;
    gradient += g * g;
    size += s.value[j]! * s.value[j]!;
  }
  return Math.sqrt(gradient) <= stationary * Math.sqrt(size);
}

/** Runs a Newton to its end, telling `onIteration` of every iterate and stopping where `signal` is aborted. */
export function run(
  solver: Newton,
  mcp: Mcp,
  start: Float64Array,
  watch: { signal?: AbortSignal | undefined; onIteration?: ((info: IterationInfo) => void) | undefined } = {},
): Solution {
  const state = solver.init(mcp, start);
  watch.onIteration?.(iterationInfo(state));
  while (solver.done(state) === undefined) {
    if (watch.signal?.aborted) {
      state.status = "cancelled";
      break;
    }
    solver.step(state);
    watch.onIteration?.(iterationInfo(state));
  }
  return solver.solution(state);
}

/** What `onIteration` is told of an iterate. */
export function iterationInfo(state: NewtonState): IterationInfo {
  const { iteration, residual, stepLength, stepKind } = state;
  return { iteration, residual, merit: state.merit, stepLength, stepKind };
}
