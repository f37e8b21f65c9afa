/**
 * A march that broke off or blew up, looked into again: by another route where its step seems to have no solution, in parts of its
 * steps where something tumbles. Which of them is tried may change; neither is asked of a march that came to its end.
 *
 * @module motion/march/again
 */
import type { Motion } from "../../compile/path.js";
import type { Setup } from "../../compile/setup.js";
import type { March } from "../march.js";
import { blownUp, type Found, marchOutcome } from "../outcome.js";
import type { Task } from "../task.js";
import { doubted } from "./doubt.js";
import { inSmallTurns, mostTurn, turnsOfSteps } from "./small-turns.js";

/** A march as far as it came. */
interface Made {
  readonly setup: Setup;
  readonly motion: Motion;
  readonly march: March;
}

/**
 * A march that broke off or blew up, looked into again: where something turned so fast that its steps blew up, all is marched again in shorter
 * ones; a step that seems to have no solution is tried by another route before that is said.
 */
export function* again(task: Task, made: Made): Generator<undefined, Found> {
  const { setup, motion, march } = made;
  const turns = turnsOfSteps(setup);
  if (march.status !== "cancelled" && turns !== undefined && blownUp(setup, motion, march.steps) !== undefined) {
    const finer = yield* inSmallTurns(task, turns);
    const found = marchOutcome(finer.setup, finer.motion, finer.march);
    const why = `Longer steps blew up: in these nothing turns by more than ${mostTurn} rad.`;
    return found.status === "solved" ? { ...found, message: `${found.message} ${why}` } : found;
  }
  return marchOutcome(setup, motion, doubted(march, task.signal));
}
