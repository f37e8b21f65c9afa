import { apply } from "./arithmetic.js";
import type { Schedule } from "./schedule.js";

/** Fills `first` and then `second` with the outputs. */
export type Run = (input: Float64Array, first: Float64Array, second: Float64Array) => void;

/** The sentence of a kernel that is handed arrays that are too short. */
export function lengthsNeeded({ inputs, outputs }: Schedule, split: number): string {
  const second = split < outputs.length ? ` and ${outputs.length - split}` : "";
  return `This kernel needs ${inputs} numbers of input and room for ${split}${second} of output.`;
}

/** Runs the schedule operation by operation, where the page forbids generated code. The first `split` outputs go first. */
export function interpret({ inputs, constants, operations, outputs }: Schedule, split: number): Run {
  const firstOperation = inputs + constants.length;
  const work = new Float64Array(firstOperation + operations.length / 4);
  work.set(constants, inputs);
  const needed = lengthsNeeded({ inputs, constants, operations, outputs }, split);
  const seconds = outputs.length - split;
  return (input, first, second) => {
    if (input.length < inputs || first.length < split || (seconds > 0 && second.length < seconds)) {
      throw new RangeError(needed);
    }
    for (let k = 0; k < inputs; k++) work[k] = input[k];
    for (let k = 0, slot = firstOperation; k < operations.length; k += 4, slot++) {
      const a = work[operations[k + 1]];
      const b = work[operations[k + 2]];
      const c = work[operations[k + 3]];
      work[slot] = apply(operations[k], a, b, c);
    }
    for (let k = 0; k < split; k++) first[k] = work[outputs[k]];
    for (let k = split; k < outputs.length; k++) second[k - split] = work[outputs[k]];
  };
}
