import type { Mcp } from "../../solve/mcp.js";
import type { StepKernels } from "../compile/step.js";

/** Tells whether no row of a step misses by more than what is attainable, or than numbers rounded in their last digits leave of it. */
export type AtRounding = (z: Float64Array, attainable: number) => boolean;

/** Last digits of a double, and of how many of them a row is made in its formulas. */
const [digit, made] = [2 ** -53, 16];

/**
 * Rounding of the rows of a step in `frame`: a row F of numbers x that are rounded by ε is only known to
 *
 *     16 ε Σ_j |∂F/∂x_j| max(|x_j|, scale_j)
 *
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.6): over unknowns and the state at the start, with their declared
 * scales, because a place near the origin is added to others that are far from it. A gap in newtons, gap/h², is known to a
 * nanonewton only where steps are short, and no Newton comes closer.
 */
export function atRounding({ whole, layout, implicit, model }: StepKernels, mcp: Mcp, frame: Float64Array): AtRounding {
  const kernel = whole.sensitivity();
  const { row, col } = kernel.pattern;
  const n = mcp.lower.length;
  const all = new Float64Array(kernel.rows);
  const slopes = new Float64Array(col.length);
  const known = new Float64Array(n);
  const scales = [...implicit.unknowns, ...model.state].map(({ scale }) => scale);
  return (z, attainable) => {
    for (let i = 0; i < n; i++) frame[implicit.at[i]] = z[i];
    kernel.jacobian(frame, all, slopes);
    known.fill(0);
    for (let p = 0; p < col.length; p++) {
      if (row[p] >= n || col[p] >= n + layout.states) continue;
      const x = col[p] < n ? z[col[p]] : frame[col[p] - n];
      known[row[p]] += Math.abs(slopes[p]) * Math.max(Math.abs(x), scales[col[p]]);
    }
    const { lower, upper } = mcp;
    for (let i = 0; i < n; i++) {
      const natural = z[i] - Math.min(upper[i], Math.max(lower[i], z[i] - all[i]));
      if (!(Math.abs(natural) <= Math.max(attainable, made * digit * known[i]))) return false;
    }
    return true;
  };
}
