import { randomNumbers } from "../../../src/algebra/random.js";
import { fromTriplets } from "../../../src/algebra/sparse.js";
import { finish } from "../../../src/algebra/stepwise.js";
import type { LpSolver } from "../../../src/solve/lp/lp.js";
import { makeRoom, prepare, tryMode } from "../../../src/solve/miqp/modes.js";
import { FIRST, type Miqp, SECOND } from "../../../src/solve/miqp/problem.js";

/**
 * A random program with up to `mostPairs` pairs between columns and rows, of which the seed decides everything. H has
 * any rank; half of the programs are feasible by construction, of the others many are not.
 */
export function randomMiqp(seed: number, mostPairs: number): Miqp {
  const random = randomNumbers(seed);
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const coefficient = (): number => between(-20, 20) / 10;
  const pairs = between(1, mostPairs);
  const extra = between(1, 4);
  const n = pairs + extra;
  const m = pairs + between(0, 3);
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const dense = Array.from({ length: m }, () => new Float64Array(n));
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      if (random() < 0.5) continue;
      dense[i][j] = coefficient();
      row.push(i);
      column.push(j);
      value.push(dense[i][j]);
    }
  const lower = new Float64Array(n).fill(0);
  const upper = new Float64Array(n).fill(5);
  lower.fill(-5, pairs);
  // a complementary point, for half of the programs: one side of each pair is zero there
  const first = Array.from({ length: pairs }, () => random() < 0.5);
  const point = Float64Array.from({ length: n }, (_, j) => (j < pairs ? (first[j] ? 0 : random() * 4) : coefficient()));
  const feasible = random() < 0.5;
  const rowLower = new Float64Array(m);
  const rowUpper = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < m; i++) {
    const activity = dense[i].reduce((sum, a, j) => sum + a * point[j], 0);
    const slack = i < pairs ? (first[i] ? random() * 3 : 0) : random();
    rowLower[i] = feasible ? activity - slack : coefficient();
    if (i >= pairs && random() < 0.5) rowUpper[i] = rowLower[i] + (feasible ? slack : 0) + random();
  }
  const H = Array.from({ length: n }, () => new Float64Array(n));
  const rank = between(0, n);
  const diagonal = random() < 0.5;
  for (let k = 0; k < rank; k++) {
    const w = Float64Array.from({ length: n }, (_, j) => (diagonal ? (j === k ? 1 : 0) : coefficient()));
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) H[i][j] += w[i] * w[j];
  }
  const entries = H.flatMap((line, i) => [...line].map((v, j) => ({ i, j, v }))).filter(({ v }) => v !== 0);
  const linear = random() < 0.7;
  return {
    H: fromTriplets(
      [n, n],
      entries.map(({ i }) => i),
      entries.map(({ j }) => j),
      entries.map(({ v }) => v),
    ),
    c: Float64Array.from({ length: n }, () => (linear ? coefficient() : 0)),
    A: fromTriplets([m, n], row, column, value),
    rowLower,
    rowUpper,
    lower,
    upper,
    pairs: first.map((_, k) => [n + k, k] as const),
  };
}

/** The least objective over all 2^pairs modes, each a convex program; ∞ where none has a point. */
export function enumerate(miqp: Miqp, lp: LpSolver): number {
  const prepared = prepare(miqp, {}, lp, makeRoom(miqp.c.length, miqp.rowLower.length));
  const mode = new Uint8Array(miqp.pairs.length);
  let least = Number.POSITIVE_INFINITY;
  for (let code = 0; code < 2 ** mode.length; code++) {
    for (let k = 0; k < mode.length; k++) mode[k] = (code >> k) & 1 ? SECOND : FIRST;
    least = Math.min(least, finish(tryMode(prepared, mode))?.objective ?? Number.POSITIVE_INFINITY);
  }
  return least;
}
