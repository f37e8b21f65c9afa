/** An entry that was computed as a difference and is below this share of its terms is zero. */
const cancelled = 1e-10;
/** z₀ at the end of a ray below which rounding explains it. */
const remainder = 1e-6;
/** Pivots below this share of the largest element of their column are not taken. */
const smallPivot = 1e-9;

/**
 * The linear complementarity problem 0 ≤ z ⟂ w = M z + q ≥ 0 by Lemke's method (Cottle, Pang, Stone 1992, Algorithm
 * 4.4.5) with the covering vector of ones and lexicographic ratios; M (n × n) by rows. Undefined where it ends on a
 * ray, which on copositive M with enough of a solution set it does not, or where pivots are used up.
 */
export function lemke(M: Float64Array, q: Float64Array): Float64Array | undefined {
  const n = q.length;
  if (q.every((v) => v >= 0)) return new Float64Array(n);
  // columns: w (n), z (n), z₀, right-hand side; w − M z − 1 z₀ = q
  const width = 2 * n + 2;
  const right = width - 1;
  const t = new Float64Array(n * width);
  const basis = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const r = i * width;
    t[r + i] = 1;
    for (let j = 0; j < n; j++) t[r + n + j] = -M[i * n + j]!;
    t[r + 2 * n] = -1;
    t[r + right] = q[i]!;
    basis[i] = i;
  }
  let row = 0;
  for (let i = 1; i < n; i++) if (q[i]! < q[row]!) row = i;
  let entering = 2 * n;
  for (let left = 6 * n; left > 0; left--) {
    const leaving = basis[row]!;
    pivot(t, n, width, row, entering);
    basis[row] = entering;
    if (leaving === 2 * n) return solution(t, n, width, basis);
    entering = leaving < n ? leaving + n : leaving - n;
    row = ratioTest(t, n, width, entering, basis);
    // rounding can turn the last pivot into a ray
    if (row < 0)
      return t[basis.indexOf(2 * n) * width + right]! <= remainder ? solution(t, n, width, basis) : undefined;
  }
  return undefined;
}

function solution(t: Float64Array, n: number, width: number, basis: Int32Array): Float64Array {
  const z = new Float64Array(n);
  for (let i = 0; i < n; i++)
    if (basis[i]! >= n && basis[i]! < 2 * n) z[basis[i]! - n] = Math.max(0, t[(i + 1) * width - 1]!);
  return z;
}

function pivot(t: Float64Array, n: number, width: number, row: number, column: number): void {
  const r = row * width;
  const scale = 1 / t[r + column]!;
  for (let j = 0; j < width; j++) t[r + j]! *= scale;
  t[r + column] = 1;
  for (let i = 0; i < n; i++) {
    const p = i * width;
    const v = t[p + column]!;
    if (i === row || v === 0) continue;
    for (let j = 0; j < width; j++) {
      const u = t[r + j]!;
      if (u === 0) continue;
      const before = t[p + j]!;
      const after = before - v * u;
      t[p + j] = Math.abs(after) < cancelled * Math.abs(before) ? 0 : after;
    }
    t[p + column] = 0;
  }
}

/** The row with the least ratio, z₀ where it is among the least; ties by the columns of w, which cannot be equal. */
function ratioTest(t: Float64Array, n: number, width: number, column: number, basis: Int32Array): number {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, t[i * width + column]!);
  if (largest <= 0) return -1;
  let best = -1;
  for (let i = 0; i < n; i++) {
    if (t[i * width + column]! <= smallPivot * largest) continue;
    if (best < 0 || comesBefore(t, n, width, column, i, best, basis)) best = i;
  }
  return best;
}

function comesBefore(
  t: Float64Array,
  n: number,
  width: number,
  column: number,
  i: number,
  k: number,
  basis: Int32Array,
): boolean {
  const a = t[i * width + column]!;
  const b = t[k * width + column]!;
  const first = t[i * width + width - 1]! / a;
  const second = t[k * width + width - 1]! / b;
  const room = 1e-12 * Math.max(Math.abs(first), Math.abs(second));
  if (Math.abs(first - second) > room) return first < second;
  if (basis[i] === 2 * n || basis[k] === 2 * n) return basis[i] === 2 * n;
  for (let j = 0; j < n; j++) {
    const u = t[i * width + j]! / a;
    const v = t[k * width + j]! / b;
    if (Math.abs(u - v) > 1e-12 * Math.max(Math.abs(u), Math.abs(v))) return u < v;
  }
  return false;
}
