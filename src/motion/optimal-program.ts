import { frame } from "../mechanics/model.js";
import type { Program } from "../solve/program.js";
import type { Bound } from "./bind.js";
import { shapesOf, type Tie } from "./control-shapes.js";
import type { Drawn } from "./drawn.js";
import type { Steps } from "./grid.js";
import { emptyPath, type Path } from "./march.js";
import { evenness, type OptimalForms, optimalForms } from "./optimal-forms.js";
import { type Part, patternsOf } from "./optimal-parts.js";
import type { OptimalTask } from "./optimal-task.js";
import { stepLength } from "./smooth-step.js";

/**
 * The whole horizon of an optimal motion as a program. Unknowns: the start state, the unknowns of every step (states,
 * forces, slacks, controls), the varied parameters, the slacks of end conditions, and coefficients of shapes. Rows:
 * first − start(p) = 0, the rows of every step, the conditions on the ends, then the ties of controls to their shapes.
 */
export interface OptimalProgram {
  readonly program: Program;
  /** Sets the numbers that may change between solves on one grid; all other parts stay as they are. */
  bind(bound: Bound): void;
  /** The point that a guess makes; slacks from their formulas. */
  pack(guess: Drawn): Float64Array;
  /** Path, inputs of every step and parameters of a point. */
  unpack(z: Float64Array): { path: Path; steps: Steps; parameters: Float64Array };
  /** What every step costs, and the whole cost, at a point. */
  costs(z: Float64Array): { readonly steps: Float64Array; readonly all: number };
  /** Multipliers of the rows for a grid of more steps, those of the step that each lies in. */
  finer(y: Float64Array, steps: number): Float64Array;
}

/** Builds the program of a bound problem: formulas, patterns and names once, numbers at every `bind`. */
export function optimalProgram(
  made: Bound,
  task: OptimalTask,
  forms: OptimalForms = optimalForms(made.compiled, task),
): OptimalProgram {
  const { step: stepPart, ends: endPart, guesses: stepGuesses } = forms;
  const { compiled } = made;
  const { model, parameters: names } = compiled;
  const { step, varied, ends, time, freeSteps } = task;
  const count = made.steps.h.length;
  const states = model.state.length;
  const width = step.unknowns.length;
  const freeAt = states + count * width;
  const slackAt = freeAt + varied.length;
  const endSlacks = ends.filter(({ must }) => must === "not-exceed-zero");
  const shapeAt = slackAt + endSlacks.length;
  const rowsAt = (k: number): number => states + k * step.rows.length;
  const tiesAt = rowsAt(count) + ends.length;
  const freed = varied.map(({ name }) => names.indexOf(name));
  const inputNames = model.inputs;
  const controls = Object.keys(task.controls);
  const controlAt = controls.map((name) => step.unknowns.findIndex(({ leaf }) => leaf === frame.inputs(name)));
  const fixed = inputNames.filter((name) => !controls.includes(name));

  const parametersIn = states + width + controls.length;
  const fixedIn = parametersIn + names.length;
  const lengthAt = step.unknowns.findIndex(({ name }) => name === stepLength);

  const controlColumn = (k: number, c: number): number => states + k * width + controlAt[c]!;
  const stateColumn = (k: number): number => (k === 0 ? 0 : states + (k - 1) * width);
  const columnsOf = (k: number): Int32Array => {
    const columns = new Int32Array(parametersIn + varied.length);
    for (let i = 0; i < states; i++) columns[i] = stateColumn(k) + i;
    for (let i = 0; i < width; i++) columns[states + i] = states + k * width + i;
    // the first step has none before it, so its controls stand for those: no change
    controls.forEach((_, c) => {
      columns[states + width + c] = controlColumn(Math.max(k - 1, 0), c);
    });
    for (let j = 0; j < varied.length; j++) columns[parametersIn + j] = freeAt + j;
    return columns;
  };
  const shapes = shapesOf(
    controls.map((name) => task.controls[name]!.shape),
    count,
    controlColumn,
    shapeAt,
  );
  const ties = [...shapes.ties, ...(freeSteps ? [timeTie()] : [])];
  const n = shapeAt + shapes.coefficients;
  const m = tiesAt + ties.length;
  const stepColumns = Array.from({ length: count }, (_, k) => columnsOf(k));
  const endColumns = Int32Array.from({ length: 2 * states + endSlacks.length + varied.length }, (_, i) => {
    if (i < states) return i;
    if (i < 2 * states) return stateColumn(count) + i - states;
    const j = i - 2 * states;
    return j < endSlacks.length ? slackAt + j : freeAt + j - endSlacks.length;
  });
  // rows of the ends: the start rows come first, the conditions last
  const endRow = (r: number): number => (r < states ? r : rowsAt(count) + r - states);
  const patterns = patternsOf([m, n], stepPart, endPart, stepColumns, endColumns, rowsAt, endRow, ties, tiesAt);

  const parameters = Float64Array.from(made.parameters);
  const lower = new Float64Array(n).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  let bound = made;
  let fixedTable = task.fixedInputs(made);
  // behind the parameters: other inputs, t, h, N; behind these the multipliers
  const timeIn = fixedIn + fixed.length;
  const multipliersIn = timeIn + 3;
  const stepInput = new Float64Array(multipliersIn + stepPart.rows);
  stepInput[timeIn + 2] = count;
  const endInput = new Float64Array(2 * states + endSlacks.length + names.length + endPart.rows);
  const [stepOutput, stepSlopes, stepCurvature] = memoryOf(stepPart);
  const [endOutput, endSlopes, endCurvature] = memoryOf(endPart);

  function bind(next: Bound): void {
    bound = next;
    parameters.set(next.parameters);
    fixedTable = task.fixedInputs(next);
    const limits = task.boundsOf(next);
    for (let k = 0; k < count; k++) {
      lower.set(limits.lower, states + k * width);
      upper.set(limits.upper, states + k * width);
    }
    varied.forEach(({ min, max }, j) => {
      lower[freeAt + j] = min;
      upper[freeAt + j] = max;
    });
    lower.fill(0, slackAt, shapeAt);
  }

  function loadParameters(z: Float64Array): void {
    for (let j = 0; j < freed.length; j++) parameters[freed[j]!] = z[freeAt + j]!;
    for (let i = 0; i < names.length; i++) stepInput[parametersIn + i] = parameters[i]!;
  }

  function loadStep(k: number, z: Float64Array): void {
    const columns = stepColumns[k]!;
    for (let i = 0; i < parametersIn; i++) stepInput[i] = z[columns[i]!]!;
    for (let i = 0; i < fixed.length; i++) stepInput[fixedIn + i] = fixedTable[k * fixed.length + i]!;
    stepInput[timeIn] = time === undefined ? bound.steps.t[k]! : k / count;
    stepInput[timeIn + 1] = bound.steps.h[k]!;
  }

  function loadEnds(z: Float64Array): void {
    for (let i = 0; i < endColumns.length - varied.length; i++) endInput[i] = z[endColumns[i]!]!;
    endInput.set(parameters, 2 * states + endSlacks.length);
  }

  function evaluate(z: Float64Array, rows: Float64Array): number {
    loadParameters(z);
    let total = 0;
    for (let k = 0; k < count; k++) {
      loadStep(k, z);
      stepPart.slopes.residual(stepInput, stepOutput);
      const at = rowsAt(k);
      for (let r = 0; r < stepPart.rows; r++) rows[at + r] = stepOutput[r]!;
      total += stepOutput[stepPart.rows]!;
    }
    loadEnds(z);
    endPart.slopes.residual(endInput, endOutput);
    for (let r = 0; r < endPart.rows; r++) rows[endRow(r)] = endOutput[r]!;
    for (let r = 0; r < ties.length; r++) {
      let sum = freeSteps && time === undefined && r === ties.length - 1 ? -bound.steps.t[count]! : 0;
      for (const [column, factor] of ties[r]!) sum += factor * z[column]!;
      rows[tiesAt + r] = sum;
    }
    return total + endOutput[endPart.rows]!;
  }

  function slopes(z: Float64Array, gradient: Float64Array, jacobian: Float64Array): void {
    loadParameters(z);
    gradient.fill(0);
    jacobian.fill(0);
    const spread = (p: Part, values: Float64Array, columns: Int32Array, at: Int32Array, from: number): void => {
      const { row, col } = p.slopes.pattern;
      for (let q = 0; q < row.length; q++) {
        if (row[q] === p.rows) gradient[columns[col[q]!]!]! += values[q]!;
        else jacobian[at[from + q]!]! += values[q]!;
      }
    };
    for (let k = 0; k < count; k++) {
      loadStep(k, z);
      stepPart.slopes.jacobian(stepInput, stepOutput, stepSlopes);
      spread(stepPart, stepSlopes, stepColumns[k]!, patterns.stepJacobian, k * stepSlopes.length);
    }
    loadEnds(z);
    endPart.slopes.jacobian(endInput, endOutput, endSlopes);
    spread(endPart, endSlopes, endColumns, patterns.endJacobian, 0);
    let q = 0;
    for (const tie of ties) for (const [, factor] of tie) jacobian[patterns.ties[q++]!] = factor;
  }

  function curvature(z: Float64Array, y: Float64Array, values: Float64Array): void {
    loadParameters(z);
    values.fill(0);
    for (let k = 0; k < count; k++) {
      loadStep(k, z);
      for (let r = 0; r < stepPart.rows; r++) stepInput[multipliersIn + r] = y[rowsAt(k) + r]!;
      stepPart.curvature.run(stepInput, stepCurvature);
      const from = k * stepCurvature.length;
      for (let q = 0; q < stepCurvature.length; q++) values[patterns.stepHessian[from + q]!]! += stepCurvature[q]!;
    }
    loadEnds(z);
    for (let r = 0; r < endPart.rows; r++) endInput[endInput.length - endPart.rows + r] = y[endRow(r)]!;
    endPart.curvature.run(endInput, endCurvature);
    for (let q = 0; q < endCurvature.length; q++) values[patterns.endHessian[q]!]! += endCurvature[q]!;
  }

  const members = (side: 0 | 1): Int32Array =>
    Int32Array.from(
      Array.from({ length: count }, (_, k) => [
        ...step.pairs.map((pair) => states + k * width + pair[side]),
        ...(k === 0 ? [] : step.across.map((pair) => states + (k - side) * width + pair[side])),
      ]).flat(),
    );
  const program: Program = {
    name: (i) => {
      if (i < states) return `${model.state[i]!.name} at the start`;
      const k = Math.floor((i - states) / width);
      if (k < count) return `${step.unknowns[(i - states) % width]!.name} at step ${k + 1}`;
      if (i < slackAt) return varied[i - freeAt]!.name;
      return i < shapeAt ? `slack of ${endSlacks[i - slackAt]!.name}` : `coefficient ${i - shapeAt + 1} of a control`;
    },
    rowName: (r) => {
      if (r < states) return `${model.state[r]!.name} at the start`;
      const k = Math.floor((r - states) / step.rows.length);
      return k < count
        ? `${step.rows[(r - states) % step.rows.length]!.name} at step ${k + 1}`
        : (ends[r - rowsAt(count)]?.name ??
            (r === m - 1 && freeSteps ? "the sum of the steps" : "the shape of a control"));
    },
    lower,
    upper,
    pairs: { first: members(0), second: members(1) },
    jacobian: patterns.jacobian,
    hessian: patterns.hessian,
    evaluate,
    slopes,
    curvature,
  };

  const insides = model.inside.length;
  const guessed = new Float64Array(width);

  function pack({ path, inputs, parameters: given, h }: Drawn): Float64Array {
    const z = new Float64Array(n);
    z.set(path.states.subarray(0, states));
    for (let k = 0; k < count; k++) {
      const at = states + k * width;
      for (let i = 0; i < states; i++) z[at + i] = path.states[(k + 1) * states + i]!;
      for (let i = 0; i < insides; i++) z[at + states + i] = path.insides[k * insides + i]!;
      controls.forEach((name, c) => {
        z[at + controlAt[c]!] = inputs[k * inputNames.length + inputNames.indexOf(name)]!;
      });
    }
    if (freeSteps) for (let k = 0; k < count; k++) z[states + k * width + lengthAt] = h[k]!;
    freed.forEach((index, j) => {
      z[freeAt + j] = given[index]!;
    });
    shapes.fit(z);
    loadParameters(z);
    for (let k = 0; k < count; k++) {
      loadStep(k, z);
      stepGuesses.run(stepInput, guessed);
      for (let i = 0; i < width; i++)
        if (step.unknowns[i]!.guess !== undefined) z[states + k * width + i] = guessed[i]!;
    }
    return z;
  }

  function unpack(z: Float64Array): { path: Path; steps: Steps; parameters: Float64Array } {
    loadParameters(z);
    const path = emptyPath(compiled.kernels, count);
    const inputs = new Float64Array(count * inputNames.length);
    path.states.set(z.subarray(0, states));
    for (let k = 0; k < count; k++) {
      const at = states + k * width;
      for (let i = 0; i < states; i++) path.states[(k + 1) * states + i] = z[at + i]!;
      for (let i = 0; i < insides; i++) path.insides[k * insides + i] = z[at + states + i]!;
      inputNames.forEach((name, i) => {
        const c = controls.indexOf(name);
        inputs[k * inputNames.length + i] =
          c < 0 ? fixedTable[k * fixed.length + fixed.indexOf(name)]! : z[controlColumn(k, c)]!;
      });
    }
    const lengths = freeSteps
      ? Float64Array.from({ length: count }, (_, k) => z[states + k * width + lengthAt]!)
      : undefined;
    return { path, steps: { ...task.stepsOf(bound, parameters, lengths), inputs }, parameters: parameters.slice() };
  }

  function finer(y: Float64Array, fine: number): Float64Array {
    const width = step.rows.length;
    const more = new Float64Array(y.length + (fine - count) * width);
    more.set(y.subarray(0, states));
    for (let k = 0; k < fine; k++) {
      const at = rowsAt(Math.floor(((k + 0.5) * count) / fine));
      more.set(y.subarray(at, at + width), rowsAt(k));
    }
    more.set(y.subarray(rowsAt(count), tiesAt), rowsAt(fine));
    if (freeSteps) more[more.length - 1] = y[y.length - 1]!;
    return more;
  }

  function costs(z: Float64Array): { steps: Float64Array; all: number } {
    loadParameters(z);
    const steps = Float64Array.from({ length: count }, (_, k) => {
      loadStep(k, z);
      stepPart.slopes.residual(stepInput, stepOutput);
      const length = freeSteps ? z[states + k * width + lengthAt]! / bound.steps.h[k]! : 1;
      return stepOutput[stepPart.rows]! - evenness * (length - 1) ** 2;
    });
    loadEnds(z);
    endPart.slopes.residual(endInput, endOutput);
    return { steps, all: steps.reduce((sum, x) => sum + x, endOutput[endPart.rows]!) };
  }

  /** Σ h = T. */
  function timeTie(): Tie {
    const steps = Array.from({ length: count }, (_, k) => [states + k * width + lengthAt, 1] as const);
    return time === undefined ? steps : [...steps, [freeAt + varied.findIndex(({ name }) => name === time), -1]];
  }

  bind(made);
  return { program, bind, pack, unpack, costs, finer };
}

/** Values, slopes and second derivatives of one part. */
function memoryOf({ rows, slopes, hessianRow }: Part): [Float64Array, Float64Array, Float64Array] {
  return [new Float64Array(rows + 1), new Float64Array(slopes.pattern.row.length), new Float64Array(hessianRow.length)];
}
