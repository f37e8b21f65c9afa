import { drive } from "../../solve/drive.js";
import { marchHalving } from "./halving.js";
import { type Found, marchOutcome } from "./outcome.js";
import { marchPrograms } from "./program-simulation.js";
import type { Task } from "./task.js";
import { unclaimed } from "./unclaimed.js";

/** Marches from the start values, halving steps that cannot be solved; boundary conditions are not looked at. */
function* marched({ setup: declared, workspace, signal, report }: Task) {
  const parameters = declared.parameters.slice();
  const { setup, path, march } = yield* marchHalving(declared, workspace.marcher, parameters, signal);
  const { steps: iteration, residual } = march;
  report({ phase: "march", iteration, residual, merit: 0.5 * residual * residual, stepLength: 1, stepKind: "newton" });
  return { setup, motion: { parameters, path }, march };
}

/** The motion from the start values, which claims nothing of a step that it could not solve. */
export function* simulation(task: Task): Generator<undefined, Found> {
  if (task.setup.compiled.kernels.program !== undefined) return yield* marchPrograms(task);
  const { setup, motion, march } = yield* marched(task);
  return marchOutcome(setup, motion, unclaimed(march));
}

/** The same, where a second route has looked into a step that seems to have no solution: that is a script of its own. */
export async function judgedSimulation(task: Task): Promise<Found> {
  if (task.setup.compiled.kernels.program !== undefined) return drive(marchPrograms(task));
  const { setup, motion, march } = await drive(marched(task));
  if (march.failure?.status !== "infeasible") return marchOutcome(setup, motion, march);
  const { doubted } = await import("./doubt.js");
  return marchOutcome(setup, motion, doubted(march, task.signal));
}
