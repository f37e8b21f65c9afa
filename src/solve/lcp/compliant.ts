import { lemke } from "./lemke.js";

/**
 * A linear complementarity problem beside unknowns x that follow its forces through springs and dampers,
 *
 *     0 ≤ z ⟂ w = D z + B x + b ≥ 0,   x_k = compliance_k (f_k + Σ_{j < pushing} B_jk z_j),
 *
 * of which z with j < `pushing` are forces. D and B by rows; f is zero behind its end.
 */
export interface CompliantLcp {
  readonly D: Float64Array;
  readonly B: Float64Array;
  readonly b: Float64Array;
  readonly f: Float64Array;
  readonly pushing: number;
}

/** A solution by Lemke's method with x condensed out, M = D + B diag(compliance) Bᵀ; undefined where it ends on a ray. */
export function solveCompliant(
  { D, B, b, f, pushing }: CompliantLcp,
  compliance: Float64Array,
): { readonly x: Float64Array; readonly z: Float64Array } | undefined {
  const size = b.length;
  const count = compliance.length;
  const drift = f.map((v, k) => v * compliance[k]); // x without any forces
  const M = new Float64Array(size * size);
  const q = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const r = i * count;
    q[i] = b[i];
    for (let k = 0; k < drift.length; k++) q[i] += B[r + k] * drift[k];
    for (let j = 0; j < size; j++) {
      let sum = D[i * size + j];
      if (j < pushing) for (let k = 0; k < count; k++) sum += B[r + k] * compliance[k] * B[j * count + k];
      M[i * size + j] = sum;
    }
  }
  const z = lemke(M, q);
  if (z === undefined) return undefined;
  const x = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let sum = k < f.length ? f[k] : 0;
    for (let j = 0; j < pushing; j++) sum += B[j * count + k] * z[j];
    x[k] = compliance[k] * sum;
  }
  return { x, z };
}
