import type { SparseMatrix } from "../../algebra/sparse.js";
import type { LinearProgram } from "../lp/lp.js";
import { factorCurvature } from "./curvature.js";
import { entry } from "./relaxation.js";

/** The cost in a linear program: a column t ≥ 0 for every square, and tangents that t lies above. */
export interface Tangents {
  /** Adds the tangents of all squares at x that lie above t there by more than `tolerance`; true where there are any. */
  add(x: ArrayLike<number>, tolerance: number): boolean;
}

/** Appends the columns t to a program, with cost 1 and the largest value that the bounds of x allow. */
export function tangents(program: LinearProgram, H: SparseMatrix): Tangents {
  const parts = factorCurvature(H).squares;
  const first = program.cost.length;
  for (const { weight, columns, values } of parts) {
    let low = 0;
    let high = 0;
    columns.forEach((j, k) => {
      const v = values[k];
      low += v * (v > 0 ? program.lower[j] : program.upper[j]);
      high += v * (v > 0 ? program.upper[j] : program.lower[j]);
    });
    program.cost.push(1);
    program.lower.push(0);
    program.upper.push(0.5 * weight * Math.max(low * low, high * high));
  }
  return {
    add(x, tolerance) {
      let added = false;
      parts.forEach(({ weight, columns, values }, s) => {
        const w = columns.reduce((sum, j, k) => sum + values[k] * x[j], 0);
        const t = x.length > first ? x[first + s] : 0;
        if (0.5 * weight * w * w - t <= tolerance) return;
        added = true;
        // t ≥ weight (ŵ w − ½ ŵ²)
        const row = program.rowLower.length;
        program.rowLower.push(-0.5 * weight * w * w);
        program.rowUpper.push(Number.POSITIVE_INFINITY);
        entry(program, row, first + s, 1);
        columns.forEach((j, k) => {
          entry(program, row, j, -weight * w * values[k]);
        });
      });
      return added;
    },
  };
}
