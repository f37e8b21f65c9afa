import { type Bound, withSteps } from "./bind.js";
import { halved, halvings } from "./grid.js";
import { emptyPath, type March, type Marcher, marchOn, type Path } from "./march.js";

/** How often a step is halved at most: an eighth of a step sees another contact, or none will. */
const mostHalvings = 3;

/** A march on a grid that was made finer where a step could not be solved. */
export interface HalvedMarch {
  /** The problem on the grid that was marched. */
  readonly bound: Bound;
  readonly path: Path;
  readonly march: March;
}

/** Marches from the start to the end; a step that cannot be solved is halved, three times at most. */
export function* marchHalving(
  bound: Bound,
  marcher: Marcher,
  parameters: Float64Array,
  signal: AbortSignal | undefined,
): Generator<undefined, HalvedMarch> {
  const { kernels } = bound.compiled;
  let on = bound;
  let path = emptyPath(kernels, bound.steps.h.length);
  marcher.begin(parameters, bound.steps, path, false);
  for (;;) {
    const march = yield* marchOn(marcher, on.steps.h.length, signal);
    const k = march.steps;
    if (march.failure === undefined || halvings(on.steps, k) >= mostHalvings) return { bound: on, path, march };
    on = withSteps(on, halved(on.steps, k));
    const longer = emptyPath(kernels, on.steps.h.length);
    longer.states.set(path.states.subarray(0, (k + 1) * kernels.layout.states));
    longer.insides.set(path.insides.subarray(0, k * kernels.layout.insides));
    path = longer;
    marcher.resume(k, on.steps, path);
  }
}
