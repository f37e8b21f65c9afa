import type { Stepwise } from "../../../algebra/stepwise.js";
import type { RowKernel } from "../../../expr/compile.js";
import type { Unknown } from "../../../mechanics/model.js";
import type { Compiled } from "../../compile/compile-problem.js";
import { fillInputs } from "../../compile/inputs.js";
import type { Path } from "../../compile/path.js";
import type { Setup } from "../../compile/setup.js";
import { loadTime } from "../../compile/step.js";
import type { Steps } from "../../problem/grid.js";
import { everything, type Presence } from "./presence.js";

/** How many steps and states, where the unknowns of each step begin, and of all; the freed parameters begin at `border`. */
interface Size {
  readonly count: number;
  readonly states: number;
  /** Of each step, and `border`. */
  readonly at: Int32Array;
  readonly border: number;
  readonly total: number;
}

/** Values of rows and their derivatives, written over by every evaluation. */
interface Evaluation {
  readonly values: Float64Array;
  readonly slopes: Float64Array;
}

/** The rows of a whole horizon with their memory; without a pattern they have no Jacobian, and are made in no time. */
export interface HorizonRows {
  readonly compiled: Compiled;
  readonly size: Size;
  readonly presence: Presence;
  /** One step, and the parameters of all. */
  readonly frame: Float64Array;
  readonly parameters: Float64Array;
  readonly grid: { steps: Steps; readonly inputs: Float64Array; held: Path | undefined };
  readonly memory: {
    readonly start: Evaluation;
    readonly block: Evaluation;
    readonly ends: Evaluation & { readonly at: Float64Array };
  };
}

/** The rows of those unknowns that are present, by default of all. */
export function horizonRows(
  { compiled, parameters, steps }: Setup,
  presence: Presence = everything(compiled, steps.h.length),
): HorizonRows {
  const { kernels, freed, boundary } = compiled;
  const { start, conditions } = compiled.formulas;
  const { layout, block } = kernels;
  const count = steps.h.length;
  const { states } = layout;
  const at = new Int32Array(count + 1);
  at[0] = states;
  for (let k = 0; k < count; k++) at[k + 1] = at[k] + presence.lists[presence.of[k]].unknowns.length;
  const border = at[count];
  const rows: HorizonRows = {
    compiled,
    size: { count, states, at, border, total: border + freed.length },
    presence,
    frame: new Float64Array(layout.leaves.length),
    parameters: Float64Array.from(parameters),
    grid: { steps, inputs: new Float64Array(count * kernels.model.inputs.length), held: undefined },
    memory: {
      start: evaluation(states, start),
      block: evaluation(block.unknowns.length, block.rows()),
      ends: { ...evaluation(boundary.length, conditions), at: new Float64Array(2 * states + parameters.length) },
    },
  };
  setNumbers(rows, parameters, steps);
  return rows;
}

const evaluation = (rows: number, { pattern }: RowKernel): Evaluation => ({
  values: new Float64Array(rows),
  slopes: new Float64Array(pattern.row.length),
});

/** Sets the numbers that may change between solves on one grid, and the motion of which absent unknowns have their values. */
export function setNumbers(
  { compiled, parameters, grid }: HorizonRows,
  values: Float64Array,
  steps: Steps,
  held?: Path,
): void {
  parameters.set(values);
  grid.steps = steps;
  grid.held = held;
  fillInputs(compiled, parameters, steps, grid.inputs);
}

/** The place of an unknown of a block in the frame of a step, read from a path. */
function onPath({ compiled: { kernels } }: HorizonRows, { states: x, insides }: Path, k: number, i: number): number {
  const { layout, block } = kernels;
  const at = block.at[i];
  return at < layout.inside
    ? x[(k + 1) * layout.states + at - layout.next]
    : insides[k * layout.insides + at - layout.inside];
}

/** Loads step k of a horizon, with what is absent as it is held. */
export function load(rows: HorizonRows, k: number, z: Float64Array): void {
  const { compiled, size, frame, grid, presence } = rows;
  const { layout, block, model } = compiled.kernels;
  const { at } = block;
  const { states } = size;
  const { held } = grid;
  const width = at.length;
  const list = presence.lists[presence.of[k]].unknowns;
  const before = k === 0 ? undefined : presence.lists[presence.of[k - 1]].unknowns;
  if (held !== undefined && before !== undefined && before.length < width)
    for (let i = 0; i < states; i++) frame[i] = held.states[k * states + i];
  const from = k === 0 ? 0 : size.at[k - 1];
  // states come first among the unknowns of a step
  if (before === undefined) for (let i = 0; i < states; i++) frame[i] = z[i];
  else for (let p = 0; p < before.length && before[p] < states; p++) frame[before[p]] = z[from + p];
  if (held !== undefined && list.length < width)
    for (let i = 0; i < width; i++) frame[at[i]] = onPath(rows, held, k, i);
  const here = size.at[k];
  for (let p = 0; p < list.length; p++) frame[at[list[p]]] = z[here + p];
  const inputs = model.inputs.length;
  for (let i = 0; i < inputs; i++) frame[layout.inputs + i] = grid.inputs[k * inputs + i];
  loadTime(layout, grid.steps, k, frame);
}

/** Loads the parameters of all steps. */
export function loadParameters({ compiled, size, frame, parameters }: HorizonRows, z: Float64Array): void {
  const { freed, kernels } = compiled;
  for (let j = 0; j < freed.length; j++) parameters[freed[j]] = z[size.border + j];
  frame.set(parameters, kernels.layout.parameters);
}

function loadEnds({ size, presence, parameters, grid, memory }: HorizonRows, z: Float64Array): void {
  const { at } = memory.ends;
  const { states, count } = size;
  const { held } = grid;
  for (let i = 0; i < states; i++) at[i] = z[i];
  if (count === 0) for (let i = 0; i < states; i++) at[states + i] = z[i];
  else {
    if (held !== undefined) at.set(held.states.subarray(count * states, (count + 1) * states), states);
    const list = presence.lists[presence.of[count - 1]].unknowns;
    const from = size.at[count - 1];
    for (let p = 0; p < list.length && list[p] < states; p++) at[states + list[p]] = z[from + p];
  }
  at.set(parameters, 2 * states);
}

/** Operations between two pauses: milliseconds where a kernel is new to the engine, a tenth of one where it is not. */
const operationsAtOnce = 1e5;

/** How many steps of a kernel may be taken without a pause. */
export const stepsAtOnce = (rows: Pick<RowKernel, "operations">): number =>
  Math.ceil(operationsAtOnce / Math.max(1, rows.operations));

/** Entries of the kernel of a step that a horizon has, and where they begin among those of all steps. */
export interface StepEntries {
  readonly entries: Int32Array;
  readonly at: number;
}

/** The places of all entries of a horizon among the values of its pattern. */
export interface Places {
  readonly start: Int32Array;
  readonly steps: readonly StepEntries[];
  readonly block: Int32Array;
  /** Entries of the conditions that it has, and where they go. */
  readonly ends: { readonly entries: Int32Array; readonly conditions: Int32Array };
}

/** A Jacobian to be filled, and where the entries of each kernel go in it. */
interface Filled {
  readonly places: Places;
  readonly jacobian: Float64Array;
}

/** F of a whole horizon, and its Jacobian where that is asked for. */
export function* evaluated(
  rows: HorizonRows,
  z: Float64Array,
  residual: Float64Array,
  into?: Filled,
): Stepwise<boolean> {
  const { compiled, size, parameters } = rows;
  const { start, ends } = rows.memory;
  const { count, states, border } = size;
  const { formulas, kernels } = compiled;
  const atOnce = stepsAtOnce(kernels.block.rows());
  loadParameters(rows, z);
  evaluateKernel(formulas.start, parameters, start, into !== undefined);
  for (let i = 0; i < states; i++) residual[i] = z[i] - start.values[i];
  for (let k = 0; k < count; k += atOnce) {
    evaluateSteps(rows, { from: k, to: Math.min(k + atOnce, count) }, z, { residual, into });
    yield;
  }
  loadEnds(rows, z);
  evaluateKernel(formulas.conditions, ends.at, ends, into !== undefined);
  for (let j = 0; j < ends.values.length; j++) residual[border + j] = ends.values[j];
  if (into !== undefined) {
    const { places, jacobian } = into;
    for (let i = 0; i < states; i++) jacobian[places.start[i]] = 1;
    for (let p = 0; p < start.slopes.length; p++) jacobian[places.start[states + p]] = -start.slopes[p];
    const { entries, conditions } = places.ends;
    for (let p = 0; p < entries.length; p++) jacobian[conditions[p]] = ends.slopes[entries[p]];
  }
  return true;
}

function evaluateSteps(
  rows: HorizonRows,
  { from, to }: { from: number; to: number },
  z: Float64Array,
  { residual, into }: { residual: Float64Array; into: Filled | undefined },
): void {
  const { compiled, size, presence, frame } = rows;
  const { block } = rows.memory;
  const kernel = compiled.kernels.block.rows();
  for (let k = from; k < to; k++) {
    load(rows, k, z);
    evaluateKernel(kernel, frame, block, into !== undefined);
    const here = size.at[k];
    const list = presence.lists[presence.of[k]].unknowns;
    for (let p = 0; p < list.length; p++) residual[here + p] = block.values[list[p]];
    if (into === undefined) continue;
    const { places, jacobian } = into;
    const { entries, at } = places.steps[k];
    for (let p = 0; p < entries.length; p++) jacobian[places.block[at + p]] = block.slopes[entries[p]];
  }
}

function evaluateKernel(kernel: RowKernel, at: Float64Array, into: Evaluation, withSlopes: boolean): void {
  if (withSlopes) kernel.jacobian(at, into.values, into.slopes);
  else kernel.residual(at, into.values);
}

/** The unknowns that a path and freed parameters make. */
export function pack(rows: HorizonRows, path: Path, values: Float64Array): Float64Array {
  const { compiled, size, presence } = rows;
  const { count, states, border, total } = size;
  const z = new Float64Array(total);
  z.set(path.states.subarray(0, states));
  for (let k = 0; k < count; k++) {
    const list = presence.lists[presence.of[k]].unknowns;
    for (let p = 0; p < list.length; p++) z[size.at[k] + p] = onPath(rows, path, k, list[p]);
  }
  for (let j = 0; j < compiled.freed.length; j++) z[border + j] = values[compiled.freed[j]];
  return z;
}

/** The path of a solution; condensed insides are computed from their definitions, and what is absent stays as it is held. */
export function* unpack(rows: HorizonRows, z: Float64Array, path: Path): Stepwise<void> {
  const { compiled, size, frame } = rows;
  const { layout, block, defined } = compiled.kernels;
  const { count, states } = size;
  const { next, inside, insides } = layout;
  const values = new Float64Array(defined.at.length);
  // states stay what the horizon says they are; only insides that left it are computed here
  const condensed = [...defined.at.keys()].filter((i) => defined.at[i] >= inside && !block.at.includes(defined.at[i]));
  loadParameters(rows, z);
  path.states.set(z.subarray(0, states));
  const atOnce = stepsAtOnce(block.rows());
  for (let k = 0; k < count; k++) {
    if (k % atOnce === 0) yield;
    load(rows, k, z);
    defined.kernel().run(frame, values);
    for (const i of condensed) frame[defined.at[i]] = values[i];
    for (let i = 0; i < states; i++) path.states[(k + 1) * states + i] = frame[next + i];
    for (let i = 0; i < insides; i++) path.insides[k * insides + i] = frame[inside + i];
  }
}

/** A number of every unknown of the steps, the same for all others. */
export function eachUnknown(
  { compiled, size, presence }: HorizonRows,
  otherwise: number,
  of: (unknown: Unknown) => number | undefined,
): Float64Array {
  const { unknowns } = compiled.kernels.block;
  const values = new Float64Array(size.total).fill(otherwise);
  for (let k = 0; k < size.count; k++) {
    const list = presence.lists[presence.of[k]].unknowns;
    for (let p = 0; p < list.length; p++) values[size.at[k] + p] = of(unknowns[list[p]]) ?? otherwise;
  }
  return values;
}

/** "ball.vx at step 34", "ball.x at the start", "end.x (frees launch.vx)". */
export function rowName({ compiled, size, presence }: HorizonRows): (index: number) => string {
  const { kernels, boundary } = compiled;
  const { states, count, at, border } = size;
  return (index) => {
    if (index < states) return `${kernels.model.state[index].name} at the start`;
    if (index < border) {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (at[middle] <= index) low = middle;
        else high = middle - 1;
      }
      return `${kernels.block.unknowns[presence.lists[presence.of[low]].unknowns[index - at[low]]].name} at step ${low + 1}`;
    }
    const condition = boundary[index - border];
    return `${condition.name} (frees ${condition.frees})`;
  };
}
