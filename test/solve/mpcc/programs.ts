import { fromTriplets } from "../../../src/algebra/sparse.js";
import { compile, compileRows } from "../../../src/expr/compile.js";
import { hessian } from "../../../src/expr/derivative.js";
import { add, type Expr, mul, variable } from "../../../src/expr/expr.js";
import type { Mpcc } from "../../../src/solve/mpcc/problem.js";

/** A program written in formulas of z_0 … z_{n−1}. */
export interface Formulas {
  readonly n: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly cost: (z: readonly Expr[]) => Expr;
  readonly rows: (z: readonly Expr[]) => Expr[];
  readonly pairs: readonly (readonly [number, number])[];
}

/** The program that solvers see, its derivatives symbolic. */
export function programOf({ n, lower, upper, cost, rows, pairs }: Formulas): Mpcc {
  const z = Array.from({ length: n }, (_, i) => variable(`z${i}`));
  const f = cost(z);
  const c = rows(z);
  const y = c.map((_, r) => variable(`y${r}`));
  const values = compile(z, [...c, f]);
  const first = compileRows(z, z, [...c, f]);
  const lagrangian = add(f, ...c.map((row, r) => mul(y[r], row)));
  const second = hessian(lagrangian, z);
  const curvature = compile(
    [...z, ...y],
    second.map(({ value }) => value),
  );
  const m = c.length;
  const { row, col } = first.pattern;
  const inRows = [...row.keys()].filter((p) => row[p] < m);
  const output = new Float64Array(m + 1);
  const entries = new Float64Array(row.length);
  return {
    names: { unknown: (i) => `z${i}`, row: (r) => `row ${r}` },
    lower: Float64Array.from(lower),
    upper: Float64Array.from(upper),
    pairs: { first: Int32Array.from(pairs, ([i]) => i), second: Int32Array.from(pairs, ([, j]) => j) },
    patterns: {
      jacobian: fromTriplets(
        [m, n],
        inRows.map((p) => row[p]),
        inRows.map((p) => col[p]),
      ),
      hessian: fromTriplets(
        [n, n],
        second.map((e) => e.row),
        second.map((e) => e.col),
      ),
    },
    evaluate(point, residual) {
      values.run(point, output);
      residual.set(output.subarray(0, m));
      return output[m];
    },
    slopes(point, gradient, jacobian) {
      first.jacobian(point, output, entries);
      gradient.fill(0);
      for (let p = 0; p < row.length; p++) if (row[p] === m) gradient[col[p]] = entries[p];
      inRows.forEach((p, q) => {
        jacobian[q] = entries[p];
      });
    },
    curvature(point, multipliers, hessianValues) {
      curvature.run(Float64Array.of(...point, ...multipliers), hessianValues);
    },
  };
}
