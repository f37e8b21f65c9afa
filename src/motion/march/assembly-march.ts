import { drive, unlessAborted } from "../../solve/drive.js";
import type { Compiled } from "../compile/compile-problem.js";
import type { AssemblyKernel } from "../compile/step.js";
import { advancing, type Marcher } from "./march.js";

/** The march of many bodies, loaded with the first of them and kept: a page whose models have none never asks for it. */
let room: typeof import("./many/many-march.js") | undefined;
/** The same for bodies that are not all balls. */
let solids: typeof import("./solids/solids-step.js") | undefined;

/** The march of an assembly, and the promise to load it, which is to be kept before it is begun. */
export function assemblyMarch(
  compiled: Compiled,
  kernel: AssemblyKernel,
): { readonly marcher: Marcher; readonly ready: (signal?: AbortSignal) => Promise<void> } {
  let made: Marcher | undefined;
  const march = (): Marcher => {
    if (room === undefined) throw new RangeError("a march must be ready before it is begun");
    const { assembly } = kernel;
    made ??= room.manyMarcher(compiled, kernel, assembly.solids && solids?.solidsEngine(assembly, assembly.solids));
    return made;
  };
  const marcher: Marcher = {
    // an assembly is not differentiated
    sensitivity: new Float64Array(compiled.kernels.layout.states * compiled.freed.length),
    begin: (...given) => march().begin(...given),
    advance: (until) => march().advance(until),
    advancing: (until, signal) => advancing(march(), until, signal),
    rewind: (count) => march().rewind(count),
    resume: (...given) => march().resume(...given),
    touching: () => march().touching(),
  };
  return {
    marcher,
    async ready(signal) {
      room ??= await import("./many/many-march.js");
      const { solids: shapes } = kernel.assembly;
      if (shapes === undefined) return;
      solids ??= await import("./solids/solids-step.js");
      await drive(unlessAborted((await import("./solids/world.js")).preparedKinds(shapes), signal));
    },
  };
}
