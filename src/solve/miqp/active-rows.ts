import { hypot } from "../../algebra/elementary/elementary.js";

/** Memory of the method, which grows with the programs that it is used for, and the solution that it leaves in `y`. */
export interface QuadraticWorkspace {
  y: Float64Array;
  readonly active: ActiveRows;
  readonly factors: ActiveFactors;
  readonly vectors: SearchVectors;
  readonly rows: RowFacts;
}

/** Rows `rows[k]`, k < `count`, hold with equality and have the multipliers `multipliers[k]`. */
interface ActiveRows {
  count: number;
  rows: Int32Array;
  multipliers: Float64Array;
}

/** J = L⁻ᵀQ by columns, R by rows, where G + δI = L Lᵀ and L⁻¹ C_activeᵀ = Q R. */
interface ActiveFactors {
  L: Float64Array;
  J: Float64Array;
  R: Float64Array;
}

interface SearchVectors {
  gradient: Float64Array;
  direction: Float64Array;
  step: Float64Array;
  ratio: Float64Array;
}

interface RowFacts {
  isActive: Uint8Array;
  norm: Float64Array;
  /** The column of a row's only coefficient; −1 where it has several. */
  single: Int32Array;
}

export function quadraticWorkspace(): QuadraticWorkspace {
  const none = new Float64Array(0);
  return {
    y: none,
    active: { count: 0, rows: new Int32Array(0), multipliers: none },
    factors: { L: none, J: none, R: none },
    vectors: { gradient: none, direction: none, step: none, ratio: none },
    rows: { isActive: new Uint8Array(0), norm: none, single: new Int32Array(0) },
  };
}

/** ratio = R⁻¹ direction, for the active rows. */
export function solveR(
  { factors: { R }, vectors: { ratio, direction }, active: { count } }: QuadraticWorkspace,
  n: number,
): void {
  for (let i = count - 1; i >= 0; i--) {
    let sum = direction[i];
    for (let j = i + 1; j < count; j++) sum -= R[i * n + j] * ratio[j];
    ratio[i] = sum / R[i * n + i];
  }
}

/**
 * One more column of R. The reflection that takes J₂'s part of `direction`, of length `size`, to one entry turns J₂;
 * with `step` = J₂ direction at hand that is one rank-one change.
 */
export function join({ factors, vectors, active: { count: q } }: QuadraticWorkspace, n: number, size: number): void {
  const { J, R } = factors;
  const { direction, step } = vectors;
  const sign = direction[q] < 0 ? -1 : 1;
  const factor = 1 / (size * (size + Math.abs(direction[q])));
  for (let i = 0, p = q * n; i < n; i++, p++) step[i] = factor * (step[i] + sign * size * J[p]);
  direction[q] += sign * size;
  for (let j = q; j < n; j++) {
    const v = direction[j];
    if (v !== 0) for (let i = 0, p = j * n; i < n; i++, p++) J[p] -= v * step[i];
  }
  direction[q] = -sign * size;
  for (let i = 0; i <= q; i++) R[i * n + q] = direction[i];
}

/** Takes active row k away; rotations make R triangular again. */
export function leave(work: QuadraticWorkspace, n: number, k: number): void {
  const { J, R } = work.factors;
  const { rows, multipliers } = work.active;
  const q = --work.active.count;
  for (let j = k; j < q; j++) {
    rows[j] = rows[j + 1];
    multipliers[j] = multipliers[j + 1];
    for (let i = 0; i <= j + 1; i++) R[i * n + j] = R[i * n + j + 1];
  }
  for (let j = k; j < q; j++) {
    const a = R[j * n + j];
    const b = R[(j + 1) * n + j];
    if (b === 0) continue;
    const h = hypot(a, b);
    const c = a / h;
    const s = b / h;
    for (let i = j; i < q; i++) {
      const u = R[j * n + i];
      const v = R[(j + 1) * n + i];
      R[j * n + i] = c * u + s * v;
      R[(j + 1) * n + i] = c * v - s * u;
    }
    for (let p = j * n; p < j * n + n; p++) {
      const u = J[p];
      const v = J[p + n];
      J[p] = c * u + s * v;
      J[p + n] = c * v - s * u;
    }
  }
}
