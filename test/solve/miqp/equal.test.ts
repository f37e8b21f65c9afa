import { expect, it } from "vitest";
import { fromTriplets } from "../../../src/algebra/sparse.js";
import { tieProgram } from "../../../src/solve/miqp/equal.js";

it("the program of ties keeps its rows, and holds H x and c·x where no column can be held alone", () => {
  // x₀ and x₁ share their cost, x₂ has one of its own, x₃ none
  const miqp = {
    H: fromTriplets([4, 4], [0, 0, 1, 1, 2], [0, 1, 0, 1, 2], [2, 1, 1, 2, 4]),
    c: Float64Array.of(0.5, 0, -1, 0),
    A: fromTriplets([1, 4], [0, 0], [0, 3], [1, 1]),
    rowLower: Float64Array.of(-7),
    rowUpper: Float64Array.of(9),
    lower: new Float64Array(4).fill(-5),
    upper: new Float64Array(4).fill(5),
    pairs: [],
  };
  const x = Float64Array.of(1, -2, 0.25, 3);
  const tie = tieProgram(miqp, x, Float64Array.of(1, 2, 3, 4));
  // (H x)₀ = 0, (H x)₁ = −3, and c·x = 1/4
  expect([...tie.rowLower]).toEqual([-7, 0, -3, 0.25]);
  expect([...tie.rowUpper]).toEqual([9, 0, -3, 0.25]);
  expect([...tie.lower]).toEqual([-5, -5, 0.25, -5]);
  expect([...tie.upper]).toEqual([5, 5, 0.25, 5]);
  expect([...tie.H.values]).toEqual([2, 4, 6, 8]);
  expect([...tie.c]).toEqual([0, 0, 0, 0]);
  expect(tie.A.rows).toBe(4);
});
