/**
 * Takes two numbers at once where large islands of balls take most of their time. A block has 36 numbers by rows, a vector six
 * for each body; all lie in one memory, at whose beginning `places` stand, and parameters are their addresses.
 *
 * @module motion/march/many/routines
 */
import { once } from "../../../../algebra/once.js";
import { compileRoutines } from "../../../../algebra/wasm.js";
import { factor } from "./factors.js";
import { solveLower, solveUpper } from "./solves.js";
import { spread } from "./spread.js";
import { addAndDot, dot, scale } from "./vectors.js";

/** The routines of one memory; their definitions say which is which. */
export interface BlockRoutines {
  readonly dot: (x: number, y: number) => number;
  readonly addAndDot: (by: number, x: number, into: number, y: number) => number;
  readonly scale: (by: number, x: number) => void;
  readonly solveLower: (x: number, y: number, sum: number) => void;
  readonly solveUpper: (z: number, x: number, dx: number, r: number) => void;
  readonly factor: () => number;
  readonly spread: (own: number, other: number) => void;
}

/** All of them compiled; undefined where the page forbids it. */
const compiled = once(() => {
  try {
    return compileRoutines({ dot, addAndDot, scale, solveLower, solveUpper, factor, spread });
  } catch (refused) {
    if (refused instanceof WebAssembly.CompileError) return undefined;
    throw refused;
  }
});

/** False where a page's content security policy forbids WebAssembly. */
export const hasRoutines = (): boolean => compiled() !== undefined;

/** The routines on a memory. */
export function blockRoutines(memory: WebAssembly.Memory): BlockRoutines {
  const module = compiled();
  if (module === undefined) throw new RangeError("routines are asked for where there are none");
  const { exports } = new WebAssembly.Instance(module, { memory: { all: memory } });
  return exports as WebAssembly.Exports & BlockRoutines;
}
