import type { Stepwise } from "../../algebra/stepwise.js";
import { folded } from "../../checks/words.js";
import { withSteps } from "../compile/setup.js";
import { uniform } from "../problem/grid.js";
import { step } from "./arrow.js";
import { type Explained, measuredIn, motionOf } from "./motions.js";
import type { Question } from "./question.js";
import { evaluate, type Found } from "./search.js";
import type { Estimate } from "./statistics.js";

/** A change by more than this part of a deviation is worth a sentence. */
const worth = 0.5;
/** Part of the accuracy of elements that judge others. */
const closer = 0.1;

/**
 * A sentence on what the steps do to shared estimates: one step of Gauss and Newton on steps half as long says how far these are from
 * their least squares, and as steps of backward Euler are of first order that is half of what the grid does; of elements finer ones
 * tell all of it. Undefined where all of it is less than the deviation of an estimate.
 */
export function* coarseNote(
  question: Question,
  motions: readonly Explained[],
  { x }: Found,
  estimates: readonly Estimate[],
): Stepwise<string | undefined> {
  const half: Explained[] = [];
  try {
    for (const { recording, setup, guess, touch, rows } of motions) {
      const { exact, steps } = setup;
      const finer =
        exact === undefined
          ? withSteps(setup, uniform(2 * steps.h.length, steps.h[0] / 2))
          : { ...setup, exact: { ...exact, accuracy: closer * exact.accuracy } };
      half.push(motionOf(recording, finer, { guess, measured: measuredIn(question, recording), touch, rows }));
    }
    const there = yield* evaluate(question, half, x);
    const by = there && step(there.normal, 0, []);
    if (by === undefined) return undefined;
    const moved = question.shared.flatMap(({ name }, i) =>
      Math.abs(by[i]) > worth * estimates[i].deviation ? [`${name} by ${Number(by[i].toPrecision(2))}`] : [],
    );
    if (moved.length === 0) return undefined;
    const isExact = motions.some(({ setup: { exact } }) => exact !== undefined);
    const [finer, set] = isExact
      ? ["A finer computation moves", "grid.accuracy"]
      : ["Steps half as long move", "grid.h"];
    return `${finer} ${folded(moved, 4)}: intervals do not know that; set a smaller ${set}.`;
  } finally {
    for (const motion of half) motion.finish();
  }
}
