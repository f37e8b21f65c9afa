import { marchHalving } from "./halving.js";
import { wholeHorizon } from "./horizon.js";
import { type Found, marched } from "./outcome.js";
import { marchPrograms } from "./program-march.js";
import type { Task } from "./task.js";
import { borrow, giveBack } from "./workspace.js";

/** Marches from the start values, halving steps that cannot be solved; boundary conditions are not looked at. */
export function* simulation(task: Task): Generator<undefined, Found> {
  const { bound: declared, workspace, signal, report } = task;
  if (declared.compiled.kernels.program !== undefined) return yield* marchPrograms(task);
  const parameters = declared.parameters.slice();
  const { bound, path, march } = yield* marchHalving(declared, workspace.marcher, parameters, signal);
  const { steps: iteration, residual } = march;
  report({ phase: "march", iteration, residual, merit: 0.5 * residual ** 2, stepLength: 1, stepKind: "newton" });
  return marched(bound, { parameters, path }, march);
}

/** The whole horizon as one Mcp with nothing freed, from a march and on its grid. */
export function* initialValue(task: Task): Generator<undefined, Found> {
  const simulated = yield* simulation(task);
  const { bound } = simulated;
  // steps that are programs have no rows to stack
  if (bound.compiled.kernels.program !== undefined) return simulated;
  if (simulated.status !== "solved") return simulated;
  if (bound === task.bound) return yield* wholeHorizon(task, simulated);
  const own = borrow(bound);
  const found = yield* wholeHorizon({ ...task, bound, workspace: own }, simulated);
  giveBack(bound, own);
  return found;
}
