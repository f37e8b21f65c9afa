import { type Compiled, startSlopes } from "../compile/compile-problem.js";
import type { Motion, Path } from "../compile/path.js";
import { endsOf } from "../compile/path.js";
import { stepReader } from "../compile/read-step.js";
import type { Setup } from "../compile/setup.js";
import { stepSlopes } from "../compile/step-slopes.js";

/** Gradients of a few numbers of a motion by all freed parameters, and by the inputs of every step. */
export interface Adjoint {
  /**
   * Marches backwards over a path that was solved with these parameters. `costates` (rows × states) holds ∂Υ/∂last and is
   * overwritten by the derivative by the state at the start, everything after it followed.
   */
  run(setup: Setup, motion: Motion, costates: Float64Array, into: Gradients): void;
}

/** Derivatives of a few numbers of a motion. */
export interface Gradients {
  /** By freed parameters (rows × freed), the start values not counted: ∂Υ/∂p is added. */
  readonly freed: Float64Array;
  /** By the inputs of every step (steps × rows × inputs), where given: written. */
  readonly inputs?: Float64Array;
}

/**
 * The transposed march. With ℓ = ∂Υ/∂(next states), which are implicit unknowns u or definitions d (`Propagation`),
 *
 *     R_uᵀ y = ℓ_u + d_uᵀ ℓ_d,     ℓ := d_nowᵀ ℓ_d − R_nowᵀ y,     ∂Υ/∂p += d_pᵀ ℓ_d − R_pᵀ y,     ∂Υ/∂w = d_wᵀ ℓ_d − R_wᵀ y:
 *
 * one transposed solve a step for each row of Υ, however many parameters or inputs there are.
 */
export function adjoint(compiled: Compiled): Adjoint {
  const { kernels, freed } = compiled;
  const { layout, model } = kernels;
  const { states } = layout;
  const slopes = stepSlopes(compiled);
  const { values, held } = slopes;
  const { row, col } = slopes.pattern;
  const { start: startEntries, freed: freedEntries, inputs: inputEntries } = slopes.sections;
  const n = slopes.size.unknowns;
  const frame = new Float64Array(layout.leaves.length);
  const read = stepReader(compiled);
  const width = model.inputs.length;
  // weights of the rows: −y, then ℓ_d
  const weight = new Float64Array(slopes.size.rows);
  const right = new Float64Array(n);
  const byInput = new Float64Array(width);
  const firstFreed = n + states;
  const firstInput = firstFreed + freed.length;
  // the next state that each implicit unknown and each definition is, or −1 for what lives inside the step
  const stateOf = (at: number): number => (at - layout.next >= 0 && at - layout.next < states ? at - layout.next : -1);
  const implicitState = Int32Array.from(kernels.implicit.at, stateOf);
  const definedState = Int32Array.from(kernels.defined.at, stateOf);

  /** One row over the step that is loaded: `costates` from `at` on, its part of `byFreed` from `into` on. */
  function back(costates: Float64Array, at: number, byFreed: Float64Array, into: number): void {
    for (let i = 0; i < definedState.length; i++)
      weight[n + i] = definedState[i] < 0 ? 0 : costates[at + definedState[i]];
    for (let i = 0; i < n; i++) right[i] = implicitState[i] < 0 ? 0 : costates[at + implicitState[i]];
    for (let p = 0; p < startEntries; p++) if (row[p] >= n) right[col[p]] += values[p] * weight[row[p]];
    slopes.solveTransposed(right);
    for (let i = 0; i < n; i++) weight[i] = held[i] === 1 ? 0 : -right[i];
    for (let i = 0; i < states; i++) costates[at + i] = 0;
    for (let p = startEntries; p < freedEntries; p++) costates[at + col[p] - n] += values[p] * weight[row[p]];
    for (let p = freedEntries; p < inputEntries; p++) byFreed[into + col[p] - firstFreed] += values[p] * weight[row[p]];
    byInput.fill(0);
    for (let p = inputEntries; p < row.length; p++) byInput[col[p] - firstInput] += values[p] * weight[row[p]];
  }

  return {
    run(setup, motion, costates, into) {
      const m = costates.length / states;
      frame.set(motion.parameters, layout.parameters);
      for (let k = setup.steps.h.length - 1; k >= 0; k--) {
        read(setup, motion, k, frame);
        slopes.load(frame);
        for (let r = 0; r < m; r++) {
          back(costates, r * states, into.freed, r * freed.length);
          into.inputs?.set(byInput, (k * m + r) * width);
        }
      }
    },
  };
}

/**
 * Υ(first, last, p) of a path and its slopes by the freed parameters (rows × freed), by the adjoint:
 * dΥ/dp = (∂Υ/∂first + ℓ₀) S₀ + ∂Υ/∂p + what the steps add.
 */
export function endSlopes(
  backwards: Adjoint,
  setup: Setup,
  parameters: Float64Array,
  path: Path,
): { values: Float64Array; slopes: Float64Array } {
  const { freed, kernels } = setup.compiled;
  const { conditions } = setup.compiled.formulas;
  const { states } = kernels.layout;
  const m = conditions.rows;
  const values = new Float64Array(m);
  const entries = new Float64Array(conditions.pattern.row.length);
  conditions.jacobian(endsOf(setup, parameters, path), values, entries);
  const { row, col } = conditions.pattern;
  const costates = new Float64Array(m * states);
  const slopes = new Float64Array(m * freed.length);
  for (let p = 0; p < entries.length; p++) {
    const c = col[p];
    if (c >= 2 * states) slopes[row[p] * freed.length + c - 2 * states] += entries[p];
    else if (c >= states) costates[row[p] * states + c - states] += entries[p];
  }
  backwards.run(setup, { parameters, path }, costates, { freed: slopes });
  for (let p = 0; p < entries.length; p++) if (col[p] < states) costates[row[p] * states + col[p]] += entries[p];
  const first = startSlopes(setup.compiled, parameters);
  for (let r = 0; r < m; r++)
    for (let f = 0; f < freed.length; f++)
      for (let i = 0; i < states; i++) slopes[r * freed.length + f] += costates[r * states + i] * first[f * states + i];
  return { values, slopes };
}
