/** Symbolic derivatives of a whole horizon against differences. */

import { stack } from "../../src/motion/boundary/horizon/stack.js";
import { setUp } from "../../src/motion/compile/setup.js";
import type { Settings } from "../../src/motion/problem/parameters.js";
import type { Problem } from "../../src/motion/problem/problem.js";

/** How many derivatives there are, and how far the worst is from its central difference. */
export interface Slopes {
  readonly unknowns: number;
  readonly entries: number;
  readonly worst: number;
}

/** Differences move an unknown by this part of its own scale. */
const part = 1e-6;

/** Compares every entry of ∂F/∂z of a problem's whole horizon at z with (F(z + d) − F(z − d))/2d. */
export function slopesOf(problem: Problem, set: Settings, z: Float64Array): Slopes {
  const { mcp } = stack(setUp(problem, set));
  const { colPtr, rowIdx, rows } = mcp.pattern;
  const [above, below] = [new Float64Array(rows), new Float64Array(rows)];
  const jacobian = new Float64Array(rowIdx.length);
  mcp.evaluate(z, above, jacobian);
  const moved = z.slice();
  let worst = 0;
  for (let column = 0; column < rows; column++) {
    const d = part * mcp.scale[column];
    moved[column] = z[column] + d;
    mcp.evaluate(moved, above);
    moved[column] = z[column] - d;
    mcp.evaluate(moved, below);
    moved[column] = z[column];
    for (let p = colPtr[column]; p < colPtr[column + 1]; p++) {
      const i = rowIdx[p];
      worst = Math.max(worst, Math.abs(jacobian[p] - (above[i] - below[i]) / (2 * d)));
    }
  }
  return { unknowns: rows, entries: rowIdx.length, worst };
}
