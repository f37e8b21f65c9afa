import { lemke } from "../solve/lemke.js";
import type { Miqp } from "../solve/miqp-problem.js";
import type { QuasistaticLayout, QuasistaticStep } from "./quasistatic-instance.js";

/** The joints' springs are this many times as stiff as the stiffest contact, so that they squeeze as much as all do. */
const stiffening = 10;
/** Damping of the object, in units of impulse over length: small, so that it hardly bears load. */
const damping = 1e-2;

/**
 * A motion near the step's solution, from a problem that always has one: joints follow the command through springs,
 * k(Δq_a − Δq̄_a) = J_naᵀP_n + J_faᵀP_f, and a weak damper holds the object, d Δq_u = J_nuᵀP_n + J_fuᵀP_f + P_τu. With
 * the increments eliminated, (12), (16), (17) are the linear complementarity problem of Stewart and Trinkle (1996) in
 * (P_n, P_f, Γ). Returns x of the program, whose impulses do not matter.
 */
export function softenedMotion(
  { contacts, h, command }: QuasistaticStep,
  { columns, rows, length, impulse }: QuasistaticLayout,
  { A, rowLower }: Miqp,
): Float64Array | undefined {
  const [actuated, normal, , , count] = columns;
  const [gapRow, , , elasticRow] = rows;
  const stiffest = contacts.reduce((most, { stiffness }) => Math.max(most, stiffness), 0);
  const spring = (stiffening * stiffest * h * length) / impulse || 1;
  const size = count - normal; // impulses and slips
  const increments = actuated + command.length;
  // rows φ⁺, ρ, s follow each other like columns P_n, P_f, Γ
  const B = new Float64Array((size + actuated) * count);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]!; p < A.colPtr[j + 1]!; p++)
      if (A.rowIdx[p]! < elasticRow) B[A.rowIdx[p]! * count + j] = A.values[p]!;
  const compliance = Float64Array.from({ length: increments }, (_, k) => 1 / (k < actuated ? damping : spring));
  // P_τu moves the object by itself
  const drift = Float64Array.from({ length: actuated }, (_, k) => -rowLower[k]! * compliance[k]!);
  const M = new Float64Array(size * size);
  const q = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const r = (gapRow + i) * count;
    q[i] = -rowLower[gapRow + i]!;
    for (let k = 0; k < actuated; k++) q[i]! += B[r + k]! * drift[k]!;
    for (let j = 0; j < size; j++) {
      let sum = B[r + normal + j]!;
      // an impulse moves increments against the way in which they open its own row: Jᵀ of that row
      const jRow = (gapRow + j) * count;
      if (j < size - contacts.length)
        for (let k = 0; k < increments; k++) sum += B[r + k]! * compliance[k]! * B[jRow + k]!;
      M[i * size + j] = sum;
    }
  }
  const z = lemke(M, q);
  if (z === undefined) return undefined;
  const x = new Float64Array(count);
  for (let k = 0; k < increments; k++) {
    let sum = k < actuated ? -rowLower[k]! : 0;
    for (let j = 0; j < size - contacts.length; j++) sum += B[(gapRow + j) * count + k]! * z[j]!;
    x[k] = compliance[k]! * sum;
  }
  x.set(z, normal);
  return x;
}
