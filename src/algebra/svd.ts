/** A small full matrix, stored by rows. */
export interface FullMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** A full matrix of zeros. */
export function fullMatrix(rows: number, columns: number): FullMatrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** Aᵀ */
export function transposeFull({ rows, columns, values }: FullMatrix): FullMatrix {
  const transposed = fullMatrix(columns, rows);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) transposed.values[j * rows + i] = values[i * columns + j]!;
  return transposed;
}

/** A = U Σ Vᵀ without U: the singular values, largest first, and the columns of V, all of them orthonormal. */
export interface RightSingular {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
}

/** Sweeps of a cyclic Jacobi method: it converges quadratically, so that matrices of this size need some six. */
const mostSweeps = 60;

/**
 * Singular values and right singular vectors by the one-sided Jacobi method (Hestenes 1958): columns of A V are rotated
 * in pairs until each pair is orthogonal to rounding; their lengths are then the singular values, small ones included,
 * to high relative accuracy. A wide matrix has as many values as columns, the last of them zero. Entries that are not
 * finite make values that are not.
 */
export function rightSingular(a: FullMatrix): RightSingular {
  const { rows, columns: n } = a;
  const columns = Array.from({ length: n }, (_, j) =>
    Float64Array.from({ length: rows }, (_, i) => a.values[i * n + j]!),
  );
  const vectors = Array.from({ length: n }, (_, j) => Float64Array.from({ length: n }, (_, i) => (i === j ? 1 : 0)));
  // columns this short are what rounding leaves of zero
  const nothing = (Number.EPSILON * Math.hypot(...a.values)) ** 2;
  for (let sweep = 0, turned = true; turned && sweep < mostSweeps; sweep++) {
    turned = false;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const pp = dot(columns[p]!, columns[p]!);
        const qq = dot(columns[q]!, columns[q]!);
        const pq = dot(columns[p]!, columns[q]!);
        if (pp <= nothing || qq <= nothing || !(Math.abs(pq) > Number.EPSILON * Math.sqrt(pp * qq))) continue;
        turned = true;
        const zeta = (qq - pp) / (2 * pq);
        const t = Math.sign(zeta || 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        const c = 1 / Math.hypot(1, t);
        rotate(columns[p]!, columns[q]!, c, c * t);
        rotate(vectors[p]!, vectors[q]!, c, c * t);
      }
    }
  }
  const lengths = columns.map((column) => Math.hypot(...column));
  const order = lengths.map((_, j) => j).sort((i, j) => lengths[j]! - lengths[i]! || i - j);
  return { values: order.map((j) => lengths[j]!), vectors: order.map((j) => vectors[j]!) };
}

/**
 * The x of least norm among those that minimise ‖A x − b‖: Σ v (u·b)/σ over the singular values above the part
 * `tolerance` of the largest.
 */
export function leastNorm(a: FullMatrix, b: ArrayLike<number>, tolerance?: number): number[] {
  const { rows, columns } = a;
  const cutoff = tolerance ?? Number.EPSILON * Math.max(rows, columns);
  // of the tall one of A and Aᵀ, which has the fewer columns
  const wide = columns > rows;
  const { values, vectors } = rightSingular(wide ? transposeFull(a) : a);
  const x = new Array<number>(columns).fill(0);
  values.forEach((sigma, s) => {
    // NaN goes on, so that what was not finite says so
    if (sigma <= cutoff * values[0]! || sigma === 0) return;
    const w = vectors[s]!;
    // A v = σ u, and Aᵀ u = σ v
    for (let i = 0, other = 0; i < (wide ? columns : rows); i++, other = 0) {
      for (let k = 0; k < w.length; k++) other += a.values[wide ? k * columns + i : i * columns + k]! * w[k]!;
      if (wide) x[i]! += (other / sigma) * (dot(w, b) / sigma);
      else for (let k = 0; k < columns; k++) x[k]! += (w[k]! / sigma) * ((other / sigma) * b[i]!);
    }
  });
  return x;
}

/** aᵀb */
function dot(a: Float64Array, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** (p, q) ← (c p − s q, s p + c q) */
function rotate(p: Float64Array, q: Float64Array, c: number, s: number): void {
  for (let i = 0; i < p.length; i++) {
    const pi = p[i]!;
    p[i] = c * pi - s * q[i]!;
    q[i] = s * pi + c * q[i]!;
  }
}
