import { expect, it } from "vitest";
import { sub } from "../../../src/expr/expr.js";
import { rowsMcp } from "../../../src/motion/solve-mcp.js";
import { freshStart, freshStarts } from "../../../src/solve/rescue/fresh.js";
import { uniform } from "../../algebra/matrices.js";

const inf = Number.POSITIVE_INFINITY;

it("fresh starts are numbers within their bounds, free unknowns at zero", () => {
  const mcp = rowsMcp({
    start: [0, 0, 0, 0],
    lower: [-inf, 2, -inf, 3],
    upper: [inf, inf, -1, 3.5],
    rows: (z) => z.map((x) => sub(x, 1)),
  });
  const random = uniform(3);
  const second = new Set<number>();
  for (const size of freshStarts(4, false)) {
    const z = freshStart(mcp, size, random);
    expect(z[0]).toBe(0);
    z.forEach((v, i) => {
      expect(v).toBeGreaterThanOrEqual(mcp.lower[i]);
      expect(v).toBeLessThanOrEqual(mcp.upper[i]);
    });
    second.add(z[1]);
  }
  expect(second.size).toBe(8);
  // small linear problems are tried for longer
  expect([20, 100, 1000].map((unknowns) => freshStarts(unknowns, true).length)).toEqual([100, 40, 8]);
});
