import type { Stepwise } from "../../algebra/stepwise.js";
import { type Mcp, naturalResidual, type WorstRow, worstRows } from "../mcp.js";
import type { KktSystem } from "./inertia.js";

/** The best point of an active-set polish, with its natural residual. */
export interface Polish {
  readonly zy: Float64Array;
  readonly residual: number;
  readonly iterations: number;
  readonly worst: readonly WorstRow[];
  /** The rows that nearly follow from others, by which multipliers drift without an end. */
  readonly repeated: readonly string[];
}

/** Proximal shifts of the unknowns and of the rows: small, so that they cost no speed, and rows may repeat each other. */
const small = { unknowns: 1e-8, rows: 1e-10 };
/** Shifts that rows may nearly repeat each other under: smaller ones magnify what they differ by into far multipliers. */
const large = { unknowns: 1e-6, rows: 1e-6 };
/** Small shifts that stall nearer than this stall by rows that nearly repeat each other, not by bounds that are unclear. */
const close = 1e-5;
const mostShift = 1;
const mostIterations = 30;
/** A residual that no step makes smaller. */
const leastResidual = 1e-13;
/** Steps that bring no smaller residual before the polish gives up; below `near` only rounding is left to remove. */
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
export function* polish(mcp: Mcp, system: KktSystem, start: Float64Array): Stepwise<Polish> {
  const { lower, upper } = mcp;
  const { matrix, diagonalAt, unknowns: n } = system.pattern;
  const { values, colPtr, rowIdx } = matrix;
  const size = start.length;
  const zy = Float64Array.from(start, (x, i) => Math.min(upper[i], Math.max(lower[i], x)));
  const residuals = new Float64Array(size);
  const step = new Float64Array(size);
  const held = new Uint8Array(size);
  const jacobian = new Float64Array(values.length);
  let best = zy.slice();
  let least = Number.POSITIVE_INFINITY;
  let idle = 0;
  let shift = small;
  let iterations = 0;
  for (; mcp.evaluate(zy, residuals, jacobian); iterations++) {
    const residual = naturalResidual(mcp, zy, residuals);
    if (residual < least) {
      idle = residual > 0.5 * least ? idle + 1 : 0;
      least = residual;
      best = zy.slice();
    } else idle++;
    if (residual <= leastResidual || iterations === mostIterations) break;
    if (idle >= (least <= near ? 1 : patience)) {
      if (least <= near || least > close || shift === large) break;
      shift = large;
      idle = 0;
      zy.set(best);
      mcp.evaluate(zy, residuals, jacobian);
    }
    for (let i = 0; i < size; i++) {
      const target = zy[i] - residuals[i];
      held[i] = target < lower[i] ? 1 : target > upper[i] ? 2 : 0;
      step[i] = held[i] === 0 ? -residuals[i] : (held[i] === 1 ? lower[i] : upper[i]) - zy[i];
    }
    // the columns of what is held move by known steps
    for (let j = 0; j < size; j++) {
      const known = held[j] === 0 ? 0 : step[j];
      for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
        const i = rowIdx[p];
        if (held[j] !== 0 && held[i] === 0) step[i] -= jacobian[p] * known;
        values[p] = held[j] !== 0 || held[i] !== 0 ? (i === j ? 1 : 0) : jacobian[p];
      }
    }
    let delta = shift.unknowns;
    while (!(yield* system.factorWith(delta, shift.rows)) && delta < mostShift) delta *= 100;
    if (delta >= mostShift) break;
    // the shifts are left in the matrix, also where an unknown is held: undone by the factor 1 + δ there
    for (let i = 0; i < n; i++) if (held[i] !== 0) step[i] *= values[diagonalAt[i]];
    system.solve(step);
    yield;
    for (let i = 0; i < size; i++) zy[i] += step[i];
    for (let i = 0; i < n; i++) if (held[i] !== 0) zy[i] = held[i] === 1 ? lower[i] : upper[i];
  }
  mcp.evaluate(best, residuals);
  const repeated = shift === large && least > leastResidual ? repeatedRows(mcp, step, n, least) : [];
  return { zy: best, residual: least, iterations, worst: worstRows(mcp, best, residuals), repeated };
}

/** Share of the largest drift that makes a row one of those that repeat each other. */
const share = 1e-3;

/**
 * A violation of rows that no step changes moves their multipliers by v/δ_c in every step, v in the null space of Jᵀ: the
 * rows in it follow from each other. Conditions stand behind the steps, so the last ones are what was asked too much.
 */
function repeatedRows(mcp: Mcp, step: Float64Array, n: number, residual: number): string[] {
  const drift = step.subarray(n).map(Math.abs);
  const most = drift.reduce((a, b) => Math.max(a, b), 0);
  if (most * large.rows < 0.1 * residual) return [];
  return [...drift.keys()].filter((r) => drift[r] >= share * most).map((r) => mcp.name(n + r));
}
