import { type Shooting, shoot } from "./shoot.js";
import { isSpent, type Range, shot } from "./shot.js";

/** The smallest part of the way to the conditions that is still tried at once. */
const smallest = 1 / 64;

/**
 * Continuation in the boundary data, for launches that shooting does not reach from afar: solves
 * Υ(p) = (1 − s) Υ(p₀) for s from 0 to 1, each from the last, halving the stride where that fails and doubling it
 * where it works. `failed` is what plain shooting left; it is returned where continuation comes no further.
 */
export function* continueConditions(
  range: Range,
  parameters: Float64Array,
  failed: Shooting,
): Generator<undefined, Shooting> {
  const { setup } = range;
  const start = setup.parameters.slice();
  const opening = yield* shot(range, start);
  if (opening.march.status !== "solved") return failed;
  const from = opening.values.slice();
  let shots = failed.shots + 1;
  let reached = start;
  let last = failed;
  for (let s = 0, stride = 0.5; s < 1; ) {
    const next = Math.min(1, s + stride);
    const trial = reached.slice();
    const shooting = yield* shoot(
      range,
      trial,
      from.map((x) => (1 - next) * x),
    );
    shots += shooting.shots;
    if (shooting.status === "cancelled") return { ...shooting, shots };
    if (shooting.status === "solved") {
      s = next;
      stride *= 2;
      reached = trial;
      last = shooting;
    } else {
      stride /= 2;
      if (stride < smallest || isSpent(range)) return { ...failed, shots };
    }
  }
  parameters.set(reached);
  return { ...last, shots };
}
