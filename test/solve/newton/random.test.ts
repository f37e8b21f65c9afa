import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { denseLu, sparseLu } from "../../../src/solve/linear.js";
import { naturalResidual } from "../../../src/solve/mcp.js";
import type { ComplementarityName } from "../../../src/solve/newton/complementarity.js";
import { newton, run } from "../../../src/solve/newton/newton.js";
import { plainMcp } from "./plain.js";
import { type Known, linearMcp, monotoneMcp } from "./random-mcp.js";

/**
 * The residual tolerance 1e-10 times the largest that the inverse slope gets: ‖z − z*‖ ≤ c ‖natural residual‖ for a
 * P-matrix (Cottle, Pang, Stone 1992, 5.10), c at most some 10⁴ for the matrices drawn here.
 */
const near = 1e-6;

function solveKnown(known: Known, complementarity: ComplementarityName): void {
  const mcp = plainMcp(known);
  const solution = run(newton({ complementarity }), mcp, Float64Array.from(known.start));
  expect(solution.message).toMatch(/^Solved/);
  const F = Float64Array.from(known.rows(solution.z));
  expect(naturalResidual(mcp, solution.z, F)).toBeLessThanOrEqual(1e-10);
  solution.z.forEach((z, i) => {
    expect(Math.abs(z - known.solution[i])).toBeLessThan(near);
  });
}

describe.each(["fischer", "penalised-fischer", "minimum"] as const)("random MCPs with %s", (complementarity) => {
  it("linear with a P-matrix and mixed bounds are solved", () => {
    fc.assert(
      fc.property(linearMcp, (known) => solveKnown(known, complementarity)),
      { numRuns: 300 },
    );
  });

  it("monotone with mixed bounds are solved", () => {
    fc.assert(
      fc.property(monotoneMcp, (known) => solveKnown(known, complementarity)),
      { numRuns: 300 },
    );
  });
});

describe("the linear solver", () => {
  it("dense or sparse leads to the same solution", () => {
    fc.assert(
      fc.property(monotoneMcp, (known) => {
        const mcp = plainMcp(known);
        const start = Float64Array.from(known.start);
        const [sparse, dense] = [sparseLu, denseLu].map((linear) => run(newton({ linear }), mcp, start));
        expect(dense.status).toBe("solved");
        expect(sparse.status).toBe("solved");
        sparse.z.forEach((z, i) => {
          expect(Math.abs(z - dense.z[i])).toBeLessThan(near);
        });
      }),
      { numRuns: 200 },
    );
  });
});
