import { doubted } from "./doubt.js";
import { marchHalving } from "./halving.js";
import { type Found, marchOutcome } from "./outcome.js";
import { marchPrograms } from "./program-simulation.js";
import type { Task } from "./task.js";

/** Marches from the start values, halving steps that cannot be solved; boundary conditions are not looked at. */
export function* simulation(task: Task): Generator<undefined, Found> {
  const { setup: declared, workspace, signal, report } = task;
  if (declared.compiled.kernels.program !== undefined) return yield* marchPrograms(task);
  const parameters = declared.parameters.slice();
  const { setup, path, march } = yield* marchHalving(declared, workspace.marcher, parameters, signal);
  const { steps: iteration, residual } = march;
  report({ phase: "march", iteration, residual, merit: 0.5 * residual * residual, stepLength: 1, stepKind: "newton" });
  return marchOutcome(setup, { parameters, path }, doubted(march, signal));
}
