import type { Compiled } from "./compile-problem.js";
import { inputReader } from "./inputs.js";
import type { Motion } from "./path.js";
import type { Setup } from "./setup.js";
import { loadTime } from "./step.js";

/** Writes step k of a path, with the inputs of its parameters, into a frame that holds the parameters already. */
export type StepReader = (setup: Setup, motion: Motion, k: number, frame: Float64Array) => void;

/** Reads finished steps of a compiled problem. */
export function stepReader(compiled: Compiled): StepReader {
  const { layout, model } = compiled.kernels;
  const { states, insides } = layout;
  const readInputs = inputReader(compiled);
  const inputs = new Float64Array(model.inputs.length);
  return ({ steps }, { parameters, path }, k, frame) => {
    for (let i = 0; i < 2 * states; i++) frame[i] = path.states[k * states + i];
    if (path.exact) for (let i = 0; i < states; i++) frame[i] = path.exact.before[k * states + i];
    for (let i = 0; i < insides; i++) frame[layout.inside + i] = path.insides[k * insides + i];
    readInputs(k, parameters, steps, inputs);
    for (let i = 0; i < inputs.length; i++) frame[layout.inputs + i] = inputs[i];
    loadTime(layout, steps, k, frame);
  };
}
