import { pow } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { meriting } from "./semismooth.js";
import type { NewtonState, StepKind } from "./state.js";

/** Longest walk along the projected residual: with the doubling step it covers any distance that matters. */
const walk = 40;

/**
 * A point to restart from for an iteration that is stuck, written into `search.trial`. Even attempts walk along the
 * projected residual z ← mid(l, u, z − α c F̂), with α doubling: where the merit has a minimum without a solution the
 * sign of F still says which way a complementarity solution lies (Billups' example). Odd ones perturb every unknown by
 * its scale times a growing random number.
 */
export function* restartPoint(
  { system: s, iterate, search, fallback }: NewtonState,
  attempt: number,
): Stepwise<StepKind> {
  const { lower, upper } = s.mcp;
  const { z } = iterate;
  const { trial } = search;
  const { row: rowScale, column: columnScale } = s.scale;
  if (attempt % 2 === 0) {
    const here = yield* meriting(s, z);
    trial.set(z);
    let left = here;
    let alpha = 0.125 * pow(4, attempt / 2);
    for (let k = 0; k < walk; k++, alpha *= 2) {
      for (let i = 0; i < trial.length; i++) {
        // no unknown moves by more than alpha of its scales: the walk explores, it does not jump
        const push = Math.max(-1, Math.min(1, rowScale[i] * s.residual[i])) * alpha;
        trial[i] = Math.min(upper[i], Math.max(lower[i], trial[i] - columnScale[i] * push));
      }
      const value = yield* meriting(s, trial);
      if (value === Number.POSITIVE_INFINITY) break;
      // over a ridge and down again
      if (left > 2 * here && value < left) return "projected";
      if (value < 0.5 * here) return "projected";
      left = value;
    }
  }
  const reach = 0.1 * pow(3, attempt);
  for (let i = 0; i < trial.length; i++) {
    const at =
      z[i] + columnScale[i] * reach * (2 * fallback.random() - 1) * Math.max(1, Math.abs(z[i] / columnScale[i]));
    trial[i] = Math.min(upper[i], Math.max(lower[i], at));
  }
  return "perturbed";
}
