import { log2 } from "../../algebra/elementary/elementary.js";
import type { Mcp, Solution } from "../mcp.js";
import { type Candidate, touchUp } from "./by-pivots.js";

/** Smaller unknowns than this have no size of their own. */
const least = 1e-6;
/** Farther than this from where it began, in its own size, an unknown may run along a ray without an end. */
const farthest = 1000;

/** The power of two next to a size, or one: it adds no rounding. */
export const powerOfTwo = (size: number): number => 2 ** Math.round(log2(size));

/** The largest slope of each row by unknowns in these units; NaN where one of its slopes is not a number. */
export function largestSlopes(mcp: Mcp, z: Float64Array, unit: Float64Array): Float64Array {
  const { colPtr, rowIdx } = mcp.pattern;
  const largest = new Float64Array(z.length);
  const slopes = new Float64Array(rowIdx.length);
  mcp.evaluate(z, new Float64Array(z.length), slopes);
  for (let j = 0; j < z.length; j++)
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++)
      largest[rowIdx[p]] = Math.max(largest[rowIdx[p]], Math.abs(slopes[p]) * unit[j]);
  return largest;
}

const over = (values: Float64Array, unit: Float64Array): Float64Array => values.map((v, i) => v / unit[i]);

/** The problem of w in z = unit w with row i multiplied by factor[i]. */
export function inUnits(mcp: Mcp, unit: Float64Array, factor: Float64Array): Mcp {
  const { colPtr, rowIdx } = mcp.pattern;
  const z = new Float64Array(unit.length);
  return {
    ...mcp,
    name: (i) => mcp.name(i),
    lower: over(mcp.lower, unit),
    upper: over(mcp.upper, unit),
    scale: over(mcp.scale, unit),
    evaluate(w, residual, jacobian) {
      for (let i = 0; i < z.length; i++) z[i] = unit[i] * w[i];
      if (!mcp.evaluate(z, residual, jacobian)) return false;
      for (let i = 0; i < z.length; i++) residual[i] *= factor[i];
      if (jacobian !== undefined)
        for (let j = 0; j < z.length; j++)
          for (let p = colPtr[j]; p < colPtr[j + 1]; p++) jacobian[p] *= factor[rowIdx[p]] * unit[j];
      return true;
    },
  };
}

/**
 * The solution beside a point at which a Newton got stuck because unknowns are of sizes far apart there, by one in which each has its own
 * size as its unit; none where that leads to none, or far away.
 */
export function* inOwnUnits(
  mcp: Mcp,
  from: Float64Array,
  solve: (problem: Mcp, from: Float64Array) => Solution,
): Generator<Candidate> {
  const unit = from.map((v) => powerOfTwo(Math.max(least, Math.abs(v))));
  const factor = largestSlopes(mcp, from, unit).map((v) => (v > 0 ? 1 / powerOfTwo(v) : 1));
  const start = over(from, unit);
  const { status, z } = solve(inUnits(mcp, unit, factor), start);
  if (status === "solved" && z.every((w, i) => Math.abs(w - start[i]) <= farthest))
    yield { z: z.map((w, i) => w * unit[i]), iterations: touchUp };
}
