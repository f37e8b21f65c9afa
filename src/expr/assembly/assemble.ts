/**
 * How long formulas become WebAssembly: a schedule as routines of straight-line instructions, which an engine makes fast in
 * one pass, where it takes generated JavaScript hundreds of runs and most of their time to become fast. The arithmetic is the
 * same, bit for bit: of the instructions none rounds otherwise, and sines and powers are calls of our own.
 *
 * @module expr/assembly
 */
import { once } from "../../algebra/once.js";
import { ownFunctions } from "../arithmetic.js";
import { lengthsNeeded, type Run } from "../interpret.js";
import type { Schedule } from "../schedule.js";
import { programOf } from "./program.js";

/** The optimisation of a routine grows faster than its length. */
const operationsPerRoutine = 400;
/** Generated JavaScript is up to thrice as fast when it is optimised at last; after so many runs that has cost as much as it gains. */
const manyRuns = 200_000;
const pageBytes = 65_536;

/** False where a page forbids WebAssembly. */
export const mayAssemble = once((): boolean => {
  try {
    return new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
});

/** The memory of all kernels of a thread: none runs inside of another, and none keeps anything there. */
let memory: WebAssembly.Memory | undefined;
let numbers = new Float64Array(0);

function memoryFor(count: number): WebAssembly.Memory {
  memory ??= new WebAssembly.Memory({ initial: 1 });
  const missing = Math.ceil((8 * count - memory.buffer.byteLength) / pageBytes);
  if (missing > 0) memory.grow(missing);
  if (numbers.buffer !== memory.buffer) numbers = new Float64Array(memory.buffer);
  return memory;
}

/**
 * Runs the schedule as WebAssembly, made when it is first run, in routines of at most `limit` operations; after many runs by what
 * `further` gives, if anything. The first `split` outputs go first.
 */
export function assemble(
  plan: Schedule,
  split: number,
  further: () => Run | undefined,
  limit = operationsPerRoutine,
): Run {
  const { inputs } = plan;
  const seconds = plan.outputs.length - split;
  const needed = lengthsNeeded(plan, split);
  const make = once(() => routineOf(plan, limit));
  let runs = 0;
  let own: Run | undefined;
  return (input, first, second) => {
    if (++runs === manyRuns) own = further();
    if (own) return own(input, first, second);
    if (input.length < inputs || first.length < split || (seconds > 0 && second.length < seconds))
      throw new RangeError(needed);
    const run = make();
    for (let k = 0; k < inputs; k++) numbers[k] = input[k];
    run();
    for (let k = 0, at = inputs; k < split; k++, at++) first[k] = numbers[at];
    for (let k = 0, at = inputs + split; k < seconds; k++, at++) second[k] = numbers[at];
  };
}

function routineOf(plan: Schedule, limit: number): () => void {
  const program = programOf(plan, limit);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program.bytes), {
    memory: { all: memoryFor(program.numbers) },
    functions: ownFunctions,
  });
  return exports.run as () => void;
}
