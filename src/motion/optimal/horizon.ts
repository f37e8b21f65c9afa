import type { Kernel } from "../../expr/compile.js";
import { frame, type Model } from "../../mechanics/model.js";
import type { Setup } from "../compile/setup.js";
import { shapesOf, type Tie } from "../problem/control-shapes.js";
import type { OptimalForms } from "./forms.js";
import { type Part, type Patterns, patternsOf } from "./parts.js";
import { stepLength } from "./smooth-step.js";
import { givenInputs, type OptimalTask } from "./task.js";

/** Places of the unknowns and rows of a whole horizon. */
export interface HorizonLayout {
  /** Steps, states, and unknowns and rows of a step. */
  readonly count: number;
  readonly states: number;
  readonly width: number;
  readonly rows: number;
  /** Columns of the first varied parameter, slack of an end condition, and coefficient of a shape. */
  readonly freeAt: number;
  readonly slackAt: number;
  readonly shapeAt: number;
  /** Row of the first tie. */
  readonly tiesAt: number;
}

/** Inputs of a step's kernels besides its unknowns: the names, and the places of the first of each kind. */
interface StepInputs {
  readonly controls: readonly string[];
  /** Controls among the unknowns of a step. */
  readonly controlAt: readonly number[];
  /** Inputs that are no controls. */
  readonly others: readonly string[];
  /** Varied parameters among all. */
  readonly freed: readonly number[];
  readonly parametersIn: number;
  readonly othersIn: number;
  /** Of t; h, the number of steps and the multipliers follow. */
  readonly timeIn: number;
  readonly multipliersIn: number;
}

/** A part with the memory for its evaluation. */
export interface PartMemory {
  readonly part: Part;
  readonly input: Float64Array;
  readonly output: Float64Array;
  readonly slopes: Float64Array;
  readonly curvature: Float64Array;
}

/** The numbers of a horizon, which may change between solves. */
interface Numbers {
  setup: Setup;
  readonly parameters: Float64Array;
  /** Inputs that are no controls, row by row. */
  others: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The whole horizon of an optimal motion: its places, patterns, numbers and memory. */
export interface OptimalHorizon {
  readonly task: OptimalTask;
  readonly layout: HorizonLayout;
  readonly inputs: StepInputs;
  readonly columns: { readonly steps: readonly Int32Array[]; readonly ends: Int32Array };
  readonly shapes: { readonly ties: readonly Tie[]; fit(z: Float64Array): void };
  readonly patterns: Patterns;
  readonly numbers: Numbers;
  readonly parts: { readonly step: PartMemory; readonly ends: PartMemory; readonly guesses: Kernel };
}

/** First row and first unknown of step k, and the column of the states at its start. */
export const rowsAt = ({ states, rows }: HorizonLayout, k: number): number => states + k * rows;
export const unknownsAt = ({ states, width }: HorizonLayout, k: number): number => states + k * width;
const stateColumn = ({ states, width }: HorizonLayout, k: number): number => (k === 0 ? 0 : states + (k - 1) * width);

/** Rows of the ends: the start rows come first, the conditions last. */
export const endRow = (layout: HorizonLayout, r: number): number =>
  r < layout.states ? r : rowsAt(layout, layout.count) + r - layout.states;

/** Column of the length of step k, where it is an unknown. */
export const lengthColumn = ({ task, layout }: OptimalHorizon, k: number): number =>
  unknownsAt(layout, k) + lengthIn(task);

const lengthIn = ({ step }: OptimalTask): number => step.unknowns.findIndex(({ name }) => name === stepLength);

/** Lays out the horizon of a problem with its numbers. */
export function optimalHorizon(setup: Setup, task: OptimalTask, forms: OptimalForms): OptimalHorizon {
  const { step: stepPart, ends: endPart, guesses } = forms;
  const { ends, varied } = task;
  const layout = layoutOf(setup, task);
  const inputs = stepInputs(setup, task, layout);
  const { count, states, tiesAt, shapeAt } = layout;
  const shapes = shapesOf(
    inputs.controls.map((name) => task.controls[name].shape),
    count,
    (k, c) => unknownsAt(layout, k) + inputs.controlAt[c],
    shapeAt,
  );
  const ties = [...shapes.ties, ...(task.freeSteps ? [timeTie(task, layout)] : [])];
  const n = shapeAt + shapes.coefficients;
  const columns = {
    steps: Array.from({ length: count }, (_, k) => stepColumns(task, layout, inputs, k)),
    ends: endColumns(layout, withSlack(ends).length, varied.length),
  };
  const patterns = patternsOf(
    [tiesAt + ties.length, n],
    columns.steps.map((of, k) => ({ part: stepPart, columns: of, rowOf: (r) => rowsAt(layout, k) + r })),
    { part: endPart, columns: columns.ends, rowOf: (r) => endRow(layout, r) },
    { ties, at: tiesAt },
  );
  const step = memoryOf(stepPart, inputs.multipliersIn + stepPart.rows);
  step.input[inputs.timeIn + 2] = count;
  const names = setup.compiled.parameters;
  return {
    task,
    layout,
    inputs,
    columns,
    shapes: { ties, fit: shapes.fit },
    patterns,
    numbers: {
      setup,
      parameters: Float64Array.from(setup.parameters),
      others: new Float64Array(0),
      lower: new Float64Array(n).fill(Number.NEGATIVE_INFINITY),
      upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    },
    parts: {
      step,
      ends: memoryOf(endPart, 2 * states + withSlack(ends).length + names.length + endPart.rows),
      guesses,
    },
  };
}

const withSlack = (ends: OptimalTask["ends"]): OptimalTask["ends"] =>
  ends.filter(({ must }) => must === "not-exceed-zero");

function layoutOf({ compiled, steps }: Setup, { step, varied, ends }: OptimalTask): HorizonLayout {
  const count = steps.h.length;
  const states = compiled.model.state.length;
  const width = step.unknowns.length;
  const rows = step.rows.length;
  const freeAt = states + count * width;
  const slackAt = freeAt + varied.length;
  const shapeAt = slackAt + withSlack(ends).length;
  return { count, states, width, rows, freeAt, slackAt, shapeAt, tiesAt: states + count * rows + ends.length };
}

function stepInputs({ compiled }: Setup, task: OptimalTask, layout: HorizonLayout): StepInputs {
  const { controls, step, varied } = task;
  const { model, parameters } = compiled;
  const names = Object.keys(controls);
  const others = givenInputs(task, model);
  const parametersIn = layout.states + layout.width + names.length;
  const othersIn = parametersIn + parameters.length;
  const timeIn = othersIn + others.length;
  return {
    controls: names,
    controlAt: names.map((name) => step.unknowns.findIndex(({ leaf }) => leaf === frame.inputs(name))),
    others,
    freed: varied.map(({ name }) => parameters.indexOf(name)),
    parametersIn,
    othersIn,
    timeIn,
    multipliersIn: timeIn + 3,
  };
}

function stepColumns({ varied }: OptimalTask, layout: HorizonLayout, inputs: StepInputs, k: number): Int32Array {
  const { states, width, freeAt } = layout;
  const { controlAt, parametersIn } = inputs;
  const columns = new Int32Array(parametersIn + varied.length);
  for (let i = 0; i < states; i++) columns[i] = stateColumn(layout, k) + i;
  for (let i = 0; i < width; i++) columns[states + i] = unknownsAt(layout, k) + i;
  // the first step has none before it, so its controls stand for those: no change
  controlAt.forEach((at, c) => {
    columns[states + width + c] = unknownsAt(layout, Math.max(k - 1, 0)) + at;
  });
  for (let j = 0; j < varied.length; j++) columns[parametersIn + j] = freeAt + j;
  return columns;
}

function endColumns(layout: HorizonLayout, slacks: number, varied: number): Int32Array {
  const { states, count, slackAt, freeAt } = layout;
  return Int32Array.from({ length: 2 * states + slacks + varied }, (_, i) => {
    if (i < states) return i;
    if (i < 2 * states) return stateColumn(layout, count) + i - states;
    const j = i - 2 * states;
    return j < slacks ? slackAt + j : freeAt + j - slacks;
  });
}

/** Σ h = T. */
function timeTie(task: OptimalTask, layout: HorizonLayout): Tie {
  const { time, varied } = task;
  const at = lengthIn(task);
  const steps = Array.from({ length: layout.count }, (_, k) => [unknownsAt(layout, k) + at, 1] as const);
  return time === undefined ? steps : [...steps, [layout.freeAt + varied.findIndex(({ name }) => name === time), -1]];
}

function memoryOf(part: Part, inputs: number): PartMemory {
  return {
    part,
    input: new Float64Array(inputs),
    output: new Float64Array(part.rows + 1),
    slopes: new Float64Array(part.slopes.pattern.row.length),
    curvature: new Float64Array(part.hessianRow.length),
  };
}

/** The first or second members of all pairs. */
export function membersOf({ task: { step }, layout }: OptimalHorizon, side: 0 | 1): Int32Array {
  return Int32Array.from(
    Array.from({ length: layout.count }, (_, k) => [
      ...step.pairs.map((pair) => unknownsAt(layout, k) + pair[side]),
      ...(k === 0 ? [] : step.across.map((pair) => unknownsAt(layout, k - side) + pair[side])),
    ]).flat(),
  );
}

/** "ball.vx at step 34", "slack of end.x". */
export function unknownNames(
  { step, varied, ends }: OptimalTask,
  model: Model,
  { count, states, width, freeAt, slackAt, shapeAt }: HorizonLayout,
): (i: number) => string {
  const slacks = withSlack(ends);
  return (i) => {
    if (i < states) return `${model.state[i].name} at the start`;
    const k = Math.floor((i - states) / width);
    if (k < count) return `${step.unknowns[(i - states) % width].name} at step ${k + 1}`;
    if (i < slackAt) return varied[i - freeAt].name;
    return i < shapeAt ? `slack of ${slacks[i - slackAt].name}` : `coefficient ${i - shapeAt + 1} of a control`;
  };
}

/** "row of ball.vx at step 34", "the sum of the steps". */
export function rowNames(
  { step, ends, freeSteps }: OptimalTask,
  model: Model,
  layout: HorizonLayout,
  m: number,
): (r: number) => string {
  const { count, states, rows } = layout;
  return (r) => {
    if (r < states) return `${model.state[r].name} at the start`;
    const k = Math.floor((r - states) / rows);
    return k < count
      ? `${step.rows[(r - states) % rows].name} at step ${k + 1}`
      : (ends[r - rowsAt(layout, count)]?.name ??
          (r === m - 1 && freeSteps ? "the sum of the steps" : "the shape of a control"));
  };
}
