/** An entry that was computed as a difference and is below this share of its terms is zero. */
const cancelled = 1e-10;
/** z₀ at the end of a ray below which rounding explains it. */
const remainder = 1e-6;
/** Pivots below this share of the largest element of their column are not taken. */
const smallPivot = 1e-9;

/** Ratios closer than this share of their size are tied. */
const tiedRatios = 1e-12;

/** w − M z − 1 z₀ = q solved for its basis: columns w (n), z (n), z₀ and the right-hand side, by rows. */
interface Tableau {
  readonly n: number;
  readonly width: number;
  readonly entries: Float64Array;
  readonly basis: Int32Array; // column of each row
}

/**
 * The linear complementarity problem 0 ≤ z ⟂ w = M z + q ≥ 0 by Lemke's method (Cottle, Pang, Stone 1992, Algorithm
 * 4.4.5) with the covering vector of ones and lexicographic ratios; M (n × n) by rows. Undefined where it ends on a
 * ray, which on copositive M with enough of a solution set it does not, or where pivots are used up.
 */
export function lemke(M: Float64Array, q: Float64Array): Float64Array | undefined {
  const n = q.length;
  if (q.every((v) => v >= 0)) return new Float64Array(n);
  const tableau = firstTableau(M, q);
  const { entries, width, basis } = tableau;
  let row = 0;
  for (let i = 1; i < n; i++) if (q[i] < q[row]) row = i;
  let entering = 2 * n;
  for (let left = 6 * n; left > 0; left--) {
    const leaving = basis[row];
    pivot(tableau, row, entering);
    basis[row] = entering;
    if (leaving === 2 * n) return solution(tableau);
    entering = leaving < n ? leaving + n : leaving - n;
    row = ratioTest(tableau, entering);
    // rounding can turn the last pivot into a ray
    if (row < 0) return entries[(basis.indexOf(2 * n) + 1) * width - 1] <= remainder ? solution(tableau) : undefined;
  }
  return undefined;
}

function firstTableau(M: Float64Array, q: Float64Array): Tableau {
  const n = q.length;
  const width = 2 * n + 2;
  const entries = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    const r = i * width;
    entries[r + i] = 1;
    for (let j = 0; j < n; j++) entries[r + n + j] = -M[i * n + j];
    entries[r + 2 * n] = -1;
    entries[r + width - 1] = q[i];
  }
  return { n, width, entries, basis: Int32Array.from(q, (_, i) => i) };
}

function solution({ n, width, entries, basis }: Tableau): Float64Array {
  const z = new Float64Array(n);
  for (let i = 0; i < n; i++)
    if (basis[i] >= n && basis[i] < 2 * n) z[basis[i] - n] = Math.max(0, entries[(i + 1) * width - 1]);
  return z;
}

function pivot({ n, width, entries: t }: Tableau, row: number, column: number): void {
  const r = row * width;
  const scale = 1 / t[r + column];
  for (let j = 0; j < width; j++) t[r + j] *= scale;
  t[r + column] = 1;
  for (let i = 0; i < n; i++) {
    const p = i * width;
    const v = t[p + column];
    if (i === row || v === 0) continue;
    for (let j = 0; j < width; j++) {
      const u = t[r + j];
      if (u === 0) continue;
      const before = t[p + j];
      const after = before - v * u;
      t[p + j] = Math.abs(after) < cancelled * Math.abs(before) ? 0 : after;
    }
    t[p + column] = 0;
  }
}

/** The row with the least ratio, z₀ where it is among the least; ties by the columns of w, which cannot be equal. */
function ratioTest(tableau: Tableau, column: number): number {
  const { n, width, entries } = tableau;
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, entries[i * width + column]);
  if (largest <= 0) return -1;
  let best = -1;
  for (let i = 0; i < n; i++) {
    if (entries[i * width + column] <= smallPivot * largest) continue;
    if (best < 0 || comesBefore(tableau, column, i, best)) best = i;
  }
  return best;
}

function comesBefore({ n, width, entries: t, basis }: Tableau, column: number, i: number, k: number): boolean {
  const a = t[i * width + column];
  const b = t[k * width + column];
  const first = t[i * width + width - 1] / a;
  const second = t[k * width + width - 1] / b;
  const room = tiedRatios * Math.max(Math.abs(first), Math.abs(second));
  if (Math.abs(first - second) > room) return first < second;
  if (basis[i] === 2 * n || basis[k] === 2 * n) return basis[i] === 2 * n;
  for (let j = 0; j < n; j++) {
    const u = t[i * width + j] / a;
    const v = t[k * width + j] / b;
    if (Math.abs(u - v) > tiedRatios * Math.max(Math.abs(u), Math.abs(v))) return u < v;
  }
  return false;
}
