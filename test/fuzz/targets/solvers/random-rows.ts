import { randomNumbers } from "../../../../src/algebra/random.js";

/** Random numbers in the shapes that solvers find hard, all from one seed. */
export interface Dice {
  readonly random: () => number;
  /** A whole number of a range. */
  readonly whole: (low: number, high: number) => number;
  /** A number with few digits: ties, zeros and repeated rows are wanted. */
  readonly coarse: () => number;
  readonly chance: (p: number) => boolean;
}

export function dice(seed: number): Dice {
  const random = randomNumbers(seed);
  const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  return { random, whole, coarse: () => whole(-4, 4) / 2, chance: (p) => random() < p };
}

export type Rows = number[][];

/** A matrix of one of several kinds: general, low rank, definite, with rows and columns that repeat or vanish. */
export function matrixOf({ whole, coarse, chance }: Dice, n: number): Rows {
  const B = Array.from({ length: n }, () => Array.from({ length: n }, () => (chance(0.3) ? 0 : coarse())));
  const kind = whole(0, 4);
  const rank = whole(1, n);
  const gram = B.map((row) => B.map((other) => row.slice(0, rank).reduce((sum, b, k) => sum + b * other[k], 0)));
  const M = kind === 0 ? B : kind === 1 ? gram : gram.map((row, i) => row.map((x, j) => x + B[i][j] - B[j][i]));
  if (kind === 3) for (let j = 0; j < n; j++) M[n - 1][j] = M[0][j];
  if (kind === 4) for (let i = 0; i < n; i++) M[i][0] = i === 0 ? 0 : -M[0][i];
  return M;
}

export const times = (A: readonly (readonly number[])[], x: ArrayLike<number>): number[] =>
  A.map((row) => row.reduce((sum, a, j) => sum + a * x[j], 0));

/** The solution of A x = b by elimination with the largest pivots; undefined where A is singular to rounding. */
export function solveDenseRows(A: Rows, b: readonly number[]): number[] | undefined {
  const n = b.length;
  const rows = A.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    if (!(Math.abs(rows[best][k]) > 1e-9)) return undefined;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let i = 0; i < n; i++) {
      const factor = i === k ? 0 : rows[i][k] / rows[k][k];
      if (factor !== 0) for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, k) => row[n] / row[k]);
}
