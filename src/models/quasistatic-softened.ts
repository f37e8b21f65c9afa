import { lemke } from "../solve/lemke.js";
import type { Miqp } from "../solve/miqp-problem.js";
import type { QuasistaticLayout, QuasistaticStep } from "./quasistatic-instance.js";

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
 * increments eliminated, (12), (16), (17) are the linear complementarity problem of Stewart and Trinkle (1996) in
 * (P_n, P_f, Γ). Yields points x of the program, whose impulses do not matter; none where rounding ends the pivoting.
 */
export function* softenedMotions(
  { contacts, h, command }: QuasistaticStep,
  { columns, rows, length, impulse }: QuasistaticLayout,
  { A, rowLower }: Miqp,
): Generator<Float64Array | undefined, undefined> {
  const [actuated, normal, , , count] = columns;
  const [gapRow, , , elasticRow] = rows;
  const stiffest = contacts.reduce((most, { stiffness }) => Math.max(most, stiffness), 0);
  const size = count - normal; // impulses and slips
  const impulses = size - contacts.length;
  const increments = actuated + command.length;
  // rows φ⁺, ρ, s follow each other like columns P_n, P_f, Γ
  const B = new Float64Array((size + actuated) * count);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]!; p < A.colPtr[j + 1]!; p++)
      if (A.rowIdx[p]! < elasticRow) B[A.rowIdx[p]! * count + j] = A.values[p]!;
  const compliance = new Float64Array(increments);
  const drift = new Float64Array(actuated); // P_τu moves the object by itself
  const M = new Float64Array(size * size);
  const q = new Float64Array(size);
  for (const [stiffening, damping] of softenings) {
    compliance.fill(1 / damping, 0, actuated);
    compliance.fill(1 / ((stiffening * stiffest * h * length) / impulse || 1), actuated);
    for (let k = 0; k < actuated; k++) drift[k] = -rowLower[k]! * compliance[k]!;
    for (let i = 0; i < size; i++) {
      const r = (gapRow + i) * count;
      q[i] = -rowLower[gapRow + i]!;
      for (let k = 0; k < actuated; k++) q[i]! += B[r + k]! * drift[k]!;
      for (let j = 0; j < size; j++) {
        let sum = B[r + normal + j]!;
        // an impulse moves increments against the way in which they open its own row: Jᵀ of that row
        const jRow = (gapRow + j) * count;
        if (j < impulses) for (let k = 0; k < increments; k++) sum += B[r + k]! * compliance[k]! * B[jRow + k]!;
        M[i * size + j] = sum;
      }
    }
    const z = lemke(M, q);
    if (z === undefined) {
      yield undefined;
      continue;
    }
    const x = new Float64Array(count);
    for (let k = 0; k < increments; k++) {
      let sum = k < actuated ? -rowLower[k]! : 0;
      for (let j = 0; j < impulses; j++) sum += B[(gapRow + j) * count + k]! * z[j]!;
      x[k] = compliance[k]! * sum;
    }
    x.set(z, normal);
    yield x;
  }
}
