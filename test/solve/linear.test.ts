import { describe, expect, it } from "vitest";
import { fromTriplets, type SparseMatrix } from "../../src/algebra/sparse.js";
import { denseLu, sparseLu } from "../../src/solve/linear.js";

const dense = (rows: readonly (readonly number[])[]): SparseMatrix =>
  fromTriplets(
    [rows.length, rows.length],
    rows.flatMap((row, i) => row.map(() => i)),
    rows.flatMap((row) => row.map((_, j) => j)),
    rows.flat(),
  );

/** ‖A‖₁ and ‖A⁻¹‖₁ by hand. */
const regular = [
  { rows: [[4]], condition: 1 },
  {
    rows: [
      [2, 0],
      [0, 64],
    ].map((row) => [...row]),
    condition: 32,
  },
  // A⁻¹ = [[0, 1/8], [1, −3/8]]
  {
    rows: [
      [3, 1],
      [8, 0],
    ].map((row) => [...row]),
    condition: 11,
  },
  // A⁻¹ = [[1, −2, 1], [0, 1, −2], [0, 0, 1]]
  {
    rows: [
      [1, 2, 3],
      [0, 1, 2],
      [0, 0, 1],
    ].map((row) => [...row]),
    condition: 24,
  },
];

describe.each([
  ["sparse", sparseLu],
  ["dense", denseLu],
] as const)("a %s linear solver", (kind, solver) => {
  it.each(regular)("knows the condition of $rows, in any unit", ({ rows, condition }) => {
    for (const unit of [1, 1e-5, 1e5]) {
      const A = dense(rows.map((row) => row.map((x) => unit * x)));
      const system = solver(A);
      expect(system.factor(A)).toBe(true);
      expect(system.singular.column).toBe(-1);
      // the sparse one is an estimate from below, and exact for so few unknowns
      expect(system.condition(A)).toBeCloseTo(condition, 9);
    }
  });

  it("says of a singular matrix which column depends on others, and that it has no condition", () => {
    const A = dense([
      [1, 2, 0],
      [2, 4, 0],
      [0, 0, 3],
    ]);
    const system = solver(A);
    expect(system.factor(A)).toBe(false);
    expect([0, 1]).toContain(system.singular.column);
    if (kind === "sparse") expect([0, 1]).toContain(system.singular.row);
    expect(system.condition(A)).toBe(Number.POSITIVE_INFINITY);
    const B = dense([
      [1, 2, 0],
      [2, 5, 0],
      [0, 0, 3],
    ]);
    expect(system.factor(B)).toBe(true);
    expect(system.singular.column).toBe(-1);
    expect(system.condition(B)).toBeGreaterThan(1);
  });
});
