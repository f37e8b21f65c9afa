import { type Mcp, naturalResidual } from "../../solve/mcp.js";
import { followPath, type Place, placesNear, proximal } from "../../solve/pivots/pivots.js";
import { pathLimits } from "../../solve/rescue/by-pivots.js";
import { linearisation } from "../../solve/rescue/linearised.js";

/** Steps of more rows than this are not linearised: pivots are dense in the end. */
const mostRows = 300;
/** Linearisations of one step, which takes two to six. */
const most = 12;
/** Weight of the way from the last point: of the slips of a foot in the air only their difference is known. */
const weight = 1e-6;
const seed = 1;

/**
 * A point near the root that continues the motion, by the full steps of Josephy's method (1979) from where the step starts: a blow
 * at a joint changes which feet touch and which way they slide all at once, which leads a Newton to roots some turns away, and a
 * search along its steps nowhere. Undefined where it does not come nearer in the end.
 */
export function continued(mcp: Mcp, start: Float64Array, tolerance: number): Float64Array | undefined {
  if (start.length > mostRows) return undefined;
  const limits = pathLimits(mcp, seed, () => false);
  const row = new Float64Array(start.length);
  const slopes = new Float64Array(mcp.pattern.rowIdx.length);
  let z: Float64Array = start.map((v, i) => Math.min(mcp.upper[i], Math.max(mcp.lower[i], v)));
  let best = { residual: Number.POSITIVE_INFINITY, z };
  for (let k = 0; k < most; k++) {
    if (!mcp.evaluate(z, row, slopes) || !slopes.every(Number.isFinite)) break;
    const residual = naturalResidual(mcp, z, row);
    // where rounding stops it the next one is no better
    if (best.residual <= nearby && residual > 0.5 * best.residual) break;
    if (residual < best.residual) best = { residual, z };
    if (residual <= tolerance) break;
    const linear = linearisation(mcp, z, row, slopes);
    const soft = proximal(linear, z, weight);
    const next = followPath(soft, placesNear(linear, z), limits).z ?? followPath(soft, apart(mcp), limits).z;
    if (next === undefined) break;
    z = next;
  }
  return best.residual <= nearby ? best.z : undefined;
}

/** Forces and slips at zero: a path may end on a ray where it begins with contacts as they are, and not from there. */
const apart = ({ lower, upper }: Mcp): Place[] =>
  Array.from(lower, (low, i) => {
    if (low > Number.NEGATIVE_INFINITY) return "lower";
    return upper[i] < Number.POSITIVE_INFINITY ? "upper" : "inside";
  });

/** A Newton begins where the natural residual is this, and nowhere else [declared units]. */
const nearby = 1e-6;
