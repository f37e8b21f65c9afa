import { factorDense, solveDense } from "../algebra/dense.js";
import type { Compiled } from "./bind.js";

/**
 * Carries S = ∂(state)/∂(freed parameters) through solved steps. With implicit unknowns u, rows R(u, now, p) = 0 and
 * definitions d(u, now, p),
 *
 *     R_u U = −(R_now S + R_p),     S⁺ = U on implicit states,   S⁺ = d_u U + d_now S + d_p on defined ones:
 *
 * one back-substitution a step for each freed parameter. An unknown that stays at its bound has U = 0 for its row.
 */
export interface Propagation {
  /** S at the start: the derivative of the start values. */
  begin(parameters: Float64Array, s: Float64Array): void;
  /** S over the step that stands solved in `frame`. */
  advance(frame: Float64Array, s: Float64Array): void;
}

/** Propagation for a compiled problem, with its memory. */
export function propagation(compiled: Compiled): Propagation {
  const { kernels, freed, start } = compiled;
  const { layout, implicitAt, definedAt } = kernels;
  const kernel = kernels.sensitivity();
  const n = implicitAt.length;
  const rows = n + definedAt.length;
  const { row, col, colPtr } = kernel.pattern;
  const values = new Float64Array(row.length);
  const residual = new Float64Array(rows);
  const dense = new Float64Array(n * n);
  const pivots = new Int32Array(n);
  // a bounded unknown that stands at its bound, its row open, stays there: the smaller side of the pair decides
  const held = new Uint8Array(n);
  const lower = kernels.implicit.map((unknown) => unknown.lower ?? Number.NEGATIVE_INFINITY);
  const upper = kernels.implicit.map((unknown) => unknown.upper ?? Number.POSITIVE_INFINITY);
  const bounded = [...lower.keys()].filter(
    (i) => lower[i]! > Number.NEGATIVE_INFINITY || upper[i]! < Number.POSITIVE_INFINITY,
  );
  const right = new Float64Array(rows);
  const step = new Float64Array(n);
  const { states } = layout;
  // columns stand in the order implicit unknowns, states at the start, freed parameters
  const startEntries = colPtr[n]!;
  const freedEntries = colPtr[n + states]!;
  const startValues = new Float64Array(states);
  const startJacobian = new Float64Array(start.pattern.row.length);

  function begin(parameters: Float64Array, s: Float64Array): void {
    start.jacobian(parameters, startValues, startJacobian);
    s.fill(0);
    const pattern = start.pattern;
    for (let p = 0; p < startJacobian.length; p++) s[pattern.col[p]! * states + pattern.row[p]!] = startJacobian[p]!;
  }

  function advance(frame: Float64Array, s: Float64Array): void {
    kernel.jacobian(frame, residual, values);
    for (const i of bounded) {
      const u = frame[implicitAt[i]!]!;
      held[i] = u - lower[i]! < residual[i]! || upper[i]! - u < -residual[i]! ? 1 : 0;
    }
    dense.fill(0);
    for (let p = 0; p < startEntries; p++)
      if (row[p]! < n && held[row[p]!] === 0) dense[row[p]! * n + col[p]!] = values[p]!;
    for (const i of bounded) if (held[i] === 1) dense[i * n + i] = 1;
    factorDense(dense, n, pivots);
    for (let f = 0; f < freed.length; f++) {
      const at = f * states;
      // R_now S + R_p in the rows, d_now S + d_p in the definitions
      right.fill(0);
      for (let p = startEntries; p < freedEntries; p++) right[row[p]!]! += values[p]! * s[at + col[p]! - n]!;
      for (let p = colPtr[n + states + f]!; p < colPtr[n + states + f + 1]!; p++) right[row[p]!]! += values[p]!;
      for (let i = 0; i < n; i++) step[i] = held[i] === 1 ? 0 : -right[i]!;
      solveDense(dense, n, pivots, step);
      for (let p = 0; p < startEntries; p++) if (row[p]! >= n) right[row[p]!]! += values[p]! * step[col[p]!]!;
      place(s, at, implicitAt, step, 0);
      place(s, at, definedAt, right, n);
    }
  }

  /** Next states into their places; unknowns inside the step end here. */
  function place(s: Float64Array, column: number, at: Int32Array, from: Float64Array, offset: number): void {
    for (let i = 0; i < at.length; i++) {
      const state = at[i]! - layout.next;
      if (state >= 0 && state < states) s[column + state] = from[offset + i]!;
    }
  }

  return { begin, advance };
}
