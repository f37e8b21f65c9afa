import { fromTriplets, type SparseMatrix } from "../../../src/algebra/sparse.js";
import type { Mcp } from "../../../src/solve/mcp.js";

/** A square pattern with every entry present: entry j n + i is row i of column j. */
export function densePattern(n: number): SparseMatrix {
  const index = Array.from({ length: n * n }, (_, p) => p);
  return fromTriplets(
    [n, n],
    index.map((p) => p % n),
    index.map((p) => Math.floor(p / n)),
  );
}

/** An Mcp in plain functions: `rows` gives F, `slope(i, j, z)` gives ∂F_i/∂z_j. */
export interface Plain {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly scale?: readonly number[];
  readonly rows: (z: ArrayLike<number>) => readonly number[];
  readonly slope: (i: number, j: number, z: ArrayLike<number>) => number;
}

/** The Mcp of plain functions on a dense pattern, its unknowns named z1, z2, … */
export function plainMcp({ lower, upper, scale, rows, slope }: Plain): Mcp {
  const n = lower.length;
  return {
    name: (i) => `z${i + 1}`,
    lower: Float64Array.from(lower),
    upper: Float64Array.from(upper),
    scale: scale === undefined ? new Float64Array(n).fill(1) : Float64Array.from(scale),
    pattern: densePattern(n),
    evaluate(z, residual, jacobian) {
      residual.set(rows(z));
      if (jacobian !== undefined)
        for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) jacobian[j * n + i] = slope(i, j, z);
      return true;
    },
  };
}
