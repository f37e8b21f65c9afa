import { fromTriplets } from "../algebra/sparse.js";
import { compile, compileRows, type Kernel, type RowKernel } from "../expr/compile.js";
import { hessian } from "../expr/derivative.js";
import { add, type Expr, mul, variable } from "../expr/expr.js";
import { placeOf } from "../solve/program.js";
import type { Tie } from "./control-shapes.js";

/** A part of the horizon whose formulas are compiled once: its rows with the cost behind them, and their derivatives. */
export interface Part {
  readonly slopes: RowKernel;
  readonly curvature: Kernel;
  readonly hessianRow: Int32Array;
  readonly hessianCol: Int32Array;
  readonly rows: number;
}

/** Rows and cost over leaves, with first and second derivatives by some of them; the cost is the last row. */
export function part(inputs: readonly Expr[], wrt: readonly Expr[], rows: readonly Expr[], cost: Expr): Part {
  const y = rows.map((_, r) => variable(`multiplier.${r}`));
  const lagrangian = add(cost, ...rows.map((row, r) => mul(y[r]!, row)));
  const second = hessian(lagrangian, wrt);
  return {
    slopes: compileRows(inputs, wrt, [...rows, cost]),
    curvature: compile(
      [...inputs, ...y],
      second.map(({ value }) => value),
    ),
    hessianRow: Int32Array.from(second, ({ row }) => row),
    hessianCol: Int32Array.from(second, ({ col }) => col),
    rows: rows.length,
  };
}

/** The patterns of the whole, and where the entries of each part go in them. */
export function patternsOf(
  [m, n]: readonly [number, number],
  stepPart: Part,
  endPart: Part,
  stepColumns: readonly Int32Array[],
  endColumns: Int32Array,
  rowsAt: (k: number) => number,
  endRow: (r: number) => number,
  ties: readonly Tie[],
  tiesAt: number,
) {
  const rows: [number[], number[]] = [[], []];
  const seconds: [number[], number[]] = [[], []];
  const visit = (p: Part, columns: Int32Array, rowOf: (r: number) => number): void => {
    const { row, col } = p.slopes.pattern;
    for (let q = 0; q < row.length; q++) {
      // entries of the cost's gradient have no place; they stand here so that all are counted alike
      rows[0].push(row[q] === p.rows ? -1 : rowOf(row[q]!));
      rows[1].push(columns[col[q]!]!);
    }
    for (let q = 0; q < p.hessianRow.length; q++) {
      const [i, j] = [columns[p.hessianRow[q]!]!, columns[p.hessianCol[q]!]!];
      seconds[0].push(Math.max(i, j));
      seconds[1].push(Math.min(i, j));
    }
  };
  stepColumns.forEach((columns, k) => {
    visit(stepPart, columns, (r) => rowsAt(k) + r);
  });
  visit(endPart, endColumns, endRow);
  const tied = rows[0].length;
  ties.forEach((tie, r) => {
    for (const [column] of tie) {
      rows[0].push(tiesAt + r);
      rows[1].push(column);
    }
  });
  const real = [...rows[0].keys()].filter((q) => rows[0][q]! >= 0);
  const jacobian = fromTriplets(
    m,
    n,
    real.map((q) => rows[0][q]!),
    real.map((q) => rows[1][q]!),
  );
  const hessian = fromTriplets(n, n, ...seconds);
  const jacobianAt = Int32Array.from(rows[0], (i, q) => (i < 0 ? -1 : placeOf(jacobian, i, rows[1][q]!)));
  const hessianAt = Int32Array.from(seconds[0], (i, q) => placeOf(hessian, i, seconds[1][q]!));
  const steps = stepColumns.length * stepPart.slopes.pattern.row.length;
  const stepSeconds = stepColumns.length * stepPart.hessianRow.length;
  return {
    jacobian,
    hessian,
    stepJacobian: jacobianAt.subarray(0, steps),
    endJacobian: jacobianAt.subarray(steps, tied),
    ties: jacobianAt.subarray(tied),
    stepHessian: hessianAt.subarray(0, stepSeconds),
    endHessian: hessianAt.subarray(stepSeconds),
  };
}
