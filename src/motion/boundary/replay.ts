import { emptyPath, endsOf } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { contactGrid, type StepLengths } from "../march/contact-grid.js";
import { marchOn } from "../march/march.js";
import type { Task } from "../march/task.js";

/** Parts of a step in which a launch is replayed: backward Euler then has a tenth of its error. */
const parts = 10;

/**
 * Υ of the same launch on steps of a tenth, which follow its own contacts: an estimate of the error that does not come from
 * the grid that the launch was found on. Undefined where the replay breaks off.
 */
export function* replay(
  { setup, workspace: { marcher }, signal }: Task,
  parameters: Float64Array,
  { flight, contact }: StepLengths,
): Generator<undefined, Float64Array | undefined> {
  const lengths = { flight: flight / parts, contact: contact / parts };
  const steps = yield* contactGrid({ setup, marcher, signal }, parameters, lengths);
  if (steps === undefined) return undefined;
  const on: Setup = withSteps(setup, steps);
  const path = emptyPath(setup.compiled.kernels, steps.h.length);
  marcher.begin(parameters, steps, path, false);
  const { status } = yield* marchOn(marcher, steps.h.length, signal);
  if (status !== "solved") return undefined;
  const { conditions } = setup.compiled.formulas;
  const values = new Float64Array(conditions.rows);
  conditions.residual(endsOf(on, parameters, path), values);
  return values;
}
