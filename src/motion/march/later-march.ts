import type { Compiled } from "../compile/compile-problem.js";
import type { AssemblyKernel, ProgramKernel } from "../compile/step.js";
import { advancing, type Marcher } from "./march.js";

/** Loads what a march needs; once a signal is aborted only what it cannot be begun without. */
type Load = (signal?: AbortSignal) => Promise<() => Marcher>;

/** A march that is made of what it loads when it is to be ready: a page whose models have none never asks for it. */
export function laterMarch(
  { kernels: { layout }, freed }: Compiled,
  load: Load,
): { readonly marcher: Marcher; readonly ready: (signal?: AbortSignal) => Promise<void> } {
  let make: (() => Marcher) | undefined;
  let made: Marcher | undefined;
  const march = (): Marcher => {
    if (make === undefined) throw new RangeError("a march must be ready before it is begun");
    made ??= make();
    return made;
  };
  return {
    marcher: {
      // these are not differentiated
      sensitivity: new Float64Array(layout.states * freed.length),
      begin: (...given) => march().begin(...given),
      advance: (until) => march().advance(until),
      advancing: (until, signal) => advancing(march(), until, signal),
      rewind: (count) => march().rewind(count),
      resume: (...given) => march().resume(...given),
      touching: () => march().touching(),
    },
    async ready(signal) {
      make = await load(signal);
    },
  };
}

/** Loads the march of many bodies. */
export const ofMany =
  (compiled: Compiled, kernel: AssemblyKernel): Load =>
  async (signal) => {
    const { solids } = kernel.assembly;
    const { manyMarcher } = await import("./many/many-march.js");
    return solids === undefined
      ? () => manyMarcher(compiled, kernel)
      : (await import("./solids/solids-step.js")).solidsMarch(compiled, kernel, solids, signal);
  };

/** Loads the march of programs, with what they are solved with. */
export const ofPrograms =
  (compiled: Compiled, program: ProgramKernel): Load =>
  async () => {
    const make = await program.open();
    const { programMarcher } = await import("./program-march.js");
    return () => programMarcher(compiled, program, make);
  };
