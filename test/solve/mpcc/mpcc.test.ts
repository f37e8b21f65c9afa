import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, mul, pow, sub } from "../../../src/expr/expr.js";
import { solveMpcc } from "../../../src/solve/mpcc/mpcc.js";
import type { Mpcc } from "../../../src/solve/mpcc/problem.js";
import { real } from "../../arbitraries.js";
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
      program: programOf({ ...pair, cost: ([x, y]) => add(pow(x, 3), mul(-1, y), mul(0.5, y, y)) }),
    },
    {
      formula: "(100x − 1)² + (y − 1)²",
      least: 1,
      program: programOf({ ...pair, cost: ([x, y]) => add(pow(sub(mul(100, x), 1), 2), pow(sub(y, 1), 2)) }),
    },
    {
      formula: "x² + y² − 4xy",
      least: 0,
      program: programOf({ ...pair, cost: ([x, y]) => add(mul(x, x), mul(y, y), mul(-4, x, y)) }),
    },
  ];
  test.each(cases)("$formula has its minimum $least from every start", ({ least, program }) => {
    for (const start of starts) {
      const found = solveMpcc(program, Float64Array.from(start));
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
    cost: ([x, y]) => add(pow(sub(x, 2), 2), pow(sub(y, 1), 2)),
    rows: ([x, y]) => [sub(add(mul(x, x), mul(y, y)), 1)],
  });
  const found = solveMpcc(program, Float64Array.of(-1, 0.5));
  expect(found.status).toBe("solved");
  expect(found.order).toBe("second");
  expect(found.z[0]).toBeCloseTo(2 / Math.sqrt(5), 9);
  expect(found.z[1]).toBeCloseTo(1 / Math.sqrt(5), 9);
});

test("a saddle is known to be stationary only, a valley beside it for a minimum", () => {
  const program = programOf({
    n: 2,
    lower: [-inf, -inf],
    upper: [inf, inf],
    pairs: [],
    cost: ([x, y]) => add(pow(x, 2), mul(-1, pow(y, 2)), pow(y, 4)),
    rows: () => [],
  });
  const saddle = solveMpcc(program, Float64Array.of(1, 0));
  expect([saddle.status, saddle.order, saddle.cost]).toEqual(["solved", "stationary", expect.closeTo(0, 12)]);
  const valley = solveMpcc(program, Float64Array.of(1, 0.1));
  expect([valley.status, valley.order, valley.cost]).toEqual(["solved", "second", expect.closeTo(-0.25, 9)]);
});

test("a pair with both members at zero is told, and that no branch leads down from it", () => {
  const program = programOf({ ...pair, cost: ([x, y]) => add(pow(add(x, 1), 2), pow(add(y, 2), 2)) });
  const { status, biactive, bStationary, cost } = solveMpcc(program, Float64Array.of(1, 1));
  expect(status).toBe("solved");
  expect(cost).toBeCloseTo(5, 9);
  expect(biactive).toEqual([0]);
  expect(bStationary).toBe(true);
});

test("rows that cannot be met are named", () => {
  const program = programOf({
    n: 1,
    lower: [0],
    upper: [1],
    pairs: [],
    cost: ([x]) => mul(x, x),
    rows: ([x]) => [sub(x, 2)],
  });
  const found = solveMpcc(program, Float64Array.of(0.5));
  expect(found.status).toBe("infeasible");
  expect(found.message).toContain("row 0");
});

describe("rows that repeat each other", () => {
  // the point of x + y = 1 nearest to (2, 1), its row given twice, and once more nearly so
  const repeated = (shift: number): Mpcc =>
    programOf({
      n: 3,
      lower: [0, 0, 0],
      upper: [inf, inf, inf],
      pairs: [[1, 2]],
      cost: ([x, y, w]) => add(pow(sub(x, 2), 2), pow(sub(y, 1), 2), pow(sub(w, 0.5), 2)),
      rows: ([x, y]) => {
        const row = sub(add(x, y), 1);
        return [row, mul(2, row), add(row, mul(1e-6, row, row), shift)];
      },
    });

  test("have an answer, though their multipliers are not unique", () => {
    for (const start of [
      [0, 0, 0],
      [1, 1, 1],
      [0.1, 2, 0.2],
    ]) {
      const found = solveMpcc(repeated(0), Float64Array.from(start));
      expect(found.status).toBe("solved");
      expect(found.cost).toBeCloseTo(2, 8);
      expect(found.residual).toBeLessThan(1e-9);
      expect(found.complementarity).toBeLessThan(1e-12);
    }
  });

  test("that differ by less than rows may be missed are not called infeasible; by more they are, and are named", () => {
    const close = solveMpcc(repeated(1e-7), Float64Array.of(0.5, 0.5, 0.5));
    expect(close.status).toBe("no-progress");
    expect(close.order).toBe("stationary");
    expect(close.residual).toBeGreaterThan(1e-9);
    expect(close.message).toContain("of row 0, row 1, row 2 all but this residual follows from other rows");
    const many = programOf({
      n: 1,
      lower: [-inf],
      upper: [inf],
      pairs: [],
      cost: ([x]) => pow(x, 2),
      rows: ([x]) => Array.from({ length: 7 }, (_, r) => sub(x, 1 + (r % 2) * 1e-7)),
    });
    expect(solveMpcc(many, Float64Array.of(0)).message).toContain("of row 4, row 5, row 6 and 4 more all but");
    const far = solveMpcc(repeated(1e-3), Float64Array.of(0.5, 0.5, 0.5));
    expect(far.status).toBe("infeasible");
    expect(far.worst[0].residual).toBeGreaterThan(1e-6);
    expect(far.message).toContain("row 2");
  });
});

test.each([1, 3e-3])("pairs that nothing closes are named, though all rows are met: both at least %d", (least) => {
  const program = programOf({
    n: 4,
    lower: [0, 0, 0, 0],
    upper: [inf, inf, inf, inf],
    pairs: [[0, 1]],
    cost: ([x, w]) => add(mul(x, x), mul(w, w)),
    rows: ([x, w, s, r]) => [sub(sub(x, s), least), sub(sub(w, r), least)],
  });
  const found = solveMpcc(program, Float64Array.of(2, 2, 1, 1));
  expect(found.status).toBe("infeasible");
  expect(found.worst[0].row).toBe("z0 ⟂ z1");
  expect(found.worst[0].residual / least).toBeCloseTo(1, 3);
});

test("a pair that is nearly complementary becomes so exactly, with a penalty that keeps it there", () => {
  // stationary at x = y = 1e-5/(1 + ρ/1e4) until ρ is large
  const program = programOf({
    ...pair,
    cost: ([x, y]) => add(mul(5e3, pow(sub(x, 1e-5), 2)), mul(5e3, pow(sub(y, 1e-5), 2))),
  });
  const found = solveMpcc(program, Float64Array.of(1e-5, 1e-5));
  expect(found.status).toBe("solved");
  expect(found.order).toBe("second");
  expect(found.complementarity).toBeLessThan(1e-12);
  expect(found.cost).toBeCloseTo(5e-7, 12);
  expect(found.penalty).toBeGreaterThan(1e4);
});

/** A strictly convex cost over linear rows that meet at a given point, some unknowns not negative, one pair or none. */
interface Draw {
  readonly point: readonly number[];
  readonly rows: readonly (readonly number[])[];
  readonly wanted: readonly number[];
  readonly curved: readonly number[];
  readonly paired: boolean;
}

const size = 5;
const numbers = (min: number, max: number, length = size): fc.Arbitrary<number[]> =>
  fc.array(real(min, max), { minLength: length, maxLength: length });

const draws: fc.Arbitrary<Draw> = fc.record({
  point: numbers(0.1, 2),
  rows: fc.array(numbers(-1, 1), { minLength: 2, maxLength: 2 }),
  wanted: numbers(-2, 2),
  curved: numbers(0.5, 3),
  paired: fc.boolean(),
});

/** The feasible point of a draw: of a pair one member is zero. */
const feasible = ({ point, paired }: Draw): Float64Array =>
  Float64Array.from(point, (x, i) => (paired && i === 0 ? 0 : x));

/** ½ c Σ w_i (z_i − a_i)², subject to the first rows A (z − z₀) = 0; z_0 to z_2 not negative, z_0 and z_1 a pair. */
function drawn(draw: Draw, rows = draw.rows.length, c = 1): Mpcc {
  const from = feasible(draw);
  return programOf({
    n: size,
    lower: [0, 0, 0, -inf, -inf],
    upper: new Array<number>(size).fill(inf),
    pairs: draw.paired ? [[0, 1]] : [],
    cost: (z) => add(...z.map((x, i) => mul(0.5 * c * draw.curved[i], pow(sub(x, draw.wanted[i]), 2)))),
    rows: (z) => draw.rows.slice(0, rows).map((a) => add(...z.map((x, i) => mul(a[i], sub(x, from[i]))))),
  });
}

describe("laws of programs", () => {
  test("what is feasible at the start is feasible at the finish, and where all is convex no dearer", () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const program = drawn(draw);
        const start = feasible(draw);
        const found = solveMpcc(program, start);
        expect(found.status).toBe("solved");
        expect(found.complementarity).toBeLessThan(1e-12);
        const rows = new Float64Array(2);
        expect(found.cost).toBe(program.evaluate(found.z.subarray(0, size), rows));
        for (const row of rows) expect(Math.abs(row)).toBeLessThan(1e-9);
        if (!draw.paired) expect(found.cost).toBeLessThanOrEqual(program.evaluate(start, rows) + 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  test("without one of its rows a program is no dearer, from its own answer", () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const whole = solveMpcc(drawn(draw), feasible(draw));
        const less = solveMpcc(drawn(draw, 1), whole.z.slice(0, size + 1), { mu: 1e-3, rho: whole.penalty });
        expect(less.status).toBe("solved");
        expect(less.cost).toBeLessThanOrEqual(whole.cost + 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  test("a cost times c has the same answer, and multipliers times c", () => {
    fc.assert(
      fc.property(draws, real(0.1, 10), (draw, c) => {
        const start = feasible(draw);
        const one = solveMpcc(drawn(draw), start);
        const scaled = solveMpcc(drawn(draw, 2, c), one.z, { rho: c * one.penalty, mu: 1e-4 });
        expect(scaled.status).toBe("solved");
        const factor = (i: number): number => (i < size ? 1 : c);
        for (let i = 0; i < one.z.length; i++) expect(scaled.z[i] - factor(i) * one.z[i]).toBeCloseTo(0, 6);
      }),
      { numRuns: 50 },
    );
  });

  test("a warm start that is the answer is taken as it is; any other start leads to an answer all the same", () => {
    fc.assert(
      fc.property(draws, numbers(-1, 1, size + 2), (draw, shift) => {
        const program = drawn(draw);
        const found = solveMpcc(program, feasible(draw));
        const again = solveMpcc(program, found.z, { warm: true, rho: found.penalty });
        expect(again.message).toContain(" 0 barrier steps");
        expect(again.cost).toBeCloseTo(found.cost, 9);
        const elsewhere = solveMpcc(
          program,
          found.z.map((x, i) => x + shift[i]),
          { warm: true },
        );
        expect(elsewhere.status).toBe("solved");
        expect(elsewhere.order).toBe("second");
      }),
      { numRuns: 50 },
    );
  });
});
