import { describe, expect, it } from "vitest";
import { add, div, type Expr, log, mul, sub, variable } from "../../src/expr/expr.js";
import { internedCount } from "../../src/expr/node.js";
import { BadInput } from "../../src/motion/problem/problem.js";
import { type RowsMcp, rowsMcp, solveMcp } from "../../src/motion/solve-mcp.js";
import type { NewtonSettings } from "../../src/solve/newton/newton.js";
import { uniform } from "../algebra/matrices.js";

const circle: RowsMcp = {
  start: [1, 1],
  lower: [0, -Infinity],
  rows: ([x, y]) => [sub(mul(x, x), 2), sub(y, mul(2, x))],
  names: ["side", "double"],
};

/** The field and sentence that a call is refused with. */
function refusal(call: () => unknown): { field: string; message: string } {
  try {
    call();
  } catch (error) {
    if (error instanceof BadInput) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("solveMcp", () => {
  it("solves rows of formulas", () => {
    const solution = solveMcp(circle);
    expect(solution.status).toBe("solved");
    expect(solution.z[0]).toBeCloseTo(Math.SQRT2, 12);
    expect(solution.z[1]).toBeCloseTo(2 * Math.SQRT2, 12);
  });

  it("takes bounds left out as infinite, names left out as z[i], and numbers as rows", () => {
    const solution = solveMcp({ start: [1, 5], lower: [-Infinity, 0], rows: ([x]) => [sub(x, 4), 7] });
    expect([...solution.z]).toEqual([4, expect.closeTo(0, 9)]);
    expect(rowsMcp({ start: [0, 0], rows: (z) => z }).name(1)).toBe("z[1]");
  });

  it("takes a plain Mcp with a start, and settings and watchers", () => {
    const mcp = rowsMcp(circle);
    const seen: number[] = [];
    const solution = solveMcp(
      { ...mcp, start: [1, 1] },
      { complementarity: "minimum", tolerance: 1e-6 },
      { onIteration: ({ iteration }) => seen.push(iteration) },
    );
    expect(solution.status).toBe("solved");
    expect(seen.at(-1)).toBe(solution.iterations);
  });

  it.each([
    ["0/0", div(0, 0)],
    ["0·(0/0)", mul(0, div(0, 0))],
    ["0·log(−1)", mul(0, log(-1))],
  ])("never calls %s solved", (_, row) => {
    expect(solveMcp({ start: [1], rows: () => [row] }).status).toBe("not-finite");
    expect(solveMcp({ start: [1], lower: [0], rows: ([x]) => [sub(mul(2, x), row)] }).status).toBe("not-finite");
  });

  it("answers within the bounds", () => {
    const random = uniform(5);
    for (let k = 0; k < 200; k++) {
      const [a, b, c, d] = Array.from({ length: 4 }, () => 2 * random() - 1);
      const { status, z, residual } = solveMcp({
        start: [3 * random(), 3 * random()],
        lower: [0, 0],
        upper: [1, Infinity],
        rows: ([x, y]) => [add(mul(2, x), mul(a, y), c), add(mul(b, x), mul(y, y, y), y, d)],
      });
      expect(status).toBe("solved");
      expect(residual).toBeLessThanOrEqual(1e-10);
      expect(Math.min(z[0], z[1], 1 - z[0])).toBeGreaterThanOrEqual(0);
    }
  });

  it("solves rows with tiny slopes in their own units", () => {
    const { status, z } = solveMcp({ start: [0, 0], rows: ([x, y]) => [mul(1e-11, sub(x, 5)), sub(y, x)] });
    expect(status).toBe("solved");
    expect([...z]).toEqual([expect.closeTo(5, 8), expect.closeTo(5, 8)]);
  });

  it("names a row with tiny slopes that it cannot solve in its own units", () => {
    const { status, message } = solveMcp({ start: [0], rows: ([x]) => [mul(1e-11, add(mul(x, x), mul(0.5, x), 1))] });
    expect(status).toBe("solved");
    expect(message).toMatch(/Row z\[0\] has slopes of \de-1[12] only/);
  });

  it("knows only the entries that rows have: a chain of 2000 unknowns has 3 a row", () => {
    const n = 2000;
    const mcp = rowsMcp({
      start: new Array<number>(n).fill(0),
      rows: (z) => z.map((x, i) => sub(mul(3, x), mul(z[i - 1] ?? 0, z[i + 1] ?? 0))),
    });
    expect(mcp.pattern.rowIdx.length).toBeLessThanOrEqual(3 * n);
  });

  it.each<[string, unknown, string]>([
    ["start", { ...circle, start: "1, 1" }, "start must be an array of numbers."],
    ["start", { ...circle, start: [1, "1"] }, 'start[1] must be a number, it is "1".'],
    ["start", { ...circle, start: [1, Number.NaN] }, "start of double must be a finite number, it is NaN."],
    ["names", { ...circle, start: [1, 1, 1] }, "names must be 3 strings, one for each entry of start."],
    ["names", { ...circle, names: new Array(2) }, "names must be 2 strings, one for each entry of start."],
    ["names", { ...circle, names: ["side", 2] }, "names must be 2 strings, one for each entry of start."],
    ["lower", { ...circle, lower: [0] }, "lower must have 2 entries, it has 1."],
    ["lower", { ...circle, lower: [0, Number.NaN] }, "lower of double must be a number or -Infinity, it is NaN."],
    ["lower", { ...circle, upper: [-1, 0] }, "lower of side must be at most upper = -1, it is 0."],
    ["upper", { ...circle, upper: { 0: 1, 1: 1 } }, "upper must be an array of numbers."],
    [
      "rows",
      { ...circle, rows: [1, 2] },
      "rows must be a function of the unknowns that returns an array of expressions.",
    ],
    [
      "rows",
      { ...circle, rows: ([x]: Expr[]) => [x] },
      "rows must return an array of 2 expressions, one for each unknown, it returned a list of 1.",
    ],
    [
      "rows",
      { ...circle, rows: ([x]: Expr[]) => x },
      "rows must return an array of 2 expressions, one for each unknown, it returned a formula.",
    ],
    [
      "rows",
      { ...circle, rows: ([x]: Expr[]) => [x, "y"] },
      'rows[1] must be an expression or a finite number, it is "y".',
    ],
    [
      "rows",
      { ...circle, rows: ([x]: Expr[]) => [Number.NaN, x] },
      "rows[0] must be an expression or a finite number, it is NaN.",
    ],
    [
      "rows",
      { ...circle, rows: ([x]: Expr[]) => [x, Number.NaN] },
      "rows[1] must be an expression or a finite number, it is NaN.",
    ],
    [
      "rows",
      { ...circle, rows: ([x]: Expr[]) => [x, sub(x, variable("next.x"))] },
      "rows[1] uses the variable next.x, which is not one of the unknowns.",
    ],
    [
      "rows",
      { ...circle, rows: ([x, , z]: Expr[]) => [x, sub(x, z)] },
      "rows could not be written: A formula takes numbers and expressions, not a missing value.",
    ],
  ])("refuses a wrong %s in one sentence (%#)", (field, problem, message) => {
    expect(refusal(() => solveMcp(problem as RowsMcp))).toEqual({ field, message });
  });

  it("refuses a start of another length than a plain Mcp", () => {
    expect(refusal(() => solveMcp({ ...rowsMcp(circle), start: [1] }))).toEqual({
      field: "start",
      message: "start must have 2 entries, it has 1.",
    });
  });

  it.each(["pattern", "lower", "upper", "scale"])("refuses a plain Mcp without %s", (field) => {
    const broken = { ...rowsMcp(circle), start: [1, 1], [field]: undefined };
    expect(refusal(() => solveMcp(broken as unknown as RowsMcp)).field).toBe(field);
  });

  it("refuses settings by name", () => {
    expect(refusal(() => solveMcp(circle, { tolerance: -1 })).field).toBe("tolerance");
    expect(refusal(() => solveMcp(circle, { maxIteration: 3 } as NewtonSettings))).toEqual({
      field: "maxIteration",
      message: 'There is no setting "maxIteration"; did you mean maxIterations?',
    });
  });
});

it("tells of every iterate by which step it came", () => {
  const kinds: string[] = [];
  const rows = ([x]: Expr[]) => [sub(mul(x, x), 2)];
  const { status } = solveMcp({ start: [5], rows }, {}, { onIteration: ({ stepKind }) => kinds.push(stepKind) });
  expect(status).toBe("solved");
  expect(kinds[0]).toBe("start");
  expect(new Set(kinds.slice(1))).toEqual(new Set(["newton"]));
});

it("keeps nothing of its formulas, so that a loop that nobody awaits does not grow", () => {
  const kept: Expr[] = [];
  const solveNumbered = (k: number): number =>
    solveMcp({
      start: [0.5],
      rows: ([x]) => {
        const row = sub(mul(x, k + 1.5), k + 2.5);
        if (k % 100 === 0) kept.push(row);
        return [row];
      },
    }).z[0];
  const before = internedCount();
  for (let k = 0; k < 1000; k++) expect(solveNumbered(k)).toBeCloseTo((k + 2.5) / (k + 1.5), 12);
  expect(internedCount() - before).toBeLessThan(1500);
  // what somebody keeps is a formula still, also of another problem
  const { z, status } = solveMcp({ start: [0.5], rows: ([x]) => [add(kept[3], x)] });
  expect(status).toBe("solved");
  expect(z[0]).toBeCloseTo(302.5 / 302.5, 12);
});
