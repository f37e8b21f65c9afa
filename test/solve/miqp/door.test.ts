import { expect, it } from "vitest";
import { fromTriplets } from "../../../src/algebra/sparse.js";
import { type Miqp, solveMiqp } from "../../../src/solve/miqp/miqp.js";

/** min −x − 2y + ½|(x, y)|² with x ⟂ y: y = 2. */
const miqp: Miqp = {
  H: fromTriplets([2, 2], [0, 1], [0, 1], [1, 1]),
  c: Float64Array.of(-1, -2),
  A: fromTriplets([1, 2], [0, 0], [0, 1], [1, 1]),
  rowLower: Float64Array.of(0),
  rowUpper: Float64Array.of(5),
  lower: Float64Array.of(0, 0),
  upper: Float64Array.of(5, 5),
  pairs: [[0, 1]],
};

it("solves what is whole, with settings at the ends of their ranges", async () => {
  const ends = { gap: 1e-9, maxNodes: 100, enoughNodes: Number.POSITIVE_INFINITY, globalTies: 0 };
  const { status, x } = await solveMiqp(miqp, { ...ends, formulation: "big-m" }, { ties: [Float64Array.of(1, 1)] });
  expect([status, ...x]).toEqual(["optimal", expect.closeTo(0, 9), expect.closeTo(2, 9)]);
});

it.each<[object, object, object, string]>([
  [{ H: 3 }, {}, {}, "H must be a sparse matrix, it is 3."],
  [{ H: { ...miqp.H, colPtr: Int32Array.of(0, 2, 1) } }, {}, {}, "H must be a sparse matrix, it is an object."],
  [{ A: { ...miqp.A, rowIdx: Int32Array.of(0, 7) } }, {}, {}, "A must be a sparse matrix, it is an object."],
  [{ c: [1, 2] }, {}, {}, "c must be a Float64Array, it is a list."],
  [{ pairs: [[0]] }, {}, {}, "pairs[0] must be two whole numbers, it is a list."],
  [{ pairs: [[0, {}]] }, {}, {}, "pairs[0] must be two whole numbers, it is a list."],
  [{ pairs: {} }, {}, {}, "pairs must be a list, it is an object."],
  [{}, { gap: 0 }, {}, "gap must be a number above 0, it is 0."],
  [{}, { gap: "1" }, {}, 'gap must be a number above 0, it is "1".'],
  [{}, { maxNodes: -1 }, {}, "maxNodes must be a whole number from 0, it is -1."],
  [{}, { maxNodes: 0.5 }, {}, "maxNodes must be a whole number from 0, it is 0.5."],
  [{}, { formulation: "x" }, {}, 'formulation must be "pairs" or "big-m", it is "x".'],
  [{}, { toString: 1 }, {}, 'There is no setting "toString"; there are gap, '],
  [{}, {}, { rank: Uint8Array.of(1, 2) }, "rank must be a Uint8Array with a number for each pair, it is a list."],
  [
    {},
    {},
    { ties: [Float64Array.of(1)] },
    "ties must be a list of Float64Arrays with a finite weight for each column.",
  ],
  // lists of holes
  [{}, {}, { ties: new Array(3) }, "ties must be a list of Float64Arrays with a finite weight for each column."],
  [{ pairs: [new Array(2)] }, {}, {}, "pairs[0] must be two whole numbers, it is a list."],
  [{}, {}, { modes: 1 }, "modes must be a function, it is 1."],
])("refuses %o, %o, %o", async (part, settings, hints, sentence) => {
  const refused = solveMiqp({ ...miqp, ...part }, settings, hints);
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.toBeInstanceOf(RangeError);
});
