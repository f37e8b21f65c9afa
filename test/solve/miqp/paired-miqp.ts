import { randomNumbers } from "../../../src/algebra/random.js";
import { fromTriplets, type SparseMatrix } from "../../../src/algebra/sparse.js";
import type { Miqp } from "../../../src/solve/miqp/problem.js";

/** A random program with many pairs, and a point of it where one was planted. */
export interface PairedMiqp {
  readonly miqp: Miqp;
  /** Meets rows, bounds and pairs but for rounding: who says "infeasible" of this program is wrong. */
  readonly planted: Float64Array | undefined;
}

/** Which sides a pair has: two columns, two rows, or a column and a row. */
type Kind = "columns" | "rows" | "both";
const kinds: readonly Kind[] = ["columns", "rows", "both"];

/**
 * A program with `least` to `most` pairs, of which the seed decides everything: pairs between columns, between rows or
 * across, up to four equality rows and four others, and H = Σ w wᵀ of any rank, which is zero for every third. Four
 * fifths are made around a complementary point, of the others many have none.
 */
export function pairedMiqp(seed: number, least: number, most: number): PairedMiqp {
  const random = randomNumbers(seed);
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const coefficient = (): number => between(-20, 20) / 10;
  const count = between(least, most);
  const only = random() < 0.5 ? kinds[between(0, 2)] : undefined;
  const kind = Array.from({ length: count }, () => only ?? kinds[between(0, 2)]);
  const sidesIn = (k: Kind): number => (k === "both" ? 1 : k === "columns" ? 2 : 0);
  const pairColumns = kind.reduce((sum, k) => sum + sidesIn(k), 0);
  const pairRows = 2 * count - pairColumns;
  const n = pairColumns + between(2, 4) + (only === "rows" ? count : 0);
  const equalities = between(0, 4);
  const m = pairRows + equalities + between(0, 4);
  const isPlanted = random() < 0.8;
  const density = 0.2 + 0.6 * random();
  const rows = Array.from({ length: m }, () =>
    Float64Array.from({ length: n }, () => (random() < density ? coefficient() : 0)),
  );
  // columns of pairs come first, then rows; zero[side] says which of a pair is zero at the planted point
  let column = 0;
  let row = 0;
  const pairs = kind.map((k): readonly [number, number] => {
    if (k === "columns") return [column++, column++];
    return k === "rows" ? [n + row++, n + row++] : random() < 0.5 ? [column++, n + row++] : [n + row++, column++];
  });
  const zero = new Set(pairs.map(([first, second]) => (random() < 0.5 ? first : second)));
  const lower = new Float64Array(n).fill(-5).fill(0, 0, pairColumns);
  const upper = new Float64Array(n).fill(5);
  const point = Float64Array.from({ length: n }, (_, j) =>
    j < pairColumns ? (zero.has(j) ? 0 : 4 * random()) : coefficient(),
  );
  const rowLower = new Float64Array(m);
  const rowUpper = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  rows.forEach((coefficients, i) => {
    const activity = coefficients.reduce((sum, a, j) => sum + a * point[j], 0);
    const isEquality = i >= pairRows && i < pairRows + equalities;
    const slack = isEquality || zero.has(n + i) ? 0 : 3 * random();
    rowLower[i] = isPlanted ? activity - slack : coefficient();
    if (isEquality) rowUpper[i] = rowLower[i];
    else if (i >= pairRows && random() < 0.5) rowUpper[i] = rowLower[i] + slack + random();
  });
  return {
    miqp: {
      H: sumOfSquares(n, random() < 1 / 3 ? 0 : between(1, n), coefficient),
      c: Float64Array.from({ length: n }, coefficient),
      A: sparse(n, rows),
      rowLower,
      rowUpper,
      lower,
      upper,
      pairs,
    },
    planted: isPlanted ? point : undefined,
  };
}

/** Σ w wᵀ of so many dense vectors. */
function sumOfSquares(n: number, rank: number, coefficient: () => number): SparseMatrix {
  const sum = Array.from({ length: n }, () => new Float64Array(n));
  for (let k = 0; k < rank; k++) {
    const w = Float64Array.from({ length: n }, coefficient);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum[i][j] += w[i] * w[j];
  }
  return sparse(n, sum);
}

/** The matrix of n columns with these rows. */
function sparse(n: number, rows: readonly Float64Array[]): SparseMatrix {
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  rows.forEach((values, i) => {
    values.forEach((v, j) => {
      if (v === 0) return;
      row.push(i);
      column.push(j);
      value.push(v);
    });
  });
  return fromTriplets([rows.length, n], row, column, value);
}
