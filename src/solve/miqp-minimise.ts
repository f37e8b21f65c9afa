import type { Miqp } from "./miqp-problem.js";
import { type QuadraticProgram, quadraticWorkspace, solveQuadratic } from "./quadratic.js";

/** Bounds of columns and rows, those of the program with some of them moved together. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
}

/** A convex cost ½ xᵀHx + cᵀx. */
export type Cost = Pick<Miqp, "H" | "c">;

/** Equalities whose pivots are below this, relative to the largest coefficient, repeat others. */
const rankTolerance = 1e-9;
/** By how much an equality that repeats others may contradict them. */
export const feasibility = 1e-9;
/** Bounds beyond this are left out at first and put in only if the solution misses them. */
const far = 1e3;
const isNear = (bound: number): boolean => Math.abs(bound) < far || Math.abs(bound) === Number.POSITIVE_INFINITY;

/**
 * Minimises a convex cost over A x between row bounds and x between its bounds, by our own arithmetic: equal rows are
 * eliminated by Gauss and Jordan with complete pivoting, what is left goes to the dual active set method. Fast where
 * most of the program is fixed, which a mode of its pairs does. Made for one size; `x` holds the solution.
 */
export interface Minimiser {
  readonly x: Float64Array;
  /** `feasible`, if given, is a point within the bounds: it is the answer where equalities leave the cost no choice. */
  minimise(bounds: Bounds, cost: Cost, feasible?: Float64Array): "optimal" | "infeasible" | "failed";
}

/** `matrix` is A by rows (m × n), kept by reference: its owner may put other numbers in. */
export function minimiser(n: number, m: number, matrix: Float64Array): Minimiser {
  const x = new Float64Array(n);
  const free = new Int32Array(n); // free columns in the order of their places
  const place = new Int32Array(n); // place of a free column, −1 where fixed
  const stride = n + 1;
  const table = new Float64Array(m * stride); // equalities over free columns, then the right-hand side
  const basicRow = new Int32Array(n); // per place: row of the table that gives it, −1 where it stays unknown
  const unknown = new Int32Array(n); // places that stay unknown
  const offset = new Float64Array(n); // x = offset + basis y, by place
  const z = new Float64Array(n * n);
  const work = quadraticWorkspace();
  const maxRows = 2 * (n + m);
  const program: QuadraticProgram = {
    size: 0,
    rows: 0,
    G: new Float64Array(n * n),
    g: new Float64Array(n),
    C: new Float64Array((maxRows + 1) * n),
    d: new Float64Array(maxRows),
  };

  /** Fills the table with the equal rows; the number of them. */
  function collect(count: number, { rowLower, rowUpper }: Bounds): number {
    let rows = 0;
    for (let i = 0; i < m; i++) {
      if (rowLower[i] !== rowUpper[i]) continue;
      const t = rows * stride;
      let right = rowLower[i]!;
      for (let j = 0; j < n; j++) {
        const a = matrix[i * n + j]!;
        if (place[j]! < 0 && a !== 0) right -= a * x[j]!;
      }
      for (let k = 0; k < count; k++) table[t + k] = matrix[i * n + free[k]!]!;
      table[t + count] = right;
      rows++;
    }
    return rows;
  }

  /** Gauss–Jordan with complete pivoting; false if an equality that repeats others contradicts them. */
  function eliminate(rows: number, count: number): boolean {
    basicRow.fill(-1, 0, count);
    let largest = 0;
    for (let i = 0; i < rows; i++)
      for (let k = 0; k < count; k++) largest = Math.max(largest, Math.abs(table[i * stride + k]!));
    let rank = 0;
    for (; rank < rows; rank++) {
      let best = rankTolerance * largest;
      let row = -1;
      let column = -1;
      for (let i = rank; i < rows; i++)
        for (let k = 0, p = i * stride; k < count; k++, p++) {
          const v = table[p]! < 0 ? -table[p]! : table[p]!;
          if (v <= best) continue;
          best = v;
          row = i;
          column = k;
        }
      if (row < 0) break;
      const t = rank * stride;
      if (row !== rank)
        for (let k = 0, p = row * stride; k <= count; k++, p++) {
          const v = table[p]!;
          table[p] = table[t + k]!;
          table[t + k] = v;
        }
      const pivot = 1 / table[t + column]!;
      for (let k = 0; k <= count; k++) table[t + k]! *= pivot;
      for (let i = 0; i < rows; i++) {
        const u = i * stride;
        const v = table[u + column]!;
        if (i === rank || v === 0) continue;
        for (let k = 0; k <= count; k++) table[u + k]! -= v * table[t + k]!;
        table[u + column] = 0;
      }
      basicRow[column] = rank;
    }
    for (let i = rank; i < rows; i++) if (Math.abs(table[i * stride + count]!) > feasibility) return false;
    return true;
  }

  /** x = offset + z y over the unknown places. */
  function parametrise(count: number): number {
    let p = 0;
    for (let k = 0; k < count; k++) if (basicRow[k]! < 0) unknown[p++] = k;
    for (let k = 0; k < count; k++) {
      const row = basicRow[k]!;
      offset[k] = row < 0 ? 0 : table[row * stride + count]!;
      for (let s = 0; s < p; s++) {
        const v = row < 0 ? 0 : -table[row * stride + unknown[s]!]!;
        z[k * p + s] = Math.abs(v) < 1e-13 ? 0 : v;
      }
    }
    for (let s = 0; s < p; s++) z[unknown[s]! * p + s] = 1;
    return p;
  }

  /** G = zᵀHz, g = zᵀ(H x₀ + c), with x₀ the offset and the fixed columns. */
  function restrictCost({ H, c }: Cost, p: number): void {
    const { G, g } = program;
    G.fill(0, 0, p * p);
    g.fill(0, 0, p);
    for (let j = 0; j < n; j++) {
      const kj = place[j]!;
      const xj = kj < 0 ? x[j]! : offset[kj]!;
      if (kj >= 0 && c[j] !== 0) for (let s = 0; s < p; s++) g[s]! += c[j]! * z[kj * p + s]!;
      for (let q = H.colPtr[j]!; q < H.colPtr[j + 1]!; q++) {
        const ki = place[H.rowIdx[q]!]!;
        const v = H.values[q]!;
        if (ki < 0 || v === 0) continue;
        for (let s = 0; s < p; s++) {
          const zi = v * z[ki * p + s]!;
          if (zi === 0) continue;
          g[s]! += zi * xj;
          if (kj >= 0) for (let t = 0; t < p; t++) G[s * p + t]! += zi * z[kj * p + t]!;
        }
      }
    }
  }

  /** Cleans the row at `start` of C of what rounding has left, beside coefficients of this size; whether it is zero. */
  function isZero(start: number, p: number, size: number): boolean {
    const { C } = program;
    let largest = 0;
    for (let s = start; s < start + p; s++) {
      if (Math.abs(C[s]!) < 1e-12 * size) C[s] = 0;
      else largest = Math.max(largest, Math.abs(C[s]!));
    }
    return largest === 0;
  }

  let contradiction = false;

  /**
   * Keeps the row written at the end of C, constant + C y between low and high, as one or two rows C y ≥ d. A row that
   * is zero must hold by itself.
   */
  function keep(p: number, constant: number, low: number, high: number, size: number, limit: number): void {
    const { C, d } = program;
    const start = program.rows * p;
    const zero = isZero(start, p, size);
    if (zero) {
      if (low - constant > feasibility || constant - high > feasibility) contradiction = true;
      return;
    }
    const hasLow = low > -limit;
    if (hasLow) {
      d[program.rows] = low - constant;
      program.rows++;
    }
    if (high < limit) {
      const next = program.rows * p;
      for (let s = 0; s < p; s++) C[next + s] = -C[start + s]!;
      d[program.rows] = constant - high;
      program.rows++;
    }
  }

  function isConstant(p: number): boolean {
    for (let s = 0; s < p * p; s++) if (Math.abs(program.G[s]!) > 1e-12) return false;
    for (let s = 0; s < p; s++) if (Math.abs(program.g[s]!) > 1e-12) return false;
    return true;
  }

  function restrictRows(count: number, p: number, bounds: Bounds, limit: number): boolean {
    const { C } = program;
    program.rows = 0;
    contradiction = false;
    for (let i = 0; i < m; i++) {
      const low = bounds.rowLower[i]!;
      const high = bounds.rowUpper[i]!;
      if (low === high || (low <= -limit && high >= limit)) continue;
      const start = program.rows * p;
      C.fill(0, start, start + p);
      let constant = 0;
      let size = 0;
      for (let j = 0; j < n; j++) {
        const a = matrix[i * n + j]!;
        if (a === 0) continue;
        const k = place[j]!;
        constant += a * (k < 0 ? x[j]! : offset[k]!);
        if (k < 0) continue;
        size = Math.max(size, Math.abs(a));
        for (let s = 0, q = k * p; s < p; s++, q++) C[start + s]! += a * z[q]!;
      }
      keep(p, constant, low, high, size, limit);
    }
    for (let k = 0; k < count; k++) {
      const low = bounds.lower[free[k]!]!;
      const high = bounds.upper[free[k]!]!;
      if (low <= -limit && high >= limit) continue;
      const start = program.rows * p;
      for (let s = 0; s < p; s++) C[start + s] = z[k * p + s]!;
      keep(p, offset[k]!, low, high, 1, limit);
    }
    return !contradiction;
  }

  function expand(count: number, p: number): void {
    for (let k = 0; k < count; k++) {
      let sum = offset[k]!;
      for (let s = 0; s < p; s++) sum += z[k * p + s]! * work.y[s]!;
      x[free[k]!] = sum;
    }
  }

  /** Whether x misses a bound that was left out. */
  function misses({ lower, upper, rowLower, rowUpper }: Bounds): boolean {
    for (let j = 0; j < n; j++) if (x[j]! < lower[j]! - feasibility || x[j]! > upper[j]! + feasibility) return true;
    for (let i = 0; i < m; i++) {
      if (isNear(rowLower[i]!) && isNear(rowUpper[i]!)) continue;
      let activity = 0;
      for (let j = 0; j < n; j++) activity += matrix[i * n + j]! * x[j]!;
      if (activity < rowLower[i]! - feasibility || activity > rowUpper[i]! + feasibility) return true;
    }
    return false;
  }

  function minimise(bounds: Bounds, cost: Cost, feasible?: Float64Array): "optimal" | "infeasible" | "failed" {
    const { lower, upper } = bounds;
    let count = 0;
    for (let j = 0; j < n; j++) {
      const fixed = lower[j] === upper[j];
      place[j] = fixed ? -1 : count;
      if (fixed) x[j] = lower[j]!;
      else free[count++] = j;
    }
    const rows = collect(count, bounds);
    if (!eliminate(rows, count)) return "infeasible";
    const p = parametrise(count);
    program.size = p;
    restrictCost(cost, p);
    if (feasible !== undefined && isConstant(p)) {
      x.set(feasible);
      return "optimal";
    }
    for (const limit of [far, Number.POSITIVE_INFINITY]) {
      if (!restrictRows(count, p, bounds, limit)) return "infeasible";
      if (p === 0) {
        expand(count, 0);
        return "optimal";
      }
      const status = solveQuadratic(program, work);
      if (status !== "optimal") return status;
      expand(count, p);
      if (!misses(bounds)) break;
    }
    return "optimal";
  }

  return { x, minimise };
}
