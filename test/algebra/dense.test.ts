import fc from "fast-check";
import { expect, it } from "vitest";
import { factorDense, solveDense, solveDenseTransposed } from "../../src/algebra/dense.js";
import { uniform } from "./matrices.js";

it("solves A x = b and Aᵀ x = b for small full matrices", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer(), (n, seed) => {
      const random = uniform(seed);
      const a = Float64Array.from({ length: n * n }, () => 2 * random() - 1);
      const x = Float64Array.from({ length: n }, random);
      const b = new Float64Array(n);
      const bt = new Float64Array(n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          b[i] += a[i * n + j] * x[j];
          bt[j] += a[i * n + j] * x[i];
        }
      }
      const lu = a.slice();
      const pivots = new Int32Array(n);
      expect(factorDense(lu, n, pivots)).toBe(-1);
      const found = b.slice();
      solveDense(lu, n, pivots, found);
      const foundTransposed = bt.slice();
      solveDenseTransposed(lu, n, pivots, foundTransposed);
      for (let i = 0; i < n; i++) {
        let residual = -b[i];
        let residualTransposed = -bt[i];
        for (let j = 0; j < n; j++) {
          residual += a[i * n + j] * found[j];
          residualTransposed += a[j * n + i] * foundTransposed[j];
        }
        const size = Math.max(1, ...found.map(Math.abs), ...foundTransposed.map(Math.abs));
        expect(Math.abs(residual)).toBeLessThan(1e-13 * n * size);
        expect(Math.abs(residualTransposed)).toBeLessThan(1e-13 * n * size);
      }
    }),
  );
});

it("needs its pivots: a zero in the first place", () => {
  const a = Float64Array.of(0, 2, 1, 0);
  const pivots = new Int32Array(2);
  expect(factorDense(a, 2, pivots)).toBe(-1);
  const b = Float64Array.of(4, 3);
  solveDense(a, 2, pivots, b);
  expect([...b]).toEqual([3, 2]);
});

it("returns the first column without a pivot", () => {
  const pivots = new Int32Array(3);
  expect(factorDense(Float64Array.of(1, 2, 3, 2, 4, 7, 3, 6, 1), 3, pivots)).toBe(1);
  expect(factorDense(new Float64Array(9), 3, pivots)).toBe(0);
  expect(factorDense(Float64Array.of(1, 0, 0, 0, Number.NaN, 1, 0, 2, 1), 3, pivots)).toBe(1);
  expect(factorDense(Float64Array.of(Infinity, 0, 0, 1), 2, pivots)).toBe(0);
  expect(factorDense(new Float64Array(0), 0, pivots)).toBe(-1);
});
