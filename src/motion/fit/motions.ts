import type { Stepwise } from "../../algebra/stepwise.js";
import type { Expr } from "../../expr/expr.js";
import { within } from "../../solve/descent.js";
import { landing } from "../boundary/shot.js";
import { emptyPath } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { preparedKernels } from "../compile/step.js";
import { borrow, giveBack } from "../march/workspace.js";
import type { Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { sizeOf } from "./arrow.js";
import { clockOf, hasClock, type Whole, walkByClock } from "./clock.js";
import { touchedAt, walkByElements } from "./elements.js";
import type { Fitting, Recording } from "./fitting.js";
import { beginning } from "./inside.js";
import type { Question, Wanted } from "./question.js";
import { stepsOf, walkByRows } from "./walk.js";

/** The differences between a recording and its motion, in standard deviations, row by row of the recording. */
export interface Rest {
  /** (measured − computed)/noise: columns of a row one after the other. */
  readonly values: Float64Array;
  /** Derivatives of `values` by shared unknowns, then by those of this recording: a row of numbers for each value. */
  readonly slopes: Float64Array;
}

/** A marched motion: its steps, and the rows of the recording on it, with their times [s], states and what is left. */
export interface Marched extends Whole {
  readonly parameters: Float64Array;
  readonly t: Float64Array;
  readonly states: Float64Array;
  readonly rest: Float64Array;
}

/** Rows of a recording, from 0: those that are asked, and those by which the motion is judged. */
interface AskedRows {
  readonly asked: readonly number[];
  readonly judged: readonly number[];
}

/** A recording with the motion that is to explain it. */
export interface Explained {
  readonly recording: Recording;
  /** The row of the first contact, as the first guess has it; undefined where that touches nothing. */
  readonly touch: number | undefined;
  readonly rows: AskedRows;
  readonly setup: Setup;
  /** Guesses of the unknowns of this recording. */
  readonly guess: readonly number[];
  /**
   * Computes what is left for shared and own unknowns at the asked rows, or at others, with slopes or without; undefined
   * where the motion breaks off.
   */
  rest(x: Float64Array, withSlopes: boolean, rows?: readonly number[]): Stepwise<Rest | undefined>;
  /** The motion of shared and own unknowns as far as it goes, and its rows. */
  marched(x: Float64Array): Stepwise<Marched>;
  /** Gives the memory of the march back. */
  finish(): void;
}

/** The recordings of a question, each with its motion on steps that end at the rows that are asked. */
export function* explained(question: Question, set: Settings): Stepwise<Explained[]> {
  const { fitting, shared, each, recordings } = question;
  const problem = marchedFor(question);
  const columns = Object.keys(fitting.measured);
  const varied = {
    vary: [...shared, ...each].map(({ name }) => name),
    rows: columns.map((column): Expr => fitting.measured[column].of),
  };
  const made: Explained[] = [];
  for (const recording of recordings) {
    const given = Object.fromEntries(
      Object.entries(fitting.given ?? {}).map(([name, column]) => [name, recording.columns[column][0]]),
    );
    const guess = each.map((one) => within(one, guessOf(one, recording)));
    const guesses = Object.fromEntries([
      ...shared.map((one) => [one.name, within(one, guessOf(one, recording))] as const),
      ...each.map(({ name }, i) => [name, guess[i]] as const),
    ]);
    const setup = yield* beginning(problem, { set, own: { ...given, ...guesses }, varied }, recording.name);
    checkClock(recording, setup);
    if (made.length === 0) yield* preparedKernels(setup.compiled.kernels, true);
    const counts = fitting.rowsAfterTouch !== undefined || fitting.predicts !== undefined;
    const known = question.touches?.has(recording.name) === true;
    const touch = known
      ? question.touches?.get(recording.name)
      : counts
        ? yield* touchedRow(setup, recording)
        : undefined;
    const asked = askedRows(fitting.rowsAfterTouch, recording, touch);
    const judged = question.judged === undefined ? asked : askedRows(question.judged, recording, touch);
    const beyond = predictedRows(fitting.predicts ?? [], recording, touch);
    const needed = cutOff(recording, Math.max(...asked, ...judged, ...beyond) + 1);
    made.push(
      motionOf(needed, setup, { guess, measured: measuredIn(question, needed), touch, rows: { asked, judged } }),
    );
    yield;
  }
  return made;
}

/** A recording that is so many times as long as the motion of its problem has a clock of another unit. */
const tooLong = 100;

function checkClock({ name, t }: Recording, setup: Setup): void {
  const { steps, exact, parameters } = setup;
  const times = clockOf(setup).times(parameters, t);
  const [lasts, end] = [times[t.length - 1] - times[0], exact?.end ?? steps.t[steps.h.length]];
  if (lasts > tooLong * end)
    throw new BadInput(
      "data",
      `${name} lasts ${Number(lasts.toPrecision(4))} s, and the motion of the problem ${Number(end.toPrecision(4))} s: give its times their unit (units), or the grid another end.`,
    );
}

/** The row that ends the step of the first contact in the guessed motion; undefined where that has none. */
function* touchedRow(declared: Setup, recording: Recording): Stepwise<number | undefined> {
  const { steps, rows } = stepsOf(recording, declared.steps.h[0]);
  const setup = declared.exact === undefined ? withSteps(declared, steps) : declared;
  const workspace = borrow(setup);
  try {
    if (declared.exact !== undefined) {
      const times = clockOf(declared).times(declared.parameters, recording.t);
      const touched = yield* touchedAt(declared, workspace, times[times.length - 1]);
      return touched === undefined ? undefined : times.findIndex((time) => time >= touched);
    }
    const { marcher } = workspace;
    marcher.begin(setup.parameters, setup.steps, emptyPath(setup.compiled.kernels, setup.steps.h.length), false);
    for (let step = 1; step <= setup.steps.h.length; step++) {
      // a step that cannot be solved is one of a contact
      const { status } = marcher.advance(step);
      yield;
      if (status !== "solved" || marcher.touching()) return rows.findIndex((end) => end >= step);
    }
    return undefined;
  } finally {
    giveBack(setup, workspace);
  }
}

/** The rows, from 0, that a question asks of a recording. */
function askedRows(after: Fitting["rowsAfterTouch"], { name, t }: Recording, touch: number | undefined): number[] {
  const all = [...t.keys()];
  if (after === undefined || (touch === undefined && typeof after === "number")) return all;
  if (touch === undefined)
    throw new BadInput("data", `${name}: the guessed motion touches nothing that rowsAfterTouch could count from.`);
  const isAsked = (row: number): boolean =>
    typeof after === "number" ? row <= touch + after : after.includes(row - touch);
  const asked = all.filter(isAsked);
  if (asked.length > 0) return asked;
  throw new BadInput(
    "data",
    `${name} has none of the rows that rowsAfterTouch asks for: its first contact is in row ${touch + 1} of ${t.length}.`,
  );
}

/** The rows, from 0, at which a fitted motion is compared with a recording: those that there are. */
export const predictedRows = (predicts: readonly number[], { t }: Recording, touch: number | undefined): number[] =>
  touch === undefined ? [] : predicts.map((after) => touch + after).filter((row) => row < t.length);

/** The first rows of a recording. */
function cutOff({ name, t, columns }: Recording, rows: number): Recording {
  const cut = Object.entries(columns).map(([column, values]) => [column, values.subarray(0, rows)] as const);
  return { name, t: t.subarray(0, rows), columns: Object.fromEntries(cut) };
}

/** Problems without their conditions, by what is asked of them: compiled once for each question. */
const marched = new WeakMap<Fitting, WeakMap<Problem, Problem>>();

/** The problem of a question without its conditions. */
export function marchedFor({ problem, fitting }: Question): Problem {
  const known = marched.get(fitting) ?? new WeakMap<Problem, Problem>();
  marched.set(fitting, known);
  const { boundary: _, objective: __, ...bare } = problem;
  const made = known.get(problem) ?? bare;
  known.set(problem, made);
  return made;
}

const guessOf = ({ guess }: Wanted, { columns }: Recording): number =>
  typeof guess === "number" ? guess : columns[guess][0];

/** Measurements row by row, in units of the model, and 1/noise of each column. */
export interface Measurements {
  readonly values: Float64Array;
  /** Places of the columns of quaternions. */
  readonly signs: readonly (readonly number[])[];
  readonly weights: Float64Array;
}

export function measuredIn({ fitting }: Question, recording: Recording): Measurements {
  const { measured, signs = [] } = fitting;
  const turned = withSigns(recording, signs);
  const columns = Object.keys(measured);
  const values = new Float64Array(recording.t.length * columns.length);
  columns.forEach((column, c) => {
    const { unitsPerMeasured = 1 } = measured[column];
    turned[column].forEach((x, i) => {
      values[i * columns.length + c] = x * unitsPerMeasured;
    });
  });
  return {
    values,
    weights: Float64Array.from(columns, (column) => 1 / measured[column].noise),
    signs: signs.map((group) => group.map((column) => columns.indexOf(column)).filter((c) => c >= 0)),
  };
}

/** The columns of a recording, those of a quaternion turned so that no row jumps to the other side. */
function withSigns({ t, columns }: Recording, signs: readonly (readonly string[])[]): Record<string, Float64Array> {
  const turned: Record<string, Float64Array> = { ...columns };
  for (const group of signs) {
    const copies = group.map((column) => columns[column].slice());
    for (let i = 1; i < t.length; i++) {
      const along = copies.reduce((sum, column) => sum + column[i] * column[i - 1], 0);
      if (along < 0) for (const column of copies) column[i] = -column[i];
    }
    group.forEach((column, k) => {
      turned[column] = copies[k];
    });
  }
  return turned;
}

/** The sign of every column: a quaternion may begin as the motion has it or with the other sign, and means the same. */
function toSide(groups: Measurements["signs"], row: Float64Array, computed: Float64Array, sides: Float64Array): void {
  for (const group of groups) {
    const along = group.reduce((sum, c) => sum + row[c] * computed[c], 0);
    for (const c of group) sides[c] = along < 0 ? -1 : 1;
  }
}

interface Frames {
  /** True of a piece that begins on the way. */
  readonly isLater?: boolean;
  readonly guess: readonly number[];
  readonly measured: Measurements;
  readonly touch: number | undefined;
  readonly rows: AskedRows;
}

/** Slopes by which rounding of an unknown alone is more than the noise of a row say nothing; contacts that determine no forces have such. */
function areKnown(slopes: Float64Array, x: Float64Array): boolean {
  const n = x.length;
  return slopes.every((slope, at) => Math.abs(slope) * Number.EPSILON * sizeOf(x[at % n]) <= 1);
}

/** A recording, or a piece of one, with the motion of a setup that is to explain it. */
export function motionOf(recording: Recording, declared: Setup, frames: Frames): Explained {
  const { guess, measured, touch, rows: askedRows } = frames;
  const { asked } = askedRows;
  const workspace = borrow(declared);
  const { marcher } = workspace;
  const clock = clockOf(declared, frames.isLater);
  const walk =
    declared.exact !== undefined
      ? walkByElements(declared, recording, workspace, clock)
      : hasClock(declared)
        ? walkByClock(declared, recording, marcher, clock)
        : walkByRows(declared, recording, marcher);
  const { freed } = declared.compiled;
  const n = freed.length;
  const m = measured.weights.length;

  /** Some rows of a motion, or the row before which it breaks off. */
  function* rowsOf(parameters: Float64Array, wanted: readonly number[], withSlopes: boolean): Stepwise<Rest | number> {
    // the rows of the best x so far are kept while others are tried
    const values = new Float64Array(wanted.length * m);
    const slopes = new Float64Array(withSlopes ? wanted.length * m * n : 0);
    const computed = new Float64Array(m);
    const sides = new Float64Array(m).fill(1);
    const { formulas, kernels } = declared.compiled;
    const { states } = kernels.layout;
    const ends = new Float64Array(2 * states + parameters.length);
    ends.set(parameters, 2 * states);
    const broken = yield* walk.go(parameters, wanted, withSlopes, (k, march, state, sensitivity) => {
      const i = wanted[k];
      ends.set(walk.path.states.subarray(0, states));
      ends.set(state, states);
      formulas.conditions.residual(ends, computed);
      const row = measured.values.subarray(i * m, (i + 1) * m);
      if (k === 0) toSide(measured.signs, row, computed, sides);
      for (let c = 0; c < m; c++) values[k * m + c] = (sides[c] * row[c] - computed[c]) * measured.weights[c];
      if (!withSlopes) return;
      const { jacobian } = landing(declared, parameters, { march, ends, sensitivity });
      for (let c = 0; c < m; c++)
        for (let f = 0; f < n; f++) slopes[(k * m + c) * n + f] = -jacobian.get(c, f) * measured.weights[c];
    });
    return broken ?? { values, slopes };
  }

  function parametersOf(x: Float64Array): Float64Array {
    const parameters = declared.parameters.slice();
    freed.forEach((index, i) => {
      parameters[index] = x[i];
    });
    return parameters;
  }

  function* rest(x: Float64Array, withSlopes: boolean, wanted = asked): Stepwise<Rest | undefined> {
    const parameters = parametersOf(x);
    for (;;) {
      const found = yield* rowsOf(parameters, wanted, withSlopes);
      if (typeof found !== "number")
        return found.values.every(Number.isFinite) && areKnown(found.slopes, x) ? found : undefined;
      if (!walk.refine(found)) return undefined;
    }
  }

  function* marched(x: Float64Array): Stepwise<Marched> {
    const parameters = parametersOf(x);
    const { states } = declared.compiled.kernels.layout;
    // predicted rows count, too; where the motion breaks off before them, those that were asked
    const all = [...recording.t.keys()];
    const whole = yield* rest(x, false, all);
    const wanted = whole === undefined ? all.slice(0, asked[asked.length - 1] + 1) : all;
    const found = whole ?? (yield* rest(x, false, wanted));
    const places = new Float64Array(wanted.length * states);
    yield* walk.go(parameters, wanted, false, (k, _, state) => places.set(state, k * states));
    return {
      ...(yield* walk.whole(parameters, wanted)),
      parameters,
      t: walk.times(parameters).subarray(0, wanted.length),
      states: places,
      rest: found?.values ?? new Float64Array(wanted.length * m).fill(Number.NaN),
    };
  }

  const finish = (): void => giveBack(declared, workspace);
  return { recording, touch, rows: askedRows, setup: declared, guess, rest, marched, finish };
}
