import { describe, expect, it } from "vitest";
import { add, mul, sub } from "../../src/expr/expr.js";
import { denseLcp, lcpSolver } from "../../src/solve/lcp/lcp.js";
import { solveMiqp } from "../../src/solve/miqp/miqp.js";
import { solveMpcc } from "../../src/solve/mpcc/mpcc.js";
import { uniform } from "../algebra/matrices.js";
import { pairedMiqp } from "./miqp/paired-miqp.js";
import { programOf } from "./mpcc/programs.js";

/** How far a point is outside bounds. */
const outside = (lower: Float64Array, upper: Float64Array, x: Float64Array): number =>
  lower.reduce((most, low, i) => Math.max(most, low - x[i], x[i] - upper[i]), 0);

describe("answers lie within their bounds", () => {
  it("of linear complementarity problems, of full rank and of less", () => {
    const random = uniform(3);
    const solver = lcpSolver(1e-10);
    for (let k = 0; k < 200; k++) {
      const n = 2 + Math.floor(7 * random());
      const rank = Math.max(1, n - Math.floor(3 * random()));
      const lcp = denseLcp(n, 0, (i) => `z${i}`);
      const factor = Float64Array.from({ length: rank * n }, () => 2 * random() - 1);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++)
          for (let q = 0; q < rank; q++) lcp.matrix[j * n + i] += factor[q * n + i] * factor[q * n + j];
      // a solution is planted: z ≥ 0 where w is zero, w ≥ 0 where z is
      const z = Float64Array.from({ length: n }, () => Math.max(0, 2 * random() - 1));
      for (let i = 0; i < n; i++) {
        const w = z[i] > 0 ? 0 : Math.max(0, 2 * random() - 1);
        lcp.right[i] = z.reduce((sum, v, j) => sum + lcp.matrix[j * n + i] * v, -w);
      }
      const found = solver.solve(lcp, 0, 0);
      expect(found.status).toBe("solved");
      expect(outside(lcp.mcp.lower, lcp.mcp.upper, found.z)).toBe(0);
    }
  });

  it("of programs with complementarity", () => {
    const random = uniform(4);
    for (let k = 0; k < 40; k++) {
      const target = Array.from({ length: 4 }, () => 2 * random() - 0.5);
      const program = programOf({
        n: 4,
        lower: [0, 0, -1, 0],
        upper: [Infinity, Infinity, 1, 0.5],
        cost: (z) => add(...z.map((v, i) => mul(sub(v, target[i]), sub(v, target[i])))),
        rows: (z) => [sub(add(z[0], z[1], z[2]), 0.3)],
        pairs: [[0, 1]],
      });
      const { status, z } = solveMpcc(program, new Float64Array(4).fill(0.2));
      expect(status).toBe("solved");
      expect(outside(program.lower, program.upper, z.subarray(0, 4))).toBe(0);
    }
  });

  it("of quadratic programs with pairs, but for the last digits", async () => {
    let answers = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { miqp } = pairedMiqp(seed, 3, 6);
      const { status, x } = await solveMiqp(miqp);
      if (status !== "optimal") continue;
      answers++;
      const size = x.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
      expect(outside(miqp.lower, miqp.upper, x)).toBeLessThanOrEqual(4e-15 * size);
    }
    expect(answers).toBeGreaterThan(40);
  });
});
