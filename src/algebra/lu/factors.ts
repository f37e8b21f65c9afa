import type { SparseMatrix } from "../sparse.js";
import type { Analysis } from "./analysis.js";

/**
 * R A = P⁻¹ (L U + off-diagonal blocks) Q⁻¹: the LU factors of the diagonal blocks of a matrix in block upper
 * triangular form, rows scaled by R and permuted by pivoting. Made by `factor`, renewed by `refactor`.
 */
export interface Factors {
  readonly analysis: Analysis;
  status: "factored" | "singular";
  row: number; // where singular: an original row that depends on the others, else -1
  column: number; // likewise an original column
  growth: number; // max over the columns of max |U| / max |R A|: digits lost to elimination, 1 is none
  fill: number; // entries of L, U and the off-diagonal blocks
  pivoted: boolean; // the triangles have a pivot in every column: refactor may keep them
  readonly triangles: Triangles;
}

/** L and U by columns, their rows by place; all that pivoting decides. */
export interface Triangles {
  readonly lower: Lower;
  readonly upper: Upper;
  readonly pivot: Float64Array; // diagonal of U
  readonly rowAt: Int32Array; // original row at each place; its inverse:
  readonly placeOf: Int32Array;
  readonly rowScale: Float64Array; // by original row
  readonly work: Float64Array; // all zero between calls
}

/** L has a unit diagonal, not stored. */
interface Lower {
  readonly ptr: Int32Array;
  idx: Int32Array;
  val: Float64Array;
}

/**
 * Column k of U holds first its off-diagonal blocks (ptr[k] … mid[k] - 1), then its part of the diagonal block in
 * an order in which elimination can run; the pivot stands apart.
 */
interface Upper {
  readonly ptr: Int32Array;
  readonly mid: Int32Array;
  idx: Int32Array;
  val: Float64Array;
}

/**
 * A pivot below this share of the largest entry its column has had (in A or U, rows scaled) is taken for rounding:
 * about 45 units of it, which a sum of a few dozen products can leave where exact arithmetic leaves zero.
 */
export const ZERO_PIVOT = 1e-14;

/** Empty factors for an analysis. Room for twice the entries of A at first; `factor` makes more where needed. */
export function makeFactors(analysis: Analysis): Factors {
  const n = analysis.pattern.cols;
  const room = 2 * analysis.pattern.rowIdx.length + n;
  return {
    analysis,
    status: "singular",
    row: -1,
    column: -1,
    growth: 1,
    fill: 0,
    pivoted: false,
    triangles: {
      lower: { ptr: new Int32Array(n + 1), idx: new Int32Array(room), val: new Float64Array(room) },
      upper: {
        ptr: new Int32Array(n + 1),
        mid: new Int32Array(n),
        idx: new Int32Array(room),
        val: new Float64Array(room),
      },
      pivot: new Float64Array(n),
      rowAt: new Int32Array(n),
      placeOf: new Int32Array(n),
      rowScale: new Float64Array(n),
      work: new Float64Array(n),
    },
  };
}

/** rowScale[i] = 1 / max_j |A_ij|, or 1 for a row of zeros. False, with row and column set, if an entry is not finite. */
export function scaleRows(factors: Factors, a: SparseMatrix): boolean {
  const { cols, colPtr, rowIdx, values } = a;
  const { rowScale } = factors.triangles;
  rowScale.fill(0);
  for (let j = 0; j < cols; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowIdx[p];
      const v = Math.abs(values[p]);
      if (v > rowScale[i]) rowScale[i] = v;
      if (v < Infinity) continue;
      factors.row = i;
      factors.column = j;
      return false;
    }
  }
  for (let i = 0; i < cols; i++) {
    const scale = 1 / rowScale[i];
    rowScale[i] = scale < Infinity ? scale : 1; // also for a row of subnormal numbers
  }
  return true;
}
