import { clear, emptyFilter, type Filter } from "./filter.js";
import { type KktSystem, kktSystem } from "./inertia.js";
import { addPenalty, addTransposed, type KktPattern, kktPattern, type Program } from "./program.js";

/** An iterate of the barrier method and its memory. */
export interface Barrier {
  readonly program: Program;
  readonly pattern: KktPattern;
  readonly system: KktSystem;
  readonly z: Float64Array;
  /** Multipliers of the rows. */
  readonly y: Float64Array;
  /** Multipliers of the bounds. */
  readonly lowerDual: Float64Array;
  readonly upperDual: Float64Array;
  readonly rows: Float64Array;
  /** ∇f + ρ·partner, without the barrier. */
  readonly gradient: Float64Array;
  /** f + ρ Σ z_i z_j. */
  cost: number;
  /** Barrier parameter, penalty of complementarity, shift of the Hessian. */
  mu: number;
  rho: number;
  shift: number;
  stepLength: number;
  readonly filter: Filter;
  readonly memory: Memory;
}

interface Memory {
  readonly jacobian: Float64Array;
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

export function barrier(program: Program): Barrier {
  const n = program.lower.length;
  const m = program.jacobian.rows;
  const pattern = kktPattern(program);
  return {
    program,
    pattern,
    system: kktSystem(pattern, n, m),
    z: new Float64Array(n),
    y: new Float64Array(m),
    lowerDual: new Float64Array(n),
    upperDual: new Float64Array(n),
    rows: new Float64Array(m),
    gradient: new Float64Array(n),
    cost: 0,
    mu: 0,
    rho: 0,
    shift: 0,
    stepLength: 0,
    filter: emptyFilter(),
    memory: {
      jacobian: new Float64Array(program.jacobian.rowIdx.length),
      hessian: new Float64Array(program.hessian.rowIdx.length),
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
  const { z, y } = state;
  const { lower, upper } = state.program;
  for (let i = 0; i < z.length; i++) {
    const [low, high] = [lower[i]!, upper[i]!];
    const inner = Math.min(push, mu);
    const room = Math.min(inner * Math.max(1, Math.abs(Number.isFinite(low) ? low : 0)), inner * (high - low));
    let x = start[i]!;
    if (x < low + room) x = low + room;
    if (x > high - room) x = high - room;
    z[i] = x;
  }
  if (start.length > z.length) y.set(start.subarray(z.length));
  else y.fill(0);
  state.rho = rho;
  state.shift = 0;
  const defined = linearise(state);
  setMu(state, mu);
  centre(state);
  return defined;
}

/** Puts the multipliers of the bounds on the central path. */
export function centre({ program, z, lowerDual, upperDual, mu }: Barrier): void {
  const { lower, upper } = program;
  for (let i = 0; i < z.length; i++) {
    lowerDual[i] = lower[i]! > Number.NEGATIVE_INFINITY ? mu / (z[i]! - lower[i]!) : 0;
    upperDual[i] = upper[i]! < Number.POSITIVE_INFINITY ? mu / (upper[i]! - z[i]!) : 0;
  }
}

/** Takes another barrier parameter. */
export function setMu(state: Barrier, mu: number): void {
  state.mu = mu;
  clear(state.filter, norm1(state.rows));
}

/** Rows and slopes at z. */
export function linearise(state: Barrier): boolean {
  const { program, z, rows, gradient, memory } = state;
  const cost = program.evaluate(z, rows);
  if (!Number.isFinite(cost)) return false;
  program.slopes(z, gradient, memory.jacobian);
  state.cost = cost + addPenalty(program, z, state.rho, gradient);
  return true;
}

/** The largest violation of the conditions of the central path at μ: stationarity, rows, and complementarity to bounds. */
export function error(state: Barrier, mu: number): number {
  const { program, z, y, lowerDual, upperDual, rows, gradient, memory } = state;
  const { lower, upper } = program;
  memory.dual.set(gradient);
  addTransposed(program.jacobian, memory.jacobian, y, memory.dual);
  let stationarity = 0;
  let complementarity = 0;
  let sum = 0;
  for (let i = 0; i < z.length; i++) {
    stationarity = Math.max(stationarity, Math.abs(memory.dual[i]! - lowerDual[i]! + upperDual[i]!));
    if (lower[i]! > Number.NEGATIVE_INFINITY)
      complementarity = Math.max(complementarity, Math.abs((z[i]! - lower[i]!) * lowerDual[i]! - mu));
    if (upper[i]! < Number.POSITIVE_INFINITY)
      complementarity = Math.max(complementarity, Math.abs((upper[i]! - z[i]!) * upperDual[i]! - mu));
    sum += lowerDual[i]! + upperDual[i]!;
  }
  for (const value of y) sum += Math.abs(value);
  // multipliers that are large on the average make stationarity a difference of large numbers
  const scale = Math.max(1, sum / (2 * z.length + y.length) / 100);
  return Math.max(stationarity / scale, complementarity / scale, violation(rows));
}

export function violation(rows: Float64Array): number {
  let largest = 0;
  for (const row of rows) largest = Math.max(largest, Math.abs(row));
  return largest;
}

export function fractionToBoundary({ program, z, mu }: Barrier, step: Float64Array): number {
  const { lower, upper } = program;
  const part = Math.max(boundary, 1 - mu);
  let alpha = 1;
  for (let i = 0; i < z.length; i++) {
    const d = step[i]!;
    if (d < 0) alpha = Math.min(alpha, (-part * (z[i]! - lower[i]!)) / d);
    else if (d > 0) alpha = Math.min(alpha, (part * (upper[i]! - z[i]!)) / d);
  }
  return alpha;
}

/** φ = f + ρ Σ z_i z_j − μ Σ ln(room to the bounds), with the rows left in memory. */
export function barrierAt(state: Barrier, z: Float64Array): number {
  const { program, memory, mu, rho } = state;
  const cost = program.evaluate(z, memory.trialRows);
  return cost + addPenalty(program, z, rho) - mu * logs(state, z);
}

/** Σ ln(z − lower) + Σ ln(upper − z). */
export function logs({ program }: Barrier, z: Float64Array): number {
  const { lower, upper } = program;
  let sum = 0;
  for (let i = 0; i < z.length; i++) {
    if (lower[i]! > Number.NEGATIVE_INFINITY) sum += Math.log(z[i]! - lower[i]!);
    if (upper[i]! < Number.POSITIVE_INFINITY) sum += Math.log(upper[i]! - z[i]!);
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
