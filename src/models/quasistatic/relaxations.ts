import { solveCompliant } from "../../solve/lcp/compliant.js";
import type { Miqp } from "../../solve/miqp/problem.js";
import type { QuasistaticLayout } from "./layout.js";
import type { QuasistaticStep } from "./linearised.js";

/**
 * How stiff the springs of the joints are, as multiples of the stiffest contact, and how much the damper of the object
 * resists, in units of impulse over length. The first squeezes about as much as all contacts do, and the object hardly
 * feels its damper; stiffer springs tell slips apart that softer ones hide, and a damper of order one keeps what slides
 * in a grasp from falling out of it.
 */
const softenings = [
  [10, 1e-2],
  [1e3, 1e-2],
  [1e3, 1],
  [1e4, 1e-2],
] as const;

/**
 * Motions near the step's solution, from problems that always have one: joints follow the command through springs,
 * k(Δq_a − Δq̄_a) = J_naᵀP_n + J_faᵀP_f, and a damper holds the object, d Δq_u = J_nuᵀP_n + J_fuᵀP_f + P_τu. With the
 * increments condensed out, (12), (16), (17) are the linear complementarity problem of Stewart and Trinkle (1996) in
 * (P_n, P_f, Γ). Yields points x of the program, whose impulses do not matter; none where rounding ends the pivoting.
 */
export function* relaxedMotions(
  { contacts, h }: QuasistaticStep,
  { columns, rows, length, impulse }: QuasistaticLayout,
  { A, rowLower }: Miqp,
): Generator<Float64Array | undefined, undefined> {
  const { actuated, normal, count } = columns;
  const stiffest = contacts.reduce((most, { stiffness }) => Math.max(most, stiffness), 0);
  const size = count - normal; // impulses and slips
  // rows φ⁺, ρ, s follow each other like columns P_n, P_f, Γ
  const B = new Float64Array(size * normal);
  const D = new Float64Array(size * size);
  for (let j = 0; j < count; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) {
      const i = A.rowIdx[p] - rows.gap;
      if (i < 0 || i >= size) continue;
      if (j < normal) B[i * normal + j] = A.values[p];
      else D[i * size + j - normal] = A.values[p];
    }
  const b = rowLower.slice(rows.gap, rows.elastic).map((v) => -v);
  const f = rowLower.slice(0, actuated).map((v) => -v); // P_τu moves the object by itself
  const compliance = new Float64Array(normal);
  for (const [stiffening, damping] of softenings) {
    compliance.fill(1 / damping, 0, actuated);
    compliance.fill(1 / ((stiffening * stiffest * h * length) / impulse || 1), actuated);
    const found = solveCompliant({ D, B, b, f, pushing: size - contacts.length }, compliance);
    if (found === undefined) yield undefined;
    else yield Float64Array.of(...found.x, ...found.z);
  }
}
