import { fromTriplets, type SparseMatrix } from "../algebra/sparse.js";
import type { Mcp } from "../solve/mcp.js";
import type { Bound, Compiled } from "./bind.js";
import type { Steps } from "./grid.js";
import { inputReader } from "./inputs.js";
import type { Path } from "./march.js";
import { loadTime } from "./step.js";

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
  bind(parameters: Float64Array, steps: Steps): void;
  /** The unknowns that a path and freed parameters make. */
  pack(path: Path, parameters: Float64Array): Float64Array;
  /** The path of a solution; condensed insides are computed from their definitions. */
  unpack(z: Float64Array, path: Path): void;
  /** Freed parameters of a solution, written into `parameters`. */
  freed(z: Float64Array, parameters: Float64Array): void;
}

/** Builds the whole horizon of a bound problem: pattern and names once, numbers at every `bind`. */
export function stack(bound: Bound): Stack {
  const { compiled } = bound;
  const { kernels, freed, boundary, start, conditions } = compiled;
  const { layout, block, blockAt } = kernels;
  const count = bound.steps.h.length;
  const { states } = layout;
  const width = block.length;
  const border = states + count * width;
  const size = border + freed.length;
  const rows = kernels.blockRows();
  const { pattern, startAt, blockEntries, conditionAt } = horizonPattern(compiled, count);

  const frame = new Float64Array(layout.size);
  const parameters = Float64Array.from(bound.parameters);
  let steps = bound.steps;
  const inputTable = new Float64Array(count * kernels.model.inputs.length);
  const startValues = new Float64Array(states);
  const startJacobian = new Float64Array(start.pattern.row.length);
  const blockResidual = new Float64Array(width);
  const blockJacobian = new Float64Array(rows.pattern.row.length);
  const ends = new Float64Array(2 * states + parameters.length);
  const conditionValues = new Float64Array(boundary.length);
  const conditionJacobian = new Float64Array(conditions.pattern.row.length);
  const defined = new Float64Array(kernels.definedAt.length);
  const condensed = [...kernels.definedAt.keys()].filter(
    (i) => kernels.definedAt[i]! >= layout.inside && !blockAt.includes(kernels.definedAt[i]!),
  );

  /** Column where the states at the end of step k (0: the start) begin. */
  const stateColumn = (k: number): number => (k === 0 ? 0 : states + (k - 1) * width);

  function load(k: number, z: Float64Array): void {
    const before = stateColumn(k);
    const here = states + k * width;
    for (let i = 0; i < states; i++) frame[i] = z[before + i]!;
    for (let i = 0; i < width; i++) frame[blockAt[i]!] = z[here + i]!;
    const inputs = kernels.model.inputs.length;
    for (let i = 0; i < inputs; i++) frame[layout.inputs + i] = inputTable[k * inputs + i]!;
    loadTime(layout, steps, k, frame);
  }

  function loadParameters(z: Float64Array): void {
    for (let j = 0; j < freed.length; j++) parameters[freed[j]!] = z[border + j]!;
    frame.set(parameters, layout.parameters);
  }

  function evaluate(z: Float64Array, residual: Float64Array, jacobian?: Float64Array): boolean {
    loadParameters(z);
    if (jacobian === undefined) start.residual(parameters, startValues);
    else start.jacobian(parameters, startValues, startJacobian);
    for (let i = 0; i < states; i++) residual[i] = z[i]! - startValues[i]!;
    for (let k = 0; k < count; k++) {
      load(k, z);
      if (jacobian === undefined) rows.residual(frame, blockResidual);
      else rows.jacobian(frame, blockResidual, blockJacobian);
      const here = states + k * width;
      for (let i = 0; i < width; i++) residual[here + i] = blockResidual[i]!;
      if (jacobian === undefined) continue;
      const at = k * blockJacobian.length;
      for (let p = 0; p < blockJacobian.length; p++) jacobian[blockEntries[at + p]!] = blockJacobian[p]!;
    }
    loadEnds(z);
    if (jacobian === undefined) conditions.residual(ends, conditionValues);
    else conditions.jacobian(ends, conditionValues, conditionJacobian);
    for (let j = 0; j < boundary.length; j++) residual[border + j] = conditionValues[j]!;
    if (jacobian !== undefined) {
      for (let i = 0; i < states; i++) jacobian[startAt[i]!] = 1;
      for (let p = 0; p < startJacobian.length; p++) jacobian[startAt[states + p]!] = -startJacobian[p]!;
      for (let p = 0; p < conditionJacobian.length; p++) jacobian[conditionAt[p]!] = conditionJacobian[p]!;
    }
    return true;
  }

  function loadEnds(z: Float64Array): void {
    const end = stateColumn(count);
    for (let i = 0; i < states; i++) {
      ends[i] = z[i]!;
      ends[states + i] = z[end + i]!;
    }
    ends.set(parameters, 2 * states);
  }

  function rebind(values: Float64Array, grid: Steps): void {
    parameters.set(values);
    steps = grid;
    fillInputs(compiled, parameters, steps, inputTable);
  }

  function pack(path: Path, values: Float64Array): Float64Array {
    const z = new Float64Array(size);
    z.set(path.states.subarray(0, states));
    const insides = layout.insides;
    for (let k = 0; k < count; k++)
      for (let i = 0; i < width; i++) {
        const at = blockAt[i]!;
        z[states + k * width + i] =
          at < layout.inside
            ? path.states[(k + 1) * states + at - layout.next]!
            : path.insides[k * insides + at - layout.inside]!;
      }
    for (let j = 0; j < freed.length; j++) z[border + j] = values[freed[j]!]!;
    return z;
  }

  function unpack(z: Float64Array, path: Path): void {
    loadParameters(z);
    path.states.set(z.subarray(0, states));
    const { definedAt } = kernels;
    for (let k = 0; k < count; k++) {
      load(k, z);
      kernels.defines().run(frame, defined);
      // states stay what the horizon says they are; only insides that left it are computed here
      for (const i of condensed) frame[definedAt[i]!] = defined[i]!;
      for (let i = 0; i < states; i++) path.states[(k + 1) * states + i] = frame[layout.next + i]!;
      for (let i = 0; i < layout.insides; i++) path.insides[k * layout.insides + i] = frame[layout.inside + i]!;
    }
  }

  rebind(bound.parameters, bound.steps);
  const limits = (pick: "lower" | "upper", otherwise: number): Float64Array => {
    const values = new Float64Array(size).fill(otherwise);
    for (let k = 0; k < count; k++)
      for (let i = 0; i < width; i++) values[states + k * width + i] = block[i]![pick] ?? otherwise;
    return values;
  };
  const scale = new Float64Array(size).fill(1);
  kernels.model.state.forEach((unknown, i) => {
    scale[i] = unknown.scale;
  });
  for (let k = 0; k < count; k++) for (let i = 0; i < width; i++) scale[states + k * width + i] = block[i]!.scale;
  return {
    mcp: {
      name: horizonName(compiled, count),
      lower: limits("lower", Number.NEGATIVE_INFINITY),
      upper: limits("upper", Number.POSITIVE_INFINITY),
      scale,
      pattern,
      evaluate,
    },
    bind: rebind,
    pack,
    unpack,
    freed(z, values) {
      for (let j = 0; j < freed.length; j++) values[freed[j]!] = z[border + j]!;
    },
  };
}

/** "ball.vx at step 34", "ball.x at the start", "end.x (frees launch.vx)". */
function horizonName({ kernels, boundary }: Compiled, count: number): (index: number) => string {
  const states = kernels.layout.states;
  const width = kernels.block.length;
  return (index) => {
    if (index < states) return `${kernels.model.state[index]!.name} at the start`;
    const k = Math.floor((index - states) / width);
    if (k < count) return `${kernels.block[(index - states) % width]!.name} at step ${k + 1}`;
    const condition = boundary[index - states - count * width]!;
    return `${condition.name} (frees ${condition.frees})`;
  };
}

/** The pattern of the horizon, and where the entries of each kernel go in it. */
function horizonPattern({ kernels, start, conditions }: Compiled, count: number) {
  const { states } = kernels.layout;
  const width = kernels.block.length;
  const rows = kernels.blockRows().pattern;
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
  for (let p = 0; p < start.pattern.row.length; p++) put(start.pattern.row[p]!, border + start.pattern.col[p]!);
  for (let k = 0; k < count; k++) {
    const here = states + k * width;
    const before = k === 0 ? 0 : here - width;
    for (let p = 0; p < rows.row.length; p++) {
      const c = rows.col[p]!;
      const column = c < states ? before + c : c < states + width ? here + c - states : border + c - states - width;
      put(here + rows.row[p]!, column);
    }
  }
  const end = count === 0 ? 0 : border - width;
  for (let p = 0; p < conditions.pattern.row.length; p++) {
    const c = conditions.pattern.col[p]!;
    const column = c < states ? c : c < 2 * states ? end + c - states : border + c - 2 * states;
    put(border + conditions.pattern.row[p]!, column);
  }
  // each entry carries its number through the sort, so that kernels can write straight to their places
  const pattern: SparseMatrix = fromTriplets(
    border + conditions.pattern.rows,
    border + conditions.pattern.rows,
    i,
    j,
    Float64Array.from({ length: total }, (_, t) => t),
  );
  const place = new Int32Array(total);
  for (let q = 0; q < total; q++) place[pattern.values[q]!] = q;
  const first = states + start.pattern.row.length;
  const lastOnes = first + count * rows.row.length;
  return {
    pattern,
    startAt: place.subarray(0, first),
    blockEntries: place.subarray(first, lastOnes),
    conditionAt: place.subarray(lastOnes),
  };
}

/** Inputs of every step for given parameters, row by row. */
export function fillInputs(compiled: Compiled, parameters: Float64Array, steps: Steps, table: Float64Array): void {
  const width = compiled.kernels.model.inputs.length;
  if (width === 0) return;
  const read = inputReader(compiled);
  const values = new Float64Array(width);
  for (let k = 0; k < steps.h.length; k++) {
    read(k, parameters, steps, values);
    table.set(values, k * width);
  }
}
