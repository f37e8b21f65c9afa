import { fullPattern } from "../../algebra/sparse.js";
import { denseLu } from "../linear.js";
import type { Mcp } from "../mcp.js";
import { newton, run } from "../newton/newton.js";

/** Unknowns that no row holds back move nowhere: their curvature, against a residual of order one. */
const leastCurvature = 1e-9;

/** Inequalities a_i + B_i x ≥ 0. */
export interface Inequalities {
  readonly rows: number;
  readonly unknowns: number;
  readonly offset: (row: number) => number;
  readonly slope: (row: number, unknown: number) => number;
}

/**
 * The violations r = max(0, −a − B x) where their sum of squares is least, by a semismooth Newton on Bᵀ r = 0. Zero where
 * the inequalities can all be met; else they are the multipliers of a proof that they cannot (Farkas): r ≥ 0, Bᵀ r = 0,
 * aᵀ r < 0. Offsets should be of order one.
 */
export function leastViolation({ rows, unknowns: n, offset, slope }: Inequalities): number[] {
  const violation = (x: Float64Array, i: number): number => {
    let value = offset(i);
    for (let j = 0; j < n; j++) value += slope(i, j) * x[j];
    return Math.max(0, -value);
  };
  const mcp: Mcp = {
    name: (j) => `unknown ${j + 1}`,
    lower: new Float64Array(n).fill(Number.NEGATIVE_INFINITY),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    scale: new Float64Array(n).fill(1),
    pattern: fullPattern(n),
    evaluate(x, residual, jacobian) {
      jacobian?.fill(0);
      for (let j = 0; j < n; j++) {
        residual[j] = leastCurvature * x[j];
        if (jacobian !== undefined) jacobian[j * n + j] = leastCurvature;
      }
      for (let i = 0; i < rows; i++) {
        const r = violation(x, i);
        for (let j = 0; r > 0 && j < n; j++) {
          residual[j] -= slope(i, j) * r;
          if (jacobian !== undefined) for (let k = 0; k < n; k++) jacobian[k * n + j] += slope(i, j) * slope(i, k);
        }
      }
      return true;
    },
  };
  const { z } = run(newton({ tolerance: 1e-12, linear: denseLu }), mcp, new Float64Array(n));
  return Array.from({ length: rows }, (_, i) => violation(z, i));
}
