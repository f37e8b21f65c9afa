import { multiply } from "../../algebra/sparse.js";
import { type Mcp, naturalResidual, naturalRow } from "../mcp.js";
import { followPath, type LinearMcp, type PathLimits, placesNear, proximal } from "../pivots/pivots.js";

/** Linearisations of one try: those that lead to an equilibrium took up to 35. */
const most = 40;
/** How many past merits the line search remembers: the natural map has kinks on the way down. */
const memory = 5;
/** Sufficient decrease, and the shortest part of a step. */
const decrease = 1e-3;
const shortest = 1e-3;
/** Weight of the proximal term where the linearisation alone has no answer, or none that leads downhill. */
const weight = 0.1;
/** A point whose natural residual is this many tolerances is left to the Newton. */
const nearby = 1e3;

/**
 * A point near a solution by Josephy's method (1979): the rows are linearised, that problem is solved by a path from where
 * the last ended, and the step is shortened until ‖natural map‖ falls below the largest of the last. Other than the steps
 * of a Newton on one smooth equation these see all pairs change at once. Undefined where it gets stuck; `limits.pivots`
 * are those of all paths together.
 */
export function byLinearisations(
  mcp: Mcp,
  start: Float64Array,
  tolerance: number,
  limits: PathLimits,
): Float64Array | undefined {
  const n = start.length;
  const row = new Float64Array(n);
  const slopes = new Float64Array(mcp.pattern.rowIdx.length);
  const merits: number[] = [];
  let left = limits.pivots;
  let z: Float64Array = start.map((v, i) => Math.min(mcp.upper[i], Math.max(mcp.lower[i], v)));
  for (let k = 0; k < most && !limits.stopped(); k++) {
    if (!mcp.evaluate(z, row, slopes) || !slopes.every(Number.isFinite)) return undefined;
    if (naturalResidual(mcp, z, row) <= nearby * tolerance) return z;
    merits[k % memory] = meritOf(mcp, z, row);
    const linear = linearisation(mcp, z, row, slopes);
    const places = placesNear(linear, z);
    const ceiling = Math.max(...merits);
    let next: Float64Array | undefined;
    for (const problem of [linear, proximal(linear, z, weight)]) {
      const found = followPath(problem, places, { ...limits, pivots: left });
      left -= found.pivots;
      next = found.z && shortened(mcp, z, found.z, ceiling);
      if (next !== undefined || left <= 0) break;
    }
    if (next === undefined) return undefined;
    z = next;
  }
  return undefined;
}

/** The rows as linear ones at z, of their values and slopes there. */
export function linearisation(
  { pattern, lower, upper }: Mcp,
  z: Float64Array,
  row: Float64Array,
  slopes: Float64Array,
): LinearMcp {
  const matrix = { ...pattern, values: slopes.slice() };
  const moved = multiply(matrix, z);
  return { matrix, offset: row.map((v, i) => v - moved[i]), lower, upper };
}

/** The point between z and its aim at which the merit is low enough; undefined where there is none. */
function shortened(mcp: Mcp, z: Float64Array, aim: Float64Array, ceiling: number): Float64Array | undefined {
  const row = new Float64Array(z.length);
  for (let t = 1; t > shortest; t /= 2) {
    const trial = z.map((v, i) => v + t * (aim[i] - v));
    if (mcp.evaluate(trial, row) && meritOf(mcp, trial, row) < (1 - decrease * t) * ceiling) return trial;
  }
  return undefined;
}

function meritOf({ lower, upper }: Mcp, z: Float64Array, row: Float64Array): number {
  return Math.sqrt(z.reduce((sum, v, i) => sum + naturalRow(v, lower[i], upper[i], row[i]) ** 2, 0));
}
