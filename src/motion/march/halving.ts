import { assemblyColumns } from "../../mechanics/assembly.js";
import { emptyPath, type Path } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { halve, halvings } from "../problem/grid.js";
import { type March, type Marcher, marchOn } from "./march.js";

/** How often a step is halved at most: an eighth of a step sees another contact, or none will. */
const mostHalvings = 3;

/** A march on a grid that was made finer where a step could not be solved. */
export interface HalvedMarch {
  /** The problem on the grid that was marched. */
  readonly setup: Setup;
  readonly path: Path;
  readonly march: March;
}

/** Marches from the start to the end; a step that cannot be solved is halved, three times at most. */
export function* marchHalving(
  setup: Setup,
  marcher: Marcher,
  parameters: Float64Array,
  signal: AbortSignal | undefined,
): Generator<undefined, HalvedMarch> {
  const { kernels } = setup.compiled;
  let on = setup;
  let path = emptyPath(kernels, setup.steps.h.length);
  marcher.begin(parameters, setup.steps, path, false);
  for (;;) {
    const march = yield* marchOn(marcher, on.steps.h.length, signal);
    const k = march.steps;
    if (march.failure === undefined || halvings(on.steps, k) >= mostHalvings) return { setup: on, path, march };
    on = withSteps(on, halve(on.steps, k));
    const longer = emptyPath(kernels, on.steps.h.length);
    longer.states.set(path.states.subarray(0, (k + 1) * kernels.layout.states));
    longer.insides.set(path.insides.subarray(0, k * kernels.layout.insides));
    if (path.assembly !== undefined && longer.assembly !== undefined) {
      longer.assembly.columns.set(path.assembly.columns.subarray(0, k * assemblyColumns.length));
      longer.assembly.kept.push(...path.assembly.kept.slice(0, k + 1));
    }
    path = longer;
    marcher.resume(k, on.steps, path);
  }
}
