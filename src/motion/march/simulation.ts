import { drive } from "../../solve/drive.js";
import { marchHalving } from "./halving.js";
import { blownUp, type Found, marchOutcome } from "./outcome.js";
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

/** The same, where a march that broke off or blew up is looked into again: that is a script of its own. */
export async function judgedSimulation(task: Task): Promise<Found> {
  if (task.setup.compiled.kernels.program !== undefined) return drive(marchPrograms(task));
  const made = await drive(marched(task));
  const { setup, motion, march } = made;
  if ((march.failure ?? blownUp(setup, motion, march.steps)) === undefined) return marchOutcome(setup, motion, march);
  return drive((await import("./again/again.js")).again(task, made));
}
