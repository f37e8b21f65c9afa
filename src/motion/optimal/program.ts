import { pow } from "../../algebra/elementary/elementary.js";
import { finish } from "../../algebra/stepwise.js";
import type { Model } from "../../mechanics/model.js";
import type { Mpcc } from "../../solve/mpcc/problem.js";
import { emptyPath, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import type { Steps } from "../problem/grid.js";
import { evenness, type OptimalForms, optimalForms } from "./forms.js";
import type { GuessedMotion } from "./guesses.js";
import {
  endRow,
  lengthColumn,
  membersOf,
  type OptimalHorizon,
  optimalHorizon,
  type PartMemory,
  rowNames,
  rowsAt,
  unknownNames,
  unknownsAt,
} from "./horizon.js";
import { stepLength } from "./smooth-step.js";
import { boundsOf, type OptimalTask, otherInputs, stepsOf } from "./task.js";

/**
 * The whole horizon of an optimal motion as a program. Unknowns: the start state, the unknowns of every step (states,
 * forces, slacks, controls), the varied parameters, the slacks of end conditions, and coefficients of shapes. Rows:
 * first − start(p) = 0, the rows of every step, the conditions on the ends, then the ties of controls to their shapes.
 */
export interface OptimalProgram {
  readonly program: Mpcc;
  /** The unit of what is told as it is whatever bodies weigh: states, varied parameters, lengths of steps; else undefined. */
  readonly unitOf: (unknown: number) => string | undefined;
  /** Sets the numbers that may change between solves on one grid; all other parts stay as they are. */
  setNumbers(setup: Setup): void;
  /** The point that a guess makes; slacks from their formulas. */
  pack(guess: GuessedMotion): Float64Array;
  /** Path, inputs of every step and parameters of a point. */
  unpack(z: Float64Array): { path: Path; steps: Steps; parameters: Float64Array };
  /** The cost of every step, and the whole cost, at a point. */
  costs(z: Float64Array): { readonly steps: Float64Array; readonly all: number };
  /** Multipliers of the rows for a grid of more steps, those of the step that each lies in. */
  finer(y: Float64Array, steps: number): Float64Array;
}

/** Builds the program of a problem with its numbers: formulas, patterns and names once, numbers at every `setNumbers`. */
export function optimalProgram(
  setup: Setup,
  task: OptimalTask,
  forms: OptimalForms = finish(optimalForms(setup.compiled, task)),
): OptimalProgram {
  const horizon = optimalHorizon(setup, task, forms);
  const { layout, numbers, patterns } = horizon;
  setNumbers(horizon, setup);
  return {
    program: {
      names: {
        unknown: unknownNames(task, setup.compiled.model, layout),
        row: rowNames(task, setup.compiled.model, layout, patterns.jacobian.rows),
      },
      lower: numbers.lower,
      upper: numbers.upper,
      pairs: { first: membersOf(horizon, 0), second: membersOf(horizon, 1) },
      patterns: { jacobian: patterns.jacobian, hessian: patterns.hessian },
      evaluate: (z, rows) => evaluate(horizon, z, rows),
      slopes: (z, gradient, jacobian) => slopes(horizon, z, gradient, jacobian),
      curvature: (z, y, values) => curvature(horizon, z, y, values),
    },
    unitOf: (unknown) => unitOf(horizon, setup.compiled.model, unknown),
    setNumbers: (next) => setNumbers(horizon, next),
    pack: (guess) => pack(horizon, guess),
    unpack: (z) => unpack(horizon, z),
    costs: (z) => costs(horizon, z),
    finer: (y, steps) => finer(horizon, y, steps),
  };
}

function unitOf({ task, layout }: OptimalHorizon, model: Model, i: number): string | undefined {
  const { states, width, freeAt, slackAt } = layout;
  if (i >= slackAt) return undefined;
  if (i >= freeAt) return task.varied[i - freeAt].unit;
  const unknown = i < states ? i : (i - states) % width;
  if (unknown < states) return model.state[unknown].unit;
  return task.step.unknowns[unknown].name === stepLength ? "s" : undefined;
}

function setNumbers({ task, layout, numbers }: OptimalHorizon, setup: Setup): void {
  const { lower, upper } = numbers;
  numbers.setup = setup;
  numbers.parameters.set(setup.parameters);
  numbers.others = otherInputs(task, setup);
  const bounds = boundsOf(task, setup);
  for (let k = 0; k < layout.count; k++) {
    lower.set(bounds.lower, unknownsAt(layout, k));
    upper.set(bounds.upper, unknownsAt(layout, k));
  }
  task.varied.forEach(({ min, max }, j) => {
    lower[layout.freeAt + j] = min;
    upper[layout.freeAt + j] = max;
  });
  lower.fill(0, layout.slackAt, layout.shapeAt);
}

function loadParameters({ layout, inputs, numbers, parts }: OptimalHorizon, z: Float64Array): void {
  const { parameters } = numbers;
  const { freed, parametersIn } = inputs;
  const { input } = parts.step;
  for (let j = 0; j < freed.length; j++) parameters[freed[j]] = z[layout.freeAt + j];
  for (let i = 0; i < parameters.length; i++) input[parametersIn + i] = parameters[i];
}

function loadStep({ task, layout, inputs, columns, numbers, parts }: OptimalHorizon, k: number, z: Float64Array): void {
  const { input } = parts.step;
  const { parametersIn, others, othersIn, timeIn } = inputs;
  const { setup } = numbers;
  const from = columns.steps[k];
  for (let i = 0; i < parametersIn; i++) input[i] = z[from[i]];
  for (let i = 0; i < others.length; i++) input[othersIn + i] = numbers.others[k * others.length + i];
  input[timeIn] = task.time === undefined ? setup.steps.t[k] : k / layout.count;
  input[timeIn + 1] = setup.steps.h[k];
}

function loadEnds({ task, columns, numbers, parts }: OptimalHorizon, z: Float64Array): void {
  const { input } = parts.ends;
  const unknowns = columns.ends.length - task.varied.length;
  for (let i = 0; i < unknowns; i++) input[i] = z[columns.ends[i]];
  input.set(numbers.parameters, unknowns);
}

function evaluate(horizon: OptimalHorizon, z: Float64Array, rows: Float64Array): number {
  const { task, layout, numbers, parts } = horizon;
  const { ties } = horizon.shapes;
  const { step, ends } = parts;
  const { count, tiesAt } = layout;
  const stepRows = step.part.rows;
  loadParameters(horizon, z);
  let total = 0;
  for (let k = 0; k < count; k++) {
    loadStep(horizon, k, z);
    step.part.slopes.residual(step.input, step.output);
    const at = rowsAt(layout, k);
    for (let r = 0; r < stepRows; r++) rows[at + r] = step.output[r];
    total += step.output[stepRows];
  }
  loadEnds(horizon, z);
  ends.part.slopes.residual(ends.input, ends.output);
  for (let r = 0; r < ends.part.rows; r++) rows[endRow(layout, r)] = ends.output[r];
  const isTime = task.freeSteps && task.time === undefined;
  for (let r = 0; r < ties.length; r++) {
    let sum = isTime && r === ties.length - 1 ? -numbers.setup.steps.t[count] : 0;
    for (const [column, factor] of ties[r]) sum += factor * z[column];
    rows[tiesAt + r] = sum;
  }
  return total + ends.output[ends.part.rows];
}

function slopes(horizon: OptimalHorizon, z: Float64Array, gradient: Float64Array, jacobian: Float64Array): void {
  const { layout, columns, patterns, parts } = horizon;
  const { ties } = horizon.shapes;
  const { step, ends } = parts;
  loadParameters(horizon, z);
  gradient.fill(0);
  jacobian.fill(0);
  const whole = { gradient, jacobian };
  for (let k = 0; k < layout.count; k++) {
    loadStep(horizon, k, z);
    step.part.slopes.jacobian(step.input, step.output, step.slopes);
    spread(step, columns.steps[k], patterns.stepJacobian[k], whole);
  }
  loadEnds(horizon, z);
  ends.part.slopes.jacobian(ends.input, ends.output, ends.slopes);
  spread(ends, columns.ends, patterns.endJacobian, whole);
  let q = 0;
  for (const tie of ties) for (const [, factor] of tie) jacobian[patterns.ties[q++]] = factor;
}

/** Adds the slopes of a part to those of the whole. */
function spread(
  { part, slopes }: PartMemory,
  columns: Int32Array,
  places: Int32Array,
  { gradient, jacobian }: { readonly gradient: Float64Array; readonly jacobian: Float64Array },
): void {
  const { row, col } = part.slopes.pattern;
  for (let q = 0; q < row.length; q++) {
    if (row[q] === part.rows) gradient[columns[col[q]]] += slopes[q];
    else jacobian[places[q]] += slopes[q];
  }
}

function curvature(horizon: OptimalHorizon, z: Float64Array, y: Float64Array, values: Float64Array): void {
  const { layout, inputs, patterns, parts } = horizon;
  const { step, ends } = parts;
  loadParameters(horizon, z);
  values.fill(0);
  for (let k = 0; k < layout.count; k++) {
    loadStep(horizon, k, z);
    const at = rowsAt(layout, k);
    for (let r = 0; r < step.part.rows; r++) step.input[inputs.multipliersIn + r] = y[at + r];
    step.part.curvature.run(step.input, step.curvature);
    const from = k * step.curvature.length;
    for (let q = 0; q < step.curvature.length; q++) values[patterns.stepHessian[from + q]] += step.curvature[q];
  }
  loadEnds(horizon, z);
  const multipliers = ends.input.length - ends.part.rows;
  for (let r = 0; r < ends.part.rows; r++) ends.input[multipliers + r] = y[endRow(layout, r)];
  ends.part.curvature.run(ends.input, ends.curvature);
  for (let q = 0; q < ends.curvature.length; q++) values[patterns.endHessian[q]] += ends.curvature[q];
}

function pack(horizon: OptimalHorizon, { path, inputs: given, parameters, h }: GuessedMotion): Float64Array {
  const { task, layout, inputs, numbers, parts } = horizon;
  const { model } = numbers.setup.compiled;
  const { count, states, width } = layout;
  const insides = model.inside.length;
  const { unknowns } = task.step;
  const z = new Float64Array(numbers.lower.length);
  z.set(path.states.subarray(0, states));
  for (let k = 0; k < count; k++) {
    const at = unknownsAt(layout, k);
    for (let i = 0; i < states; i++) z[at + i] = path.states[(k + 1) * states + i];
    for (let i = 0; i < insides; i++) z[at + states + i] = path.insides[k * insides + i];
    inputs.controls.forEach((name, c) => {
      z[at + inputs.controlAt[c]] = given[k * model.inputs.length + model.inputs.indexOf(name)];
    });
  }
  if (task.freeSteps) for (let k = 0; k < count; k++) z[lengthColumn(horizon, k)] = h[k];
  inputs.freed.forEach((index, j) => {
    z[layout.freeAt + j] = parameters[index];
  });
  horizon.shapes.fit(z);
  loadParameters(horizon, z);
  const guessed = new Float64Array(width);
  for (let k = 0; k < count; k++) {
    loadStep(horizon, k, z);
    parts.guesses.run(parts.step.input, guessed);
    const at = unknownsAt(layout, k);
    for (let i = 0; i < width; i++) if (unknowns[i].guess !== undefined) z[at + i] = guessed[i];
  }
  return z;
}

function unpack(horizon: OptimalHorizon, z: Float64Array): ReturnType<OptimalProgram["unpack"]> {
  const { task, layout, inputs, numbers } = horizon;
  const { setup, parameters, others } = numbers;
  const { kernels, model } = setup.compiled;
  const { count, states } = layout;
  const insides = model.inside.length;
  const wide = model.inputs.length;
  loadParameters(horizon, z);
  const path = emptyPath(kernels, count);
  const values = new Float64Array(count * wide);
  path.states.set(z.subarray(0, states));
  for (let k = 0; k < count; k++) {
    const at = unknownsAt(layout, k);
    for (let i = 0; i < states; i++) path.states[(k + 1) * states + i] = z[at + i];
    for (let i = 0; i < insides; i++) path.insides[k * insides + i] = z[at + states + i];
    model.inputs.forEach((name, i) => {
      const c = inputs.controls.indexOf(name);
      values[k * wide + i] =
        c < 0 ? others[k * inputs.others.length + inputs.others.indexOf(name)] : z[at + inputs.controlAt[c]];
    });
  }
  const lengths = task.freeSteps
    ? Float64Array.from({ length: count }, (_, k) => z[lengthColumn(horizon, k)])
    : undefined;
  const steps = { ...stepsOf(task, setup, parameters, lengths), inputs: values };
  return { path, steps, parameters: parameters.slice() };
}

function finer({ task, layout }: OptimalHorizon, y: Float64Array, fine: number): Float64Array {
  const { count, states, rows, tiesAt } = layout;
  const more = new Float64Array(y.length + (fine - count) * rows);
  more.set(y.subarray(0, states));
  for (let k = 0; k < fine; k++) {
    const at = rowsAt(layout, Math.floor(((k + 0.5) * count) / fine));
    more.set(y.subarray(at, at + rows), rowsAt(layout, k));
  }
  more.set(y.subarray(rowsAt(layout, count), tiesAt), rowsAt(layout, fine));
  if (task.freeSteps) more[more.length - 1] = y[y.length - 1];
  return more;
}

function costs(horizon: OptimalHorizon, z: Float64Array): { steps: Float64Array; all: number } {
  const { task, layout, numbers, parts } = horizon;
  const { step, ends } = parts;
  loadParameters(horizon, z);
  const steps = Float64Array.from({ length: layout.count }, (_, k) => {
    loadStep(horizon, k, z);
    step.part.slopes.residual(step.input, step.output);
    const length = task.freeSteps ? z[lengthColumn(horizon, k)] / numbers.setup.steps.h[k] : 1;
    return step.output[step.part.rows] - evenness * pow(length - 1, 2);
  });
  loadEnds(horizon, z);
  ends.part.slopes.residual(ends.input, ends.output);
  return { steps, all: steps.reduce((sum, x) => sum + x, ends.output[ends.part.rows]) };
}
