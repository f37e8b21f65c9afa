import { fromTriplets, multiply, transpose } from "../../algebra/sparse.js";
import type { LinearMcp, Place } from "./linear.js";
import { followPath, type PathLimits } from "./path.js";

/** Free unknowns are sought within this many units of zero; where that is too near the proof fails, not the truth. */
const reach = 1e3;
/** A sum that is this share of its terms is rounding. */
const rounding = 1e-12;
/** A contradiction counts where it is this share of its terms. */
const contradiction = 1e-9;

/**
 * True where no z meets the inequalities that a solution must meet, lower ≤ z ≤ upper with M z + q ≥ 0 for unknowns with
 * a lower bound only, ≤ 0 with an upper one only, = 0 for free ones. The proof is Farkas': multipliers y of these signs with
 *
 *     max { yᵀ (M z + q) : lower ≤ z ≤ upper } < 0,
 *
 * which are the dual solution of least Σ violation, a monotone problem in (z, y) that a path always solves, and are then
 * checked by themselves. False proves nothing.
 */
export function isProvenInfeasible(problem: LinearMcp, limits: PathLimits): boolean {
  const n = problem.offset.length;
  const { z } = followPath(leastViolation(problem), new Array<Place>(2 * n).fill("lower"), limits);
  return z !== undefined && contradicts(problem, z.subarray(n));
}

/** The optimality conditions of min Σ violation: −Mᵀ y ⟂ z within its bounds, M z + q ⟂ y within ±1 or one side of it. */
function leastViolation({ matrix, offset, lower, upper }: LinearMcp): LinearMcp {
  const n = offset.length;
  const i: number[] = [];
  const j: number[] = [];
  const x: number[] = [];
  for (let k = 0; k < n; k++)
    for (let p = matrix.colPtr[k]; p < matrix.colPtr[k + 1]; p++) {
      i.push(k, n + matrix.rowIdx[p]);
      j.push(n + matrix.rowIdx[p], k);
      x.push(-matrix.values[p], matrix.values[p]);
    }
  const low = new Float64Array(2 * n);
  const high = new Float64Array(2 * n);
  for (let k = 0; k < n; k++) {
    const isBelow = lower[k] > Number.NEGATIVE_INFINITY;
    const isAbove = upper[k] < Number.POSITIVE_INFINITY;
    low[k] = isBelow ? lower[k] : isAbove ? Math.min(-reach, upper[k]) : -reach;
    high[k] = isAbove ? upper[k] : isBelow ? Number.POSITIVE_INFINITY : reach;
    // the sign of a multiplier is that of its row; where both bounds are finite the row may have any
    low[n + k] = isBelow ? 0 : -1;
    high[n + k] = isAbove ? 0 : 1;
  }
  const all = new Float64Array(2 * n);
  all.set(offset, n);
  return { matrix: fromTriplets([2 * n, 2 * n], i, j, x), offset: all, lower: low, upper: high };
}

function contradicts({ matrix, offset, lower, upper }: LinearMcp, y: Float64Array): boolean {
  const sizes = { ...matrix, values: matrix.values.map(Math.abs) };
  const slope = multiply(transpose(matrix), y);
  const terms = multiply(transpose(sizes), y.map(Math.abs));
  let most = 0;
  let size = 0;
  for (let k = 0; k < y.length; k++) {
    const g = Math.abs(slope[k]) <= rounding * terms[k] ? 0 : slope[k];
    const best = g === 0 ? 0 : g * (g > 0 ? upper[k] : lower[k]);
    most += y[k] * offset[k] + best;
    size += Math.abs(y[k] * offset[k]) + Math.abs(best);
  }
  return most < -contradiction * size;
}
