import { declaredStep, type Steps } from "../problem/grid.js";
import { inputLeaves } from "../problem/inputs.js";
import type { Compiled } from "./compile-problem.js";

/** Writes the inputs of step k for given parameters. */
export type InputReader = (k: number, parameters: Float64Array, steps: Steps, into: Float64Array) => void;

/** Reads the inputs of a compiled problem. */
export function inputReader(compiled: Compiled): InputReader {
  const row = new Float64Array(inputLeaves.length + compiled.parameters.length);
  return (k, parameters, steps, into) => {
    const width = into.length;
    if (width === 0) return;
    if (steps.inputs !== undefined) {
      for (let i = 0; i < width; i++) into[i] = steps.inputs[k * width + i];
      return;
    }
    row[0] = declaredStep(steps, k);
    row[1] = steps.t[k + 1];
    row.set(parameters, inputLeaves.length);
    compiled.formulas.inputs().run(row, into);
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
