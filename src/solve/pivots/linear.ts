import { entryIndex, fromTriplets, multiply, type SparseMatrix } from "../../algebra/sparse.js";
import { type Mcp, naturalRow } from "../mcp.js";

/** M z + q with lower ≤ z ≤ upper. */
export interface LinearMcp {
  readonly matrix: SparseMatrix;
  readonly offset: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The place at which an unknown begins: a bound, or anywhere so that its row holds. */
export type Place = "lower" | "upper" | "inside";

/** Sizes of the points, in scales of the unknowns, at which rows must have the same slopes to count as linear. */
const sizes = [0, 0.3, 10, 1e3, 1e6];
/** Rows may differ from their linear ones by this share of their terms. */
const rounding = 1e-12;

/** The problem with its slopes at zero and offsets, if all its rows are linear; seen at a few random points within bounds. */
export function linearMcp(
  { lower, upper, scale, pattern, evaluate }: Mcp,
  random: () => number,
): LinearMcp | undefined {
  const n = lower.length;
  const at = (size: number): Float64Array =>
    Float64Array.from(lower, (low, j) =>
      Math.min(
        upper[j],
        Math.max(low, size * scale[j] * (low === Number.NEGATIVE_INFINITY ? 2 * random() - 1 : random())),
      ),
    );
  const origin = at(0);
  const offset = new Float64Array(n);
  const matrix = { ...pattern, values: new Float64Array(pattern.rowIdx.length) };
  if (!evaluate(origin, offset, matrix.values)) return undefined;
  const moved = multiply(matrix, origin);
  for (let i = 0; i < n; i++) offset[i] -= moved[i];
  const row = new Float64Array(n);
  const slopes = new Float64Array(pattern.rowIdx.length);
  const sizesOf = { ...pattern, values: matrix.values.map(Math.abs) };
  for (const size of sizes) {
    const z = at(size);
    if (!evaluate(z, row, slopes)) return undefined;
    if (!slopes.every((v, p) => v === matrix.values[p] && Number.isFinite(v))) return undefined;
    const linear = multiply(matrix, z);
    const terms = multiply(sizesOf, z.map(Math.abs));
    for (let i = 0; i < n; i++) {
      const room = rounding * (terms[i] + Math.abs(offset[i]));
      if (!(Math.abs(linear[i] + offset[i] - row[i]) <= room)) return undefined;
    }
  }
  return { matrix, offset, lower, upper };
}

/**
 * The problem in units of its unknowns and rows: z = c ẑ, row r (M z + q). Complementary pairs stay what they are, since
 * both factors are positive.
 */
export function scaled(
  { matrix, offset, lower, upper }: LinearMcp,
  row: Float64Array,
  column: Float64Array,
): LinearMcp {
  const values = matrix.values.slice();
  for (let j = 0; j < matrix.cols; j++)
    for (let p = matrix.colPtr[j]; p < matrix.colPtr[j + 1]; p++) values[p] *= row[matrix.rowIdx[p]] * column[j];
  return {
    matrix: { ...matrix, values },
    offset: offset.map((v, i) => v * row[i]),
    lower: lower.map((v, j) => v / column[j]),
    upper: upper.map((v, j) => v / column[j]),
  };
}

/**
 * The problem with every one-sided coupling answered, M_ji = −M_ij where M_ji was zero; undefined where there are none.
 * Coulomb's law couples so: the friction force knows its normal force, the gap does not know the slip. With the answer it
 * becomes an associated law, which is monotone, and what solves it without slip solves the law itself (De Saxcé, Feng
 * 1998; Acary, Cadoux, Lemaréchal, Malick 2011).
 */
export function withCouplingsAnswered(problem: LinearMcp): LinearMcp | undefined {
  const { matrix } = problem;
  const i: number[] = [];
  const j: number[] = [];
  const x: number[] = [];
  let answered = 0;
  forEachEntry(matrix, (row, column, value) => {
    i.push(row);
    j.push(column);
    x.push(value);
    const back = entryIndex(matrix, column, row);
    if (row === column || value === 0 || (back >= 0 && matrix.values[back] !== 0)) return;
    i.push(column);
    j.push(row);
    x.push(-value);
    answered++;
  });
  return answered === 0 ? undefined : { ...problem, matrix: fromTriplets([matrix.rows, matrix.cols], i, j, x) };
}

/** The proximal problem M z + q + ε (z − near), bounded unknowns only: free ones have rows of their own. */
export function proximal(problem: LinearMcp, near: Float64Array, epsilon: number): LinearMcp {
  const { matrix, lower, upper } = problem;
  const i: number[] = [];
  const j: number[] = [];
  const x: number[] = [];
  forEachEntry(matrix, (row, column, value) => {
    i.push(row);
    j.push(column);
    x.push(value);
  });
  const offset = problem.offset.slice();
  for (let k = 0; k < near.length; k++) {
    if (isFree(problem, k)) continue;
    i.push(k);
    j.push(k);
    x.push(epsilon);
    offset[k] -= epsilon * near[k];
  }
  return { matrix: fromTriplets([matrix.rows, matrix.cols], i, j, x), offset, lower, upper };
}

/** The problem with its free unknowns held within `reach` of a point. */
export function boxed(problem: LinearMcp, near: Float64Array, reach: number): LinearMcp {
  return {
    ...problem,
    lower: problem.lower.map((v, k) => (isFree(problem, k) ? near[k] - reach : v)),
    upper: problem.upper.map((v, k) => (isFree(problem, k) ? near[k] + reach : v)),
  };
}

/** The places of a point: at a bound where the natural map of its row is, else inside. */
export function placesNear({ matrix, offset, lower, upper }: LinearMcp, z: Float64Array): Place[] {
  const row = multiply(matrix, z);
  return Array.from(z, (v, k) => {
    const f = row[k] + offset[k];
    if (naturalRow(v, lower[k], upper[k], f) === f) return "inside";
    return v - f < lower[k] ? "lower" : "upper";
  });
}

const isFree = ({ lower, upper }: LinearMcp, k: number): boolean =>
  lower[k] === Number.NEGATIVE_INFINITY && upper[k] === Number.POSITIVE_INFINITY;

function forEachEntry(
  { cols, colPtr, rowIdx, values }: SparseMatrix,
  visit: (row: number, column: number, value: number) => void,
): void {
  for (let j = 0; j < cols; j++) for (let p = colPtr[j]; p < colPtr[j + 1]; p++) visit(rowIdx[p], j, values[p]);
}
