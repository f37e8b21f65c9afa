import { hypot } from "../../algebra/elementary/elementary.js";
/**
 * Complementarity functions φ with φ(a, b) = 0 ⟺ a ≥ 0, b ≥ 0, ab = 0, and an element of their generalised gradient.
 * All three have the sign of min(a, b), so that a free row F = 0 may stand beside them.
 */
export type ComplementarityName = "fischer" | "penalised-fischer" | "minimum";

/** Writes [φ(a, b), ∂φ/∂a, ∂φ/∂b] into `out`. */
export type ComplementarityFunction = (a: number, b: number, out: Float64Array) => void;

/**
 * Fischer–Burmeister: φ = a + b − √(a² + b²) (Fischer 1992).
 * At the origin, where the generalised gradient is the disk (1, 1) − {‖ξ‖ ≤ 1}, the element (1 − √½, 1 − √½).
 */
function fischer(a: number, b: number, out: Float64Array): void {
  let r = Math.sqrt(a * a + b * b);
  if (!(r < Number.POSITIVE_INFINITY)) r = hypot(a, b); // squares overflow from 1e154 on
  if (r === 0) {
    out[0] = 0;
    out[1] = 1 - Math.SQRT1_2;
    out[2] = 1 - Math.SQRT1_2;
    return;
  }
  // as written the sum cancels where a or b is positive: these forms keep every digit of the smaller one, so that a
  // bound of 1e20, meant as none, leaves the row's own residual
  if (a > 0) out[0] = b > 0 ? 2 * b * (a / (a + b + r)) : b - b * (b / (a + r));
  else out[0] = b > 0 ? a - a * (a / (b + r)) : a + b - r;
  out[1] = 1 - a / r;
  out[2] = 1 - b / r;
}

/** Weight of the Fischer–Burmeister part, as Chen, Chen and Kanzow (2000) recommend. */
const penaltyWeight = 0.95;

/**
 * Penalised Fischer–Burmeister: φ = λ φ_FB + (1 − λ) a₊ b₊ with λ = 0.95 (Chen, Chen, Kanzow 2000): it also grows
 * where both a and b do. At a₊ = 0 or b₊ = 0 the penalty adds the element (0, 0).
 */
function penalisedFischer(a: number, b: number, out: Float64Array): void {
  fischer(a, b, out);
  out[0] *= penaltyWeight;
  out[1] *= penaltyWeight;
  out[2] *= penaltyWeight;
  if (a > 0 && b > 0) {
    out[0] += (1 - penaltyWeight) * a * b;
    out[1] += (1 - penaltyWeight) * b;
    out[2] += (1 - penaltyWeight) * a;
  }
}

/** Natural map: φ = min(a, b). At a tie the element (0, 1) of the generalised gradient: the row of F. */
function minimum(a: number, b: number, out: Float64Array): void {
  const first = a < b;
  out[0] = first ? a : b;
  out[1] = first ? 1 : 0;
  out[2] = first ? 0 : 1;
}

/** Every complementarity function by name; `fischer` is the default of the Newton. */
export const complementarityFunctions: Readonly<Record<ComplementarityName, ComplementarityFunction>> = {
  fischer,
  "penalised-fischer": penalisedFischer,
  minimum,
};
