import type { Highs } from "highs";
import { randomNumbers } from "../../../src/algebra/random.js";
import { fromTriplets, type SparseMatrix } from "../../../src/algebra/sparse.js";
import type { Miqp, MiqpSolution } from "../../../src/solve/miqp/miqp.js";

/** `open`: HiGHS itself did not come to an end, so that nobody knows. */
export type Verdict = "right" | "wrong" | "open";

/** Judges answers by HiGHS, and by arithmetic of its own. */
export interface Referee {
  judge(miqp: Miqp, found: MiqpSolution): Verdict;
}

/** By how much, relative to one above 1, objectives may differ: HiGHS keeps to 1e-9 a row, which its multipliers enlarge. */
const room = 1e-6;
/** By how much a point may violate rows, bounds and pairs. */
const violation = 1e-9;

export async function loadReferee(): Promise<Referee> {
  const { default: start }: { readonly default: unknown } = await import("highs");
  if (typeof start !== "function") throw new Error("HiGHS does not begin with a function");
  const highs: Highs = await start();
  return { judge: (miqp, found) => judge(highs, miqp, found) };
}

/**
 * An optimal answer is right if its point keeps to the program, costs what it says, and no point costs less, by a
 * mixed-integer program with big M for a linear cost and by branching over quadratic programs for another; "infeasible"
 * is right if the mixed-integer program is. An answer without proof is right if its point and its bound are.
 */
function judge(highs: Highs, miqp: Miqp, { status, x, objective, lowerBound }: MiqpSolution): Verdict {
  if (status === "infeasible" || status === "limit") {
    const least = leastByBinaries(highs, { ...miqp, c: new Float64Array(miqp.c.length) });
    if (least === undefined) return "open";
    return status === "limit" || least === Number.POSITIVE_INFINITY ? "right" : "wrong";
  }
  const far = room * Math.max(1, Math.abs(objective));
  if (!(worstViolation(miqp, x) <= violation && Math.abs(costOf(miqp, x) - objective) <= 1e-3 * far)) return "wrong";
  if (!(lowerBound <= objective + far && (status === "feasible" || lowerBound >= objective - far))) return "wrong";
  const aim = lowerBound - far;
  const isCurved = miqp.H.values.some((v) => v !== 0);
  const least = isCurved ? leastByBranching(highs, miqp, aim) : leastByBinaries(highs, miqp);
  if (least === undefined) return "open";
  return least >= aim ? "right" : "wrong";
}

function costOf({ H, c }: Miqp, x: Float64Array): number {
  const slope = times(H, x);
  return x.reduce((sum, v, j) => sum + v * (0.5 * slope[j] + c[j]), 0);
}

/** The largest violation of a bound, a row or a pair. */
function worstViolation({ A, lower, upper, rowLower, rowUpper, pairs }: Miqp, x: Float64Array): number {
  const above = [...x.map((v, j) => v - lower[j]), ...times(A, x).map((v, i) => v - rowLower[i])];
  const below = [...x.map((v, j) => upper[j] - v), ...times(A, x).map((v, i) => rowUpper[i] - v)];
  return Math.max(
    ...above.map((v) => -v),
    ...below.map((v) => -v),
    ...pairs.map(([first, second]) => Math.min(above[first], above[second])),
  );
}

function times(A: SparseMatrix, x: Float64Array): Float64Array {
  const y = new Float64Array(A.rows);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) y[A.rowIdx[p]] += A.values[p] * x[j];
  return y;
}

/** The least cᵀx; ∞ where there is no point, undefined where HiGHS does not know. Every side of a pair must be bounded. */
function leastByBinaries(highs: Highs, { A, c, lower, upper, rowLower, rowUpper, pairs }: Miqp): number | undefined {
  const n = c.length;
  const count = pairs.length;
  const rows = Array.from({ length: A.rows + 2 * count }, (): [number, number][] => []);
  const most = new Float64Array(A.rows);
  for (let j = 0; j < n; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) {
      const a = A.values[p];
      rows[A.rowIdx[p]].push([j, a]);
      most[A.rowIdx[p]] += a * (a > 0 ? upper[j] : lower[j]);
    }
  const high = [...rowUpper];
  pairs.forEach((sides, k) => {
    sides.forEach((side, which) => {
      const low = side < n ? lower[side] : rowLower[side - n];
      const M = Math.max(0, (side < n ? upper[side] : Math.min(most[side - n], rowUpper[side - n])) - low);
      const row = rows[A.rows + 2 * k + which];
      row.push(...(side < n ? [[side, 1] as [number, number]] : rows[side - n]), [n + k, which === 0 ? -M : M]);
      high.push(which === 0 ? low : low + M);
    });
  });
  const starts = [0];
  for (const row of rows) starts.push(starts[starts.length - 1] + row.length);
  const model = highs.createModel();
  try {
    model.options.set({
      output_flag: false,
      mip_feasibility_tolerance: 1e-9,
      primal_feasibility_tolerance: 1e-9,
      dual_feasibility_tolerance: 1e-9,
      mip_rel_gap: 1e-8,
      mip_abs_gap: 1e-8,
      time_limit: 60,
    });
    model.passModel({
      numCols: n + count,
      numRows: rows.length,
      colCost: [...c, ...pairs.map(() => 0)],
      colLower: [...lower, ...pairs.map(() => 0)],
      colUpper: [...upper, ...pairs.map(() => 1)],
      rowLower: [...rowLower, ...high.slice(A.rows).map(() => Number.NEGATIVE_INFINITY)],
      rowUpper: high,
      matrix: {
        format: "csr",
        numRows: rows.length,
        numCols: n + count,
        starts: Int32Array.from(starts),
        indices: Int32Array.from(rows.flat(), ([j]) => j),
        values: Float64Array.from(rows.flat(), ([, a]) => a),
      },
      integrality: Int32Array.from({ length: n + count }, (_, j) => (j < n ? 0 : 1)),
    });
    return valueFound(highs, model);
  } finally {
    model.dispose();
  }
}

function valueFound(
  { constants: { modelStatus } }: Highs,
  model: ReturnType<Highs["createModel"]>,
): number | undefined {
  try {
    model.run();
  } catch {
    return undefined;
  }
  const status = model.getModelStatus();
  if (status === modelStatus.infeasible) return Number.POSITIVE_INFINITY;
  return status === modelStatus.optimal ? model.getObjectiveValue() : undefined;
}

/** The least cost of a relaxation, and where; ∞ and nowhere if it has no point. */
interface Relaxed {
  readonly value: number;
  readonly x: Float64Array | undefined;
}

/** The least cost if that is below `aim`, else `aim`: depth first, each node a quadratic program of HiGHS. */
function leastByBranching(highs: Highs, miqp: Miqp, aim: number): number | undefined {
  const { A, lower, upper, rowLower, rowUpper, pairs } = miqp;
  const n = lower.length;
  let best = aim;
  let left = 20_000;
  const stack: (readonly number[])[] = [[]];
  for (let zero = stack.pop(); zero !== undefined; zero = stack.pop()) {
    if (--left < 0) return undefined;
    const node = { ...miqp, upper: upper.slice(), rowUpper: rowUpper.slice() };
    for (const side of zero)
      if (side < n) node.upper[side] = lower[side];
      else node.rowUpper[side - n] = rowLower[side - n];
    const relaxed = leastOf(highs, node);
    if (relaxed !== undefined && relaxed.value >= best) continue;
    const x = relaxed?.x ?? lower;
    const sides = [...x.map((v, j) => v - lower[j]), ...times(A, x).map((v, i) => v - rowLower[i])];
    const apart = ([first, second]: readonly [number, number]): number => Math.min(sides[first], sides[second]);
    const open = pairs.filter(([first, second]) => !zero.includes(first) && !zero.includes(second));
    const [next] = open.sort((one, other) => apart(other) - apart(one));
    if (relaxed !== undefined && (next === undefined || apart(next) <= violation)) best = relaxed.value;
    else if (next === undefined) return undefined;
    else for (const side of next) stack.push([...zero, side]);
  }
  return best;
}

/**
 * The least of a quadratic program without its pairs. The active set method of HiGHS sometimes goes round in circles;
 * with its columns in another order it seldom does.
 */
function leastOf(highs: Highs, miqp: Miqp): Relaxed | undefined {
  const n = miqp.c.length;
  const columns = Array.from({ length: n }, (_, j) => j);
  const random = randomNumbers(n);
  for (let attempt = 0; attempt < 6; attempt++) {
    const found = quadratic(highs, reordered(miqp, columns));
    if (found !== undefined) {
      const x = found.x === undefined ? undefined : new Float64Array(n);
      for (let k = 0; k < n; k++) if (x !== undefined) x[columns[k]] = found.x?.[k] ?? Number.NaN;
      return { value: found.value, x };
    }
    for (let k = n - 1; k > 0; k--) {
      const other = Math.floor((k + 1) * random());
      [columns[k], columns[other]] = [columns[other], columns[k]];
    }
  }
  return undefined;
}

/** A program whose k-th column is column `columns[k]`; its pairs are those of the old order. */
function reordered(miqp: Miqp, columns: readonly number[]): Miqp {
  const place = new Int32Array(columns.length);
  columns.forEach((j, k) => {
    place[j] = k;
  });
  const { A, H, c, lower, upper } = miqp;
  const moved = (v: Float64Array): Float64Array => Float64Array.from(columns, (j) => v[j]);
  return {
    ...miqp,
    A: moveColumns(A, place, (i) => i),
    H: moveColumns(H, place, (i) => place[i]),
    c: moved(c),
    lower: moved(lower),
    upper: moved(upper),
  };
}

function moveColumns(A: SparseMatrix, place: Int32Array, row: (i: number) => number): SparseMatrix {
  const column: number[] = [];
  for (let j = 0; j < A.cols; j++) for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) column.push(place[j]);
  return fromTriplets([A.rows, A.cols], Array.from(A.rowIdx.subarray(0, column.length), row), column, [
    ...A.values.subarray(0, column.length),
  ]);
}

function quadratic(highs: Highs, { A, H, c, lower, upper, rowLower, rowUpper }: Miqp): Relaxed | undefined {
  const n = c.length;
  const model = highs.createModel();
  try {
    model.options.set({
      output_flag: false,
      primal_feasibility_tolerance: 1e-9,
      dual_feasibility_tolerance: 1e-9,
      time_limit: 0.5,
    });
    model.passModel({
      numCols: n,
      numRows: A.rows,
      colCost: c,
      colLower: lower,
      colUpper: upper,
      rowLower,
      rowUpper,
      matrix: { format: "csc", numRows: A.rows, numCols: n, starts: A.colPtr, indices: A.rowIdx, values: A.values },
      hessian: { format: "triangular", dimension: n, ...lowerTriangle(H) },
    });
    const value = valueFound(highs, model);
    if (value === undefined) return undefined;
    const isFound = value < Number.POSITIVE_INFINITY;
    return { value, x: isFound ? Float64Array.from(model.getSolution().colValue) : undefined };
  } finally {
    model.dispose();
  }
}

function lowerTriangle(H: SparseMatrix): { starts: Int32Array; indices: Int32Array; values: Float64Array } {
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < H.cols; j++) {
    for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++)
      if (H.rowIdx[p] >= j) {
        indices.push(H.rowIdx[p]);
        values.push(H.values[p]);
      }
    starts.push(indices.length);
  }
  return {
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}
