import type { Stepwise } from "../../algebra/stepwise.js";
import { folded } from "../../checks/words.js";
import { withSteps } from "../compile/setup.js";
import { inParts } from "../problem/grid.js";
import { type Arrow, step } from "./arrow.js";
import { type Explained, measuredIn, motionOf } from "./motions.js";
import type { Question, Wanted } from "./question.js";
import { evaluate, type Found, searchNearby, wantedOf } from "./search.js";
import type { Estimate } from "./statistics.js";

/** A change by more than this part of a deviation is worth a sentence. */
const worth = 0.5;
/** An error of first order, in parts of what steps of a half move; a tenth of it allows for orders behind that. */
const whole = 2.2;
/** Part of the accuracy of elements that judge others. */
const closer = 0.1;
/**
 * Squares of errors of first order fall to a quarter on half the steps: those that fall below the first part are others, and below the
 * second where an estimate that is at an end of its range cannot take its share.
 */
const [fallen, fallenAtEnd] = [0.2, 0.5];

/** A sentence on what steps do to estimates, and by how much, in the order of `wantedOf`; 0 of those that hardly move. */
export interface Coarse {
  readonly note: string;
  readonly moves: readonly number[];
  /** True where steps are too long to say how far. */
  readonly isOpen: boolean;
}

/** A fit that has come to its end. */
export interface Ended {
  readonly found: Found;
  readonly estimates: readonly Estimate[];
  /** By which factor squares exceed the declared noise. */
  readonly excess: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Steps do so much to estimates: where one step of Gauss and Newton on steps half as long moves them at all, the least squares there
 * say how far, and as steps of backward Euler are of first order that is half of what the grid does; of elements finer ones tell all
 * of it. Undefined where all of it is less than the deviation of an estimate. Nobody knows how far where half the steps lead to an
 * end of a range or away from one, or take away more of what no parameter explains than an error of first order.
 */
export function* coarseness(
  question: Question,
  motions: readonly Explained[],
  ended: Ended,
): Stepwise<Coarse | undefined> {
  const { found, estimates, excess, signal } = ended;
  const isExact = motions.some(({ setup: { exact } }) => exact !== undefined);
  const finer = motions.map((motion) => finerOf(question, motion));
  const worthy = (by: Float64Array): Float64Array =>
    by.map((one, i) => (Math.abs(one) > worth * estimates[i].deviation ? one : 0));
  try {
    const there = yield* evaluate(question, finer, found.x);
    const by = there && stepInside(there.normal, found.x, wantedOf(question), estimates);
    if (by === undefined || worthy(by).every((one) => one === 0)) return undefined;
    if (isExact) {
      const told = folded(namedMoves(question, worthy(by)));
      const note = `A finer computation moves ${told}: intervals reach as far; set a smaller grid.accuracy.`;
      return { isOpen: false, note, moves: [...worthy(by)] };
    }
    const half: Found | undefined = yield* searchNearby(question, finer, found.x, signal);
    if (half?.status === "cancelled") return undefined;
    if (half?.status !== "solved") {
      const note = "On steps half as long the fit does not come to an end: set a smaller grid.h.";
      return { isOpen: true, note, moves: estimates.map(() => 0) };
    }
    const moves = worthy(half.x.map((x, i) => x - found.x[i]));
    const told = folded(namedMoves(question, moves));
    const reaching = [...moves].map((one) => whole * one);
    const ends = wantedOf(question).map(({ min, max }, i) => [found.x, half.x].map((x) => x[i] <= min || x[i] >= max));
    const isCut = ends.some(([before, after], i) => moves[i] !== 0 && before !== after);
    const most = ends.some(([before]) => before) ? fallenAtEnd : fallen;
    if (isCut || (excess > 1 && half.cost < most * found.cost)) {
      const note = `Steps are too long to say how far they lead: half as long they move ${told}; set a smaller grid.h.`;
      return { isOpen: true, note, moves: reaching };
    }
    if (told === "") return undefined;
    const note = `Steps half as long move ${told}: intervals reach twice as far and a tenth more; set a smaller grid.h.`;
    return { isOpen: false, note, moves: reaching };
  } finally {
    for (const motion of finer) motion.finish();
  }
}

/** The motion of a recording on steps half as long, or of finer elements. */
function finerOf(question: Question, { recording, setup, guess, touch, rows }: Explained): Explained {
  const { compiled, exact, steps } = setup;
  const finer =
    exact === undefined
      ? withSteps(setup, inParts(steps, 2, compiled.model.inputs.length))
      : { ...setup, exact: { ...exact, accuracy: closer * exact.accuracy } };
  return motionOf(recording, finer, { guess, measured: measuredIn(question, recording), touch, rows });
}

/** "friction by 0.02" of every estimate that moves, of those that recordings have for themselves the largest. */
function namedMoves({ shared, each }: Question, moves: Float64Array): readonly string[] {
  return [...shared, ...each].flatMap(({ name }, i) => {
    const own = moves.filter(
      (_, j) => i === (j < shared.length ? j : shared.length + ((j - shared.length) % each.length)),
    );
    const most = own.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest), 0);
    return most === 0 ? [] : [`${name} by ${Number(most.toPrecision(2))}`];
  });
}

/**
 * A step of Gauss and Newton without what is not determined, and without what it would move beyond the end of the range at which it
 * is; what shorter steps move back from there, goes.
 */
function stepInside(
  normal: Arrow,
  x: Float64Array,
  wanted: readonly Wanted[],
  estimates: readonly Estimate[],
): Float64Array | undefined {
  const held = estimates.map(({ deviation }) => Number.isNaN(deviation));
  for (;;) {
    const by = step(normal, 0, held);
    if (by === undefined) return undefined;
    const beyond = wanted.flatMap(({ min, max }, i) =>
      !held[i] && ((x[i] <= min && by[i] < 0) || (x[i] >= max && by[i] > 0)) ? [i] : [],
    );
    if (beyond.length === 0) return by;
    for (const i of beyond) held[i] = true;
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
