import { hasRows } from "../compile/step.js";
import type { Found } from "../march/outcome.js";
import { simulation } from "../march/simulation.js";
import type { Task } from "../march/task.js";
import { borrow, giveBack } from "../march/workspace.js";
import { wholeHorizon } from "./horizon/horizon.js";

/** The whole horizon as one Mcp with nothing freed, from a march and on its grid. */
export function* initialValue(task: Task): Generator<undefined, Found> {
  const simulated = yield* simulation(task);
  const { setup } = simulated;
  // steps that are programs or assemblies have no rows to stack
  if (!hasRows(setup.compiled.kernels)) return simulated;
  if (simulated.status !== "solved") return simulated;
  if (setup === task.setup) return yield* wholeHorizon(task, simulated, true);
  const own = borrow(setup);
  const found = yield* wholeHorizon({ ...task, setup, workspace: own }, simulated, true);
  giveBack(setup, own);
  return found;
}
