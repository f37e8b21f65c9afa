import { log } from "../../algebra/elementary/elementary.js";
import { clear, emptyFilter, type Filter } from "./filter.js";
import { type KktSystem, kktSystem } from "./inertia.js";
import { kktPattern } from "./kkt.js";
import { addPenalty, addTransposed, type Mpcc } from "./problem.js";

/** An iterate of the barrier method and its memory. */
export interface Barrier {
  readonly problem: Mpcc;
  readonly system: KktSystem;
  readonly point: Iterate;
  readonly linear: Linearisation;
  /** Barrier parameter, and penalty of complementarity. */
  mu: number;
  rho: number;
  readonly filter: Filter;
  readonly memory: Memory;
}

/** The unknowns, the multipliers of rows and bounds, and the length of the step that led here. */
export interface Iterate {
  readonly z: Float64Array;
  /** Multipliers of the rows. */
  readonly y: Float64Array;
  /** Multipliers of the bounds. */
  readonly lowerDual: Float64Array;
  readonly upperDual: Float64Array;
  stepLength: number;
}

/** Rows, cost and slopes at the iterate. */
export interface Linearisation {
  /** f + ρ Σ z_i z_j. */
  cost: number;
  readonly rows: Float64Array;
  /** ∇f + ρ·partner, without the barrier. */
  readonly gradient: Float64Array;
  readonly jacobian: Float64Array;
}

interface Memory {
  readonly hessian: Float64Array;
  readonly step: Float64Array;
  readonly second: Float64Array;
  readonly trial: Float64Array;
  readonly trialRows: Float64Array;
  readonly dual: Float64Array;
}

/** How far inside its bounds a start is pushed, of one and of the box's width. */
const push = 0.01;
/** Share of the way to a bound that a step may go. */
export const boundary = 0.995;
/** Bound multipliers stay within this factor of μ over the distance to the bound. */
export const dualFactor = 1e10;

export function barrier(problem: Mpcc): Barrier {
  const { jacobian, hessian } = problem.patterns;
  const n = problem.lower.length;
  const m = jacobian.rows;
  return {
    problem,
    system: kktSystem(kktPattern(problem)),
    point: {
      z: new Float64Array(n),
      y: new Float64Array(m),
      lowerDual: new Float64Array(n),
      upperDual: new Float64Array(n),
      stepLength: 0,
    },
    linear: {
      cost: 0,
      rows: new Float64Array(m),
      gradient: new Float64Array(n),
      jacobian: new Float64Array(jacobian.rowIdx.length),
    },
    mu: 0,
    rho: 0,
    filter: emptyFilter(),
    memory: {
      hessian: new Float64Array(hessian.rowIdx.length),
      step: new Float64Array(n + m),
      second: new Float64Array(n + m),
      trial: new Float64Array(n),
      trialRows: new Float64Array(m),
      dual: new Float64Array(n),
    },
  };
}

/**
 * Starts from the unknowns in `start` pushed inside the bounds, with multipliers of bounds on the central path and those
 * of the rows behind the unknowns, zero where there are none; false where the rows are not finite there.
 */
export function enter(state: Barrier, start: Float64Array, mu: number, rho: number): boolean {
  const { z, y } = state.point;
  const { lower, upper } = state.problem;
  for (let i = 0; i < z.length; i++) {
    const [low, high] = [lower[i], upper[i]];
    const inner = Math.min(push, mu);
    const room = Math.min(inner * Math.max(1, Math.abs(Number.isFinite(low) ? low : 0)), inner * (high - low));
    let x = start[i];
    if (x < low + room) x = low + room;
    if (x > high - room) x = high - room;
    z[i] = x;
  }
  if (start.length > z.length) y.set(start.subarray(z.length));
  else y.fill(0);
  state.rho = rho;
  const defined = linearise(state);
  setMu(state, mu);
  centre(state);
  return defined;
}

/** Puts the multipliers of the bounds on the central path. */
export function centre({ problem: { lower, upper }, point, mu }: Barrier): void {
  const { z, lowerDual, upperDual } = point;
  for (let i = 0; i < z.length; i++) {
    lowerDual[i] = lower[i] > Number.NEGATIVE_INFINITY ? mu / (z[i] - lower[i]) : 0;
    upperDual[i] = upper[i] < Number.POSITIVE_INFINITY ? mu / (upper[i] - z[i]) : 0;
  }
}

/** Takes another barrier parameter. */
export function setMu(state: Barrier, mu: number): void {
  state.mu = mu;
  clear(state.filter, norm1(state.linear.rows));
}

/** Rows and slopes at z. */
export function linearise(state: Barrier): boolean {
  const { problem, linear } = state;
  const { z } = state.point;
  const cost = problem.evaluate(z, linear.rows);
  if (!Number.isFinite(cost)) return false;
  problem.slopes(z, linear.gradient, linear.jacobian);
  linear.cost = cost + addPenalty(problem, z, state.rho, linear.gradient);
  return true;
}

/** The largest violation of the conditions of the central path at μ: stationarity, rows, and complementarity to bounds. */
export function error(state: Barrier, mu: number): number {
  const { problem, point, linear, memory } = state;
  const { lower, upper } = problem;
  const { z, y, lowerDual, upperDual } = point;
  memory.dual.set(linear.gradient);
  addTransposed(problem.patterns.jacobian, linear.jacobian, y, memory.dual);
  let stationarity = 0;
  let complementarity = 0;
  let sum = 0;
  for (let i = 0; i < z.length; i++) {
    stationarity = Math.max(stationarity, Math.abs(memory.dual[i] - lowerDual[i] + upperDual[i]));
    if (lower[i] > Number.NEGATIVE_INFINITY)
      complementarity = Math.max(complementarity, Math.abs((z[i] - lower[i]) * lowerDual[i] - mu));
    if (upper[i] < Number.POSITIVE_INFINITY)
      complementarity = Math.max(complementarity, Math.abs((upper[i] - z[i]) * upperDual[i] - mu));
    sum += lowerDual[i] + upperDual[i];
  }
  for (const value of y) sum += Math.abs(value);
  // multipliers that are large on the average make stationarity a difference of large numbers
  const scale = Math.max(1, sum / (2 * z.length + y.length) / 100);
  return Math.max(stationarity / scale, complementarity / scale, normInf(linear.rows));
}

/** The longest step of at most 1 that leaves every unknown a share of its room to the bounds. */
export function fractionToBoundary({ problem, point, mu }: Barrier, step: Float64Array): number {
  const { lower, upper } = problem;
  const { z } = point;
  const part = Math.max(boundary, 1 - mu);
  let alpha = 1;
  for (let i = 0; i < z.length; i++) {
    const d = step[i];
    if (d < 0) alpha = Math.min(alpha, (-part * (z[i] - lower[i])) / d);
    else if (d > 0) alpha = Math.min(alpha, (part * (upper[i] - z[i])) / d);
  }
  return alpha;
}

/** φ = f + ρ Σ z_i z_j − μ Σ ln(room to the bounds), with the rows left in memory. */
export function barrierAt(state: Barrier, z: Float64Array): number {
  const { problem, memory, mu, rho } = state;
  const cost = problem.evaluate(z, memory.trialRows);
  return cost + addPenalty(problem, z, rho) - mu * logs(state, z);
}

/** Σ ln(z − lower) + Σ ln(upper − z). */
export function logs({ problem }: Barrier, z: Float64Array): number {
  const { lower, upper } = problem;
  let sum = 0;
  for (let i = 0; i < z.length; i++) {
    if (lower[i] > Number.NEGATIVE_INFINITY) sum += log(z[i] - lower[i]);
    if (upper[i] < Number.POSITIVE_INFINITY) sum += log(upper[i] - z[i]);
  }
  return sum;
}

export function norm1(rows: Float64Array): number {
  let sum = 0;
  for (const row of rows) sum += Math.abs(row);
  return sum;
}

export function norm2(rows: Float64Array): number {
  let sum = 0;
  for (const row of rows) sum += row * row;
  return Math.sqrt(sum);
}

/** |rows|∞, zero without rows. */
export function normInf(rows: Float64Array): number {
  let largest = 0;
  for (const row of rows) largest = Math.max(largest, Math.abs(row));
  return largest;
}
