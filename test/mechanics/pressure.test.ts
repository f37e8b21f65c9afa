import { expect, it } from "vitest";
import { evaluate, toExpr } from "../../src/expr/expr.js";
import { diskPressure } from "../../src/mechanics/actions/pressure.js";

it("points of a disk integrate polynomials over it, with as few and as many as there may be", () => {
  const number = (x: Parameters<typeof toExpr>[0]): number => evaluate(toExpr(x), () => 0);
  for (const [rings, around] of [
    [1, 3],
    [3, 8],
    [10, 100],
  ]) {
    const points = diskPressure(2, rings, around).map(({ at, share }) => ({
      at: at.map(number),
      share: number(share),
    }));
    expect(points).toHaveLength(rings * around);
    const mean = (of: (x: number, y: number) => number): number =>
      points.reduce((sum, { at: [x, y], share }) => sum + share * of(x, y), 0);
    expect(mean(() => 1)).toBeCloseTo(1, 12);
    expect(mean((x) => x)).toBeCloseTo(0, 12);
    // of a disk of radius R: the mean of x² + y² is R²/2, and of x² alone half of that
    expect(mean((x, y) => x * x + y * y)).toBeCloseTo(2, 12);
    expect(mean((x) => x * x)).toBeCloseTo(1, 12);
  }
});

it("a disk with too few or too many is refused", () => {
  for (const [rings, around] of [
    [0, 8],
    [11, 8],
    [2.5, 8],
    [3, 2],
    [3, 101],
    [3, 8.5],
  ])
    expect(() => diskPressure(1, rings, around)).toThrow(RangeError);
});
