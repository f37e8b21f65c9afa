import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRow, clearRows, leastSquares, solveRows } from "../../src/solve/least-squares.js";
import { real } from "../arbitraries.js";

const row = fc.array(real(-1, 1), { minLength: 4, maxLength: 4 });

describe("least squares by normal equations", () => {
  it("leave a residual that no unknown can make smaller, whatever their lengths", () => {
    const lengths = Float64Array.of(1, 0.1, 30);
    const equations = leastSquares(3);
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 6 }), (rows) => {
        const all = Float64Array.from(rows.flat());
        clearRows(equations);
        rows.forEach(([d], i) => {
          expect(addRow(equations, all, 4 * i, lengths)).toBe(Math.abs(d));
        });
        fc.pre(solveRows(equations, 1e-12));
        const delta = equations.right.map((v, j) => v / lengths[j]);
        const left = rows.map(([d, ...slopes]) => slopes.reduce((sum, v, j) => sum + v * delta[j], d));
        const size = equations.right.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
        for (let j = 0; j < 3; j++) {
          const slope = rows.reduce((sum, one, i) => sum + one[j + 1] * left[i], 0) / lengths[j];
          expect(Math.abs(slope)).toBeLessThan(1e-6 * size);
        }
      }),
    );
  });

  it("move nothing that no row holds", () => {
    const equations = leastSquares(2);
    addRow(equations, Float64Array.of(0.5, 2, 0), 0, Float64Array.of(1, 1));
    expect(solveRows(equations, 1e-9)).toBe(true);
    expect([...equations.right]).toEqual([expect.closeTo(-0.25, 8), 0]);
  });
});
