import { type Mcp, naturalResidual, naturalRow, type Solution, worstRows } from "../mcp.js";
import { explain } from "../newton/message.js";
import type { Polish } from "./inside.js";
import { inUnits, largestSlopes, powerOfTwo } from "./units.js";

/** Rows whose largest slope, in scales of the unknowns, is below this may hide an error in a small residual. */
const faint = 1e-3;

/**
 * The tolerance is absolute, so a row like 1e-11 (x − 5) holds anywhere near its root. Such rows, where they leave more
 * than the tolerance in units of their own slope, are raised to slopes of order one and the problem is solved again from
 * the answer; where that fails the answer stays, and its sentence names the row.
 */
export function strengthenFaint(mcp: Mcp, found: Solution, tolerance: number, polish: Polish): Solution {
  const { lower, upper, scale } = mcp;
  const { z } = found;
  const row = new Float64Array(z.length);
  if (!mcp.evaluate(z, row)) return found;
  const largest = largestSlopes(mcp, z, scale);
  const factor = largest.map((v) => (v > 0 && v < faint ? 1 / powerOfTwo(v) : 1));
  const left = (i: number): number => Math.abs(naturalRow(z[i], lower[i], upper[i], factor[i] * row[i]));
  const weak = factor.findIndex((f, i) => f !== 1 && left(i) > tolerance);
  if (weak < 0) return found;
  const again = polish(
    inUnits(
      mcp,
      z.map(() => 1),
      factor,
    ),
    z,
    tolerance,
  );
  if (again.status !== "solved") {
    const note = `Row ${mcp.name(weak)} has slopes of ${largest[weak].toExponential(0)} only: unknowns that it determines may be far off.`;
    return { ...found, iterations: again.iterations, message: `${found.message} ${note}` };
  }
  mcp.evaluate(again.z, row);
  const better = { ...again, residual: naturalResidual(mcp, again.z, row), worst: worstRows(mcp, again.z, row, 1) };
  return better.residual <= tolerance ? { ...better, message: explain(better, "") } : found;
}
