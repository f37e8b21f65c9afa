import { entriesAtOnce, gathering, type SparseMatrix } from "../../algebra/sparse.js";
import { finish, inLots, type Stepwise } from "../../algebra/stepwise.js";
import type { RowKernel } from "../../expr/compile.js";
import type { Unknown } from "../../mechanics/model.js";
import type { Mcp } from "../../solve/mcp.js";
import type { Compiled } from "../compile/compile-problem.js";
import { fillInputs } from "../compile/inputs.js";
import type { Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { loadTime } from "../compile/step.js";
import type { Steps } from "../problem/grid.js";

/**
 * The whole horizon as one Mcp. Unknowns: the start state, then for every step its block (states and, where they are
 * not condensed, insides), then the freed parameters. Rows: start values, the steps' rows, and Υ(first, last) = 0,
 *
 *     first − start(p) = 0,   F(block_k; state_{k−1}, p) = 0 for k = 1 … N,   Υ(state_0, state_N, p) = 0.
 *
 * The freed parameters come last, so that each is one bordered column of every block.
 */
export interface Stack {
  readonly mcp: Mcp;
  /** Sets the numbers that may change between solves on one grid; all other parts stay as they are. */
  setNumbers(parameters: Float64Array, steps: Steps): void;
  /** The unknowns that a path and freed parameters make. */
  pack(path: Path, parameters: Float64Array): Float64Array;
  /** The path of a solution; condensed insides are computed from their definitions. */
  unpack(z: Float64Array, path: Path): Stepwise<void>;
  /** Freed parameters of a solution, written into `parameters`. */
  freed(z: Float64Array, parameters: Float64Array): void;
}

/** How many steps, states, unknowns of a step and unknowns in all; the freed parameters begin at `border`. */
interface Size {
  readonly count: number;
  readonly states: number;
  readonly width: number;
  readonly border: number;
  readonly total: number;
}

/** Values of rows and their derivatives, written over by every evaluation. */
interface Evaluation {
  readonly values: Float64Array;
  readonly slopes: Float64Array;
}

/** The whole horizon with its memory. */
interface Horizon {
  readonly compiled: Compiled;
  readonly size: Size;
  readonly places: Places;
  /** One step, and the parameters of all. */
  readonly frame: Float64Array;
  readonly parameters: Float64Array;
  readonly grid: { steps: Steps; readonly inputs: Float64Array };
  readonly memory: {
    readonly start: Evaluation;
    readonly block: Evaluation;
    readonly ends: Evaluation & { readonly at: Float64Array };
  };
}

/** Builds the whole horizon of a problem with its numbers: pattern and names once, numbers at every `setNumbers`. */
export const stack = (setup: Setup): Stack => finish(stacked(setup));

/** `stack` in parts. */
export function* stacked({ compiled, parameters, steps }: Setup): Stepwise<Stack> {
  const { kernels, freed, boundary } = compiled;
  const { start, conditions } = compiled.formulas;
  const { layout, block } = kernels;
  const count = steps.h.length;
  const { states } = layout;
  const width = block.unknowns.length;
  const border = states + count * width;
  const horizon: Horizon = {
    compiled,
    size: { count, states, width, border, total: border + freed.length },
    places: yield* placesOf(compiled, count),
    frame: new Float64Array(layout.leaves.length),
    parameters: Float64Array.from(parameters),
    grid: { steps, inputs: new Float64Array(count * kernels.model.inputs.length) },
    memory: {
      start: evaluation(states, start),
      block: evaluation(width, block.rows()),
      ends: { ...evaluation(boundary.length, conditions), at: new Float64Array(2 * states + parameters.length) },
    },
  };
  setNumbers(horizon, parameters, steps);
  return {
    mcp: {
      name: horizonName(compiled, count),
      lower: eachUnknown(horizon, Number.NEGATIVE_INFINITY, ({ lower }) => lower),
      upper: eachUnknown(horizon, Number.POSITIVE_INFINITY, ({ upper }) => upper),
      scale: scalesOf(horizon),
      pattern: horizon.places.pattern,
      evaluate: (z, residual, jacobian) => finish(evaluated(horizon, z, residual, jacobian)),
      evaluating: (z, residual, jacobian) => evaluated(horizon, z, residual, jacobian),
    },
    setNumbers: (values, grid) => setNumbers(horizon, values, grid),
    pack: (path, values) => pack(horizon, path, values),
    unpack: (z, path) => unpack(horizon, z, path),
    freed(z, values) {
      for (let j = 0; j < freed.length; j++) values[freed[j]] = z[border + j];
    },
  };
}

const evaluation = (rows: number, { pattern }: RowKernel): Evaluation => ({
  values: new Float64Array(rows),
  slopes: new Float64Array(pattern.row.length),
});

function setNumbers({ compiled, parameters, grid }: Horizon, values: Float64Array, steps: Steps): void {
  parameters.set(values);
  grid.steps = steps;
  fillInputs(compiled, parameters, steps, grid.inputs);
}

/** Column where the states at the end of step k (0: the start) begin. */
const stateColumn = ({ states, width }: Size, k: number): number => (k === 0 ? 0 : states + (k - 1) * width);

function load({ compiled, size, frame, grid }: Horizon, k: number, z: Float64Array): void {
  const { layout, block, model } = compiled.kernels;
  const { states, width } = size;
  const { at } = block;
  const before = stateColumn(size, k);
  const here = states + k * width;
  for (let i = 0; i < states; i++) frame[i] = z[before + i];
  for (let i = 0; i < width; i++) frame[at[i]] = z[here + i];
  const inputs = model.inputs.length;
  for (let i = 0; i < inputs; i++) frame[layout.inputs + i] = grid.inputs[k * inputs + i];
  loadTime(layout, grid.steps, k, frame);
}

function loadParameters({ compiled, size, frame, parameters }: Horizon, z: Float64Array): void {
  const { freed, kernels } = compiled;
  for (let j = 0; j < freed.length; j++) parameters[freed[j]] = z[size.border + j];
  frame.set(parameters, kernels.layout.parameters);
}

function loadEnds({ size, parameters, memory }: Horizon, z: Float64Array): void {
  const { at } = memory.ends;
  const { states, count } = size;
  const end = stateColumn(size, count);
  for (let i = 0; i < states; i++) {
    at[i] = z[i];
    at[states + i] = z[end + i];
  }
  at.set(parameters, 2 * states);
}

/** Operations between two pauses: milliseconds where a kernel is new to the engine, a tenth of one where it is not. */
const operationsAtOnce = 1e5;

const stepsAtOnce = (rows: RowKernel): number => Math.ceil(operationsAtOnce / Math.max(1, rows.operations));

function* evaluated(
  horizon: Horizon,
  z: Float64Array,
  residual: Float64Array,
  jacobian?: Float64Array,
): Stepwise<boolean> {
  const { compiled, size, places, parameters } = horizon;
  const { start, ends } = horizon.memory;
  const { count, states, border } = size;
  const { formulas, kernels } = compiled;
  const atOnce = stepsAtOnce(kernels.block.rows());
  loadParameters(horizon, z);
  evaluateKernel(formulas.start, parameters, start, jacobian !== undefined);
  for (let i = 0; i < states; i++) residual[i] = z[i] - start.values[i];
  for (let k = 0; k < count; k += atOnce) {
    evaluateSteps(horizon, { from: k, to: Math.min(k + atOnce, count) }, z, { residual, jacobian });
    yield;
  }
  loadEnds(horizon, z);
  evaluateKernel(formulas.conditions, ends.at, ends, jacobian !== undefined);
  for (let j = 0; j < ends.values.length; j++) residual[border + j] = ends.values[j];
  if (jacobian !== undefined) {
    for (let i = 0; i < states; i++) jacobian[places.start[i]] = 1;
    for (let p = 0; p < start.slopes.length; p++) jacobian[places.start[states + p]] = -start.slopes[p];
    for (let p = 0; p < ends.slopes.length; p++) jacobian[places.conditions[p]] = ends.slopes[p];
  }
  return true;
}

function evaluateSteps(
  horizon: Horizon,
  { from, to }: { from: number; to: number },
  z: Float64Array,
  { residual, jacobian }: { residual: Float64Array; jacobian: Float64Array | undefined },
): void {
  const { compiled, size, places, frame } = horizon;
  const { block } = horizon.memory;
  const { states, width } = size;
  const rows = compiled.kernels.block.rows();
  for (let k = from; k < to; k++) {
    load(horizon, k, z);
    evaluateKernel(rows, frame, block, jacobian !== undefined);
    const here = states + k * width;
    for (let i = 0; i < width; i++) residual[here + i] = block.values[i];
    if (jacobian === undefined) continue;
    const at = k * block.slopes.length;
    for (let p = 0; p < block.slopes.length; p++) jacobian[places.block[at + p]] = block.slopes[p];
  }
}

function evaluateKernel(kernel: RowKernel, at: Float64Array, into: Evaluation, withSlopes: boolean): void {
  if (withSlopes) kernel.jacobian(at, into.values, into.slopes);
  else kernel.residual(at, into.values);
}

function pack({ compiled, size }: Horizon, path: Path, values: Float64Array): Float64Array {
  const { kernels, freed } = compiled;
  const { layout, block } = kernels;
  const { count, states, width, border, total } = size;
  const z = new Float64Array(total);
  z.set(path.states.subarray(0, states));
  for (let k = 0; k < count; k++)
    for (let i = 0; i < width; i++) {
      const at = block.at[i];
      z[states + k * width + i] =
        at < layout.inside
          ? path.states[(k + 1) * states + at - layout.next]
          : path.insides[k * layout.insides + at - layout.inside];
    }
  for (let j = 0; j < freed.length; j++) z[border + j] = values[freed[j]];
  return z;
}

function* unpack(horizon: Horizon, z: Float64Array, path: Path): Stepwise<void> {
  const { compiled, size, frame } = horizon;
  const { layout, block, defined } = compiled.kernels;
  const { count, states } = size;
  const { next, inside, insides } = layout;
  const values = new Float64Array(defined.at.length);
  // states stay what the horizon says they are; only insides that left it are computed here
  const condensed = [...defined.at.keys()].filter((i) => defined.at[i] >= inside && !block.at.includes(defined.at[i]));
  loadParameters(horizon, z);
  path.states.set(z.subarray(0, states));
  const atOnce = stepsAtOnce(block.rows());
  for (let k = 0; k < count; k++) {
    if (k % atOnce === 0) yield;
    load(horizon, k, z);
    defined.kernel().run(frame, values);
    for (const i of condensed) frame[defined.at[i]] = values[i];
    for (let i = 0; i < states; i++) path.states[(k + 1) * states + i] = frame[next + i];
    for (let i = 0; i < insides; i++) path.insides[k * insides + i] = frame[inside + i];
  }
}

/** A number of every unknown of the steps, the same for all others. */
function eachUnknown(
  { compiled, size }: Horizon,
  otherwise: number,
  of: (unknown: Unknown) => number | undefined,
): Float64Array {
  const { count, states, width, total } = size;
  const { unknowns } = compiled.kernels.block;
  const values = new Float64Array(total).fill(otherwise);
  for (let k = 0; k < count; k++)
    for (let i = 0; i < width; i++) values[states + k * width + i] = of(unknowns[i]) ?? otherwise;
  return values;
}

function scalesOf(horizon: Horizon): Float64Array {
  const scale = eachUnknown(horizon, 1, (unknown) => unknown.scale);
  horizon.compiled.model.state.forEach((unknown, i) => {
    scale[i] = unknown.scale;
  });
  return scale;
}

/** "ball.vx at step 34", "ball.x at the start", "end.x (frees launch.vx)". */
function horizonName({ kernels, boundary }: Compiled, count: number): (index: number) => string {
  const states = kernels.layout.states;
  const width = kernels.block.unknowns.length;
  return (index) => {
    if (index < states) return `${kernels.model.state[index].name} at the start`;
    const k = Math.floor((index - states) / width);
    if (k < count) return `${kernels.block.unknowns[(index - states) % width].name} at step ${k + 1}`;
    const condition = boundary[index - states - count * width];
    return `${condition.name} (frees ${condition.frees})`;
  };
}

/** The pattern of the horizon, and where the entries of each kernel go in it. */
interface Places {
  readonly pattern: SparseMatrix;
  readonly start: Int32Array;
  readonly block: Int32Array;
  readonly conditions: Int32Array;
}

function* placesOf({ kernels, formulas: { start, conditions } }: Compiled, count: number): Stepwise<Places> {
  const { states } = kernels.layout;
  const width = kernels.block.unknowns.length;
  const rows = kernels.block.rows().pattern;
  const border = states + count * width;
  const total = states + start.pattern.row.length + count * rows.row.length + conditions.pattern.row.length;
  const i = new Int32Array(total);
  const j = new Int32Array(total);
  let at = 0;
  const put = (row: number, column: number): void => {
    i[at] = row;
    j[at++] = column;
  };
  for (let s = 0; s < states; s++) put(s, s);
  for (let p = 0; p < start.pattern.row.length; p++) put(start.pattern.row[p], border + start.pattern.col[p]);
  yield* inLots(count, Math.ceil(entriesAtOnce / Math.max(1, rows.row.length)), (from, to) => {
    for (let k = from; k < to; k++) {
      const here = states + k * width;
      const before = k === 0 ? 0 : here - width;
      for (let p = 0; p < rows.row.length; p++) {
        const c = rows.col[p];
        const column = c < states ? before + c : c < states + width ? here + c - states : border + c - states - width;
        put(here + rows.row[p], column);
      }
    }
  });
  const end = count === 0 ? 0 : border - width;
  for (let p = 0; p < conditions.pattern.row.length; p++) {
    const c = conditions.pattern.col[p];
    const column = c < states ? c : c < 2 * states ? end + c - states : border + c - 2 * states;
    put(border + conditions.pattern.row[p], column);
  }
  yield;
  // each entry carries its number through the sort, so that kernels can write straight to their places
  const numbers = new Float64Array(total);
  for (let t = 0; t < total; t++) numbers[t] = t;
  const size = border + conditions.pattern.rows;
  const pattern: SparseMatrix = yield* gathering([size, size], i, j, numbers);
  yield;
  const place = new Int32Array(total);
  yield* inLots(total, entriesAtOnce, (from, to) => {
    for (let q = from; q < to; q++) place[pattern.values[q]] = q;
  });
  const first = states + start.pattern.row.length;
  const lastOnes = first + count * rows.row.length;
  return {
    pattern,
    start: place.subarray(0, first),
    block: place.subarray(first, lastOnes),
    conditions: place.subarray(lastOnes),
  };
}
