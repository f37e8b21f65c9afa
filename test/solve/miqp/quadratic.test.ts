import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import { type QuadraticProgram, quadraticWorkspace, solvingQuadratic } from "../../../src/solve/miqp/quadratic.js";

/** Programs of up to 6 unknowns and 10 rows with G of any rank, feasible at a given point, bounded by a box. */
const randomProgram: fc.Arbitrary<QuadraticProgram> = fc
  .record({
    n: fc.integer({ min: 1, max: 6 }),
    m: fc.integer({ min: 0, max: 10 }),
    rank: fc.integer({ min: 0, max: 6 }),
  })
  .chain(({ n, m, rank }) => {
    const numbers = (count: number) =>
      fc.array(
        fc.integer({ min: -30, max: 30 }).map((v) => v / 10),
        { minLength: count, maxLength: count },
      );
    return fc.tuple(numbers(rank * n), numbers(n), numbers(m * n), numbers(m), numbers(n)).map(([w, g, c, gap, at]) => {
      const G = new Float64Array(n * n);
      for (let k = 0; k < rank; k++)
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) G[i * n + j] += w[k * n + i] * w[k * n + j];
      const C = [...c];
      const d: number[] = [];
      for (let i = 0; i < m; i++) d.push(at.reduce((sum, x, j) => sum + c[i * n + j] * x, 0) - Math.max(0, gap[i]));
      for (let j = 0; j < n; j++)
        for (const side of [1, -1]) {
          for (let k = 0; k < n; k++) C.push(k === j ? side : 0);
          d.push(-4);
        }
      return { size: n, rows: d.length, G, g: Float64Array.from(g), C: Float64Array.from(C), d: Float64Array.from(d) };
    });
  });

describe("convex quadratic programs", () => {
  it("end where the conditions of Karush, Kuhn and Tucker hold", () => {
    const work = quadraticWorkspace();
    fc.assert(
      fc.property(randomProgram, (program) => {
        expect(finish(solvingQuadratic(program, work))).toBe("optimal");
        const { size: n, rows, G, g, C, d } = program;
        const slope = Array.from(g, (v, i) => v + sum(n, (j) => G[i * n + j] * work.y[j]));
        const { count, rows: active, multipliers } = work.active;
        for (let k = 0; k < count; k++) {
          const row = active[k];
          expect(multipliers[k]).toBeGreaterThan(-1e-7);
          for (let i = 0; i < n; i++) slope[i] -= multipliers[k] * C[row * n + i];
          expect(sum(n, (j) => C[row * n + j] * work.y[j]) - d[row]).toBeCloseTo(0, 8);
        }
        for (const v of slope) expect(v).toBeCloseTo(0, 8);
        for (let i = 0; i < rows; i++) expect(sum(n, (j) => C[i * n + j] * work.y[j]) - d[i]).toBeGreaterThan(-1e-8);
      }),
      { numRuns: 500 },
    );
  });

  it("are infeasible where rows contradict each other", () => {
    const program = {
      size: 2,
      rows: 2,
      G: Float64Array.of(1, 0, 0, 0),
      g: new Float64Array(2),
      C: Float64Array.of(1, 1, -1, -1),
      d: Float64Array.of(1, -0.9999),
    };
    expect(finish(solvingQuadratic(program, quadraticWorkspace()))).toBe("infeasible");
  });
});

const sum = (n: number, term: (j: number) => number): number => {
  let total = 0;
  for (let j = 0; j < n; j++) total += term(j);
  return total;
};
