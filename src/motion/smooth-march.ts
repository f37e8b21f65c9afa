import { factorDense, solveDense, solveDenseTransposed } from "../algebra/dense.js";
import { compileRows } from "../expr/compile.js";
import { add, type Expr, mul, norm, sub, variable } from "../expr/expr.js";
import { first, frame, last } from "../mechanics/model.js";
import type { Bound } from "./bind.js";
import type { Path } from "./march.js";
import type { OptimalTask } from "./optimal-task.js";
import { smoothStep } from "./smooth-step.js";

/**
 * The march of a model whose pairs 0 ≤ a ⟂ b ≥ 0 are smoothed to
 *
 *     a + b − √((a − b)² + 4τ²) = 0,    that is a b = τ²,  a, b > 0
 *
 * (Chen, Harker, Kanzow, Smale), so that forces act before bodies touch and a search by gradients feels them. With
 * the controls of all steps as variables, cost and end conditions have gradients by one transposed solve a step.
 */
export interface SmoothMarch {
  /** Sets the numbers that may change between searches on one grid. */
  bind(bound: Bound): void;
  readonly count: number;
  readonly controls: number;
  /** Marches; the rows at the ends and the whole cost. False where a step cannot be solved. */
  march(inputs: Float64Array, tau: number): boolean;
  readonly cost: () => number;
  readonly ends: Float64Array;
  /** ∂(cost + weightsᵀ ends)/∂controls of the last march, control by control in each step. */
  gradient(weights: Float64Array, into: Float64Array): void;
  /** States and insides of the last march. */
  read(path: Path): void;
}

const endLeaves = (states: readonly string[]): Expr[] => [...states.map(first), ...states.map(last)];

/** A step's Newton starts at the solution of the step before; smoothed pairs need a few more than exact ones. */
const mostIterations = 60;
const tolerance = 1e-9;

export function smoothMarch(made: Bound, task: OptimalTask): SmoothMarch {
  const { compiled } = made;
  const { model, parameters: names } = compiled;
  const { unknowns, rows, pairs } = smoothStep(model, {}, []);
  const count = made.steps.h.length;
  const endRows = task.ends.map(({ residual }) => residual);
  const states = model.state.length;
  const size = unknowns.length;
  const controls = Object.keys(task.controls);
  const tau = variable("tau");
  const leaves = unknowns.map(({ leaf }) => leaf);
  const smoothed = pairs.map(([i, j]) => {
    const [a, b] = [leaves[i]!, leaves[j]!];
    return sub(add(a, b), norm(sub(a, b), mul(2, tau)));
  });
  const nowLeaves = model.state.map(({ name }) => frame.now(name));
  const controlLeaves = controls.map(frame.inputs);
  const kernelInputs = [
    ...nowLeaves,
    ...leaves,
    ...model.inputs.map(frame.inputs),
    ...names.map(frame.parameters),
    frame.t,
    frame.h,
    tau,
  ];
  const formulas = task.written([...rows.map(({ residual }) => residual), ...smoothed, task.stage]);
  const kernel = compileRows(kernelInputs, [...nowLeaves, ...leaves, ...controlLeaves], formulas);
  const { row, col } = kernel.pattern;
  const input = new Float64Array(kernelInputs.length);
  const output = new Float64Array(size + 1);
  const entries = new Float64Array(row.length);
  const inputsAt = states + size;
  const parametersAt = inputsAt + model.inputs.length;
  const controlAt = controls.map((name) => inputsAt + model.inputs.indexOf(name));
  const start = new Float64Array(states);
  let bound = made;
  // the ends: [first, last, parameters]
  const endKernel = compileRows(
    [...endLeaves(model.state.map(({ name }) => name)), ...names.map(frame.parameters)],
    endLeaves(model.state.map(({ name }) => name)),
    task.written([...endRows, task.cost]),
  );
  const endInput = new Float64Array(2 * states + names.length);
  const endOutput = new Float64Array(endRows.length + 1);
  const endEntries = new Float64Array(endKernel.pattern.row.length);

  const path = new Float64Array((count + 1) * size);
  const factors = Array.from({ length: count }, () => new Float64Array(size * size));
  const pivots = Array.from({ length: count }, () => new Int32Array(size));
  const stored = Array.from({ length: count }, () => new Float64Array(row.length));
  const step = new Float64Array(size);
  let total = 0;

  function fill(matrix: Float64Array): void {
    matrix.fill(0);
    for (let p = 0; p < row.length; p++) {
      const c = col[p]! - states;
      if (row[p]! < size && c >= 0 && c < size) matrix[row[p]! * size + c] = entries[p]!;
    }
  }

  const residualNorm = (): number => {
    let largest = 0;
    for (let i = 0; i < size; i++) largest = Math.max(largest, Math.abs(output[i]!));
    return largest;
  };

  /** Newton with halved steps on the smoothed step; the factors stay for the gradient. */
  function solveStep(k: number): boolean {
    kernel.jacobian(input, output, entries);
    let residual = residualNorm();
    for (let it = 0; it < mostIterations; it++) {
      fill(factors[k]!);
      if (factorDense(factors[k]!, size, pivots[k]!) >= 0) return false;
      if (residual <= tolerance) {
        stored[k]!.set(entries);
        return true;
      }
      for (let i = 0; i < size; i++) step[i] = -output[i]!;
      solveDense(factors[k]!, size, pivots[k]!, step);
      let part = 1;
      for (let i = 0; i < size; i++) input[states + i]! += step[i]!;
      for (;;) {
        kernel.jacobian(input, output, entries);
        const next = residualNorm();
        if (next <= (1 - 1e-4 * part) * residual || part < 1e-3) {
          residual = next;
          break;
        }
        for (let i = 0; i < size; i++) input[states + i]! -= 0.5 * part * step[i]!;
        part *= 0.5;
      }
      if (!Number.isFinite(residual)) return false;
    }
    return false;
  }

  function bind(next: Bound): void {
    bound = next;
    input.set(next.parameters, parametersAt);
    compiled.start.residual(next.parameters, start);
  }

  function march(inputs: Float64Array, smoothing: number): boolean {
    const { steps, parameters } = bound;
    path.set(start);
    input.set(start, states);
    input.fill(1, states + states, states + size);
    total = 0;
    input[kernelInputs.length - 1] = smoothing;
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < states; i++) input[i] = path[k * size + i]!;
      for (let i = 0; i < model.inputs.length; i++) input[inputsAt + i] = inputs[k * model.inputs.length + i]!;
      input[kernelInputs.length - 3] = steps.t[k]!;
      input[kernelInputs.length - 2] = steps.h[k]!;
      if (!solveStep(k)) return false;
      total += output[size]!;
      for (let i = 0; i < size; i++) path[(k + 1) * size + i] = input[states + i]!;
    }
    for (let i = 0; i < states; i++) {
      endInput[i] = start[i]!;
      endInput[states + i] = path[count * size + i]!;
    }
    endInput.set(parameters, 2 * states);
    endKernel.jacobian(endInput, endOutput, endEntries);
    total += endOutput[endRows.length]!;
    ends.set(endOutput.subarray(0, endRows.length));
    return true;
  }

  const ends = new Float64Array(endRows.length);
  const adjoint = new Float64Array(states);
  const rhs = new Float64Array(size);

  function gradient(weights: Float64Array, into: Float64Array): void {
    adjoint.fill(0);
    const { row: endRow, col: endCol } = endKernel.pattern;
    for (let p = 0; p < endRow.length; p++) {
      const i = endCol[p]! - states;
      if (i >= 0) adjoint[i]! += (endRow[p] === endRows.length ? 1 : weights[endRow[p]!]!) * endEntries[p]!;
    }
    into.fill(0);
    for (let k = count - 1; k >= 0; k--) {
      // Gᵤᵀ μ = ∂ℓ/∂u + adjoint of the state at the end;  then d/dc = ∂ℓ/∂c − G_cᵀμ, and the same for the state before
      rhs.fill(0);
      for (let i = 0; i < states; i++) rhs[i] = adjoint[i]!;
      const values = stored[k]!;
      for (let p = 0; p < row.length; p++) {
        const c = col[p]! - states;
        if (row[p] === size && c >= 0 && c < size) rhs[c]! += values[p]!;
      }
      solveDenseTransposed(factors[k]!, size, pivots[k]!, rhs);
      adjoint.fill(0);
      for (let p = 0; p < row.length; p++) {
        const c = col[p]!;
        const share = row[p] === size ? values[p]! : -values[p]! * rhs[row[p]!]!;
        if (c < states) adjoint[c]! += share;
        else if (c >= states + size) into[k * controls.length + c - states - size]! += share;
      }
    }
  }

  bind(made);
  return {
    bind,
    count,
    controls: controlAt.length,
    march,
    cost: () => total,
    ends,
    gradient,
    read({ states: into, insides }) {
      const width = model.inside.length;
      for (let k = 0; k <= count; k++) for (let i = 0; i < states; i++) into[k * states + i] = path[k * size + i]!;
      for (let k = 0; k < count; k++)
        for (let i = 0; i < width; i++) insides[k * width + i] = path[(k + 1) * size + states + i]!;
    },
  };
}
