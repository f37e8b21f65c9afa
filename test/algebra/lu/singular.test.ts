import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse, conditionEstimate, factor, solve } from "../../../src/algebra/lu/lu.js";
import { fromTriplets, type SparseMatrix } from "../../../src/algebra/sparse.js";
import { Entries, horizonMatrix, sparseMatrix, sparsePattern, toDense, uniform } from "../matrices.js";

/** The exact rank, by integer elimination without fractions (Bareiss); all values here are multiples of 1/8. */
function rank(rows: number[][]): number {
  const a = rows.map((row) => row.map((v) => BigInt(8 * v)));
  const cols = rows[0]?.length ?? 0;
  let found = 0;
  let last = 1n;
  for (let j = 0; j < cols; j++) {
    const at = a.findIndex((row, i) => i >= found && row[j] !== 0n);
    if (at === -1) continue;
    const pivotRow = a[at];
    a[at] = a[found];
    a[found] = pivotRow;
    const pivot = pivotRow[j];
    for (const row of a.slice(found + 1)) {
      const l = row[j];
      for (let k = 0; k < cols; k++) row[k] = (pivot * row[k] - l * pivotRow[k]) / last;
    }
    last = pivot;
    found++;
  }
  return found;
}

/**
 * Where rounding hides the dependence (one in fifty random matrices of this kind), the condition estimate shows it; where it hides that
 * of one block and another block is singular (one in a thousand), a pivot that is rounding; else as expectSingular.
 */
function expectSingularOrIll(a: SparseMatrix): void {
  const factors = factor(analyse(a), a);
  const { pivot } = factors.triangles;
  if (factors.status !== "singular") expect(conditionEstimate(factors, a)).toBeGreaterThan(1e15);
  else if (pivot.some((x) => x !== 0 && Math.abs(x) < rounding))
    expect(rank(toDense(a).map((r) => [...r]))).toBeLessThan(a.cols);
  else expectSingular(a);
}

/** Pivots of eighths in scaled rows are larger, and what small ones before them leave of a zero is smaller. */
const rounding = 1e-9;

/** Singular, and without the row (or column) reported the rank is the same: it depends on the others. */
function expectSingular(a: SparseMatrix): void {
  const factors = factor(analyse(a), a);
  expect(factors.status).toBe("singular");
  const { row, column } = factors;
  expect(row).toBeGreaterThanOrEqual(0);
  expect(column).toBeGreaterThanOrEqual(0);
  expect(() => solve(factors, new Float64Array(a.cols))).toThrow(`singular at row ${row}, column ${column}`);
  const dense = toDense(a).map((r) => [...r]);
  const full = rank(dense);
  expect(full).toBeLessThan(a.cols);
  if (a.cols === 1) return;
  expect(rank(dense.filter((_, i) => i !== row))).toBe(full);
  expect(rank(dense.map((r) => r.filter((_, j) => j !== column)))).toBe(full);
}

describe("a singular matrix is reported with a row and a column that depend on the others:", () => {
  it("zero", () => {
    expectSingular(fromTriplets([3, 3], [0, 1, 2, 0], [0, 1, 2, 2], [0, 0, 0, 0]));
    expectSingular(fromTriplets([3, 3], [], []));
    expectSingular(fromTriplets([1, 1], [0], [0], [0]));
  });

  it("an empty column, an empty row", () => {
    const column = fromTriplets([3, 3], [0, 1, 2, 2], [0, 0, 0, 2], [1, 1, 1, 1]);
    expect(factor(analyse(column), column).column).toBe(1);
    expectSingular(column);
    const row = fromTriplets([3, 3], [0, 0, 0, 2], [0, 1, 2, 2], [1, 1, 1, 1]);
    expect(factor(analyse(row), row).row).toBe(1);
    expectSingular(row);
  });

  it("zero only by its values, in the middle", () => {
    const a = fromTriplets([3, 3], [0, 1, 2, 1, 0], [0, 1, 2, 0, 1], [1, 0, 1, 0, 0]);
    expect(factor(analyse(a), a)).toMatchObject({ row: 1, column: 1 });
  });

  it("structurally, any pattern that is", () => {
    fc.assert(
      fc.property(sparsePattern(20), fc.integer(), (a, seed) => {
        fc.pre(analyse(a).rank < a.cols);
        const random = uniform(seed);
        expectSingular({ ...a, values: a.values.map(() => 1 + Math.floor(1e6 * random())) }); // general values: no other dependence
      }),
    );
  });

  it("by one row that is a combination of two others", () => {
    fc.assert(
      fc.property(sparseMatrix(25), fc.nat(), fc.nat(), fc.nat(), (a, p, q, r) => {
        const n = a.cols;
        fc.pre(n >= 3);
        const [i1, i2, i3] = [p % n, q % n, r % n];
        fc.pre(i1 !== i2 && i2 !== i3 && i1 !== i3);
        const entries = new Entries();
        for (let j = 0; j < n; j++) {
          for (let s = a.colPtr[j]; s < a.colPtr[j + 1]; s++) {
            const i = a.rowIdx[s];
            const v = Math.round(8 * a.values[s]) / 8; // the combination is exact
            if (i === i3) continue;
            entries.add(i, j, v);
            if (i === i1) entries.add(i3, j, 2 * v);
            if (i === i2) entries.add(i3, j, -v);
          }
        }
        expectSingularOrIll(entries.matrix(n));
      }),
    );
  });

  it("several blocks at once", () => {
    const entries = new Entries();
    for (const at of [0, 3, 6]) {
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) entries.add(at + i, at + j, (i + 1) * (j + 2) + (i === 2 && at === 3 ? j * j : 0));
      if (at > 0) entries.add(at - 2, at + 1, 1);
    }
    expectSingular(entries.matrix(9));
  });
});

it("a value that is not finite is reported where it stands", () => {
  const a = horizonMatrix(5, 1);
  const analysis = analyse(a);
  for (const value of [Number.NaN, Infinity, -Infinity]) {
    const values = a.values.slice();
    values[a.colPtr[17]] = value;
    const factors = factor(analysis, { ...a, values });
    expect(factors).toMatchObject({ status: "singular", row: a.rowIdx[a.colPtr[17]], column: 17 });
  }
});

it("elimination that overflows is no factorisation", () => {
  // Without pivoting each row passes a thousandfold of the corner on to the next: 1e3 ** 120 is no number.
  const n = 121;
  const entries = new Entries();
  for (let k = 0; k < n; k++) {
    entries.add(k, k, k === 0 ? 1 : 1e-3);
    if (k > 0) entries.add(k, k - 1, 1);
  }
  entries.add(0, n - 1, 1);
  const a = entries.matrix(n);
  const analysis = analyse(a, "natural");
  expect(factor(analysis, a, { threshold: 0 })).toMatchObject({ status: "singular", column: n - 1 });
  expect(factor(analysis, a).status).toBe("factored");
});

it("badly scaled is not singular", () => {
  fc.assert(
    fc.property(
      sparseMatrix(20),
      fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 20, maxLength: 20 }),
      (a, tens) => {
        fc.pre(factor(analyse(a), a).status === "factored");
        const values = a.values.map((v, p) => v * 2 ** tens[a.rowIdx[p]]);
        expect(factor(analyse(a), { ...a, values }).status).toBe("factored");
      },
    ),
  );
});
