import { apply } from "./arithmetic.js";
import type { Schedule } from "./schedule.js";

/** Fills `first` and then `second` with the outputs. */
export type Run = (input: Float64Array, first: Float64Array, second: Float64Array) => void;

/** Runs the schedule operation by operation, where the page forbids generated code. The first `split` outputs go first. */
export function interpret({ inputs, constants, operations, outputs }: Schedule, split: number): Run {
  const firstOperation = inputs + constants.length;
  const work = new Float64Array(firstOperation + operations.length / 4);
  work.set(constants, inputs);
  return (input, first, second) => {
    for (let k = 0; k < inputs; k++) work[k] = input[k]!;
    for (let k = 0, slot = firstOperation; k < operations.length; k += 4, slot++) {
      const a = work[operations[k + 1]!]!;
      const b = work[operations[k + 2]!]!;
      const c = work[operations[k + 3]!]!;
      work[slot] = apply(operations[k]!, a, b, c);
    }
    for (let k = 0; k < split; k++) first[k] = work[outputs[k]!]!;
    for (let k = split; k < outputs.length; k++) second[k - split] = work[outputs[k]!]!;
  };
}
