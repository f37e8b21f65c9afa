import { log2 } from "../../algebra/elementary/elementary.js";
import { type Mcp, naturalResidual, naturalRow, type Solution, worstRows } from "../mcp.js";
import { explain } from "../newton/message.js";
import type { Polish } from "./inside.js";

/** Rows whose largest slope, in scales of the unknowns, is below this may hide an error in a small residual. */
const faint = 1e-3;

/**
 * The tolerance is absolute, so a row like 1e-11 (x − 5) holds anywhere near its root. Such rows, where they leave more
 * than the tolerance in units of their own slope, are raised to slopes of order one and the problem is solved again from
 * the answer; where that fails the answer stays, and its sentence names the row.
 */
export function strengthenFaint(mcp: Mcp, found: Solution, tolerance: number, polish: Polish): Solution {
  const { lower, upper, scale, pattern } = mcp;
  const { z } = found;
  const n = z.length;
  const row = new Float64Array(n);
  const slopes = new Float64Array(pattern.rowIdx.length);
  if (!mcp.evaluate(z, row, slopes)) return found;
  const largest = new Float64Array(n);
  for (let j = 0; j < n; j++)
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
      const i = pattern.rowIdx[p];
      largest[i] = Math.max(largest[i], Math.abs(slopes[p]) * scale[j]);
    }
  // powers of two add no rounding
  const factor = largest.map((v) => (v > 0 && v < faint ? 2 ** -Math.round(log2(v)) : 1));
  const left = (i: number): number => Math.abs(naturalRow(z[i], lower[i], upper[i], factor[i] * row[i]));
  const weak = factor.findIndex((f, i) => f !== 1 && left(i) > tolerance);
  if (weak < 0) return found;
  const again = polish(raised(mcp, factor), z, tolerance);
  if (again.status !== "solved") {
    const note = `Row ${mcp.name(weak)} has slopes of ${largest[weak].toExponential(0)} only: unknowns that it determines may be far off.`;
    return { ...found, iterations: again.iterations, message: `${found.message} ${note}` };
  }
  mcp.evaluate(again.z, row);
  const better = { ...again, residual: naturalResidual(mcp, again.z, row), worst: worstRows(mcp, again.z, row, 1) };
  return better.residual <= tolerance ? { ...better, message: explain(better, "") } : found;
}

/** The problem with row i multiplied by factor[i]. */
function raised(mcp: Mcp, factor: Float64Array): Mcp {
  const { rowIdx } = mcp.pattern;
  return {
    ...mcp,
    name: (i) => mcp.name(i),
    evaluate(z, residual, jacobian) {
      if (!mcp.evaluate(z, residual, jacobian)) return false;
      for (let i = 0; i < residual.length; i++) residual[i] *= factor[i];
      if (jacobian !== undefined) for (let p = 0; p < rowIdx.length; p++) jacobian[p] *= factor[rowIdx[p]];
      return true;
    },
  };
}
