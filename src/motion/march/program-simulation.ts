import { emptyPath } from "../compile/path.js";
import type { March } from "./march.js";
import { type Found, marchOutcome } from "./outcome.js";
import type { Task } from "./task.js";
import { legOf, takeUp } from "./unfinished.js";

/** Steps between two reports; a program takes about a millisecond. */
const stride = 20;

/**
 * Marches programs from the start values, or from where an earlier march was cancelled, to the end or to the first that
 * has no answer. Most steps are quick and some take tenths of a second, so a run may be cancelled after any of them, and
 * keeps what it has finished.
 * @throws {BadInput} where what is to be resumed is the march of another problem.
 */
export function* marchPrograms({ setup, workspace, signal, report, resume }: Task): Generator<undefined, Found> {
  const { marcher } = workspace;
  const count = setup.steps.h.length;
  const motion = { parameters: setup.parameters.slice(), path: emptyPath(setup.compiled.kernels, count) };
  marcher.begin(motion.parameters, setup.steps, motion.path, false);
  let until = 1;
  if (resume !== undefined) {
    takeUp(resume, setup, motion.path);
    marcher.rewind(resume.steps);
    until = legOf(resume.steps) + 1;
  }
  const outcome = (march: March): Found => {
    const found = marchOutcome(setup, motion, march);
    return resume === undefined
      ? found
      : { ...found, message: `${found.message} Resumed at step ${resume.steps + 1}.` };
  };
  for (; ; until++) {
    const march = yield* marcher.advancing(Math.min(until, count), signal);
    if (march.status === "cancelled") return outcome(march);
    const { steps: iteration, residual } = march;
    const isLast = march.failure !== undefined || march.steps === count;
    if (isLast || march.steps % stride === 0)
      report({
        phase: "march",
        iteration,
        residual,
        merit: 0.5 * residual * residual,
        stepLength: 1,
        stepKind: "newton",
      });
    if (isLast) return outcome(march);
    yield;
    if (signal?.aborted) return outcome({ ...march, status: "cancelled" });
  }
}
