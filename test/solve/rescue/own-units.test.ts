import { expect, it } from "vitest";
import { mul, sub } from "../../../src/expr/expr.js";
import { rowsMcp } from "../../../src/motion/solve-mcp.js";
import type { Mcp } from "../../../src/solve/mcp.js";
import { newton, run } from "../../../src/solve/newton/newton.js";
import { inOwnUnits } from "../../../src/solve/rescue/units.js";

/** x = far times where it is sought from, 1e-5, and y = 2e4 beside it. */
const problem = (far: number): Mcp =>
  rowsMcp({
    start: [1e-5, 1e4],
    lower: [0, 0],
    rows: ([x, y]) => [mul(1e3, sub(x, far * 1e-5)), mul(1e-7, sub(mul(y, y), 4e8))],
  });
const from = Float64Array.of(1e-5, 1e4);

it("unknowns have their own sizes as units, and rows slopes of order one", () => {
  let largest: readonly number[] = [];
  const found = [
    ...inOwnUnits(problem(3), from, (own, start) => {
      const slopes = new Float64Array(2);
      expect(Math.max(...start.map(Math.abs))).toBeLessThan(2);
      own.evaluate(start, new Float64Array(2), slopes);
      largest = Array.from(slopes, Math.abs);
      return run(newton(), own, start);
    }),
  ];
  for (const slope of largest) expect(slope).toBeGreaterThan(0.5);
  for (const slope of largest) expect(slope).toBeLessThan(2);
  expect(found.map(({ z }) => [...z].map((v) => Number(v.toPrecision(9))))).toEqual([[3e-5, 2e4]]);
});

it("an answer more than a thousand of its sizes away is none beside a point", () => {
  for (const [far, count] of [
    [500, 1],
    [2000, 0],
  ])
    expect([...inOwnUnits(problem(far), from, (own, start) => run(newton(), own, start))], `${far}`).toHaveLength(
      count,
    );
});
