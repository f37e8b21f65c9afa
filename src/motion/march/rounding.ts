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
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.6): over states at both ends and unknowns, with their declared
 * scales, because a place near the origin is added to others that are far from it. A gap in newtons, gap/h², is known to a
 * nanonewton only where steps are short, and no Newton comes closer.
 */
export function atRounding(kernels: StepKernels, mcp: Mcp, frame: Float64Array): AtRounding {
  const { block, defined, implicit, model, whole } = kernels;
  const step = whole.sensitivity();
  // with definitions written in, (q⁺ − q)/h would have lost the places of which it is rounding
  const rows = block.rows();
  const { row, col } = rows.pattern;
  const n = mcp.lower.length;
  const answers = new Map(Array.from(implicit.at, (at, i) => [at, i] as const));
  const of = Array.from(block.at, (at) => answers.get(at) ?? -1);
  const numbers = [...model.state.keys(), ...block.at];
  const scales = [...model.state, ...block.unknowns].map(({ scale }) => scale);
  const all = new Float64Array(step.rows);
  const blocks = new Float64Array(rows.rows);
  const slopes = new Float64Array(col.length);
  const known = new Float64Array(n);
  return (z, attainable) => {
    for (let i = 0; i < n; i++) frame[implicit.at[i]] = z[i];
    step.residual(frame, all);
    for (const [i, at] of defined.at.entries()) frame[at] = all[n + i];
    rows.jacobian(frame, blocks, slopes);
    known.fill(0);
    for (let p = 0; p < col.length; p++) {
      const i = of[row[p]];
      if (i < 0 || col[p] >= numbers.length) continue;
      known[i] += Math.abs(slopes[p]) * Math.max(Math.abs(frame[numbers[col[p]]]), scales[col[p]]);
    }
    const { lower, upper } = mcp;
    for (let i = 0; i < n; i++) {
      const natural = z[i] - Math.min(upper[i], Math.max(lower[i], z[i] - all[i]));
      if (!(Math.abs(natural) <= Math.max(attainable, made * digit * known[i]))) return false;
    }
    return true;
  };
}
