import type { Stepwise } from "../../algebra/stepwise.js";
import { type Elimination, eliminateRows, elimination, productsAtOnce } from "./elimination.js";
import { type Bounds, feasibility, type Miqp } from "./problem.js";
import {
  type QuadraticProgram,
  type QuadraticStatus,
  type QuadraticWorkspace,
  quadraticWorkspace,
  solvingQuadratic,
} from "./quadratic.js";

/** A convex cost ½ xᵀHx + cᵀx. */
export type Cost = Pick<Miqp, "H" | "c">;

/** Bounds beyond this are left out at first and put in only if the solution violates them. */
const far = 1e3;
const isNear = (bound: number): boolean => Math.abs(bound) < far || Math.abs(bound) === Number.POSITIVE_INFINITY;
/** Coefficients of a restricted row below this share of the row's own are zero. */
const coefficientTolerance = 1e-12;
/** A cost with no coefficient above this leaves nothing to choose. */
const costTolerance = 1e-12;

/** A convex program of one size on its way: made once, for one program after another. */
export interface ConvexWorkspace {
  /** The solution. */
  readonly x: Float64Array;
  /** A by rows (m × n); its owner puts the numbers in. */
  readonly matrix: Float64Array;
  readonly elimination: Elimination;
  /** The program over the unknowns that are left. */
  readonly program: QuadraticProgram;
  readonly quadratic: QuadraticWorkspace;
  readonly row: RestrictedRow;
}

/** constant + C y between low and high, its coefficients no larger than `size`. */
interface RestrictedRow {
  constant: number;
  size: number;
  low: number;
  high: number;
}

/** Workspace for programs of n columns and m rows. */
export function convexWorkspace(n: number, m: number): ConvexWorkspace {
  const mostRows = 2 * (n + m);
  return {
    x: new Float64Array(n),
    matrix: new Float64Array(m * n),
    elimination: elimination(n, m),
    program: {
      size: 0,
      rows: 0,
      G: new Float64Array(n * n),
      g: new Float64Array(n),
      C: new Float64Array((mostRows + 1) * n),
      d: new Float64Array(mostRows),
    },
    quadratic: quadraticWorkspace(),
    row: { constant: 0, size: 0, low: 0, high: 0 },
  };
}

/**
 * Solves min ½ xᵀHx + cᵀx over A x between row bounds and x between its bounds, by our own arithmetic: equal rows are
 * eliminated by Gauss and Jordan with complete pivoting, what is left goes to the dual active set method. Fast where
 * most of the program is fixed, which a mode of its pairs does. `work.x` holds the solution. `feasible`, if given, is a
 * point within the bounds: it is the answer where equalities leave the cost no choice. In parts, of which none takes longer
 * than some milliseconds.
 */
export function* solvingConvex(
  work: ConvexWorkspace,
  bounds: Bounds,
  cost: Cost,
  feasible?: Float64Array,
): Stepwise<QuadraticStatus> {
  const { x, program } = work;
  const size = yield* eliminateRows(work.elimination, work.matrix, bounds, x);
  if (size < 0) return "infeasible";
  program.size = size;
  yield* restrictCost(work, cost);
  if (feasible !== undefined && isConstant(program)) {
    x.set(feasible);
    return "optimal";
  }
  for (const limit of [far, Number.POSITIVE_INFINITY]) {
    if (!(yield* restrictRows(work, bounds, limit))) return "infeasible";
    if (size === 0) {
      expand(work);
      return "optimal";
    }
    const status = yield* solvingQuadratic(program, work.quadratic);
    if (status !== "optimal") return status;
    expand(work);
    if (!violatesFar(work, bounds)) break;
  }
  return "optimal";
}

/** G = zᵀHz, g = zᵀ(H x₀ + c), with z the basis, and x₀ the offset and the fixed columns. */
function* restrictCost({ x, elimination, program }: ConvexWorkspace, { H, c }: Cost): Stepwise<void> {
  const { place, offset, basis: z } = elimination;
  const { G, g, size: p } = program;
  G.fill(0, 0, p * p);
  g.fill(0, 0, p);
  let products = 0;
  for (let j = 0; j < x.length; j++) {
    if (products > productsAtOnce) {
      products = 0;
      yield;
    }
    const kj = place[j];
    const xj = kj < 0 ? x[j] : offset[kj];
    if (kj >= 0 && c[j] !== 0) for (let s = 0; s < p; s++) g[s] += c[j] * z[kj * p + s];
    for (let q = H.colPtr[j]; q < H.colPtr[j + 1]; q++) {
      const ki = place[H.rowIdx[q]];
      const v = H.values[q];
      if (ki < 0 || v === 0) continue;
      for (let s = 0; s < p; s++) {
        const zi = v * z[ki * p + s];
        if (zi === 0) continue;
        g[s] += zi * xj;
        products += p;
        if (kj >= 0) for (let t = 0; t < p; t++) G[s * p + t] += zi * z[kj * p + t];
      }
    }
  }
}

function isConstant({ G, g, size: p }: QuadraticProgram): boolean {
  for (let s = 0; s < p * p; s++) if (Math.abs(G[s]) > costTolerance) return false;
  for (let s = 0; s < p; s++) if (Math.abs(g[s]) > costTolerance) return false;
  return true;
}

/** The rows and bounds below `limit` over the unknowns that are left; false where one without unknowns cannot hold. */
function* restrictRows(work: ConvexWorkspace, bounds: Bounds, limit: number): Stepwise<boolean> {
  const { x, matrix, elimination, program, row } = work;
  const { lower, upper, rowLower, rowUpper } = bounds;
  const { count, free, place, offset, basis } = elimination;
  const { C, size: p } = program;
  const n = x.length;
  program.rows = 0;
  let products = 0;
  for (let i = 0; i < rowLower.length; i++) {
    const low = rowLower[i];
    const high = rowUpper[i];
    if (low === high || (low <= -limit && high >= limit)) continue;
    const start = program.rows * p;
    C.fill(0, start, start + p);
    let constant = 0;
    let size = 0;
    if (products > productsAtOnce) {
      products = 0;
      yield;
    }
    for (let j = 0; j < n; j++) {
      const a = matrix[i * n + j];
      if (a === 0) continue;
      const k = place[j];
      constant += a * (k < 0 ? x[j] : offset[k]);
      if (k < 0) continue;
      size = Math.max(size, Math.abs(a));
      products += p;
      for (let s = 0, q = k * p; s < p; s++, q++) C[start + s] += a * basis[q];
    }
    row.constant = constant;
    row.size = size;
    row.low = low;
    row.high = high;
    if (!keepRow(program, row, limit)) return false;
  }
  for (let k = 0; k < count; k++) {
    const low = lower[free[k]];
    const high = upper[free[k]];
    if (low <= -limit && high >= limit) continue;
    const start = program.rows * p;
    for (let s = 0; s < p; s++) C[start + s] = basis[k * p + s];
    row.constant = offset[k];
    row.size = 1;
    row.low = low;
    row.high = high;
    if (!keepRow(program, row, limit)) return false;
  }
  return true;
}

/**
 * Keeps the row whose coefficients are written at the end of C, as one or two rows C y ≥ d. A row that is zero must hold
 * by itself: false where it does not.
 */
function keepRow(program: QuadraticProgram, { constant, size, low, high }: RestrictedRow, limit: number): boolean {
  const { C, d, size: p } = program;
  const start = program.rows * p;
  if (isZero(program, size)) return !(low - constant > feasibility || constant - high > feasibility);
  if (low > -limit) {
    d[program.rows] = low - constant;
    program.rows++;
  }
  if (high < limit) {
    const next = program.rows * p;
    for (let s = 0; s < p; s++) C[next + s] = -C[start + s];
    d[program.rows] = constant - high;
    program.rows++;
  }
  return true;
}

/** Cleans the row at the end of C of rounding, beside coefficients of this size; true where nothing is left of it. */
function isZero({ C, rows, size: p }: QuadraticProgram, size: number): boolean {
  let largest = 0;
  for (let s = rows * p; s < rows * p + p; s++) {
    if (Math.abs(C[s]) < coefficientTolerance * size) C[s] = 0;
    else largest = Math.max(largest, Math.abs(C[s]));
  }
  return largest === 0;
}

/** x = offset + basis y. */
function expand({ x, elimination, program: { size: p }, quadratic: { y } }: ConvexWorkspace): void {
  const { count, free, offset, basis } = elimination;
  for (let k = 0; k < count; k++) {
    let sum = offset[k];
    for (let s = 0; s < p; s++) sum += basis[k * p + s] * y[s];
    x[free[k]] = sum;
  }
}

/** True where x violates a bound that was left out. */
function violatesFar({ x, matrix }: ConvexWorkspace, { lower, upper, rowLower, rowUpper }: Bounds): boolean {
  const n = x.length;
  for (let j = 0; j < n; j++) if (x[j] < lower[j] - feasibility || x[j] > upper[j] + feasibility) return true;
  for (let i = 0; i < rowLower.length; i++) {
    if (isNear(rowLower[i]) && isNear(rowUpper[i])) continue;
    let activity = 0;
    for (let j = 0; j < n; j++) activity += matrix[i * n + j] * x[j];
    if (activity < rowLower[i] - feasibility || activity > rowUpper[i] + feasibility) return true;
  }
  return false;
}
