import { describe, expect, test } from "vitest";
import { add, mul, pow, sub } from "../../src/expr/expr.js";
import { optimise } from "../../src/solve/optimise.js";
import { programOf } from "./programs.js";

const inf = Number.POSITIVE_INFINITY;
const pair = { n: 2, lower: [0, 0], upper: [inf, inf], rows: () => [], pairs: [[0, 1]] as const };
const starts = [
  [0, 0],
  [1, 1],
  [0.1, 2],
  [3, 0.2],
];

describe("small programs with one pair", () => {
  const cases = [
    {
      formula: "x³ − y + y²/2",
      least: -0.5,
      program: programOf({ ...pair, cost: ([x, y]) => add(pow(x!, 3), mul(-1, y!), mul(0.5, y!, y!)) }),
    },
    {
      formula: "(100x − 1)² + (y − 1)²",
      least: 1,
      program: programOf({ ...pair, cost: ([x, y]) => add(pow(sub(mul(100, x!), 1), 2), pow(sub(y!, 1), 2)) }),
    },
    {
      formula: "x² + y² − 4xy",
      least: 0,
      program: programOf({ ...pair, cost: ([x, y]) => add(mul(x!, x!), mul(y!, y!), mul(-4, x!, y!)) }),
    },
  ];
  test.each(cases)("$formula has its minimum $least from every start", ({ least, program }) => {
    for (const start of starts) {
      const found = optimise(program, Float64Array.from(start));
      expect(found.status).toBe("solved");
      expect(found.cost).toBeCloseTo(least, 6);
      expect(found.complementarity).toBeLessThan(1e-12);
      expect(found.residual).toBeLessThan(1e-9);
    }
  });
});

test("a minimum on a curved row meets its Lagrange conditions", () => {
  // the point of the unit circle nearest to (2, 1)
  const program = programOf({
    n: 2,
    lower: [-inf, -inf],
    upper: [inf, inf],
    pairs: [],
    cost: ([x, y]) => add(pow(sub(x!, 2), 2), pow(sub(y!, 1), 2)),
    rows: ([x, y]) => [sub(add(mul(x!, x!), mul(y!, y!)), 1)],
  });
  const found = optimise(program, Float64Array.of(-1, 0.5));
  expect(found.status).toBe("solved");
  expect(found.order).toBe("second");
  expect(found.z[0]).toBeCloseTo(2 / Math.sqrt(5), 9);
  expect(found.z[1]).toBeCloseTo(1 / Math.sqrt(5), 9);
});

test("rows that cannot be met are named", () => {
  const program = programOf({
    n: 1,
    lower: [0],
    upper: [1],
    pairs: [],
    cost: ([x]) => mul(x!, x!),
    rows: ([x]) => [sub(x!, 2)],
  });
  const found = optimise(program, Float64Array.of(0.5));
  expect(found.status).toBe("infeasible");
  expect(found.message).toContain("row 0");
});
