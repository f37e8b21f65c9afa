import { type KktSystem, kktSystem, rowShift } from "./inertia.js";
import { addPenalty, addTransposed, fillKkt, type KktPattern, kktPattern, type Program } from "./program.js";

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
  /** Barrier parameter, penalty of complementarity, weight of the rows in the merit, shift of the Hessian. */
  mu: number;
  rho: number;
  weight: number;
  shift: number;
  stepLength: number;
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
const boundary = 0.995;
/** Bound multipliers stay within this factor of μ over the distance to the bound. */
const dualFactor = 1e10;

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
    weight: 1,
    shift: 0,
    stepLength: 0,
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

/** Starts from z pushed inside the bounds, with multipliers of the central path; false where the rows are not finite there. */
export function enter(state: Barrier, start: Float64Array, mu: number, rho: number): boolean {
  const { z, y, lowerDual, upperDual } = state;
  const { lower, upper } = state.program;
  for (let i = 0; i < z.length; i++) {
    const [low, high] = [lower[i]!, upper[i]!];
    const room = Math.min(push * Math.max(1, Math.abs(Number.isFinite(low) ? low : 0)), push * (high - low));
    let x = start[i]!;
    if (x < low + room) x = low + room;
    if (x > high - room) x = high - room;
    z[i] = x;
    lowerDual[i] = Number.isFinite(low) ? mu / (x - low) : 0;
    upperDual[i] = Number.isFinite(high) ? mu / (high - x) : 0;
  }
  y.fill(0);
  state.mu = mu;
  state.rho = rho;
  state.weight = 1;
  state.shift = 0;
  return linearise(state);
}

/** Rows and slopes at z. */
function linearise(state: Barrier): boolean {
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

/**
 * One step of the primal-dual barrier method (Wächter, Biegler, Math. Programming 106, 2006) with the ℓ₁ merit of
 * Nocedal and Wright (18.27) and one second-order correction. False where no step of any length makes the merit smaller.
 */
export function barrierStep(state: Barrier): boolean {
  const { program, pattern, system, z, y, lowerDual, upperDual, rows, gradient, memory, mu } = state;
  const { lower, upper } = program;
  const { step, second, trial, trialRows } = memory;
  const n = z.length;
  program.curvature(z, y, memory.hessian);
  fillKkt(pattern, memory.hessian, memory.jacobian, state.rho);
  const { values } = pattern.matrix;
  for (let i = 0; i < n; i++) {
    const low = z[i]! - lower[i]!;
    const high = upper[i]! - z[i]!;
    values[pattern.diagonalAt[i]!]! += lowerDual[i]! / low + upperDual[i]! / high;
    step[i] = -gradient[i]! + mu / low - mu / high;
  }
  const barrierSlope = memory.dual;
  for (let i = 0; i < n; i++) barrierSlope[i] = -step[i]!;
  // the right-hand side with y⁺ = y + dy as the unknown: −∇φ for z, −c for y⁺
  for (let r = 0; r < rows.length; r++) step[n + r] = -rows[r]! - rowShiftOf(y[r]!);
  const shift = system.correct();
  if (shift === undefined) return false;
  state.shift = shift;
  system.solve(step);

  const reach = fractionToBoundary(state, step);
  const infeasible = norm1(rows);
  let slope = 0;
  for (let i = 0; i < n; i++) slope += barrierSlope[i]! * step[i]!;
  // dᵀ(H + Σ + δ)d = −∇φᵀd − y⁺ᵀJ d = −∇φᵀd + y⁺ᵀc up to the shift of the rows
  let curvature = -slope;
  for (let r = 0; r < rows.length; r++) curvature += step[n + r]! * rows[r]!;
  if (infeasible > 0) {
    const needed = (slope + 0.5 * Math.max(curvature, 0)) / (0.9 * infeasible);
    if (state.weight < needed) state.weight = 2 * needed;
  }
  const descent = slope - state.weight * infeasible;
  const merit = state.cost - mu * logs(state, z) + state.weight * infeasible;
  const slack = 10 * Number.EPSILON * Math.abs(merit);
  let alpha = reach;
  let corrected = false;
  for (let k = 0; k < 40; k++) {
    for (let i = 0; i < n; i++) trial[i] = z[i]! + alpha * step[i]!;
    let value = meritAt(state, trial);
    if (!(value <= merit + 1e-4 * alpha * descent + slack) && k === 0 && norm1(trialRows) >= infeasible) {
      // the rows bend away from their tangents: correct the step by what they miss (Nocedal, Wright, 15.6)
      for (let i = 0; i < n; i++) second[i] = -barrierSlope[i]!;
      for (let r = 0; r < rows.length; r++) second[n + r] = -(alpha * rows[r]! + trialRows[r]!) - rowShiftOf(y[r]!);
      system.solve(second);
      const room = fractionToBoundary(state, second);
      for (let i = 0; i < n; i++) trial[i] = z[i]! + room * second[i]!;
      value = meritAt(state, trial);
      corrected = value <= merit + 1e-4 * alpha * descent + slack;
      if (corrected) alpha = room;
    }
    if (value <= merit + 1e-4 * alpha * descent + slack) {
      move(state, corrected ? second : step, alpha);
      return linearise(state);
    }
    alpha *= 0.5;
  }
  return false;
}

/** δ_c times the multiplier that the row's own shift moves: −δ_c y⁺ on the left becomes −δ_c (y⁺ − y). */
const rowShiftOf = (y: number): number => rowShift * y;

/** z + α dz, y + α dy, and bound multipliers by their own step to the boundary. */
function move(state: Barrier, step: Float64Array, alpha: number): void {
  const { program, z, y, lowerDual, upperDual, mu, memory } = state;
  const { lower, upper } = program;
  const n = z.length;
  let dualReach = 1;
  // from (z − l) ζ = μ, linearised
  const change = (room: number, dual: number, d: number): number => mu / room - dual - (dual / room) * d;
  for (let i = 0; i < n; i++) {
    if (lower[i]! > Number.NEGATIVE_INFINITY) {
      const d = change(z[i]! - lower[i]!, lowerDual[i]!, step[i]!);
      if (d < 0) dualReach = Math.min(dualReach, (-boundary * lowerDual[i]!) / d);
    }
    if (upper[i]! < Number.POSITIVE_INFINITY) {
      const d = change(upper[i]! - z[i]!, upperDual[i]!, -step[i]!);
      if (d < 0) dualReach = Math.min(dualReach, (-boundary * upperDual[i]!) / d);
    }
  }
  for (let i = 0; i < n; i++) {
    const [low, high] = [z[i]! - lower[i]!, upper[i]! - z[i]!];
    if (low < Number.POSITIVE_INFINITY) lowerDual[i]! += dualReach * change(low, lowerDual[i]!, step[i]!);
    if (high < Number.POSITIVE_INFINITY) upperDual[i]! += dualReach * change(high, upperDual[i]!, -step[i]!);
  }
  z.set(memory.trial);
  for (let i = 0; i < n; i++) {
    if (lower[i]! > Number.NEGATIVE_INFINITY) lowerDual[i] = near(lowerDual[i]!, mu / (z[i]! - lower[i]!));
    if (upper[i]! < Number.POSITIVE_INFINITY) upperDual[i] = near(upperDual[i]!, mu / (upper[i]! - z[i]!));
  }
  for (let r = 0; r < y.length; r++) y[r]! += alpha * (step[n + r]! - y[r]!);
  state.stepLength = alpha;
}

const near = (dual: number, central: number): number =>
  Math.max(Math.min(dual, dualFactor * central), central / dualFactor);

function fractionToBoundary({ program, z, mu }: Barrier, step: Float64Array): number {
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

function meritAt(state: Barrier, z: Float64Array): number {
  const { program, memory, mu, rho, weight } = state;
  const cost = program.evaluate(z, memory.trialRows);
  return cost + addPenalty(program, z, rho) - mu * logs(state, z) + weight * norm1(memory.trialRows);
}

/** Σ ln(z − lower) + Σ ln(upper − z). */
function logs({ program }: Barrier, z: Float64Array): number {
  const { lower, upper } = program;
  let sum = 0;
  for (let i = 0; i < z.length; i++) {
    if (lower[i]! > Number.NEGATIVE_INFINITY) sum += Math.log(z[i]! - lower[i]!);
    if (upper[i]! < Number.POSITIVE_INFINITY) sum += Math.log(upper[i]! - z[i]!);
  }
  return sum;
}

function norm1(rows: Float64Array): number {
  let sum = 0;
  for (const row of rows) sum += Math.abs(row);
  return sum;
}
