import { factorDense, solveDense } from "../algebra/dense.js";
import type { StepSolver } from "../mechanics/program.js";
import { modeLetters } from "./quasistatic-mode.js";
import type { StepSize } from "./quasistatic-step.js";

/** What a contact drifts by: its gap, then along its two tangents; one tangent in the plane. */
export const driftRows = (edges: number): number => (edges > 2 ? 3 : 2);

/** Gaps below this [m] are closed: ten atoms. What a drive closes in its next step may not depend on them. */
const closed = 1e-9;
/** Drifts below this are rounding [m]. */
const rounding = 1e-15;
/** Motions that no contact resists by more than this, beside the largest, are left alone. */
const damping = 1e-9;

/**
 * Post-stabilisation of grasped parts. (13) moves contacts by their slopes at the start of the step, so that what turns
 * drifts by O(‖Δq‖²): faces tilt against fingers, and parts creep through a grasp that holds them. After each step parts
 * move by the δ of least squares that gives contacts which push or would penetrate a gap of zero, and material points
 * which stick no way along each other:
 *
 *     min Σ ‖d_i + D_i δ‖²,   d_i the drift of contact i at the end of the step, D_i its slope over Δq_u,
 *
 * with rotations counted by half-diameters. Drives stay where they are.
 */
export function settleParts(size: StepSize): StepSolver["settle"] {
  const { nu, edges } = size;
  const matrix = new Float64Array(nu * nu);
  const right = new Float64Array(nu);
  const pivots = new Int32Array(nu);

  /** The drift of one direction of a contact at `at`, and its slopes after it, into the normal equations. */
  function take(drift: Float64Array, at: number, lengths: Float64Array): number {
    const d = drift[at]!;
    for (let j = 0; j < nu; j++) {
      const slope = drift[at + 1 + j]! / lengths[j]!;
      right[j]! -= slope * d;
      for (let k = 0; k < nu; k++) matrix[j * nu + k]! += (slope * drift[at + 1 + k]!) / lengths[k]!;
    }
    return Math.abs(d);
  }

  return (drift, answer, correction) => {
    const mode = modeLetters(size, answer);
    const lengths = drift.subarray(drift.length - nu);
    matrix.fill(0);
    right.fill(0);
    let worst = 0;
    let at = 0;
    edges.forEach((count, i) => {
      const pushes = mode[i] !== "-";
      const sticks = mode[i] === "o";
      for (let row = 0; row < driftRows(count); row++) {
        if (row === 0 ? pushes || drift[at]! < closed : sticks) worst = Math.max(worst, take(drift, at, lengths));
        at += 1 + nu;
      }
    });
    if (worst <= rounding) return false;
    const largest = Math.max(...Array.from({ length: nu }, (_, j) => matrix[j * nu + j]!));
    for (let j = 0; j < nu; j++) matrix[j * nu + j]! += damping * largest;
    if (factorDense(matrix, nu, pivots) >= 0) return false;
    solveDense(matrix, nu, pivots, right);
    correction.fill(0);
    for (let j = 0; j < nu; j++) correction[j] = right[j]! / lengths[j]!;
    return true;
  };
}
