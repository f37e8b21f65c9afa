import { type Mcp, naturalResidual, type Solution, worstRows } from "../mcp.js";
import { explain } from "../newton/message.js";

/** Solves again from a point, more exactly. */
export type Polish = (mcp: Mcp, from: Float64Array, tolerance: number) => Solution;

/** By how much more exactly an answer is sought whose projection onto its bounds violates the tolerance. */
const sharper = 1e-3;

/** How an answer is sought again: more exactly by a Newton, or at the ends of paths, which stand at their bounds. */
export interface Again {
  readonly polish: Polish;
  readonly paths: (z: Float64Array) => Iterable<{ readonly z: Float64Array }>;
}

/**
 * The answer moved onto its bounds: the Newton leaves them by as much as its tolerance. Where a steep row does not bear
 * that, the answer is sought again; where that fails too it stays, and its sentence says how far outside it is.
 */
export function bringInside(mcp: Mcp, found: Solution, tolerance: number, { polish, paths }: Again): Solution {
  if (found.status !== "solved") return found;
  const outside = distanceOutside(mcp, found.z);
  if (outside === 0) return found;
  const near = projected(mcp, found);
  if (near.residual <= tolerance) return near;
  const sharp = polish(mcp, found.z, sharper * tolerance);
  const again = projected(mcp, { ...found, z: sharp.z, iterations: sharp.iterations });
  if (again.residual <= tolerance) return again;
  for (const { z } of paths(found.z)) {
    const end = projected(mcp, { ...found, z, iterations: sharp.iterations });
    if (end.residual <= tolerance) return end;
  }
  const note = `It lies ${outside.toExponential(1)} outside its bounds, on which the residual would be ${near.residual.toExponential(1)}.`;
  return { ...found, iterations: sharp.iterations, message: `${found.message} ${note}` };
}

function distanceOutside({ lower, upper }: Mcp, z: Float64Array): number {
  return z.reduce((most, v, i) => Math.max(most, lower[i] - v, v - upper[i]), 0);
}

function projected(mcp: Mcp, found: Solution): Solution {
  const { lower, upper } = mcp;
  const z = found.z.map((v, i) => Math.min(upper[i], Math.max(lower[i], v)));
  const row = new Float64Array(z.length);
  const residual = mcp.evaluate(z, row) ? naturalResidual(mcp, z, row) : Number.POSITIVE_INFINITY;
  const moved = { ...found, z, residual, worst: worstRows(mcp, z, row, 1) };
  return { ...moved, message: explain(moved, "") };
}
