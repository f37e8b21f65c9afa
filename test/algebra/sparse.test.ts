import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entryIndex,
  fromTriplets,
  identity,
  multiply,
  multiplyTransposed,
  norm1,
  product,
  toDense,
  transpose,
} from "../../src/algebra/sparse.js";
import { sparsePattern, uniform } from "./matrices.js";

describe("fromTriplets", () => {
  it("sums duplicates, keeps explicit zeros and sorts the rows of each column", () => {
    const a = fromTriplets(3, 4, [2, 0, 2, 1, 0], [1, 1, 1, 3, 0], [1, 2, 3, 0, -5]);
    expect([...a.colPtr]).toEqual([0, 1, 3, 3, 4]);
    expect([...a.rowIdx]).toEqual([0, 0, 2, 1]);
    expect([...a.values]).toEqual([-5, 2, 4, 0]);
  });

  it("makes an empty pattern and an empty matrix", () => {
    expect([...fromTriplets(2, 3, [], []).colPtr]).toEqual([0, 0, 0, 0]);
    expect(fromTriplets(0, 0, [], []).values).toHaveLength(0);
  });

  it("refuses indices outside the matrix and unequal lengths", () => {
    expect(() => fromTriplets(2, 2, [2], [0])).toThrow("(2, 0)");
    expect(() => fromTriplets(2, 2, [0], [-1])).toThrow(RangeError);
    expect(() => fromTriplets(2, 2, [0.5], [0])).toThrow(RangeError);
    expect(() => fromTriplets(2, 2, [0, 1], [0])).toThrow(RangeError);
  });
});

describe("products", () => {
  it("agree with the definition", () => {
    fc.assert(
      fc.property(sparsePattern(15), sparsePattern(15), (a, other) => {
        const b = fromTriplets(
          a.cols,
          other.cols,
          [...other.rowIdx].map((i) => i % a.cols),
          columnsOf(other),
          other.values,
        );
        const A = toDense(a);
        const B = toDense(b);
        const C = toDense(product(a, b));
        for (let i = 0; i < a.rows; i++) {
          for (let j = 0; j < b.cols; j++) {
            let sum = 0;
            for (let k = 0; k < a.cols; k++) sum += A[i]![k]! * B[k]![j]!;
            expect(C[i]![j]).toBeCloseTo(sum, 10);
          }
        }
        const random = uniform(a.cols);
        const x = Float64Array.from({ length: b.cols }, random);
        const twice = multiply(a, multiply(b, x));
        const once = multiply(product(a, b), x);
        for (let i = 0; i < a.rows; i++) expect(once[i]).toBeCloseTo(twice[i]!, 8);
      }),
    );
  });

  it("with the transpose are transposed products", () => {
    fc.assert(
      fc.property(sparsePattern(), (a) => {
        const x = Float64Array.from({ length: a.rows }, uniform(1));
        expect([...multiplyTransposed(a, x)]).toEqual([...multiply(transpose(a), x)]);
        expect(transpose(transpose(a))).toEqual(a);
      }),
    );
  });

  it("overwrite the vector they are given and refuse one of another length", () => {
    const y = new Float64Array(3).fill(7);
    expect(multiply(identity(3), Float64Array.of(1, 2, 3), y)).toBe(y);
    expect([...y]).toEqual([1, 2, 3]);
    expect(() => multiply(identity(3), new Float64Array(2))).toThrow("length 2");
    expect(() => product(identity(2), identity(3))).toThrow("2 × 2 and 3 × 3");
  });
});

it("entryIndex finds what the pattern holds and nothing else", () => {
  fc.assert(
    fc.property(sparsePattern(12), (a) => {
      const dense = toDense(a); // no value of this pattern is zero
      for (let i = 0; i < a.rows; i++) {
        for (let j = 0; j < a.cols; j++) {
          const p = entryIndex(a, i, j);
          expect(p === -1 ? 0 : a.values[p]).toBe(dense[i]![j]);
        }
      }
      expect(entryIndex(a, a.rows, 0)).toBe(-1);
      expect(entryIndex(a, 0, -1)).toBe(-1);
    }),
  );
});

it("norm1 is the largest column sum of magnitudes", () => {
  expect(norm1(fromTriplets(2, 2, [0, 1, 1], [0, 0, 1], [-3, 4, 5]))).toBe(7);
  expect(norm1(fromTriplets(0, 0, [], []))).toBe(0);
});

function columnsOf(a: { cols: number; colPtr: Int32Array }): number[] {
  const columns: number[] = [];
  for (let j = 0; j < a.cols; j++) for (let p = a.colPtr[j]!; p < a.colPtr[j + 1]!; p++) columns.push(j);
  return columns;
}
