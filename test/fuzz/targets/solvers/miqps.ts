import fc from "fast-check";
import highsOf, { type Highs } from "highs";
import { type Miqp, solveMiqp } from "../../../../src/solve/miqp/miqp.js";
import { randomMiqp } from "../../../solve/miqp/random-miqp.js";
import { asAny, type Verdict } from "../../target.js";

/** An answer may miss rows, bounds and pairs by this, as the solver says. */
const feasibility = 1e-9;
/** Room of an objective that is proven within a gap of 1e-7. */
const room = 3e-7;
/** Points of the other solver count where they miss by no more. */
const near = 1e-7;

const start = highsOf as unknown as () => Promise<Highs>;
let loaded: Promise<Highs> | undefined;

/** Quadratic programs with up to six pairs: each claim meets all modes, each solved by HiGHS. */
export const miqps = asAny({ about: "quadratic programs with pairs", limit: 10, cases: fc.integer({ min: 1 }), judge });

async function judge(seed: number): Promise<Verdict> {
  const miqp = randomMiqp(seed, 6);
  const { status, x, objective, lowerBound } = await solveMiqp(miqp);
  if (x.length > 0) {
    const miss = missOf(miqp, x);
    if (!(miss <= 2 * feasibility)) return { outcome: status, fault: `${status} with a point that misses by ${miss}` };
    const own = objectiveOf(miqp, x);
    if (!(Math.abs(own - objective) <= 1e-9 * Math.max(1, Math.abs(own))))
      return { outcome: status, fault: `the objective is ${own}, said ${objective}` };
  } else if (status !== "infeasible") return { outcome: status };
  loaded ??= start();
  const other = leastByModes(miqp, await loaded);
  const allowed = room * Math.max(1, Math.abs(other));
  if (status === "infeasible" && other < Infinity)
    return { outcome: status, fault: `infeasible, but a mode has a point with the objective ${other}` };
  if (status === "optimal" && objective > other + allowed)
    return { outcome: status, fault: `optimal with ${objective}, but a mode has ${other}` };
  if (lowerBound > other + allowed)
    return { outcome: status, fault: `the bound ${lowerBound} is above the point ${other}` };
  return { outcome: status };
}

function activityOf({ A }: Miqp, x: ArrayLike<number>): number[] {
  const sum = Array.from({ length: A.rows }, () => 0);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) sum[A.rowIdx[p]] += A.values[p] * x[j];
  return sum;
}

function missOf(miqp: Miqp, x: ArrayLike<number>): number {
  const { lower, upper, rowLower, rowUpper, pairs } = miqp;
  const rows = activityOf(miqp, x);
  const side = (k: number): number =>
    k < lower.length ? x[k] - lower[k] : rows[k - lower.length] - rowLower[k - lower.length];
  return Math.max(
    ...Array.from(lower, (low, j) => Math.max(low - x[j], x[j] - upper[j])),
    ...rows.map((row, i) => Math.max(rowLower[i] - row, row - rowUpper[i])),
    ...pairs.map(([a, b]) => Math.min(side(a), side(b))),
  );
}

function objectiveOf({ H, c }: Miqp, x: ArrayLike<number>): number {
  let sum = 0;
  for (let j = 0; j < c.length; j++) {
    sum += c[j] * x[j];
    for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) sum += 0.5 * H.values[p] * x[H.rowIdx[p]] * x[j];
  }
  return sum;
}

/** The least objective of points that HiGHS finds in the modes; ∞ where it finds none. */
function leastByModes(miqp: Miqp, highs: Highs): number {
  const { H, A, c, lower, upper, rowLower, rowUpper, pairs } = miqp;
  let least = Infinity;
  for (let code = 0; code < 2 ** pairs.length; code++) {
    const [high, rowHigh] = [upper.slice(), rowUpper.slice()];
    pairs.forEach((pair, k) => {
      const side = pair[(code >> k) & 1];
      if (side < lower.length) high[side] = lower[side];
      else rowHigh[side - lower.length] = rowLower[side - lower.length];
    });
    const model = highs.createModel();
    // its quadratic programs may run without end
    model.options.set({ output_flag: false, time_limit: 1, qp_iteration_limit: 500 });
    model.passModel({
      numCols: c.length,
      numRows: rowLower.length,
      colCost: c,
      colLower: lower,
      colUpper: high,
      rowLower,
      rowUpper: rowHigh,
      matrix: {
        format: "csc",
        numRows: A.rows,
        numCols: A.cols,
        starts: A.colPtr,
        indices: A.rowIdx,
        values: A.values,
      },
      ...(H.values.length > 0 && {
        hessian: { format: "square", dimension: c.length, starts: H.colPtr, indices: H.rowIdx, values: H.values },
      }),
    });
    try {
      model.run();
      const { colValue } = model.getSolution();
      if (colValue.length === c.length && missOf(miqp, colValue) <= near)
        least = Math.min(least, objectiveOf(miqp, colValue));
    } catch {
      // it gives up on some: the other modes still count
    } finally {
      model.dispose();
    }
  }
  return least;
}
