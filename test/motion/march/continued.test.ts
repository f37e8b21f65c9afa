import { expect, it } from "vitest";
import { continued } from "../../../src/motion/march/continued.js";
import type { Mcp } from "../../../src/solve/mcp.js";

/** One row and its slope, at a free unknown or one that is not negative. */
function one(f: (z: number) => readonly [number, number], lower = Number.NEGATIVE_INFINITY): Mcp {
  return {
    name: () => "z",
    lower: Float64Array.of(lower),
    upper: Float64Array.of(Number.POSITIVE_INFINITY),
    scale: Float64Array.of(1),
    pattern: {
      rows: 1,
      cols: 1,
      colPtr: Int32Array.of(0, 1),
      rowIdx: Int32Array.of(0),
      values: Float64Array.of(1),
    },
    evaluate(z, row, slopes) {
      const [value, slope] = f(z[0]);
      row[0] = value;
      if (slopes !== undefined) slopes[0] = slope;
      return Number.isFinite(value);
    },
  };
}

it("full steps go on though the first of them leads further away", () => {
  // from 0.5 to 4.25, where z² − 4 is four times as large
  const found = continued(
    one((z) => [z * z - 4, 2 * z]),
    Float64Array.of(0.5),
    1e-12,
  );
  expect(found?.[0]).toBeCloseTo(2, 10);
});

it("an unknown that leaves its bound comes back to it where its row says so", () => {
  const pressed = one((z) => [z + 3, 1], 0);
  expect(continued(pressed, Float64Array.of(5), 1e-12)?.[0]).toBeCloseTo(0, 10);
  const lifted = one((z) => [z * z * z - 8, 3 * z * z], 0);
  expect(continued(lifted, Float64Array.of(1), 1e-12)?.[0]).toBeCloseTo(2, 10);
});

it("nothing continues a motion where no row has a root", () => {
  const found = continued(
    one((z) => [z * z + 1, 2 * z]),
    Float64Array.of(0.5),
    1e-12,
  );
  expect(found).toBeUndefined();
});
