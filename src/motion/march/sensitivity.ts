import { type Compiled, startSlopes } from "../compile/compile-problem.js";
import { stepSlopes } from "../compile/step-slopes.js";

/**
 * Carries S = ∂(state)/∂(freed parameters) forwards through solved steps. With implicit unknowns u, rows R(u, now, p) = 0
 * and definitions d(u, now, p),
 *
 *     R_u U = −(R_now S + R_p),     S⁺ = U on implicit states,   S⁺ = d_u U + d_now S + d_p on defined ones:
 *
 * one back-substitution a step for each freed parameter. An unknown that stays at its bound has U = 0 for its row.
 * Inputs that follow a freed parameter are written into the rows, so that they are a part of R_p and d_p.
 */
export interface Propagation {
  /** S at the start: the derivative of the start values. */
  begin(parameters: Float64Array, s: Float64Array): void;
  /** S over the step that stands solved in `frame`. */
  advance(frame: Float64Array, s: Float64Array): void;
}

/** Propagation for a compiled problem, with its memory. */
export function propagation(compiled: Compiled): Propagation {
  const { kernels, freed } = compiled;
  const { layout } = kernels;
  const [implicitAt, definedAt] = [kernels.implicit.at, kernels.defined.at];
  const slopes = stepSlopes(compiled);
  const { values, held } = slopes;
  const { row, col, colPtr } = slopes.pattern;
  const { start: startEntries, freed: freedEntries } = slopes.sections;
  const n = slopes.size.unknowns;
  const right = new Float64Array(slopes.size.rows);
  const ofDefinitions = right.subarray(n);
  const step = new Float64Array(n);
  const { states } = layout;

  function begin(parameters: Float64Array, s: Float64Array): void {
    s.set(startSlopes(compiled, parameters));
  }

  function advance(frame: Float64Array, s: Float64Array): void {
    slopes.load(frame);
    for (let f = 0; f < freed.length; f++) {
      const at = f * states;
      // R_now S + R_p in the rows, d_now S + d_p in the definitions
      right.fill(0);
      for (let p = startEntries; p < freedEntries; p++) right[row[p]] += values[p] * s[at + col[p] - n];
      for (let p = colPtr[n + states + f]; p < colPtr[n + states + f + 1]; p++) right[row[p]] += values[p];
      for (let i = 0; i < n; i++) step[i] = held[i] === 1 ? 0 : -right[i];
      slopes.solve(step);
      for (let p = 0; p < startEntries; p++) if (row[p] >= n) right[row[p]] += values[p] * step[col[p]];
      place(s, at, implicitAt, step);
      place(s, at, definedAt, ofDefinitions);
    }
  }

  /** Next states into their places; unknowns inside the step end here. */
  function place(s: Float64Array, column: number, at: Int32Array, from: Float64Array): void {
    for (let i = 0; i < at.length; i++) {
      const state = at[i] - layout.next;
      if (state >= 0 && state < states) s[column + state] = from[i];
    }
  }

  return { begin, advance };
}
