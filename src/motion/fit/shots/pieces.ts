import type { Stepwise } from "../../../algebra/stepwise.js";
import type { Expr } from "../../../expr/expr.js";
import { last, parameter } from "../../../mechanics/model.js";
import { startState } from "../../compile/compile-problem.js";
import { type Setup, setUp } from "../../compile/setup.js";
import { hasRows, preparedKernels } from "../../compile/step.js";
import type { VariedRows } from "../../problem/objective.js";
import type { Settings } from "../../problem/parameters.js";
import { BadInput, type Problem } from "../../problem/problem.js";
import { type Explained, type Measurements, marchedFor, measuredIn, motionOf } from "../motions.js";
import type { Question } from "../question.js";

/** Recordings cut at the same parts of their rows, each piece with a march of its own from a start that is unknown, too. */
export interface Pieces {
  /** By recording; all have as many. */
  readonly motions: readonly (readonly Explained[])[];
  /** How many states tie one piece to the next, in the order of the rows behind those of the columns. */
  readonly states: number;
  readonly columns: number;
  /** Sizes of the states that count as one, where they do not tell it themselves. */
  readonly scales: readonly number[];
}

/** Rows that a piece must have: fewer say nothing of how it begins. */
const fewest = 5;

/** Steps from row to row of a piece of a motion to an accuracy, or more, where its declared steps are shorter. */
const stepsARow = 4;

/** How many pieces the recordings of a question can be cut into, at most as many as are wanted. */
export function countOf({ problem }: Question, motions: readonly Explained[], wanted: number): number {
  if (problem.inputs !== undefined) return 1;
  // of many bodies the deformation of contacts is no state, and no piece can begin with it
  if (motions.some(({ setup }) => !hasRows(setup.compiled.kernels))) return 1;
  const rows = Math.min(...motions.map(({ rows: { asked } }) => asked.length));
  return Math.max(1, Math.min(wanted, Math.floor((rows - 1) / fewest)));
}

/** The parameter that is a state where a piece begins. */
const nodeOf = (state: string): string => `shot.${state}`;

/** Problems whose motions begin anywhere, by those that they are made of: each is compiled once. */
const anywhere = new WeakMap<Problem, Map<string, { readonly first: Problem; readonly later: Problem }>>();

function problemsOf(problem: Problem, { compiled: { model } }: Setup): { first: Problem; later: Problem } {
  const known = anywhere.get(problem) ?? new Map<string, { first: Problem; later: Problem }>();
  anywhere.set(problem, known);
  const key = model.state.map(({ name }) => name).join("\n");
  const nodes = model.state.map(({ name, unit }) => [nodeOf(name), { value: 0, unit, meaning: `${name} at first` }]);
  const made = known.get(key) ?? {
    // of the same motions, with more rows
    first: { ...problem },
    later: {
      ...problem,
      parameters: { ...problem.parameters, ...Object.fromEntries(nodes) },
      start: Object.fromEntries(model.state.map(({ name }) => [name, parameter(nodeOf(name))])),
    },
  };
  known.set(key, made);
  return made;
}

/**
 * Steps, where they can be taken in the stead of elements: pieces only have to find a neighbourhood, and elements are made anew
 * at every event of every piece. Undefined for motions on steps, and for those that only elements know.
 */
function onSteps(problem: Problem, { setup, recording: { t } }: Explained, varied: VariedRows): Settings | undefined {
  const { settings, exact, steps, compiled } = setup;
  // impacts with a restitution are no steps', also where its guess is 0
  if (exact === undefined || compiled.model.views?.restitution !== undefined) return undefined;
  const h = Math.min(steps.h[0], (t[t.length - 1] - t[0]) / (t.length - 1)) / stepsARow;
  const count = Math.ceil(steps.t[steps.h.length] / h);
  const length = problem.parameters.time === undefined ? { "grid.h": h } : {};
  const rough: Settings = { ...settings, "grid.method": "euler", "grid.steps": count, ...length };
  try {
    setUp(problem, rough, true, varied);
    return rough;
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** Cuts every recording of a question into so many pieces at rows that are asked. */
export function* piecesOf(question: Question, motions: readonly Explained[], count: number): Stepwise<Pieces> {
  const { fitting, shared, each } = question;
  const [{ setup }] = motions;
  const { first, later } = problemsOf(marchedFor(question), setup);
  const states = setup.compiled.model.state;
  const columns = Object.keys(fitting.measured);
  const rows = [...columns.map((column): Expr => fitting.measured[column].of), ...states.map(({ name }) => last(name))];
  const own = [...shared, ...each].map(({ name }) => name);
  const varied = { vary: own, rows };
  const anyVaried = { vary: [...own, ...states.map(({ name }) => nodeOf(name))], rows };
  const made: Explained[][] = [];
  for (const motion of motions) {
    const { asked } = motion.rows;
    const ends = Array.from({ length: count + 1 }, (_, k) => asked[Math.round((k * (asked.length - 1)) / count)]);
    ends[0] = 0;
    const { parameters, compiled } = motion.setup;
    const settings = onSteps(first, motion, varied) ?? motion.setup.settings;
    const state = new Float64Array(states.length);
    startState(compiled, parameters, state);
    const nodes = Object.fromEntries(states.map(({ name }, s) => [nodeOf(name), state[s]]));
    const cuts: Explained[] = [];
    for (let k = 0; k < count; k++) {
      const begun =
        k === 0 ? setUp(first, settings, true, varied) : setUp(later, { ...settings, ...nodes }, true, anyVaried);
      if (made.length === 0 && k < 2) yield* preparedKernels(begun.compiled.kernels, true);
      cuts.push(pieceOf(question, motion, begun, [ends[k], ends[k + 1]]));
      yield;
    }
    made.push(cuts);
  }
  return { motions: made, states: states.length, columns: columns.length, scales: states.map(({ scale }) => scale) };
}

/** The rows of a recording from one to another: of the first only where the recording begins there. */
function pieceOf(
  question: Question,
  motion: Explained,
  setup: Setup,
  [from, to]: readonly [number, number],
): Explained {
  const { recording, rows } = motion;
  const of = (values: Float64Array): Float64Array => values.subarray(from, to + 1);
  const cut = {
    name: recording.name,
    t: of(recording.t),
    columns: Object.fromEntries(Object.entries(recording.columns).map(([column, values]) => [column, of(values)])),
  };
  const asked = rows.asked.filter((row) => row <= to && (row > from || from === 0)).map((row) => row - from);
  const measured = withStates(measuredIn(question, recording), setup.compiled.model.state.length, [from, to]);
  const frames = { guess: motion.guess, measured, touch: undefined, rows: { asked, judged: asked } };
  return motionOf(cut, setup, { ...frames, isLater: from > 0 });
}

/** Measurements with a zero for every state behind each row: what is left of these are states. */
function withStates(
  { values, weights, signs }: Measurements,
  states: number,
  [from, to]: readonly [number, number],
): Measurements {
  const [m, width] = [weights.length, weights.length + states];
  const all = new Float64Array((to - from + 1) * width);
  for (let i = from; i <= to; i++) all.set(values.subarray(i * m, (i + 1) * m), (i - from) * width);
  const ofStates = Float64Array.from({ length: width }, (_, c) => (c < m ? weights[c] : 1));
  return { values: all, weights: ofStates, signs };
}
