import { type Barrier, barrier, enter, error, linearise, setMu, violation } from "./barrier.js";
import { barrierStep } from "./barrier-step.js";
import { type Finish, finished } from "./finish.js";
import { leastShift } from "./inertia.js";
import type { Solution, Status } from "./mcp.js";
import { apart, type Missed, missed, open, pairEnds, separation } from "./missed.js";
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
/** Below this the barrier hardly moves unknowns away from their bounds. */
const gone = 1e-6;
/** The problem at μ is solved to this multiple of μ. */
const loose = 10;
const mostRho = 1e8;
/** The same once the barrier is gone: then pairs are complementary to rounding. */
const exactly = 1e-12;

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
  /** Where larger penalties did not help and the search began anew: what it ends with unless that finds a minimum. */
  trap: (Pick<OptimiserState, "status" | "finish"> & { readonly zy: Float64Array; readonly rho: number }) | undefined;
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
    advance(state);
    trapped(state);
  }

  function advance(state: OptimiserState): void {
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
      // on the way pairs are open as μ asks: only rows can be said to be missed
      state.status = standing(state).missed.rowsUnmet ? "infeasible" : "iteration-limit";
      return;
    }
    state.iteration++;
    const outcome = barrierStep(inner);
    if (outcome === "moved" || outcome === "restored") return;
    // rounding may end the last barrier before its own tolerance: the finish decides
    if (inner.mu <= gone && violation(inner.rows) < open) {
      finish(state);
      if (state.status === undefined && inner.mu <= lastMu) state.status = missing(state);
    } else state.status = missing(state);
  }

  /**
   * How a search ends without a minimum: infeasible only where the point that it reports misses rows, or pairs that no
   * barrier holds open any more.
   */
  function missing(state: OptimiserState): Status {
    const { rowsUnmet, pairsOpen } = standing(state).missed;
    return rowsUnmet || (pairsOpen && state.barrier.mu <= gone) ? "infeasible" : "no-progress";
  }

  /**
   * Starts again from here with a larger penalty. Where larger penalties have brought the pairs no nearer to zero, a
   * local minimum of the penalty holds them: once, the search begins anew there with the first penalty and no
   * multipliers, which lets most of them out.
   */
  function harder(state: OptimiserState): void {
    const { barrier: inner } = state;
    const now = separation(state.program, inner.z);
    state.useless = now > 0.9 * state.apart ? state.useless + 1 : 0;
    state.apart = now;
    if (inner.rho < mostRho && state.useless < 2) {
      enter(inner, inner.z.slice(), mu, 10 * inner.rho);
      return;
    }
    const status = missing(state);
    if (state.trap === undefined) {
      state.trap = { status, finish: state.finish, zy: Float64Array.of(...inner.z, ...inner.y), rho: inner.rho };
      enter(inner, inner.z.slice(), defaults.mu, rho);
      inner.system.forget();
      state.apart = Number.POSITIVE_INFINITY;
      state.useless = 0;
    } else state.status = status;
  }

  /** Back to the trap that a search began anew from, where that has found no minimum. */
  function trapped(state: OptimiserState): void {
    const { barrier: inner, trap } = state;
    if (trap === undefined || state.status === undefined || state.status === "solved") return;
    state.status = trap.status;
    state.finish = trap.finish;
    inner.rho = trap.rho;
    inner.z.set(trap.zy.subarray(0, inner.z.length));
    inner.y.set(trap.zy.subarray(inner.z.length));
    linearise(inner);
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
    } else if (separation(program, found.zy) <= exactly || decided(state, found)) state.status = "solved";
    else harder(state);
  }

  /**
   * Whether the pairs that are nearly complementary become so exactly with the smaller member held at zero: a minimum
   * also without that hold where the penalty is at least as large as the multiplier of the hold asks for.
   */
  function decided(state: OptimiserState, near: Finish): boolean {
    const { program, barrier: inner, kkt } = state;
    if (separation(program, near.zy) > apart) return false;
    const held = pairEnds(program, near.zy).filter(({ least }) => least > exactly);
    kkt.bind(inner.rho);
    for (const { smaller } of held) kkt.mcp.upper[smaller] = 0;
    const { zy, residual } = finished(kkt.mcp, inner.pattern, inner.system, inner.y.length, near.zy);
    if (!(residual <= tolerance)) return false;
    const slopes = new Float64Array(zy.length);
    kkt.mcp.evaluate(zy, slopes);
    let asked = inner.rho;
    // twice what makes the slope zero, so that the bound clearly holds
    for (const { smaller, larger } of held) asked = Math.max(asked, inner.rho - (2 * slopes[smaller]!) / zy[larger]!);
    if (!(asked <= mostRho)) return false;
    kkt.bind(asked);
    const found = finished(kkt.mcp, inner.pattern, inner.system, inner.y.length, zy);
    if (!(found.residual <= tolerance && separation(program, found.zy) <= exactly)) return false;
    inner.rho = asked;
    state.finish = found;
    return true;
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
        trap: undefined,
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

/** Where a search that found no minimum stands: at the end of the finish, unless the barrier's point misses less. */
function standing({ program, barrier: inner, finish }: OptimiserState): {
  readonly zy: Float64Array;
  readonly finish: Finish | undefined;
  readonly missed: Missed;
} {
  const zy = Float64Array.of(...inner.z, ...inner.y);
  const before = missed(program, inner.z);
  if (finish === undefined) return { zy, finish, missed: before };
  const after = missed(program, finish.zy.slice(0, inner.z.length));
  return before.most < after.most
    ? { zy, finish: undefined, missed: before }
    : { zy: finish.zy, finish, missed: after };
}

/** Members of pairs below this count as zero once the barrier is gone. */
const zero = 1e-9;

function optimum(state: OptimiserState): Optimum {
  const { program, barrier: inner, status = "iteration-limit" } = state;
  const n = program.lower.length;
  const stood = status === "solved" ? { zy: state.finish!.zy, finish: state.finish } : standing(state);
  const { zy, finish } = stood;
  const z = zy.slice(0, n);
  const cost = program.evaluate(z, new Float64Array(program.jacobian.rows));
  const complementarity = separation(program, z);
  // pairs are no rows of the penalised problem, which has minima where they are open
  const residual = Math.max(finish?.residual ?? error(inner, 0), complementarity);
  const worst = "missed" in stood ? stood.missed.worst : state.finish!.worst;
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
    complementarity,
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

function sentence(
  status: Status,
  iterations: number,
  residual: number,
  finish: Finish | undefined,
  worst: Solution["worst"],
): string {
  if (status === "solved")
    return `Optimal after ${iterations} barrier steps and ${finish!.iterations} of the finish, natural residual ${residual.toExponential(1)}.`;
  const names = worst.slice(0, 3).map(({ row, residual: r }) => `${row} (${r.toExponential(1)})`);
  if (status === "infeasible")
    return `No step brings rows and pairs nearer to zero after ${iterations} barrier steps; worst are ${names.join(", ")}; check them, or start elsewhere (this is no proof).`;
  const missing = `residual ${residual.toExponential(1)}; rows and pairs that miss most are ${names.join(", ")}`;
  if (status === "cancelled") return `Cancelled after ${iterations} barrier steps, ${missing}.`;
  const repeated = finish?.repeated ?? [];
  if (status === "no-progress" && repeated.length > 0)
    return `Not optimal after ${iterations} barrier steps, residual ${residual.toExponential(1)}: of ${repeated.join(", ")} all but this residual follows from other rows; leave out what the others imply.`;
  return `Not optimal after ${iterations} barrier steps, ${missing}: leave out conditions that others imply, start elsewhere, or on a coarser grid.`;
}

/** Minimises to the end. */
export function optimise(program: Program, start: Float64Array, settings: OptimiseSettings = {}): Optimum {
  const solver = optimiser(settings);
  const state = solver.init(program, start);
  while (solver.done(state) === undefined) solver.step(state);
  return solver.solution(state);
}
