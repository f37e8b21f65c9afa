/**
 * Mathematical programs with complementarity constraints: a smooth cost over equations, bounds and pairs of which one
 * member is zero, as optimal motions are. An exact penalty on the pairs, a primal-dual barrier method with a filter, and
 * an active-set polish that ends at rounding. A new way of stepping is a file beside `step.ts`, a new condition on
 * answers belongs in `optimality.ts`; neither needs more than `problem.ts`, which says what a program is.
 *
 * @module solve/mpcc
 */
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import type { Status } from "../mcp.js";
import { barrier, enter } from "./barrier.js";
import { kktMcp } from "./kkt.js";
import type { Mpcc } from "./problem.js";
import { advance, returnToTrap } from "./search.js";
import { type MpccSolution, solutionOf } from "./solution.js";
import { defaults, type MpccSettings, type MpccState } from "./state.js";

export type { Order } from "./optimality.js";
export type { Mpcc } from "./problem.js";
export type { MpccSolution } from "./solution.js";
export type { MpccSettings, MpccState } from "./state.js";

/** The solver, drivable by hand like the Newton: `init`, `step` until `done` names a status, `solution`. */
export interface MpccSolver {
  /**
   * A first iterate from `start`, the unknowns, with the rows' multipliers behind them where they are known. `memory` of
   * the same program lends its workspaces and pattern analysis; no number of it survives.
   */
  init(problem: Mpcc, start: Float64Array, memory?: MpccState): MpccState;
  step(state: MpccState): void;
  /** `step` in parts. Who leaves it in a pause has what was found so far, and cannot go on. */
  stepping(state: MpccState): Stepwise<void>;
  done(state: MpccState): Status | undefined;
  solution(state: MpccState): MpccSolution;
  /** `solution` in parts. */
  concluding(state: MpccState): Stepwise<MpccSolution>;
}

/**
 * Minimises f + ρ Σ z_i z_j subject to rows and bounds by a primal-dual barrier Newton whose step directions come from
 * a matrix of the right inertia; ρ rises until the pairs are complementary, an exact penalty (Anitescu, Tseng, Wright,
 * Math. Programming 110, 2007). The active-set polish of the KKT conditions then makes them exact: the answer solves
 *
 *     lower ≤ z_i ≤ upper  ⟂  ∂f/∂z_i + (Jᵀy)_i + ρ·partner_i,      y free  ⟂  c(z).
 */
export function mpccSolver(changes: MpccSettings = {}): MpccSolver {
  const settings = { ...defaults, ...changes };
  function* stepping(state: MpccState): Stepwise<void> {
    yield* advance(state);
    returnToTrap(state);
  }
  return {
    init: (problem, start, memory) => begin(problem, start, settings, memory),
    step: (state) => finish(stepping(state)),
    stepping,
    done: ({ status }) => status,
    solution: (state) => finish(solutionOf(state)),
    concluding: solutionOf,
  };
}

function begin(
  problem: Mpcc,
  start: Float64Array,
  settings: Required<MpccSettings>,
  memory: MpccState | undefined,
): MpccState {
  const lent = memory?.barrier.problem === problem ? memory : undefined;
  const method = lent?.barrier ?? barrier(problem);
  method.system.forget();
  const defined = enter(method, start, settings.mu, settings.rho);
  return {
    settings,
    barrier: method,
    kkt: lent?.kkt ?? kktMcp(problem, method.system.pattern),
    penalty: { complementarity: Number.POSITIVE_INFINITY, useless: 0, trap: undefined },
    iteration: 0,
    status: defined ? undefined : "not-finite",
    polish: undefined,
    untried: settings.warm ? start : undefined,
  };
}

/** Solves a program to the end. */
export function solveMpcc(problem: Mpcc, start: Float64Array, settings: MpccSettings = {}): MpccSolution {
  const solver = mpccSolver(settings);
  const state = solver.init(problem, start);
  while (solver.done(state) === undefined) solver.step(state);
  return solver.solution(state);
}
