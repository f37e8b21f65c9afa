import type { SparseMatrix } from "../algebra/sparse.js";
import type { LinearProgram } from "./lp.js";
import { entry } from "./miqp-relaxation.js";

/** One square of the cost: ½ weight w², w = Σ values[k] x[columns[k]]. */
interface Square {
  readonly weight: number;
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

/** H = Σ weight l lᵀ by Cholesky without roots; on a diagonal H every l is one column. */
function squares(H: SparseMatrix): Square[] {
  const n = H.cols;
  const a = new Float64Array(n * n);
  let largest = 0;
  for (let j = 0; j < n; j++)
    for (let p = H.colPtr[j]!; p < H.colPtr[j + 1]!; p++) {
      a[H.rowIdx[p]! * n + j] = H.values[p]!;
      largest = Math.max(largest, Math.abs(H.values[p]!));
    }
  const found: Square[] = [];
  for (let k = 0; k < n; k++) {
    const pivot = a[k * n + k]!;
    if (!(pivot > 1e-13 * n * largest)) continue;
    const columns: number[] = [];
    const values: number[] = [];
    for (let i = k; i < n; i++) {
      if (a[i * n + k] === 0) continue;
      columns.push(i);
      values.push(a[i * n + k]! / pivot);
    }
    for (let s = 1; s < columns.length; s++)
      for (let t = 1; t < columns.length; t++) a[columns[s]! * n + columns[t]!]! -= pivot * values[s]! * values[t]!;
    found.push({ weight: pivot, columns, values });
  }
  return found;
}

/** What the cost looks like in a linear program: a column t ≥ 0 for every square, and tangents that t lies above. */
export interface Tangents {
  /** Adds the tangents of all squares at x that t misses there by more than `tolerance`; whether there are any. */
  add(x: ArrayLike<number>, tolerance: number): boolean;
}

/** Appends the columns t to a program, with cost 1 and the largest value that the bounds of x allow. */
export function tangents(program: LinearProgram, H: SparseMatrix): Tangents {
  const parts = squares(H);
  const first = program.cost.length;
  for (const { weight, columns, values } of parts) {
    let low = 0;
    let high = 0;
    columns.forEach((j, k) => {
      const v = values[k]!;
      low += v * (v > 0 ? program.lower[j]! : program.upper[j]!);
      high += v * (v > 0 ? program.upper[j]! : program.lower[j]!);
    });
    program.cost.push(1);
    program.lower.push(0);
    program.upper.push(0.5 * weight * Math.max(low * low, high * high));
  }
  return {
    add(x, tolerance) {
      let added = false;
      parts.forEach(({ weight, columns, values }, s) => {
        const w = columns.reduce((sum, j, k) => sum + values[k]! * x[j]!, 0);
        const t = x.length > first ? x[first + s]! : 0;
        if (0.5 * weight * w * w - t <= tolerance) return;
        added = true;
        // t ≥ weight (ŵ w − ½ ŵ²)
        const row = program.rowLower.length;
        program.rowLower.push(-0.5 * weight * w * w);
        program.rowUpper.push(Number.POSITIVE_INFINITY);
        entry(program, row, first + s, 1);
        columns.forEach((j, k) => {
          entry(program, row, j, -weight * w * values[k]!);
        });
      });
      return added;
    },
  };
}
