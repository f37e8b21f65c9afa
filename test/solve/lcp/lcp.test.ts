import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solveCompliant } from "../../../src/solve/lcp/compliant.js";
import { leastViolation } from "../../../src/solve/lcp/infeasibility.js";
import { denseLcp, lcpSolver } from "../../../src/solve/lcp/lcp.js";
import { real } from "../../arbitraries.js";

const list = (length: number, min = -1, max = 1): fc.Arbitrary<number[]> =>
  fc.array(real(min, max), { minLength: length, maxLength: length });

describe("the semismooth Newton on linear complementarity problems", () => {
  it("finds of many solutions the one of a softened problem, and says the same again", () => {
    // two supports side by side carry a load: 0 ≤ z_i ⟂ x ≥ 0, z_1 + z_2 = 1, of which softness makes halves
    const lcp = denseLcp(3, 1, (i) => `z${i}`);
    lcp.matrix.set([0, 1, 1, -1, 0, 0, -1, 0, 0]);
    lcp.right.set([-1, 0, 0]);
    const solver = lcpSolver(1e-10);
    const first = solver.solve(lcp, 2, 1e-3);
    expect(first.status).toBe("solved");
    expect([...first.z]).toEqual([0, 0.5, 0.5].map((v) => expect.closeTo(v, 9)));
    solver.forget();
    expect(solver.solve(lcp, 2, 1e-3)).toEqual(first);
    expect([...lcp.matrix]).toEqual([0, 1, 1, -1, 0, 0, -1, 0, 0]);
  });
});

describe("unknowns behind springs", () => {
  it("follow the forces that hold their rows open, and nothing pulls", () => {
    const size = 4;
    const count = 3;
    fc.assert(
      fc.property(list(size * count), list(size), list(2), list(count, 0.1, 2), (B, b, f, compliance) => {
        // a little give in every row, so that there is a solution
        const D = Float64Array.from({ length: size * size }, (_, p) => (p % (size + 1) === 0 ? 0.1 : 0));
        const lcp = { D, B: Float64Array.from(B), b: Float64Array.from(b), f: Float64Array.from(f), pushing: size };
        const found = solveCompliant(lcp, Float64Array.from(compliance));
        if (found === undefined) throw new Error("no solution");
        const { x, z } = found;
        for (let k = 0; k < count; k++) {
          const force = z.reduce((sum, v, j) => sum + B[j * count + k] * v, f[k] ?? 0);
          expect(x[k]).toBeCloseTo(compliance[k] * force, 9);
        }
        for (let i = 0; i < size; i++) {
          const w = x.reduce((sum, v, k) => sum + B[i * count + k] * v, b[i] + 0.1 * z[i]);
          expect(Math.min(w, z[i])).toBeCloseTo(0, 9);
        }
      }),
    );
  });
});

describe("inequalities that contradict each other", () => {
  /** a_i + B_i x ≥ 0 in two unknowns. */
  const violations = (a: readonly number[], B: readonly (readonly number[])[]): number[] =>
    leastViolation({ rows: a.length, unknowns: 2, offset: (i) => a[i], slope: (i, j) => B[i][j] });

  it("are told by multipliers of a proof: r ≥ 0, Bᵀ r = 0, aᵀ r < 0", () => {
    // x ≥ 1 and x ≤ −1 cannot both hold, y ≥ 3 can
    const r = violations(
      [-1, -1, -3],
      [
        [1, 0],
        [-1, 0],
        [0, 1],
      ],
    );
    expect(r).toEqual([1, 1, 0].map((v) => expect.closeTo(v, 6)));
  });

  it("are none where a point meets them all", () => {
    fc.assert(
      fc.property(list(2), fc.array(list(2), { minLength: 1, maxLength: 5 }), list(5, 0.01, 1), (x, B, slack) => {
        const a = B.map((row, i) => slack[i] - row[0] * x[0] - row[1] * x[1]);
        for (const r of violations(a, B)) expect(r).toBeLessThan(1e-6);
      }),
    );
  });
});
