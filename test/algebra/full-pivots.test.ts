import { expect, it } from "vitest";
import { fullPivots } from "../../src/algebra/full-pivots.js";
import { randomNumbers } from "../../src/algebra/random.js";

const n = 6;

/** A product of random factors, which has their rank, with rows and columns in units of their own. */
function ofRank(rank: number, seed: number): Float64Array {
  const random = randomNumbers(seed);
  const [left, right] = [0, 1].map(() => Array.from({ length: n * rank }, () => random() - 0.5));
  const [units, others] = [0, 1].map(() => Array.from({ length: n }, () => 10 ** (8 * random() - 4)));
  return Float64Array.from({ length: n * n }, (_, p) => {
    const [i, j] = [Math.floor(p / n), p % n];
    let sum = 0;
    for (let k = 0; k < rank; k++) sum += left[i * rank + k] * right[k * n + j];
    return sum * units[i] * others[j];
  });
}

const times = (a: Float64Array, x: ArrayLike<number>, isTransposed: boolean): Float64Array =>
  Float64Array.from({ length: n }, (_, i) =>
    Array.from(x).reduce((sum, v, j) => sum + v * a[isTransposed ? j * n + i : i * n + j], 0),
  );

it.each([1, 3, 5, 6])("rows of rank %i are met where they can be, and so are columns", (rank) => {
  const factors = fullPivots(n);
  for (let seed = 1; seed <= 20; seed++) {
    const a = ofRank(rank, seed);
    const random = randomNumbers(100 + seed);
    factors.factor(a);
    expect(factors.rank()).toBe(rank);
    for (const isTransposed of [false, true]) {
      const b = times(a, Array.from({ length: n }, random), isTransposed);
      const x = b.slice();
      if (isTransposed) factors.solveTransposed(x);
      else factors.solve(x);
      const met = times(a, x, isTransposed);
      for (let i = 0; i < n; i++) {
        const size = times(a.map(Math.abs), x.map(Math.abs), isTransposed)[i];
        expect(Math.abs(met[i] - b[i])).toBeLessThan(1e-10 * (size + Math.abs(b[i])));
      }
      expect(x.filter((v) => v !== 0).length).toBeLessThanOrEqual(rank);
    }
  }
});
