import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromTriplets, multiply, type SparseMatrix } from "../../../src/algebra/sparse.js";
import {
  boxed,
  type LinearMcp,
  linearMcp,
  placesNear,
  proximal,
  scaled,
  withCouplingsAnswered,
} from "../../../src/solve/pivots/linear.js";
import { uniform } from "../../algebra/matrices.js";
import { real } from "../../arbitraries.js";
import { plainMcp } from "../newton/plain.js";

const infinity = Number.POSITIVE_INFINITY;

const rowsOf = ({ matrix, offset }: LinearMcp, z: Float64Array): number[] =>
  Array.from(multiply(matrix, z), (v, i) => v + offset[i]);

const dense = (matrix: SparseMatrix): number[][] =>
  Array.from({ length: matrix.rows }, (_, i) =>
    Array.from({ length: matrix.cols }, (_, j) => multiply(matrix, unit(matrix.cols, j))[i]),
  );
const unit = (n: number, j: number): Float64Array => Float64Array.from({ length: n }, (_, k) => (k === j ? 1 : 0));

/** Three unknowns, of which the first is free, the second above zero, the third between bounds. */
const given: LinearMcp = {
  matrix: fromTriplets([3, 3], [0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 2], [2, -1, 3, 4, 5, 0.5]),
  offset: Float64Array.of(-1, 2, -3),
  lower: Float64Array.of(-infinity, 0, -1),
  upper: Float64Array.of(infinity, infinity, 4),
};
const point = fc.tuple(real(-3, 3), real(-3, 3), real(-3, 3)).map((z) => Float64Array.from(z));

describe("linear rows", () => {
  const asMcp = (bend: (z: ArrayLike<number>) => number, slope = 0) =>
    plainMcp({
      lower: [...given.lower],
      upper: [...given.upper],
      rows: (z) => rowsOf(given, Float64Array.from(z)).map((v, i) => (i === 1 ? v + bend(z) : v)),
      slope: (i, j) => dense(given.matrix)[i][j] + (i === 1 && j === 1 ? slope : 0),
    });

  it("are found by their slopes and offsets, wherever zero lies", () => {
    const found = linearMcp(
      asMcp(() => 0),
      uniform(1),
    );
    if (found === undefined) throw new Error("not linear");
    expect(dense(found.matrix)).toEqual(dense(given.matrix));
    expect([...found.offset]).toEqual([-1, 2, -3].map((v) => expect.closeTo(v, 12)));
  });

  it("are not those that bend, though their slopes say nothing of it", () => {
    // a bend that begins far from zero, one near it, and one of a millionth
    const bends = [(y: number) => Math.max(0, y - 1e4), (y: number) => Math.min(y, 0.1), (y: number) => 1e-6 * y * y];
    for (const bend of bends)
      expect(
        linearMcp(
          asMcp((z) => bend(z[1])),
          uniform(1),
        ),
      ).toBeUndefined();
  });

  it("are not those with a slope that is no number, or that cannot be evaluated", () => {
    expect(
      linearMcp(
        asMcp(() => 0, Number.NaN),
        uniform(1),
      ),
    ).toBeUndefined();
    expect(linearMcp({ ...asMcp(() => 0), evaluate: () => false }, uniform(1))).toBeUndefined();
  });
});

describe("other problems with the same answers", () => {
  it("in other units: row r (M z + q) at z = c ẑ, within the bounds of ẑ", () => {
    const [row, column] = [Float64Array.of(2, 0.5, 10), Float64Array.of(4, 0.1, 3)];
    const other = scaled(given, row, column);
    fc.assert(
      fc.property(point, (z) => {
        const here = rowsOf(given, z);
        rowsOf(
          other,
          z.map((v, j) => v / column[j]),
        ).forEach((v, i) => {
          expect(v).toBeCloseTo(row[i] * here[i], 9);
        });
      }),
    );
    expect([...other.lower]).toEqual([-infinity, 0, expect.closeTo(-1 / 3, 12)]);
    expect([...other.upper]).toEqual([infinity, infinity, expect.closeTo(4 / 3, 12)]);
  });

  it("drawn to a point: ε (z − near) in rows of bounded unknowns, nothing in those of free ones", () => {
    const near = Float64Array.of(7, 1.5, -2);
    fc.assert(
      fc.property(point, real(0.01, 3), (z, epsilon) => {
        const here = rowsOf(given, z);
        rowsOf(proximal(given, near, epsilon), z).forEach((v, i) => {
          expect(v).toBeCloseTo(here[i] + (i === 0 ? 0 : epsilon * (z[i] - near[i])), 9);
        });
      }),
    );
    expect([...given.offset]).toEqual([-1, 2, -3]);
  });

  it("in a box: free unknowns within a reach of a point, the others as they were", () => {
    const { lower, upper, matrix } = boxed(given, Float64Array.of(7, 7, 7), 10);
    expect([...lower]).toEqual([-3, 0, -1]);
    expect([...upper]).toEqual([17, infinity, 4]);
    expect(matrix).toBe(given.matrix);
  });

  it("with one-sided couplings answered: xᵀM x is then of the diagonal and of what was coupled both ways", () => {
    const answered = withCouplingsAnswered(given);
    if (answered === undefined) throw new Error("nothing to answer");
    // 4 and −1 couple both ways, 3 has no answer
    expect(dense(answered.matrix)).toEqual([
      [2, 4, -3],
      [-1, 5, 0],
      [3, 0, 0.5],
    ]);
    expect(withCouplingsAnswered(answered)).toBeUndefined();
  });
});

it("unknowns begin at the bounds to which the natural map takes them, the others inside", () => {
  const diagonal: LinearMcp = {
    ...given,
    matrix: fromTriplets([3, 3], [0, 1, 2], [0, 1, 2], [1, 1, 1]),
    offset: Float64Array.of(5, 0, 0),
  };
  // F = z + 5, z, z, so that z − F = −5, 0, 0
  expect(placesNear(diagonal, Float64Array.of(2, 3, 1))).toEqual(["inside", "inside", "inside"]);
  const pushed = (q: number) => ({ ...diagonal, offset: Float64Array.of(5, q, q) });
  expect(placesNear(pushed(1), Float64Array.of(2, 3, 1))).toEqual(["inside", "lower", "inside"]);
  expect(placesNear(pushed(2), Float64Array.of(2, 3, 1))).toEqual(["inside", "lower", "lower"]);
  expect(placesNear(pushed(-5), Float64Array.of(2, 3, 1))).toEqual(["inside", "inside", "upper"]);
});
