import type { Control } from "./problem.js";

/** A linear row Σ factor · unknown = 0 that holds a control to its shape. */
export type Tie = readonly (readonly [column: number, factor: number])[];

/** The ties of all controls, the coefficients that they add as unknowns, and how to fit these to a guess. */
export interface Shapes {
  readonly ties: readonly Tie[];
  readonly coefficients: number;
  /** Makes the coefficients in z follow the controls in z as well as they can. */
  fit(z: Float64Array): void;
}

/**
 * Shapes of controls over `count` steps: a value kept over several steps is tied to that of the first of them; a spline
 *
 *     u_k = Σ_j B_j(x_k) c_j,    x_k = (k + ½)/N,
 *
 * is tied to coefficients of cubic B-splines on equal, clamped knots (de Boor), so that the control starts at c_1 and
 * ends at c_n.
 */
export function shapesOf(
  shapes: readonly Control["shape"][],
  count: number,
  column: (step: number, control: number) => number,
  from: number,
): Shapes {
  const ties: Tie[] = [];
  const splines: { control: number; at: number; size: number }[] = [];
  let coefficients = 0;
  shapes.forEach((shape, control) => {
    if (shape === undefined) return;
    if ("every" in shape) {
      for (let k = 0; k < count; k++)
        if (k % shape.every !== 0)
          ties.push([
            [column(k, control), 1],
            [column(k - 1, control), -1],
          ]);
      return;
    }
    const at = from + coefficients;
    coefficients += shape.coefficients;
    splines.push({ control, at, size: shape.coefficients });
    for (let k = 0; k < count; k++) {
      const weights = bSpline((k + 0.5) / count, shape.coefficients);
      const used = [...weights.keys()].filter((j) => weights[j] !== 0);
      ties.push([[column(k, control), 1], ...used.map((j) => [at + j, -weights[j]] as const)]);
    }
  });
  return {
    ties,
    coefficients,
    fit(z) {
      // a spline's coefficients lie near its values at equal places
      for (const { control, at, size } of splines)
        for (let j = 0; j < size; j++)
          z[at + j] = z[column(Math.min(count - 1, Math.round((j / Math.max(size - 1, 1)) * (count - 1))), control)];
    },
  };
}

/** The values of `size` cubic B-splines on equal clamped knots at x in [0, 1]; they sum to one. */
function bSpline(x: number, size: number): number[] {
  const degree = Math.min(3, size - 1);
  const inner = size - degree;
  const knot = (i: number): number => Math.min(Math.max(i - degree, 0), inner) / inner;
  const values: number[] = Array.from({ length: size + degree }, (_, i) => (knot(i) <= x && x < knot(i + 1) ? 1 : 0));
  for (let d = 1; d <= degree; d++)
    for (let i = 0; i < size + degree - d; i++) {
      const left = knot(i + d) - knot(i);
      const right = knot(i + d + 1) - knot(i + 1);
      values[i] =
        (left > 0 ? ((x - knot(i)) / left) * values[i] : 0) +
        (right > 0 ? ((knot(i + d + 1) - x) / right) * values[i + 1] : 0);
    }
  return values.slice(0, size);
}
