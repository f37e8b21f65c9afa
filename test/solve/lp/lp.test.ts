import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastViolation, safeBound } from "../../../src/solve/lp/bound.js";
import { loadGlpk, loadGlpkByJson } from "../../../src/solve/lp/glpk.js";
import { loadHighs } from "../../../src/solve/lp/highs.js";
import type { LinearProgram, LpSolver } from "../../../src/solve/lp/lp.js";
import { real } from "../../arbitraries.js";

const infinity = Number.POSITIVE_INFINITY;

/** min −x − 2y, x + y ≤ 4, x + 3y ≤ 6, 0 ≤ x, y ≤ 10: (3, 1), value −5, multipliers −1/2, −1/2. */
const textbook = (): LinearProgram => ({
  cost: [-1, -2],
  lower: [0, 0],
  upper: [10, 10],
  rowLower: [-infinity, -infinity],
  rowUpper: [4, 6],
  row: [0, 0, 1, 1],
  column: [0, 1, 0, 1],
  value: [1, 1, 1, 3],
});

const solvers: readonly [string, () => Promise<LpSolver>][] = [
  ["glpk.js", loadGlpk],
  ["glpk.js by JSON", loadGlpkByJson],
  ["HiGHS", loadHighs],
];

it("HiGHS counts costs down to 1e-9", async () => {
  const problem = (await loadHighs()).open(1);
  const { x } = problem.solve({ ...textbook(), cost: [-1.5e-9, 0] }, true);
  expect(x[0]).toBeCloseTo(4, 9);
  problem.dispose();
});

describe.each(solvers)("%s", (name, load) => {
  it("is what was asked for", async () => {
    expect((await load()).name).toBe(name);
  });

  it("finds point and multipliers, and follows changed bounds, costs, rows and entries", async () => {
    const problem = (await load()).open(2);
    const program = textbook();
    let answer = problem.solve(program, true);
    expect(answer.status).toBe("optimal");
    expect([...answer.x, ...answer.rowDuals]).toEqual([3, 1, -0.5, -0.5].map((v) => expect.closeTo(v, 10)));
    program.upper[1] = 0.5; // then x + y ≤ 4 binds alone
    answer = problem.solve(program, false);
    expect([...answer.x, ...answer.rowDuals]).toEqual([3.5, 0.5, -1, 0].map((v) => expect.closeTo(v, 10)));
    program.cost[0] = 1;
    answer = problem.solve(program, false);
    expect([...answer.x]).toEqual([0, 0.5].map((v) => expect.closeTo(v, 10)));
    program.rowLower.push(2); // 2x + y ≥ 2
    program.rowUpper.push(infinity);
    program.row.push(2, 2);
    program.column.push(0, 1);
    program.value.push(2, 1);
    answer = problem.solve(program, true);
    expect([...answer.x, answer.rowDuals[2]]).toEqual([0.75, 0.5, 0.5].map((v) => expect.closeTo(v, 10)));
    program.rowUpper[0] = 0.5; // x + y ≤ 1/2 leaves no room
    expect(problem.solve(program, false).status).toBe("infeasible");
    program.rowUpper[0] = 4;
    expect(problem.solve(program, false).status).toBe("optimal");
    problem.dispose();
  });

  it("names what has no end", async () => {
    const problem = (await load()).open(2);
    const free = { ...textbook(), rowUpper: [infinity, infinity], rowLower: [0, 0], upper: [infinity, infinity] };
    expect(problem.solve(free, true).status).not.toBe("optimal");
    problem.dispose();
  });

  it("gives multipliers whose safe bound meets the value, on random programs", async () => {
    const [solver, other] = [await load(), await loadHighs()];
    fc.assert(
      fc.property(randomProgram, (program) => {
        const [problem, second] = [solver, other].map((lp) => lp.open(program.cost.length));
        const answer = problem.solve(program, true);
        const work = new Float64Array(2 * program.cost.length);
        expect(["optimal", "infeasible"]).toContain(answer.status);
        expect(second.solve(program, true).status).toBe(answer.status);
        if (answer.status === "optimal") {
          const value = program.cost.reduce((sum, c, j) => sum + c * answer.x[j], 0);
          const bound = safeBound(program, program.cost, answer.rowDuals, work);
          expect(bound).toBeLessThanOrEqual(value + 1e-9);
          expect(bound).toBeGreaterThan(value - 1e-7);
        }
        problem.dispose();
        second.dispose();
      }),
      { numRuns: 60 },
    );
  });
});

describe("safe bounds", () => {
  it("hold for any multipliers at any feasible point", () => {
    const tuple = fc.tuple(randomProgram, fc.array(real(-9, 9), { minLength: 20 }));
    fc.assert(
      fc.property(tuple, ([program, numbers]) => {
        const x = program.lower.map((low, j) => low + Math.abs(numbers[j] / 9) * (program.upper[j] - low));
        const activity = program.rowLower.map(() => 0);
        program.row.forEach((i, k) => {
          activity[i] += program.value[k] * x[program.column[k]];
        });
        // the rows are moved so that x is feasible
        const around = {
          ...program,
          rowLower: program.rowLower.map((low, i) => Math.min(low, activity[i])),
          rowUpper: program.rowUpper.map((high, i) => Math.max(high, activity[i])),
        };
        const value = program.cost.reduce((sum, c, j) => sum + c * x[j], 0);
        const y = Float64Array.from(activity, (_, i) => numbers[10 + i]);
        const work = new Float64Array(2 * x.length);
        expect(safeBound(around, program.cost, y, work)).toBeLessThanOrEqual(value + 1e-12 * (1 + Math.abs(value)));
        expect(leastViolation(around, y, work)).toBeLessThanOrEqual(1e-12);
      }),
    );
  });

  it("are minus infinity where a needed bound is missing", () => {
    const program = { ...textbook(), upper: [infinity, infinity] };
    expect(safeBound(program, program.cost, [0, 0], new Float64Array(4))).toBe(-infinity);
    expect(safeBound(program, program.cost, [-0.6, -0.6], new Float64Array(4))).toBeCloseTo(-6, 12);
  });
});

/** Bounded programs of up to 6 columns and 5 rows, some of them infeasible. */
const randomProgram: fc.Arbitrary<LinearProgram> = fc
  .record({ columns: fc.integer({ min: 1, max: 6 }), rows: fc.integer({ min: 1, max: 5 }) })
  .chain(({ columns, rows }) => {
    const numbers = (count: number) =>
      fc.array(
        fc.integer({ min: -40, max: 40 }).map((v) => v / 10),
        { minLength: count, maxLength: count },
      );
    return fc.tuple(numbers(columns), numbers(rows * columns), numbers(rows), numbers(rows)).map(([cost, a, b, c]) => ({
      cost,
      lower: cost.map(() => -3),
      upper: cost.map(() => 5),
      rowLower: b.map((v, i) => Math.min(v, c[i])),
      rowUpper: b.map((v, i) => Math.max(v, c[i])),
      row: a.map((_, k) => Math.floor(k / columns)),
      column: a.map((_, k) => k % columns),
      value: a,
    }));
  });
