import type { SparseMatrix } from "../../algebra/sparse.js";
import { safeBound } from "../lp/bound.js";
import type { LinearProgram } from "../lp/lp.js";
import type { Prepared } from "./modes.js";
import { slope } from "./point.js";
import { FIRST, holdSides, type Miqp, type Mode, OPEN } from "./problem.js";

/**
 * A linear program whose feasible set holds that of a Miqp in which some pairs are decided. The first n columns are
 * its x; `decide` writes the bounds for a mode.
 */
export interface Relaxation {
  readonly program: LinearProgram;
  decide(mode: Mode): void;
}

/** The relaxation that leaves undecided pairs out, and decides one by moving the bounds of a side together. */
export function withoutPairs(miqp: Miqp): Relaxation {
  const { upper, rowUpper } = miqp;
  const program = linearProgram(miqp);
  return {
    program,
    decide(mode) {
      for (let j = 0; j < upper.length; j++) program.upper[j] = upper[j];
      for (let i = 0; i < rowUpper.length; i++) program.rowUpper[i] = rowUpper[i];
      holdSides(miqp, mode, program.upper, program.rowUpper);
    },
  };
}

/**
 * The paper's relaxation ((20), (23d)): a column 0 ≤ z ≤ 1 for each pair with p(x) ≤ M_p z, q(x) ≤ M_q (1 − z), where
 * each M is the largest value that the bounds of the columns (and of the row) allow.
 * @throws {RangeError} naming a pair with a side that nothing bounds.
 */
export function bigM(miqp: Miqp): Relaxation {
  const { lower, upper, rowLower, pairs, A } = miqp;
  const n = lower.length;
  const program = linearProgram(miqp);
  const most = largestActivities(miqp);
  pairs.forEach((pair, k) => {
    const z = n + k;
    program.cost.push(0);
    program.lower.push(0);
    program.upper.push(1);
    pair.forEach((index, which) => {
      const M = index < n ? upper[index] - lower[index] : most[index - n] - rowLower[index - n];
      if (!Number.isFinite(M)) throw new RangeError(`pairs[${k}] has a side that no bound of the columns bounds.`);
      const row = program.rowLower.length;
      const low = index < n ? lower[index] : rowLower[index - n];
      if (index < n) entry(program, row, index, 1);
      else
        for (let j = 0; j < n; j++)
          for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++)
            if (A.rowIdx[p] === index - n) entry(program, row, j, A.values[p]);
      entry(program, row, z, which === 0 ? -M : M);
      program.rowLower.push(Number.NEGATIVE_INFINITY);
      program.rowUpper.push(which === 0 ? low : low + M);
    });
  });
  return {
    program,
    decide(mode) {
      for (let k = 0; k < pairs.length; k++) {
        program.lower[n + k] = mode[k] === OPEN || mode[k] === FIRST ? 0 : 1;
        program.upper[n + k] = mode[k] === FIRST ? 0 : 1;
      }
    },
  };
}

/** The largest value of each row that the bounds of columns and row allow. */
function largestActivities({ A, lower, upper, rowUpper }: Miqp): Float64Array {
  const most = new Float64Array(A.rows);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) {
      const a = A.values[p];
      if (a !== 0) most[A.rowIdx[p]] += a * (a > 0 ? upper[j] : lower[j]);
    }
  return most.map((v, i) => Math.min(v, rowUpper[i]));
}

/**
 * Narrows bounds to what a point of at most `objective` can have, where the cost is a sum of squares: ½ H_jj x_j² is no
 * more than all of it. Without this, digits that the tangent's slope lacks count times the generous bounds. Columns in
 * pairs stay, because their bounds say what zero is. `lower` and `upper` are those to write to.
 */
export function cutOff(miqp: Miqp, objective: number, lower: number[] | Float64Array, upper: number[] | Float64Array) {
  const { H, c, pairs } = miqp;
  if (!(objective < Number.POSITIVE_INFINITY) || c.some((v) => v !== 0)) return;
  const n = c.length;
  const kept = new Uint8Array(n);
  for (const pair of pairs) for (const index of pair) if (index < n) kept[index] = 1;
  for (let j = 0; j < n; j++) {
    if (kept[j] === 1 || H.colPtr[j + 1] - H.colPtr[j] !== 1) continue;
    const curvature = H.values[H.colPtr[j]];
    if (H.rowIdx[H.colPtr[j]] !== j || curvature <= 0) continue;
    const most = Math.sqrt((2 * objective) / curvature) * (1 + 1e-9) + Number.MIN_VALUE;
    lower[j] = Math.max(miqp.lower[j], -most);
    upper[j] = Math.min(miqp.upper[j], most);
  }
}

/** Rows, bounds and linear cost of a Miqp. */
export function linearProgram({ c, A, rowLower, rowUpper, lower, upper }: Miqp): LinearProgram {
  const program: LinearProgram = {
    cost: Array.from(c),
    lower: Array.from(lower),
    upper: Array.from(upper),
    rowLower: Array.from(rowLower),
    rowUpper: Array.from(rowUpper),
    row: [],
    column: [],
    value: [],
  };
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++)
      if (A.values[p] !== 0) entry(program, A.rowIdx[p], j, A.values[p]);
  return program;
}

/** Appends an entry to the matrix of a linear program. */
export function entry({ row, column, value }: LinearProgram, i: number, j: number, v: number): void {
  row.push(i);
  column.push(j);
  value.push(v);
}

/** Gives a linear program the slope of the cost at a point, H x̂ + c, and no cost beside the columns of x. */
export function takeSlope(
  prepared: Pick<Prepared, "miqp" | "gradient">,
  program: LinearProgram,
  at: Float64Array,
): void {
  const { miqp, gradient } = prepared;
  slope(miqp, at, gradient);
  for (let j = 0; j < at.length; j++) program.cost[j] = gradient[j];
}

/**
 * A lower bound on ½ xᵀHx + cᵀx over the program from any point x̂, whose slope it has as cost, and any row multipliers y:
 * by convexity the cost is at least its tangent at x̂, (H x̂ + c)ᵀx − ½ x̂ᵀH x̂, and that is bounded safely.
 */
export function tangentBound({ H }: Miqp, program: LinearProgram, at: Float64Array, y: ArrayLike<number>): number {
  const work = new Float64Array(2 * program.cost.length);
  const curved = halfCurvature(H, at);
  return safeBound(program, program.cost, y, work) - curved - 1e-15 * curved;
}

/** ½ xᵀHx. */
function halfCurvature(H: SparseMatrix, x: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < H.cols; j++)
    for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) sum += H.values[p] * x[H.rowIdx[p]] * x[j];
  return 0.5 * sum;
}
