import type { Stepwise } from "../../algebra/stepwise.js";
import type { Marching, Nominal } from "./band.js";
import { elementMotion, statesAt, toleranceOf } from "./elements.js";

/** Elements may move a state by this part of its deviation, which no comparison of bands sees. */
const hardly = 0.05;
/** Deviations below this part of the largest of their state, or below so many of its scales, are none. */
const [none, rounding] = [1e-3, 1e-8];
/** Elements are made so much finer, down to these. */
const [finer, finest] = [0.1, 1e-9];

/** The motion of the means, and the tolerance of the elements of samples. */
interface Sharpened {
  readonly nominal: Nominal;
  readonly tolerance: number | undefined;
}

/**
 * The motion of the means by elements whose error is no part of the scatter, where those of the declared accuracy have a larger one:
 * samples that scatter by less than the accuracy were taken for another band than that of their slopes.
 */
export function* sharpened(marching: Marching, nominal: Nominal): Stepwise<Sharpened> {
  const { setup, signal } = marching;
  const { deviations } = nominal;
  if (setup.exact === undefined || !nominal.isSolved || deviations === undefined)
    return { nominal, tolerance: undefined };
  const declared = toleranceOf(setup);
  const sizes = sizesOf(marching, deviations);
  const far = (a: Float64Array, b: Float64Array): boolean => a.some((x, i) => Math.abs(x - b[i]) > hardly * sizes[i]);
  let [tolerance, coarse] = [declared, nominal.states];
  let known = yield* elementMotion(marching, setup.parameters, tolerance);
  let states = statesAt(known, setup.steps.t);
  for (;;) {
    const fine = yield* elementMotion(marching, setup.parameters, finer * tolerance);
    if (signal?.aborted || known.status !== "solved" || fine.status !== "solved")
      return { nominal, tolerance: undefined };
    const next = statesAt(fine, setup.steps.t);
    const isFar = far(states, next) || far(coarse, next);
    if (!isFar || finer * tolerance < finest) break;
    tolerance *= finer;
    [known, states, coarse] = [fine, next, next];
  }
  if (tolerance === declared) return { nominal, tolerance: undefined };
  const read = { steps: known.setup.steps, path: known.path };
  return { nominal: { ...nominal, states, read }, tolerance };
}

/** Deviations of every state at every point; infinite where it has none. */
function sizesOf({ setup }: Marching, deviations: Float64Array): Float64Array {
  const { model } = setup.compiled;
  const states = model.state.length;
  const least = model.state.map(({ scale }, i) => {
    let largest = 0;
    for (let at = i; at < deviations.length; at += states) largest = Math.max(largest, deviations[at]);
    return Math.max(rounding * scale, none * largest);
  });
  return deviations.map((one, at) => (one > least[at % states] ? one : Number.POSITIVE_INFINITY));
}
