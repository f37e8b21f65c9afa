import type { Stepwise } from "../../algebra/stepwise.js";
import type { Status } from "../../solve/mcp.js";
import { placeAt, stateAt } from "../compile/between.js";
import type { Path } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { branchesMade } from "../exact/branches.js";
import { exactOf, walkerOf } from "../exact/exact.js";
import { heldInputs } from "../exact/held.js";
import { recorder } from "../exact/record.js";
import type { Task } from "../march/task.js";

/** Elements of a motion that scatters keep this part of its accuracy. */
const part = 0.1;

/** The tolerance of the elements of motions that scatter. */
export const toleranceOf = (setup: Setup): number => part * exactOf(setup).accuracy;

/** A share of some thousand draws knows nothing of a margin below the first, nor of errors of so many times the accuracy. */
const [least, times] = [1e-3, 10];

/** The tolerance of the elements of motions that are only counted. */
export const countedTolerance = (setup: Setup): number => Math.min(least, times * exactOf(setup).accuracy);

/** A motion on its own elements, with all that trajectories are made of. */
export interface ElementMotion {
  readonly status: Status;
  readonly setup: Setup;
  readonly path: Path;
}

/** Marches one motion by elements; how far a finer computation would move it is not asked. */
export function* elementMotion(
  task: Pick<Task, "setup" | "workspace" | "signal">,
  parameters: Float64Array,
  tolerance = toleranceOf(task.setup),
): Stepwise<ElementMotion> {
  const { setup, signal } = task;
  const { end } = exactOf(setup);
  yield* branchesMade(setup.compiled);
  const walker = walkerOf(task);
  const notes = recorder(setup.compiled, parameters, walker.element);
  const held = heldInputs(setup, parameters);
  const asked = { end, tolerance, sensitivities: false, signal, held, notes };
  const march = yield* walker.march(parameters, asked);
  const { steps, path } = notes.finish(march.state, { value: Number.NaN, row: "" }, end);
  return { status: march.status, setup: withSteps(setup, steps), path };
}

/** The states of a motion at some times [s], times × states. */
export function statesAt({ setup, path }: Pick<ElementMotion, "setup" | "path">, times: Float64Array): Float64Array {
  const { states } = setup.compiled.kernels.layout;
  const all = new Float64Array(times.length * states);
  times.forEach((time, k) => {
    stateAt(path, states, placeAt(setup.steps, time), all.subarray(k * states, (k + 1) * states));
  });
  return all;
}
