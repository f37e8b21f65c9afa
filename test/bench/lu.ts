import { create, type Matrix, sluDependencies } from "mathjs";
import { analyse, factor, refactor, solve } from "../../src/algebra/lu/lu.js";
import { multiply, norm1, type SparseMatrix } from "../../src/algebra/sparse.js";
import { median, milliseconds } from "./median.js";

/** One line of a benchmark: what was measured, and the figure with its unit. */
export interface BenchRow {
  readonly name: string;
  readonly value: string;
  /** What was asked for, where something was. */
  readonly must?: string;
}

const REPEATS = 41; // enough for a steady median, odd so that there is one
const PEER_REPEATS = 5; // the peer takes tens of times as long

/**
 * Median times of our sparse LU on a matrix, its fill and backward error, and the same of the sparse LU of mathjs
 * (`slu`, the better of its two orders for unsymmetric matrices). `slu` analyses and factors in one, each time anew:
 * it compares with analyse + factor for one matrix, with refactor in a Newton iteration.
 */
export async function benchLu(matrix: SparseMatrix): Promise<BenchRow[]> {
  const n = matrix.cols;
  const analysis = analyse(matrix);
  let factors = factor(analysis, matrix);
  const rows: BenchRow[] = [{ name: "matrix", value: `${n} unknowns, ${matrix.values.length} entries` }];
  if (factors.status === "singular") return [...rows, { name: "LU", value: `singular at column ${factors.column}` }];
  const analyseTime = await median(REPEATS, () => analyse(matrix));
  const factorTime = await median(REPEATS, () => {
    factors = factor(analysis, matrix, { reuse: factors });
  });
  const refactorTime = await median(REPEATS, () => refactor(factors, matrix));
  const b = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));
  const x = new Float64Array(n);
  const solveTime = await median(REPEATS, () => solve(factors, b, x));
  rows.push(
    { name: "analyse", value: milliseconds(analyseTime) },
    { name: "factor", must: "≤ 1.0 ms", value: milliseconds(factorTime) },
    { name: "refactor", must: "≤ 0.3 ms", value: milliseconds(refactorTime) },
    { name: "solve", must: "≤ 0.1 ms", value: milliseconds(solveTime) },
    { name: "fill", value: `${factors.fill}` },
    { name: "backward error", value: backwardError(matrix, x, b).toExponential(1) },
  );
  const peer = await benchMathjs(matrix);
  if (peer === undefined) return [...rows, { name: "mathjs slu", value: "found no factors" }];
  return [
    ...rows,
    { name: "mathjs slu", value: milliseconds(peer.time) },
    { name: "mathjs slu fill", value: `${peer.fill}` },
    { name: "mathjs slu / (analyse + factor)", value: (peer.time / (analyseTime + factorTime)).toFixed(1) },
    { name: "mathjs slu / refactor", value: (peer.time / refactorTime).toFixed(1) },
  ];
}

/** The quicker of the orders 1 (of A + Aᵀ) and 2 (of AᵀA), at our pivot threshold. */
async function benchMathjs(matrix: SparseMatrix): Promise<{ time: number; fill: number } | undefined> {
  const math = create(sluDependencies);
  const { SparseMatrix } = math as unknown as { SparseMatrix: new (data: object) => Matrix };
  const a = new SparseMatrix({
    values: [...matrix.values],
    index: [...matrix.rowIdx],
    ptr: [...matrix.colPtr],
    size: [matrix.rows, matrix.cols],
    datatype: "number",
  });
  let best: { time: number; fill: number } | undefined;
  for (const order of [1, 2]) {
    try {
      let fill = 0;
      const time = await median(PEER_REPEATS, () => {
        const { L, U } = math.slu(a, order, 0.1) as unknown as Record<"L" | "U", { _values: number[] }>;
        fill = L._values.length + U._values.length - matrix.cols; // both hold the diagonal
      });
      if (best === undefined || time < best.time) best = { time, fill };
    } catch {
      // slu gives null factors where it meets no pivot; the other order may do.
    }
  }
  return best;
}

function backwardError(a: SparseMatrix, x: Float64Array, b: Float64Array): number {
  const product = multiply(a, x);
  let residual = 0;
  let size = 0;
  let right = 0;
  for (let i = 0; i < b.length; i++) {
    residual = Math.max(residual, Math.abs(product[i] - b[i]));
    size = Math.max(size, Math.abs(x[i]));
    right = Math.max(right, Math.abs(b[i]));
  }
  return residual / (norm1(a) * size + right);
}
