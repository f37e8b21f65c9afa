import { entryIndex, fromTriplets, type SparseMatrix } from "../../algebra/sparse.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { compiled, compiledRows, type Kernel, type RowKernel } from "../../expr/compile.js";
import { twiceDifferentiated } from "../../expr/derivative.js";
import { add, type Expr, mul, variable } from "../../expr/expr.js";
import type { Tie } from "../problem/control-shapes.js";

/** A part of the horizon whose formulas are compiled once: its rows with the cost behind them, and their derivatives. */
export interface Part {
  readonly slopes: RowKernel;
  readonly curvature: Kernel;
  readonly hessianRow: Int32Array;
  readonly hessianCol: Int32Array;
  readonly rows: number;
}

/** Rows and cost over leaves, with first and second derivatives by some of them; the cost is the last row. */
export function* part(
  inputs: readonly Expr[],
  wrt: readonly Expr[],
  rows: readonly Expr[],
  cost: Expr,
): Stepwise<Part> {
  const y = rows.map((_, r) => variable(`multiplier.${r}`));
  const lagrangian = add(cost, ...rows.map((row, r) => mul(y[r], row)));
  const second = yield* twiceDifferentiated(lagrangian, wrt);
  return {
    slopes: yield* compiledRows(inputs, wrt, [...rows, cost]),
    curvature: yield* compiled(
      [...inputs, ...y],
      second.map(({ value }) => value),
    ),
    hessianRow: Int32Array.from(second, ({ row }) => row),
    hessianCol: Int32Array.from(second, ({ col }) => col),
    rows: rows.length,
  };
}

/** A part in its place: the columns of its unknowns, and the row of the whole that each of its rows is. */
export interface PlacedPart {
  readonly part: Part;
  readonly columns: Int32Array;
  readonly rowOf: (r: number) => number;
}

/** The patterns of the whole, and where the entries of each part go in them. */
export interface Patterns {
  readonly jacobian: SparseMatrix;
  readonly hessian: SparseMatrix;
  /** Step by step. */
  readonly stepJacobian: readonly Int32Array[];
  readonly endJacobian: Int32Array;
  readonly ties: Int32Array;
  readonly stepHessian: Int32Array;
  readonly endHessian: Int32Array;
}

/** The patterns of m rows by n unknowns: those of the steps, of the ends, then the ties, the first of them in row `at`. */
export function patternsOf(
  [m, n]: readonly [number, number],
  steps: readonly PlacedPart[],
  end: PlacedPart,
  { ties, at }: { readonly ties: readonly Tie[]; readonly at: number },
): Patterns {
  const rows: [number[], number[]] = [[], []];
  const seconds: [number[], number[]] = [[], []];
  const visit = ({ part, columns, rowOf }: PlacedPart): void => {
    const { row, col } = part.slopes.pattern;
    for (let q = 0; q < row.length; q++) {
      // entries of the cost's gradient have no place; they stand here so that all are counted alike
      rows[0].push(row[q] === part.rows ? -1 : rowOf(row[q]));
      rows[1].push(columns[col[q]]);
    }
    for (let q = 0; q < part.hessianRow.length; q++) {
      const [i, j] = [columns[part.hessianRow[q]], columns[part.hessianCol[q]]];
      seconds[0].push(Math.max(i, j));
      seconds[1].push(Math.min(i, j));
    }
  };
  steps.forEach(visit);
  const [ofSteps, secondsOfSteps] = [rows[0].length, seconds[0].length];
  visit(end);
  const tied = rows[0].length;
  ties.forEach((tie, r) => {
    for (const [column] of tie) {
      rows[0].push(at + r);
      rows[1].push(column);
    }
  });
  const width = ofSteps / steps.length;
  const real = [...rows[0].keys()].filter((q) => rows[0][q] >= 0);
  const jacobian = fromTriplets(
    [m, n],
    real.map((q) => rows[0][q]),
    real.map((q) => rows[1][q]),
  );
  const hessian = fromTriplets([n, n], ...seconds);
  const jacobianAt = Int32Array.from(rows[0], (i, q) => (i < 0 ? -1 : entryIndex(jacobian, i, rows[1][q])));
  const hessianAt = Int32Array.from(seconds[0], (i, q) => entryIndex(hessian, i, seconds[1][q]));
  return {
    jacobian,
    hessian,
    stepJacobian: steps.map((_, k) => jacobianAt.subarray(k * width, (k + 1) * width)),
    endJacobian: jacobianAt.subarray(ofSteps, tied),
    ties: jacobianAt.subarray(tied),
    stepHessian: hessianAt.subarray(0, secondsOfSteps),
    endHessian: hessianAt.subarray(secondsOfSteps),
  };
}
