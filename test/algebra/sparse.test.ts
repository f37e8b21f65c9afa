import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entriesAtOnce,
  entryIndex,
  fromTriplets,
  gathering,
  multiply,
  norm1,
  transpose,
} from "../../src/algebra/sparse.js";
import { identity, sparsePattern, toDense, uniform } from "./matrices.js";

describe("fromTriplets", () => {
  it("sums duplicates, keeps explicit zeros and sorts the rows of each column", () => {
    const a = fromTriplets([3, 4], [2, 0, 2, 1, 0], [1, 1, 1, 3, 0], [1, 2, 3, 0, -5]);
    expect([...a.colPtr]).toEqual([0, 1, 3, 3, 4]);
    expect([...a.rowIdx]).toEqual([0, 0, 2, 1]);
    expect([...a.values]).toEqual([-5, 2, 4, 0]);
  });

  it("makes an empty pattern and an empty matrix", () => {
    expect([...fromTriplets([2, 3], [], []).colPtr]).toEqual([0, 0, 0, 0]);
    expect(fromTriplets([0, 0], [], []).values).toHaveLength(0);
  });

  it("refuses indices outside the matrix and unequal lengths", () => {
    expect(() => fromTriplets([2, 2], [2], [0])).toThrow("(2, 0)");
    expect(() => fromTriplets([2, 2], [0], [-1])).toThrow(RangeError);
    expect(() => fromTriplets([2, 2], [0.5], [0])).toThrow(RangeError);
    expect(() => fromTriplets([2, 2], [0, 1], [0])).toThrow(RangeError);
  });
});

it("gathers many entries with pauses between, each of which lies where it belongs", () => {
  const n = 997;
  const count = 2 * entriesAtOnce + 5;
  const i = Int32Array.from({ length: count }, (_, t) => (t * t) % n);
  const j = Int32Array.from({ length: count }, (_, t) => (7 * t) % n);
  const parts = gathering([n, n], i, j, new Float64Array(count).fill(1));
  let pauses = 0;
  let turn = parts.next();
  for (; !turn.done; turn = parts.next()) pauses++;
  const a = turn.value;
  // three lots in each of six passes: indices are checked, sorted twice, and gathered
  expect(pauses).toBe(12);
  const held = new Float64Array(n * n);
  for (let t = 0; t < count; t++) held[i[t] + n * j[t]]++;
  expect(a.values).toEqual(held.filter((x) => x > 0));
  for (let c = 0; c < n; c++)
    for (let p = a.colPtr[c]; p < a.colPtr[c + 1]; p++) if (held[a.rowIdx[p] + n * c] !== a.values[p]) throw c;
});

it("A x agrees with the definition, and Aᵀ of Aᵀ is A", () => {
  fc.assert(
    fc.property(sparsePattern(15), (a) => {
      const x = Float64Array.from({ length: a.cols }, uniform(1));
      const dense = toDense(a);
      const y = multiply(a, x);
      for (let i = 0; i < a.rows; i++)
        expect(y[i]).toBeCloseTo(
          dense[i].reduce((sum, v, j) => sum + v * x[j], 0),
          12,
        );
      const transposed = toDense(transpose(a));
      for (let i = 0; i < a.rows; i++) for (let j = 0; j < a.cols; j++) expect(transposed[j][i]).toBe(dense[i][j]);
      expect(transpose(transpose(a))).toEqual(a);
    }),
  );
});

it("multiply overwrites the vector it is given and refuses one of another length", () => {
  const y = new Float64Array(3).fill(7);
  expect(multiply(identity(3), Float64Array.of(1, 2, 3), y)).toBe(y);
  expect([...y]).toEqual([1, 2, 3]);
  expect(() => multiply(identity(3), new Float64Array(2))).toThrow("length 2");
});

it("entryIndex finds what the pattern holds and nothing else", () => {
  fc.assert(
    fc.property(sparsePattern(12), (a) => {
      const dense = toDense(a); // no value of this pattern is zero
      for (let i = 0; i < a.rows; i++) {
        for (let j = 0; j < a.cols; j++) {
          const p = entryIndex(a, i, j);
          expect(p === -1 ? 0 : a.values[p]).toBe(dense[i][j]);
        }
      }
      expect(entryIndex(a, a.rows, 0)).toBe(-1);
      expect(entryIndex(a, 0, -1)).toBe(-1);
    }),
  );
});

it("norm1 is the largest column sum of magnitudes", () => {
  expect(norm1(fromTriplets([2, 2], [0, 1, 1], [0, 0, 1], [-3, 4, 5]))).toBe(7);
  expect(norm1(fromTriplets([0, 0], [], []))).toBe(0);
});
