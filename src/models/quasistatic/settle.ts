import type { StepSolver } from "../../mechanics/program.js";
import { addRow, clearRows, leastSquares, solveRows } from "../../solve/least-squares.js";
import { modeLetters } from "./mode.js";
import type { StepSize } from "./step.js";

/** Numbers of the drift of a contact: its gap, then along its two tangents; one tangent in the plane. */
export const driftRows = (edges: number): number => (edges > 2 ? 3 : 2);

/** Gaps below this [m] are closed: ten atoms. What a drive closes in its next step may not depend on them. */
const closed = 1e-9;
/** Drifts below this are none [m]. */
const leastDrift = 1e-15;
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
  const equations = leastSquares(nu);
  return (drift, answer, correction) => {
    const mode = modeLetters(size, answer);
    const lengths = drift.subarray(drift.length - nu);
    clearRows(equations);
    let worst = 0;
    let at = 0;
    edges.forEach((count, i) => {
      const pushes = mode[i] !== "-";
      const sticks = mode[i] === "o";
      for (let row = 0; row < driftRows(count); row++) {
        if (row === 0 ? pushes || drift[at] < closed : sticks)
          worst = Math.max(worst, addRow(equations, drift, at, lengths));
        at += 1 + nu;
      }
    });
    if (worst <= leastDrift || !solveRows(equations, damping)) return false;
    correction.fill(0);
    for (let j = 0; j < nu; j++) correction[j] = equations.right[j] / lengths[j];
    return true;
  };
}
