import { type Barrier, barrier, enter, error, setMu, violation } from "./barrier.js";
import { barrierStep } from "./barrier-step.js";
import { type Finish, finished } from "./finish.js";
import { leastShift } from "./inertia.js";
import type { Solution, Status } from "./mcp.js";
import { addPenalty, fillKkt, type Kkt, kktMcp, type Program } from "./program.js";

/** Whether a solution meets the second-order conditions for a local minimum, or is only known to be stationary. */
export type Order = "second" | "stationary";

/** What the optimiser found: the unknowns `z` with the multipliers `y` of the rows behind them in `Solution.z`. */
export interface Optimum extends Solution {
  readonly cost: number;
  readonly order: Order;
  /** ρ of the exact penalty ρ Σ z_i z_j with which the pairs came out complementary. */
  readonly penalty: number;
  /** max min(z_i, z_j) over the pairs. */
  readonly complementarity: number;
  /** Pairs with both members at zero, and whether no choice of branches there makes the cost smaller to first order. */
  readonly biactive: readonly number[];
  readonly bStationary: boolean;
}

export interface OptimiseSettings {
  /** Largest natural residual of the KKT conditions. */
  readonly tolerance?: number;
  /** Barrier steps over all penalties. */
  readonly maxIterations?: number;
  /** First barrier parameter: small where the start is nearly a solution. */
  readonly mu?: number;
  /** First penalty of complementarity, in units of the cost. */
  readonly rho?: number;
  /** Whether the start, its multipliers behind it, is so near a solution that the finish is tried before the barrier. */
  readonly warm?: boolean;
}

const defaults: Required<OptimiseSettings> = { tolerance: 1e-9, maxIterations: 300, mu: 0.1, rho: 10, warm: false };

/** The barrier ends here; the finish then removes it. */
const lastMu = 1e-9;
/** Where the finish does not succeed, the barrier goes on as far as this. */
const leastMu = 1e-14;
/** The problem at μ is solved to this multiple of μ. */
const loose = 10;
/** min(z_i, z_j) above this: the penalty was too small to be exact. */
const apart = 1e-4;
const mostRho = 1e8;
/** The same once the barrier is gone: then pairs are complementary to rounding. */
const exactly = 1e-12;
/** Rows missed by more than this are not met. */
const open = 1e-6;

/** The optimiser, drivable by hand like the Newton: `init`, `step` until `done` names a status, `solution`. */
export interface Optimiser {
  /**
   * A first iterate from `start`, the unknowns, with the rows' multipliers behind them where they are known. `memory` of
   * the same program lends its workspaces and pattern analysis; no number of it survives.
   */
  init(program: Program, start: Float64Array, memory?: OptimiserState): OptimiserState;
  step(state: OptimiserState): void;
  done(state: OptimiserState): Status | undefined;
  solution(state: OptimiserState): Optimum;
}

export interface OptimiserState {
  readonly program: Program;
  readonly barrier: Barrier;
  readonly kkt: Kkt;
  iteration: number;
  /** How far the pairs were from complementary when the penalty was raised last, and how often that has not helped. */
  apart: number;
  useless: number;
  status: Status | undefined;
  finish: Finish | undefined;
  /** A start from which the finish has yet to be tried. */
  untried: Float64Array | undefined;
}

/**
 * Minimises f + ρ Σ z_i z_j subject to rows and bounds by a primal-dual barrier Newton whose step directions come from
 * a matrix of the right inertia; ρ rises until the pairs are complementary, an exact penalty (Anitescu, Tseng, Wright,
 * Math. Programming 110, 2007). The active-set Newton of `finish.ts` on the KKT conditions then makes them exact: the answer solves
 *
 *     lower ≤ z_i ≤ upper  ⟂  ∂f/∂z_i + (Jᵀy)_i + ρ·partner_i,      y free  ⟂  c(z).
 */
export function optimiser(settings: OptimiseSettings = {}): Optimiser {
  const { tolerance, maxIterations, mu, rho, warm } = { ...defaults, ...settings };

  function step(state: OptimiserState): void {
    const { barrier: inner } = state;
    if (state.untried !== undefined && finishedAtOnce(state, state.untried)) return;
    while (error(inner, inner.mu) <= loose * inner.mu) {
      if (inner.mu <= lastMu) {
        if (separation(state.program, inner.z) > apart) harder(state);
        else finish(state);
        return;
      }
      setMu(inner, Math.max(lastMu, Math.min(0.2 * inner.mu, inner.mu ** 1.5)));
    }
    if (state.iteration >= maxIterations) {
      state.status = unmet(inner) ? "infeasible" : "iteration-limit";
      return;
    }
    state.iteration++;
    const outcome = barrierStep(inner);
    if (outcome === "infeasible") state.status = "infeasible";
    // rounding may end the last barrier before its own tolerance: the finish decides
    else if (outcome === "stuck" && inner.mu <= 1e-6 && violation(inner.rows) < open) {
      finish(state);
      if (state.status === undefined && inner.mu <= lastMu) state.status = "no-progress";
    } else if (outcome === "stuck") state.status = unmet(inner) ? "infeasible" : "no-progress";
  }

  const unmet = ({ program, z, rows }: Barrier): boolean => violation(rows) > open || separation(program, z) > apart;

  /** Starts again from here with a larger penalty, unless larger penalties have brought the pairs no nearer to zero. */
  function harder(state: OptimiserState): void {
    const { barrier: inner } = state;
    const now = separation(state.program, inner.z);
    state.useless = now > 0.9 * state.apart ? state.useless + 1 : 0;
    state.apart = now;
    if (inner.rho >= mostRho || state.useless >= 2) state.status = "infeasible";
    else enter(inner, inner.z.slice(), mu, 10 * inner.rho);
  }

  function finishFrom({ barrier: inner, kkt }: OptimiserState, start: Float64Array): Finish {
    kkt.bind(inner.rho);
    return finished(kkt.mcp, inner.pattern, inner.system, inner.y.length, start);
  }

  /** Whether the finish leads from a warm start to a minimum; else the barrier begins as if it had not been tried. */
  function finishedAtOnce(state: OptimiserState, start: Float64Array): boolean {
    state.untried = undefined;
    const found = finishFrom(state, start);
    const exact = found.residual <= tolerance && separation(state.program, found.zy) <= exactly;
    if (exact && judge(state, found.zy).order === "second") {
      state.finish = found;
      state.status = "solved";
      return true;
    }
    state.barrier.system.forget();
    return false;
  }

  function finish(state: OptimiserState): void {
    const { program, barrier: inner } = state;
    const found = finishFrom(state, Float64Array.of(...inner.z, ...inner.y));
    state.finish = found;
    if (!(found.residual <= tolerance)) {
      // which bounds hold is not clear yet: nearer to them it is
      if (inner.mu > leastMu) setMu(inner, 0.01 * inner.mu);
      else state.status = "no-progress";
    } else if (separation(program, found.zy) > exactly) harder(state);
    else state.status = "solved";
  }

  return {
    init(program, start, memory) {
      const inner = memory?.program === program ? memory.barrier : barrier(program);
      const state: OptimiserState = {
        program,
        barrier: inner,
        kkt: memory?.program === program ? memory.kkt : kktMcp(program, inner.pattern),
        iteration: 0,
        apart: Number.POSITIVE_INFINITY,
        useless: 0,
        status: undefined,
        finish: undefined,
        untried: warm ? start : undefined,
      };
      inner.system.forget();
      if (!enter(inner, start, mu, rho)) state.status = "not-finite";
      return state;
    },
    step,
    done: ({ status }) => status,
    solution: (state) => optimum(state),
  };
}

/** max min(z_i, z_j) over the pairs. */
function separation({ pairs }: Program, z: Float64Array): number {
  let largest = 0;
  pairs.first.forEach((i, k) => {
    largest = Math.max(largest, Math.min(z[i]!, z[pairs.second[k]!]!));
  });
  return largest;
}

/** Members of pairs below this count as zero once the barrier is gone. */
const zero = 1e-9;

function optimum(state: OptimiserState): Optimum {
  const { program, barrier: inner, finish, status = "iteration-limit" } = state;
  const n = program.lower.length;
  const zy = finish?.zy ?? Float64Array.of(...inner.z, ...inner.y);
  const z = zy.slice(0, n);
  const rows = new Float64Array(program.jacobian.rows);
  const cost = program.evaluate(z, rows);
  const residual = finish?.residual ?? error(inner, 0);
  const worst = finish?.worst ?? worstOf(program, rows, z);
  const judged = judge(state, zy);
  return {
    status,
    z: zy,
    residual,
    iterations: state.iteration + (finish?.iterations ?? 0),
    worst,
    message: sentence(status, state.iteration, residual, finish, worst),
    cost,
    penalty: inner.rho,
    complementarity: separation(program, z),
    ...(status === "solved" ? judged : { ...judged, order: "stationary", bStationary: false }),
  };
}

/**
 * Second order: with every unknown fixed that a bound holds, the KKT matrix has exactly m negative and no zero pivots.
 * The members of a biactive pair can only grow, so that the penalty on their product curves no way down: it is left out.
 * B-stationarity: at a biactive pair both multipliers ∂f/∂z + Jᵀy without the penalty must not be negative.
 */
function judge(state: OptimiserState, zy: Float64Array): Pick<Optimum, "order" | "biactive" | "bStationary"> {
  const { program, barrier: inner } = state;
  const n = program.lower.length;
  const m = program.jacobian.rows;
  const residual = new Float64Array(n + m);
  state.kkt.mcp.evaluate(zy, residual);
  const z = zy.slice(0, n);
  const hessian = new Float64Array(program.hessian.rowIdx.length);
  const jacobian = new Float64Array(program.jacobian.rowIdx.length);
  const gradient = new Float64Array(n);
  program.slopes(z, gradient, jacobian);
  program.curvature(z, zy.slice(n), hessian);
  fillKkt(inner.pattern, hessian, jacobian, inner.rho);
  const { first, second: other } = program.pairs;
  const biactive = [...first.keys()].filter((k) => z[first[k]!]! < zero && z[other[k]!]! < zero);
  for (const places of inner.pattern.pairsAt)
    for (const k of biactive) inner.pattern.matrix.values[places[k]!]! -= inner.rho;
  const held = new Uint8Array(n + m);
  for (let i = 0; i < n; i++) {
    const atBound = z[i]! <= program.lower[i]! + zero || z[i]! >= program.upper[i]! - zero;
    if (atBound && Math.abs(residual[i]!) > zero) held[i] = 1;
  }
  const { values, colPtr, rowIdx } = inner.pattern.matrix;
  for (let j = 0; j < n + m; j++)
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++)
      if (held[j] === 1 || held[rowIdx[p]!] === 1) values[p] = rowIdx[p] === j ? 1 : 0;
  const second = inner.system.negativePivots(leastShift, leastShift) === m;
  const partner = new Float64Array(n);
  addPenalty(program, z, inner.rho, partner);
  const bStationary = biactive.every((k) =>
    [first[k]!, other[k]!].every((i) => residual[i]! - partner[i]! >= -1e-7 * (1 + inner.rho)),
  );
  return { order: second ? "second" : "stationary", biactive, bStationary };
}

/** The rows and pairs that are missed by most. */
function worstOf(program: Program, rows: Float64Array, z: Float64Array): { row: string; residual: number }[] {
  const { first, second } = program.pairs;
  const missed = [
    ...Array.from(rows, (residual, r) => ({ row: program.rowName(r), residual: Math.abs(residual) })),
    ...Array.from(first, (i, k) => {
      const residual = Math.max(0, Math.min(z[i]!, z[second[k]!]!));
      return { row: `${program.name(i)} ⟂ ${program.name(second[k]!)}`, residual };
    }),
  ];
  return missed.sort((a, b) => b.residual - a.residual).slice(0, 5);
}

function sentence(
  status: Status,
  iterations: number,
  residual: number,
  finish: Finish | undefined,
  worst: Solution["worst"],
): string {
  if (status === "solved")
    return `Optimal after ${iterations} barrier steps and ${finish!.iterations} of the finish, natural residual ${residual.toExponential(1)}.`;
  if (status === "infeasible") {
    const names = worst.slice(0, 3).map(({ row, residual: r }) => `${row} (${r.toExponential(1)})`);
    return `No step brings rows and pairs nearer to zero after ${iterations} barrier steps; worst are ${names.join(", ")}; check them, or start elsewhere (this is no proof).`;
  }
  return `Not optimal after ${iterations} barrier steps, residual ${residual.toExponential(1)}: start elsewhere, or on a coarser grid.`;
}

/** Minimises to the end. */
export function optimise(program: Program, start: Float64Array, settings: OptimiseSettings = {}): Optimum {
  const solver = optimiser(settings);
  const state = solver.init(program, start);
  while (solver.done(state) === undefined) solver.step(state);
  return solver.solution(state);
}
