import { entriesAtOnce, entryIndex, gathering, type SparseMatrix } from "../../algebra/sparse.js";
import { finish, inLots, type Stepwise } from "../../algebra/stepwise.js";
import { evaluating, type Mcp } from "../mcp.js";
import type { ComplementarityFunction } from "./complementarity.js";

/**
 * The semismooth equation Φ(z) = 0 of an Mcp in scaled unknowns ẑ = z / c and scaled residuals F̂ = r F:
 *
 *     free row:          Φ_i = F̂_i
 *     lower bound only:  Φ_i = φ(ẑ_i − l̂_i, F̂_i)
 *     upper bound only:  Φ_i = −φ(û_i − ẑ_i, −F̂_i)
 *     both (Billups):    Φ_i = φ(ẑ_i − l̂_i, −φ(û_i − ẑ_i, −F̂_i))
 *     fixed:             Φ_i = ẑ_i − l̂_i
 *
 * Its Jacobian on a fixed pattern is G = diag(onUnknown) + diag(onResidual) r J c, one element of the generalised one.
 */
export interface Semismooth {
  readonly mcp: Mcp;
  readonly phi: ComplementarityFunction;
  readonly residual: Float64Array;
  readonly jacobian: Float64Array;
  readonly value: Float64Array;
  readonly matrix: SparseMatrix;
  readonly scale: Scales;
  readonly work: Workspace;
}

/** The factors r of rows and c of unknowns. */
interface Scales {
  readonly row: Float64Array;
  readonly column: Float64Array;
}

interface Workspace {
  /** Kind of row i: which bounds are finite. */
  readonly kind: Uint8Array;
  readonly onUnknown: Float64Array;
  readonly onResidual: Float64Array;
  /** Position in `matrix` of Jacobian entry p, and of diagonal entry i (−1 where row i is free). */
  readonly position: Int32Array;
  readonly diagonal: Int32Array;
  readonly pair: Float64Array;
}

const FREE = 0;
const LOWER = 1;
const UPPER = 2;
const BOTH = 3;
const FIXED = 4;

function kindOf(lower: number, upper: number): number {
  if (lower === upper) return FIXED;
  if (lower > Number.NEGATIVE_INFINITY) return upper < Number.POSITIVE_INFINITY ? BOTH : LOWER;
  return upper < Number.POSITIVE_INFINITY ? UPPER : FREE;
}

/** The semismooth equation of an Mcp, with all its memory; scales start at one. */
export const semismooth = (mcp: Mcp, phi: ComplementarityFunction): Semismooth => finish(laidOut(mcp, phi));

/** `semismooth` in parts. */
export function* laidOut(mcp: Mcp, phi: ComplementarityFunction): Stepwise<Semismooth> {
  const n = mcp.pattern.cols;
  const kind = Uint8Array.from({ length: n }, (_, i) => kindOf(mcp.lower[i], mcp.upper[i]));
  const { matrix, position, diagonal } = yield* patternWithDiagonal(mcp.pattern, kind);
  return {
    mcp,
    phi,
    residual: new Float64Array(n),
    jacobian: new Float64Array(mcp.pattern.rowIdx.length),
    value: new Float64Array(n),
    matrix,
    scale: { row: new Float64Array(n).fill(1), column: new Float64Array(n).fill(1) },
    work: {
      kind,
      onUnknown: new Float64Array(n),
      onResidual: new Float64Array(n).fill(1),
      position,
      diagonal,
      pair: new Float64Array(3),
    },
  };
}

/** The Jacobian's pattern and the diagonal of every bounded row, where ∂Φ_i/∂ẑ_i goes. */
function* patternWithDiagonal(
  pattern: SparseMatrix,
  kind: Uint8Array,
): Stepwise<{ matrix: SparseMatrix; position: Int32Array; diagonal: Int32Array }> {
  const { rows: n, cols, colPtr, rowIdx } = pattern;
  const most = rowIdx.length + cols;
  const [row, col] = [new Int32Array(most), new Int32Array(most)];
  let count = 0;
  const columnsAtOnce = Math.ceil((entriesAtOnce * cols) / Math.max(1, most));
  yield* inLots(cols, columnsAtOnce, (from, to) => {
    for (let j = from; j < to; j++) {
      for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
        row[count] = rowIdx[p];
        col[count++] = j;
      }
      if (kind[j] !== FREE) {
        row[count] = j;
        col[count++] = j;
      }
    }
  });
  yield;
  const matrix = yield* gathering([n, cols], row.subarray(0, count), col.subarray(0, count));
  yield;
  const position = new Int32Array(rowIdx.length);
  const diagonal = new Int32Array(cols);
  yield* inLots(cols, columnsAtOnce, (from, to) => {
    for (let j = from; j < to; j++) {
      for (let p = colPtr[j], at = matrix.colPtr[j]; p < colPtr[j + 1]; p++) {
        while (matrix.rowIdx[at] !== rowIdx[p]) at++;
        position[p] = at;
      }
      diagonal[j] = kind[j] === FREE ? -1 : entryIndex(matrix, j, j);
    }
  });
  return { matrix, position, diagonal };
}

/** Φ from the residual already in `s.residual`; its derivatives too. Returns the merit ½‖Φ‖². */
function reformulate(s: Semismooth, z: Float64Array): number {
  const { mcp, phi, residual, value } = s;
  const { row: rowScale, column: columnScale } = s.scale;
  const { kind, onUnknown, onResidual, pair } = s.work;
  let sum = 0;
  for (let i = 0; i < value.length; i++) {
    const f = rowScale[i] * residual[i];
    let v = f;
    if (kind[i] !== FREE) {
      const c = columnScale[i];
      const below = (z[i] - mcp.lower[i]) / c;
      const above = (mcp.upper[i] - z[i]) / c;
      switch (kind[i]) {
        case LOWER:
          phi(below, f, pair);
          v = pair[0];
          onUnknown[i] = pair[1];
          onResidual[i] = pair[2];
          break;
        case UPPER:
          phi(above, -f, pair);
          v = -pair[0];
          onUnknown[i] = pair[1];
          onResidual[i] = pair[2];
          break;
        case BOTH: {
          phi(above, -f, pair);
          const innerUnknown = pair[1];
          const innerResidual = pair[2];
          phi(below, -pair[0], pair);
          v = pair[0];
          onUnknown[i] = pair[1] + pair[2] * innerUnknown;
          onResidual[i] = pair[2] * innerResidual;
          break;
        }
        case FIXED:
          v = below;
          onUnknown[i] = 1;
          onResidual[i] = 0;
      }
    }
    value[i] = v;
    sum += v * v;
  }
  return 0.5 * sum;
}

/** Merit ½‖Φ(z)‖²; ∞ where F is not defined. Leaves F in `s.residual` and Φ in `s.value`. */
export function merit(s: Semismooth, z: Float64Array): number {
  if (!s.mcp.evaluate(z, s.residual)) return Number.POSITIVE_INFINITY;
  const m = reformulate(s, z);
  return Number.isFinite(m) ? m : Number.POSITIVE_INFINITY;
}

/** Merit as above, and the matrix G of Φ at z in `s.matrix`. */
export function linearise(s: Semismooth, z: Float64Array): number {
  if (!s.mcp.evaluate(z, s.residual, s.jacobian)) return Number.POSITIVE_INFINITY;
  const m = reformulate(s, z);
  if (!Number.isFinite(m)) return Number.POSITIVE_INFINITY;
  fillMatrix(s);
  return m;
}

/** `merit` in parts. */
export function* meriting(s: Semismooth, z: Float64Array): Stepwise<number> {
  if (!(yield* evaluating(s.mcp, z, s.residual))) return Number.POSITIVE_INFINITY;
  const m = reformulate(s, z);
  return Number.isFinite(m) ? m : Number.POSITIVE_INFINITY;
}

/** `linearise` in parts. */
export function* linearising(s: Semismooth, z: Float64Array): Stepwise<number> {
  if (!(yield* evaluating(s.mcp, z, s.residual, s.jacobian))) return Number.POSITIVE_INFINITY;
  yield;
  const m = reformulate(s, z);
  if (!Number.isFinite(m)) return Number.POSITIVE_INFINITY;
  fillMatrix(s);
  return m;
}

/** G from the Jacobian and the derivatives of φ that are in memory. */
function fillMatrix(s: Semismooth): void {
  const { matrix, jacobian } = s;
  const { row: rowScale, column: columnScale } = s.scale;
  const { kind, onUnknown, onResidual, position, diagonal } = s.work;
  const { colPtr, rowIdx } = s.mcp.pattern;
  const values = matrix.values;
  values.fill(0);
  for (let j = 0; j < matrix.cols; j++) {
    const c = columnScale[j];
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowIdx[p];
      values[position[p]] = onResidual[i] * rowScale[i] * jacobian[p] * c;
    }
    if (kind[j] !== FREE) values[diagonal[j]] += onUnknown[j];
  }
}
