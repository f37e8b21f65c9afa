import type { KktSystem } from "./inertia.js";
import { type Mcp, naturalResidual, worstRows } from "./mcp.js";
import type { KktPattern } from "./program.js";

/** Where a finish ended: the best point with its natural residual. */
export interface Finish {
  readonly zy: Float64Array;
  readonly residual: number;
  readonly iterations: number;
  readonly worst: ReturnType<typeof worstRows>;
}

/** Proximal shifts of the unknowns and of the rows: small, so that they cost no speed, and rows may repeat each other. */
const shift = 1e-8;
const mostShift = 1;
const rowShift = 1e-10;
const mostIterations = 30;
/** A residual that is rounding. */
const small = 1e-13;
/** Steps that bring no smaller residual before the finish gives up; below `near` only rounding is left to remove. */
const patience = 5;
const near = 1e-10;

/**
 * The semismooth Newton on the natural map of the KKT conditions, z_i − mid(l_i, u_i, z_i − F_i) = 0, from a point near
 * its solution: unknowns that the map puts on a bound go there, for the others a proximal Newton step,
 *
 *     [[H + δI, Jᵀ], [J, −δ_c I]] (dz, dy) = −F,
 *
 * which is the method of multipliers, so that it converges too where multipliers or forces are not unique. Ends where
 * the residual is as small as rounding lets it be.
 */
export function finished(
  mcp: Mcp,
  { matrix, diagonalAt }: KktPattern,
  system: KktSystem,
  rows: number,
  start: Float64Array,
): Finish {
  const { lower, upper } = mcp;
  const { values, colPtr, rowIdx } = matrix;
  const size = start.length;
  const n = size - rows;
  const zy = Float64Array.from(start, (x, i) => Math.min(upper[i]!, Math.max(lower[i]!, x)));
  const residuals = new Float64Array(size);
  const step = new Float64Array(size);
  const held = new Uint8Array(size);
  const jacobian = new Float64Array(values.length);
  let best = zy.slice();
  let least = Number.POSITIVE_INFINITY;
  let idle = 0;
  let iterations = 0;
  for (; mcp.evaluate(zy, residuals, jacobian); iterations++) {
    const residual = naturalResidual(mcp, zy, residuals);
    if (residual < least) {
      idle = residual > 0.5 * least ? idle + 1 : 0;
      least = residual;
      best = zy.slice();
    } else idle++;
    if (residual <= small || idle >= (least <= near ? 1 : patience) || iterations === mostIterations) break;
    for (let i = 0; i < size; i++) {
      const target = zy[i]! - residuals[i]!;
      held[i] = target < lower[i]! ? 1 : target > upper[i]! ? 2 : 0;
      step[i] = held[i] === 0 ? -residuals[i]! : (held[i] === 1 ? lower[i]! : upper[i]!) - zy[i]!;
    }
    // the columns of what is held move by known steps
    for (let j = 0; j < size; j++) {
      const known = held[j] === 0 ? 0 : step[j]!;
      for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) {
        const i = rowIdx[p]!;
        if (held[j] !== 0 && held[i] === 0) step[i]! -= jacobian[p]! * known;
        values[p] = held[j] !== 0 || held[i] !== 0 ? (i === j ? 1 : 0) : jacobian[p]!;
      }
    }
    let delta = shift;
    while (!system.factored(delta, rowShift) && delta < mostShift) delta *= 100;
    if (delta >= mostShift) break;
    // the shifts are left in the matrix, also where an unknown is held: undone by the factor 1 + δ there
    for (let i = 0; i < n; i++) if (held[i] !== 0) step[i]! *= values[diagonalAt[i]!]!;
    system.solve(step);
    for (let i = 0; i < size; i++) zy[i]! += step[i]!;
    for (let i = 0; i < n; i++) if (held[i] !== 0) zy[i] = held[i] === 1 ? lower[i]! : upper[i]!;
  }
  mcp.evaluate(best, residuals);
  return { zy: best, residual: least, iterations, worst: worstRows(mcp, best, residuals) };
}
