import { merit, type Semismooth } from "./semismooth.js";
import type { StepKind } from "./state.js";

/** Longest walk along the projected residual: with the doubling step it covers any distance that matters. */
const walk = 40;

/**
 * A point elsewhere for an iteration that is stuck, written into `trial`. Even rescues walk along the projected
 * residual z ← mid(l, u, z − α c F̂), with α doubling: where the merit has a valley without a solution the sign of F
 * still says which way a complementarity solution lies (Billups' example). Odd ones perturb every unknown by its scale
 * times a growing random number.
 */
export function rescue(
  s: Semismooth,
  z: Float64Array,
  trial: Float64Array,
  attempt: number,
  random: () => number,
): StepKind {
  const { lower, upper } = s.mcp;
  if (attempt % 2 === 0) {
    const here = merit(s, z);
    trial.set(z);
    let left = here;
    let alpha = 0.125 * 4 ** (attempt / 2);
    for (let k = 0; k < walk; k++, alpha *= 2) {
      for (let i = 0; i < trial.length; i++) {
        // no unknown moves by more than alpha of its scales: the walk explores, it does not jump
        const push = Math.max(-1, Math.min(1, s.rowScale[i]! * s.residual[i]!)) * alpha;
        trial[i] = Math.min(upper[i]!, Math.max(lower[i]!, trial[i]! - s.columnScale[i]! * push));
      }
      const value = merit(s, trial);
      if (value === Number.POSITIVE_INFINITY) break;
      // over the ridge and down again: a new valley
      if (left > 2 * here && value < left) return "projected";
      if (value < 0.5 * here) return "projected";
      left = value;
    }
  }
  const reach = 0.1 * 3 ** attempt;
  for (let i = 0; i < trial.length; i++) {
    const at =
      z[i]! + s.columnScale[i]! * reach * (2 * random() - 1) * Math.max(1, Math.abs(z[i]! / s.columnScale[i]!));
    trial[i] = Math.min(upper[i]!, Math.max(lower[i]!, at));
  }
  return "perturbed";
}

/** Mulberry32: a small seeded generator of numbers in [0, 1); the same seed gives the same numbers everywhere. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
