import type { Stepwise } from "../../algebra/stepwise.js";
import { folded } from "../../checks/words.js";
import { withSteps } from "../compile/setup.js";
import { uniform } from "../problem/grid.js";
import { step } from "./arrow.js";
import { type Explained, measuredIn, motionOf } from "./motions.js";
import type { Question, Wanted } from "./question.js";
import { evaluate, type Found, wantedOf } from "./search.js";
import type { Estimate } from "./statistics.js";

/** A change by more than this part of a deviation is worth a sentence. */
const worth = 0.5;
/** Part of the accuracy of elements that judge others. */
const closer = 0.1;

/** A sentence on what steps do to estimates, and by how much, in the order of `wantedOf`; 0 of those that hardly move. */
export interface Coarse {
  readonly note: string;
  readonly moves: readonly number[];
}

/**
 * Steps do so much to estimates: one step of Gauss and Newton on steps half as long says how far these are from
 * their least squares, and as steps of backward Euler are of first order that is half of what the grid does; of elements finer ones
 * tell all of it. Undefined where all of it is less than the deviation of an estimate.
 */
export function* coarseness(
  question: Question,
  motions: readonly Explained[],
  { x }: Found,
  estimates: readonly Estimate[],
): Stepwise<Coarse | undefined> {
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
    // what is not determined, or held at an end of its range, stays where it is
    const held = wantedOf(question).map(
      ({ min, max }, i) => Number.isNaN(estimates[i].deviation) || x[i] <= min || x[i] >= max,
    );
    const by = there && step(there.normal, 0, held);
    if (by === undefined) return undefined;
    const moves = estimates.map(({ deviation }, i) => (Math.abs(by[i]) > worth * deviation ? by[i] : 0));
    const { shared, each } = question;
    const moved = [...shared, ...each].flatMap(({ name }, i) => {
      const own = moves.filter(
        (_, j) => i === (j < shared.length ? j : shared.length + ((j - shared.length) % each.length)),
      );
      const most = own.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest), 0);
      return most === 0 ? [] : [`${name} by ${Number(most.toPrecision(2))}`];
    });
    if (moved.length === 0) return undefined;
    const isExact = motions.some(({ setup: { exact } }) => exact !== undefined);
    const [finer, set] = isExact
      ? ["A finer computation moves", "grid.accuracy"]
      : ["Steps half as long move", "grid.h"];
    const wider = isExact ? "intervals reach as far" : "intervals reach twice as far";
    return {
      note: `${finer} ${folded(moved, 4)}: ${wider}; set a smaller ${set}.`,
      moves: moves.map((by) => (isExact ? by : 2 * by)),
    };
  } finally {
    for (const motion of half) motion.finish();
  }
}

/** Intervals that reach as far as steps move their estimates, inside the declared ranges. */
export function widened(
  wanted: readonly Wanted[],
  estimates: readonly Estimate[],
  moves: readonly number[],
): readonly Estimate[] {
  return estimates.map((one, i) => {
    const by = moves[i];
    if (by === 0) return one;
    const { min, max } = wanted[i];
    const reaching = ([low, high]: readonly [number, number]): readonly [number, number] => [
      Math.max(min, low + Math.min(0, by)),
      Math.min(max, high + Math.max(0, by)),
    ];
    return { ...one, interval: reaching(one.interval), ...(one.profile && { profile: reaching(one.profile) }) };
  });
}
