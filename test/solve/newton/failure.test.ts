import { describe, expect, it } from "vitest";
import { add, mul, pow, type Scalar, sin, sub } from "../../../src/expr/expr.js";
import { type RowsMcp, rowsMcp } from "../../../src/motion/solve-mcp.js";
import type { Solution } from "../../../src/solve/mcp.js";
import { type NewtonSettings, newton, run } from "../../../src/solve/newton/newton.js";
import { plainMcp } from "./plain.js";

function solve(problem: RowsMcp, settings: NewtonSettings = {}): Solution {
  return run(newton(settings), rowsMcp(problem), Float64Array.from(problem.start));
}

const worst = ({ worst: rows }: Solution, count: number): string[] =>
  rows
    .slice(0, count)
    .map(({ row }) => row)
    .sort();

describe("a problem without solution is infeasible, with the rows that stay open", () => {
  it.each([[1], [0], [30], [-0.3]])("x² + 1 = 0 from %f", (x0) => {
    const solution = solve({ start: [x0], rows: ([x]) => [add(pow(x, 2), 1)], names: ["height"] });
    expect(solution.status).toBe("infeasible");
    expect(solution.worst).toEqual([{ row: "height", residual: expect.closeTo(1, 6) }]);
    expect(Math.abs(solution.z[0])).toBeLessThan(1e-6 * Math.max(1, Math.abs(x0)));
    expect(solution.message).toMatch(/stationary but not zero.*no proof.*worst row height \(1\.0e\+0\)/);
  });

  it("sin x + 2 = 0", () => {
    const solution = solve({ start: [1], rows: ([x]) => [add(sin(x), 2)] });
    expect(solution.status).toBe("infeasible");
    expect(solution.residual).toBeCloseTo(1, 6);
  });

  it("linear rows that contradict each other, among rows that hold", () => {
    const rows: RowsMcp["rows"] = ([x, y, z]) => [sub(add(x, y), 1), sub(z, 2), sub(add(x, y), 3)];
    const solution = solve({ start: [0, 0, 0], rows, names: ["sum is 1", "height", "sum is 3"] });
    expect(solution.status).toBe("infeasible");
    expect(worst(solution, 2)).toEqual(["sum is 1", "sum is 3"]);
    expect(solution.worst[2]?.residual ?? 0).toBeLessThan(1e-6);
    expect(solution.message).toMatch(/the Newton matrix is singular: row sum is \d and unknown .+ depend on others/);
  });

  it("a complementarity problem: 0 ≤ x ⟂ −1 − x", () => {
    const solution = solve({ start: [0], lower: [0], rows: ([x]) => [sub(-1, x)] });
    expect(solution.status).toBe("infeasible");
  });

  it("a box problem whose free row cannot be met inside the box: 0 ≤ x ≤ 1, y free, x + y² = −1", () => {
    const rows: RowsMcp["rows"] = ([x, y]) => [sub(x, 0.5), add(x, mul(y, y), 1)];
    const solution = solve({ start: [0, 1], lower: [0, -Infinity], upper: [1, Infinity], rows, names: ["x", "y"] });
    expect(solution.status).toBe("infeasible");
    expect(worst(solution, 1)).toEqual(["y"]);
  });

  it("a row without unknowns", () => {
    const solution = solve({ start: [1, 2], rows: ([x]) => [sub(x, 3), 1], names: ["a", "b"] });
    expect(solution.status).toBe("infeasible");
    expect(worst(solution, 1)).toEqual(["b"]);
  });

  it("an obstacle problem that is pulled from both sides", () => {
    const n = 30;
    const rows = (z: readonly Scalar[]): Scalar[] =>
      z.map((x, i) => (i === 7 ? add(pow(x, 2), 0.25) : sub(mul(3, x), add(z[i - 1] ?? 0, z[i + 1] ?? 0, 1))));
    const lower = Array.from({ length: n }, (_, i) => (i === 7 ? Number.NEGATIVE_INFINITY : 0));
    const solution = solve({ start: new Array<number>(n).fill(1), lower, rows });
    expect(solution.status).toBe("infeasible");
    expect(worst(solution, 1)).toEqual(["z[7]"]);
  });
});

describe("other ends", () => {
  it("at the iteration limit: the best point, the worst row, the conditioning and what to try", () => {
    const solution = solve(
      { start: [-1.2, 1], rows: ([x, y]) => [mul(10, sub(y, mul(x, x))), sub(1, x)], names: ["x", "y"] },
      { maxIterations: 1 },
    );
    expect(solution.status).toBe("iteration-limit");
    expect(solution.message).toMatch(
      /^Not solved yet after 1 iteration, natural residual .+; worst rows? .+; condition of the Newton matrix .+; try a better start, or more iterations\.$/,
    );
  });

  it("no iteration allowed: the start is judged as it is", () => {
    expect(solve({ start: [3], rows: ([x]) => [sub(x, 3)] }, { maxIterations: 0 }).status).toBe("solved");
    expect(solve({ start: [4], rows: ([x]) => [sub(x, 3)] }, { maxIterations: 0 }).status).toBe("iteration-limit");
  });

  it("a tolerance below rounding: no-progress next to the solution, not infeasible", () => {
    const solution = solve({ start: [1], rows: ([x]) => [sub(mul(1e8, x, x), 2e8)] }, { tolerance: 1e-30 });
    expect(solution.status).toBe("no-progress");
    expect(solution.z[0]).toBeCloseTo(Math.SQRT2, 12);
  });

  it("a Jacobian that is singular and says nothing of the rows: singular", () => {
    // the slopes given are those of other rows, so that no direction descends
    const mcp = plainMcp({
      lower: [-Infinity, -Infinity],
      upper: [Infinity, Infinity],
      rows: (z) => [1 + Math.abs(z[0]) + Math.abs(z[1]), 1 + Math.abs(z[0]) + Math.abs(z[1])],
      slope: () => 1,
    });
    const solution = run(newton({ restarts: 0 }), mcp, Float64Array.of(0, 0));
    expect(solution.status).toBe("singular");
    expect(solution.message).toMatch(/^The Jacobian is singular.*row z\d and unknown z\d depend on others/);
  });

  it("the best iterate, not the last, is returned", () => {
    const solver = newton({ maxIterations: 40 });
    const mcp = rowsMcp({ start: [1], rows: ([x]) => [add(pow(x, 2), 1e-3)] });
    const state = solver.init(mcp, Float64Array.of(1));
    let least = Number.POSITIVE_INFINITY;
    while (solver.done(state) === undefined) {
      solver.step(state);
      least = Math.min(least, state.iterate.residual);
    }
    expect(solver.solution(state).residual).toBeLessThanOrEqual(least * 1.06); // a valley 10 % shallower in merit
  });
});
