import { fromTriplets } from "../algebra/sparse.js";
import { compile, compileRows, type Kernel, type RowKernel } from "../expr/compile.js";
import { hessian } from "../expr/derivative.js";
import { add, constant, div, type Expr, mul, substituteAll, variable } from "../expr/expr.js";
import { first, frame, last, parameter } from "../mechanics/model.js";
import { type Program, placeOf } from "../solve/program.js";
import type { Bound } from "./bind.js";
import { shapesOf, type Tie } from "./control-shapes.js";
import type { Steps } from "./grid.js";
import { emptyPath, type Path } from "./march.js";
import type { OptimalTask } from "./optimal-task.js";
import { before, type SmoothStep } from "./smooth-step.js";

/**
 * The whole horizon of an optimal motion as a program. Unknowns: the start state, the unknowns of every step (states,
 * forces, slacks, controls), then the varied parameters and the slacks of end conditions. Rows: first − start(p) = 0,
 * the rows of every step, then the conditions on the ends. A control that keeps its value over several steps is the
 * unknown of the first of them.
 */
export interface OptimalProgram {
  readonly program: Program;
  readonly unknowns: number;
  /** The point that a path, inputs and parameters make; slacks from their formulas. */
  pack(path: Path, inputs: Float64Array, parameters: Float64Array): Float64Array;
  /** Path, inputs of every step and parameters of a point. */
  unpack(z: Float64Array): { path: Path; steps: Steps; parameters: Float64Array };
}

/** A part of the horizon whose formulas are one kernel: where its leaves, unknowns and rows are. */
interface Part {
  readonly values: Kernel;
  readonly slopes: RowKernel;
  readonly curvature: Kernel;
  readonly hessianRow: Int32Array;
  readonly hessianCol: Int32Array;
  readonly rows: number;
}

/** Rows and cost over leaves, with first and second derivatives by some of them; the cost is the last row. */
function part(inputs: readonly Expr[], wrt: readonly Expr[], rows: readonly Expr[], cost: Expr): Part {
  const y = rows.map((_, r) => variable(`multiplier.${r}`));
  const lagrangian = add(cost, ...rows.map((row, r) => mul(y[r]!, row)));
  const second = hessian(lagrangian, wrt);
  return {
    values: compile(inputs, [...rows, cost]),
    slopes: compileRows(inputs, wrt, [...rows, cost]),
    curvature: compile(
      [...inputs, ...y],
      second.map(({ value }) => value),
    ),
    hessianRow: Int32Array.from(second, ({ row }) => row),
    hessianCol: Int32Array.from(second, ({ col }) => col),
    rows: rows.length,
  };
}

export function optimalProgram(bound: Bound, task: OptimalTask): OptimalProgram {
  const { compiled } = bound;
  const { model, parameters: names } = compiled;
  const { step, varied, ends, stage, cost, start, time } = task;
  const count = bound.steps.h.length;
  const states = model.state.length;
  const width = step.unknowns.length;
  const freeAt = states + count * width;
  const slackAt = freeAt + varied.length;
  const endSlacks = ends.filter(({ must }) => must === "not-exceed-zero");
  const shapeAt = slackAt + endSlacks.length;
  const rowsAt = (k: number): number => states + k * step.rows.length;
  const tiesAt = rowsAt(count) + ends.length;
  const freed = varied.map(({ name }) => names.indexOf(name));
  const parameters = Float64Array.from(bound.parameters);
  const inputNames = model.inputs;
  const controls = Object.keys(task.controls);
  const controlAt = controls.map((name) => step.unknowns.findIndex(({ leaf }) => leaf === frame.inputs(name)));
  const fixed = inputNames.filter((name) => !controls.includes(name));
  const fixedTable = task.fixedInputs(bound);

  // the step: [now, unknowns, controls before | parameters, other inputs, t, h]
  const nowLeaves = model.state.map(({ name }) => frame.now(name));
  const stepWrt = [
    ...nowLeaves,
    ...step.unknowns.map(({ leaf }) => leaf),
    ...controls.map(before),
    ...varied.map(({ name }) => parameter(name)),
  ];
  const stepInputs = [
    ...nowLeaves,
    ...step.unknowns.map(({ leaf }) => leaf),
    ...controls.map(before),
    ...names.map(parameter),
    ...fixed.map(frame.inputs),
    frame.t,
    frame.h,
  ];
  const grid = timeFormulas(time, count);
  const written = (es: readonly Expr[]): Expr[] => task.written(substituteAll(es, grid));
  const stepPart = part(stepInputs, stepWrt, written(step.rows.map(({ residual }) => residual)), written([stage])[0]!);
  const parametersIn = states + width + controls.length;

  // the ends: [first, last, end slacks | parameters]
  const slackLeaves = endSlacks.map(({ name }) => variable(`slack.${name}`));
  const endStates = [...model.state.map(({ name }) => first(name)), ...model.state.map(({ name }) => last(name))];
  const endRows = ends.map(({ name, residual, must }) =>
    must === "be-zero" ? residual : add(residual, variable(`slack.${name}`)),
  );
  const startRows = model.state.map(({ name }, i) => add(first(name), mul(-1, start[i]!)));
  const endPart = part(
    [...endStates, ...slackLeaves, ...names.map(parameter)],
    [...endStates, ...slackLeaves, ...varied.map(({ name }) => parameter(name))],
    task.written([...startRows, ...endRows]),
    task.written([cost])[0]!,
  );

  const controlColumn = (k: number, c: number): number => states + k * width + controlAt[c]!;
  const stateColumn = (k: number): number => (k === 0 ? 0 : states + (k - 1) * width);
  const columnsOf = (k: number): Int32Array => {
    const columns = new Int32Array(stepWrt.length);
    for (let i = 0; i < states; i++) columns[i] = stateColumn(k) + i;
    for (let i = 0; i < width; i++) columns[states + i] = states + k * width + i;
    // the first step has none before it, so its controls stand for those: no change
    controls.forEach((_, c) => {
      columns[states + width + c] = controlColumn(Math.max(k - 1, 0), c);
    });
    for (let j = 0; j < varied.length; j++) columns[parametersIn + j] = freeAt + j;
    return columns;
  };
  const stepInput = new Float64Array(stepInputs.length + stepPart.rows);
  const endInput = new Float64Array(2 * states + endSlacks.length + names.length + endPart.rows);

  function loadStep(k: number, columns: Int32Array, z: Float64Array): void {
    for (let i = 0; i < parametersIn; i++) stepInput[i] = z[columns[i]!]!;
    stepInput.set(parameters, parametersIn);
    const rest = parametersIn + names.length;
    for (let i = 0; i < fixed.length; i++) stepInput[rest + i] = fixedTable[k * fixed.length + i]!;
    stepInput[rest + fixed.length] = time === undefined ? bound.steps.t[k]! : k / count;
    stepInput[rest + fixed.length + 1] = bound.steps.h[k]!;
  }

  function loadEnds(z: Float64Array): void {
    for (let i = 0; i < states; i++) {
      endInput[i] = z[i]!;
      endInput[states + i] = z[stateColumn(count) + i]!;
    }
    for (let j = 0; j < endSlacks.length; j++) endInput[2 * states + j] = z[slackAt + j]!;
    endInput.set(parameters, 2 * states + endSlacks.length);
  }

  function loadParameters(z: Float64Array): void {
    for (let j = 0; j < freed.length; j++) parameters[freed[j]!] = z[freeAt + j]!;
  }

  const shapes = shapesOf(
    controls.map((name) => task.controls[name]!.shape),
    count,
    controlColumn,
    shapeAt,
  );
  const n = shapeAt + shapes.coefficients;
  const m = tiesAt + shapes.ties.length;
  const stepColumns = Array.from({ length: count }, (_, k) => columnsOf(k));
  const endColumns = Int32Array.from({ length: 2 * states + endSlacks.length + varied.length }, (_, i) => {
    if (i < states) return i;
    if (i < 2 * states) return stateColumn(count) + i - states;
    const j = i - 2 * states;
    return j < endSlacks.length ? slackAt + j : freeAt + j - endSlacks.length;
  });
  // rows of the ends: the start rows come first, the conditions last
  const endRow = (r: number): number => (r < states ? r : rowsAt(count) + r - states);
  const patterns = patternsOf([m, n], stepPart, endPart, stepColumns, endColumns, rowsAt, endRow, shapes.ties, tiesAt);
  const stepOutput = new Float64Array(stepPart.rows + 1);
  const stepSlopes = new Float64Array(stepPart.slopes.pattern.row.length);
  const stepCurvature = new Float64Array(stepPart.hessianRow.length);
  const endOutput = new Float64Array(endPart.rows + 1);
  const endSlopes = new Float64Array(endPart.slopes.pattern.row.length);
  const endCurvature = new Float64Array(endPart.hessianRow.length);

  function evaluate(z: Float64Array, rows: Float64Array): number {
    loadParameters(z);
    let total = 0;
    for (let k = 0; k < count; k++) {
      loadStep(k, stepColumns[k]!, z);
      stepPart.values.run(stepInput, stepOutput);
      for (let r = 0; r < stepPart.rows; r++) rows[rowsAt(k) + r] = stepOutput[r]!;
      total += stepOutput[stepPart.rows]!;
    }
    loadEnds(z);
    endPart.values.run(endInput, endOutput);
    for (let r = 0; r < endPart.rows; r++) rows[endRow(r)] = endOutput[r]!;
    shapes.ties.forEach((tie, r) => {
      rows[tiesAt + r] = tie.reduce((sum, [column, factor]) => sum + factor * z[column]!, 0);
    });
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
      loadStep(k, stepColumns[k]!, z);
      stepPart.slopes.jacobian(stepInput, stepOutput, stepSlopes);
      spread(stepPart, stepSlopes, stepColumns[k]!, patterns.stepJacobian, k * stepSlopes.length);
    }
    loadEnds(z);
    endPart.slopes.jacobian(endInput, endOutput, endSlopes);
    spread(endPart, endSlopes, endColumns, patterns.endJacobian, 0);
    let q = 0;
    for (const tie of shapes.ties) for (const [, factor] of tie) jacobian[patterns.ties[q++]!] = factor;
  }

  function curvature(z: Float64Array, y: Float64Array, values: Float64Array): void {
    loadParameters(z);
    values.fill(0);
    for (let k = 0; k < count; k++) {
      loadStep(k, stepColumns[k]!, z);
      for (let r = 0; r < stepPart.rows; r++) stepInput[stepInputs.length + r] = y[rowsAt(k) + r]!;
      stepPart.curvature.run(stepInput, stepCurvature);
      const from = k * stepCurvature.length;
      for (let q = 0; q < stepCurvature.length; q++) values[patterns.stepHessian[from + q]!]! += stepCurvature[q]!;
    }
    loadEnds(z);
    for (let r = 0; r < endPart.rows; r++) endInput[endInput.length - endPart.rows + r] = y[endRow(r)]!;
    endPart.curvature.run(endInput, endCurvature);
    for (let q = 0; q < endCurvature.length; q++) values[patterns.endHessian[q]!]! += endCurvature[q]!;
  }

  const numbers = task.boundsOf(bound.parameters);
  const limit = (pick: "lower" | "upper", open: number): Float64Array => {
    const values = new Float64Array(n).fill(open);
    for (let k = 0; k < count; k++) for (let i = 0; i < width; i++) values[states + k * width + i] = numbers[pick][i]!;
    varied.forEach((one, j) => {
      values[freeAt + j] = pick === "lower" ? one.min : one.max;
    });
    if (pick === "lower") values.fill(0, slackAt, shapeAt);
    return values;
  };
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
        : (ends[r - rowsAt(count)]?.name ?? `the shape of a control`);
    },
    lower: limit("lower", Number.NEGATIVE_INFINITY),
    upper: limit("upper", Number.POSITIVE_INFINITY),
    pairs: {
      first: pairMembers(step, count, states, 0),
      second: pairMembers(step, count, states, 1),
    },
    jacobian: patterns.jacobian,
    hessian: patterns.hessian,
    evaluate,
    slopes,
    curvature,
  };

  const insides = model.inside.length;
  const slackGuess = compile(stepInputs, written(step.unknowns.map(({ guess, leaf }) => guess ?? leaf)));
  const guessed = new Float64Array(width);

  function pack(path: Path, inputs: Float64Array, values: Float64Array): Float64Array {
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
    freed.forEach((index, j) => {
      z[freeAt + j] = values[index]!;
    });
    shapes.fit(z);
    loadParameters(z);
    for (let k = 0; k < count; k++) {
      loadStep(k, stepColumns[k]!, z);
      slackGuess.run(stepInput, guessed);
      step.unknowns.forEach(({ guess }, i) => {
        if (guess !== undefined) z[states + k * width + i] = guessed[i]!;
      });
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
    return { path, steps: { ...task.stepsOf(bound, parameters), inputs }, parameters: parameters.slice() };
  }

  return { program, unknowns: n, pack, unpack };
}

/** h = time/N and t = k h, where the time is varied; t then stands for k/N in the frame. */
function timeFormulas(time: string | undefined, count: number): Map<Expr, Expr> {
  if (time === undefined) return new Map();
  return new Map([
    [frame.h, div(parameter(time), constant(count))],
    [frame.t, mul(parameter(time), frame.t)],
  ]);
}

function pairMembers({ unknowns, pairs }: SmoothStep, count: number, states: number, side: 0 | 1): Int32Array {
  const members = new Int32Array(count * pairs.length);
  for (let k = 0; k < count; k++)
    pairs.forEach((pair, p) => {
      members[k * pairs.length + p] = states + k * unknowns.length + pair[side];
    });
  return members;
}

/** The patterns of the whole, and where the entries of each part go in them. */
function patternsOf(
  [m, n]: readonly [number, number],
  stepPart: Part,
  endPart: Part,
  stepColumns: readonly Int32Array[],
  endColumns: Int32Array,
  rowsAt: (k: number) => number,
  endRow: (r: number) => number,
  ties: readonly Tie[],
  tiesAt: number,
) {
  const rows: [number[], number[]] = [[], []];
  const seconds: [number[], number[]] = [[], []];
  const visit = (p: Part, columns: Int32Array, rowOf: (r: number) => number): void => {
    const { row, col } = p.slopes.pattern;
    for (let q = 0; q < row.length; q++) {
      // entries of the cost's gradient have no place; they stand here so that all are counted alike
      rows[0].push(row[q] === p.rows ? -1 : rowOf(row[q]!));
      rows[1].push(columns[col[q]!]!);
    }
    for (let q = 0; q < p.hessianRow.length; q++) {
      const [i, j] = [columns[p.hessianRow[q]!]!, columns[p.hessianCol[q]!]!];
      seconds[0].push(Math.max(i, j));
      seconds[1].push(Math.min(i, j));
    }
  };
  stepColumns.forEach((columns, k) => {
    visit(stepPart, columns, (r) => rowsAt(k) + r);
  });
  visit(endPart, endColumns, endRow);
  const tied = rows[0].length;
  ties.forEach((tie, r) => {
    for (const [column] of tie) {
      rows[0].push(tiesAt + r);
      rows[1].push(column);
    }
  });
  const real = [...rows[0].keys()].filter((q) => rows[0][q]! >= 0);
  const jacobian = fromTriplets(
    m,
    n,
    real.map((q) => rows[0][q]!),
    real.map((q) => rows[1][q]!),
  );
  const hessian = fromTriplets(n, n, ...seconds);
  const jacobianAt = Int32Array.from(rows[0], (i, q) => (i < 0 ? -1 : placeOf(jacobian, i, rows[1][q]!)));
  const hessianAt = Int32Array.from(seconds[0], (i, q) => placeOf(hessian, i, seconds[1][q]!));
  const steps = stepColumns.length * stepPart.slopes.pattern.row.length;
  const stepSeconds = stepColumns.length * stepPart.hessianRow.length;
  return {
    jacobian,
    hessian,
    stepJacobian: jacobianAt.subarray(0, steps),
    endJacobian: jacobianAt.subarray(steps, tied),
    ties: jacobianAt.subarray(tied),
    stepHessian: hessianAt.subarray(0, stepSeconds),
    endHessian: hessianAt.subarray(stepSeconds),
  };
}
