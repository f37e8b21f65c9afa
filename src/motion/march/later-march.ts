import { drive, unlessAborted } from "../../solve/drive.js";
import type { Compiled } from "../compile/compile-problem.js";
import type { AssemblyKernel, ProgramKernel } from "../compile/step.js";
import type { Marcher } from "./march.js";

/** A march that is made of what has been loaded; undefined before. */
interface Later {
  /** Once a signal is aborted it loads only what the march cannot be begun without. */
  load(signal?: AbortSignal): Promise<void>;
  make(): Marcher | undefined;
}

/** The scripts of many bodies, loaded with the first of them and kept: a page whose models have none never asks for them. */
let many: typeof import("./many/many-march.js") | undefined;
let solid: typeof import("./solids/solids-step.js") | undefined;

/** A march that is made when it is begun. */
export function laterMarch(later: Later): {
  readonly marcher: Marcher;
  readonly ready: (signal?: AbortSignal) => Promise<void>;
} {
  let made: Marcher | undefined;
  const march = (): Marcher => {
    made ??= later.make();
    if (made === undefined) throw new RangeError("a march must be ready before it is begun");
    return made;
  };
  return {
    marcher: {
      get sensitivity() {
        return march().sensitivity;
      },
      begin: (...given) => march().begin(...given),
      advance: (until) => march().advance(until),
      advancing: (until, signal) => march().advancing(until, signal),
      rewind: (count) => march().rewind(count),
      resume: (...given) => march().resume(...given),
      touching: () => march().touching(),
    },
    ready: later.load,
  };
}

/** The march of many bodies. */
export function ofMany(compiled: Compiled, kernel: AssemblyKernel): Later {
  const { solids } = kernel.assembly;
  return {
    async load(signal) {
      many ??= await import("./many/many-march.js");
      if (solids === undefined) {
        if (compiled.freed.length > 0) await drive(unlessAborted(many.preparedSlopes(), signal));
        return;
      }
      solid ??= await import("./solids/solids-step.js");
      await drive(unlessAborted(solid.preparedKinds(solids), signal));
      if (compiled.freed.length > 0) await drive(unlessAborted(solid.preparedSlopes(kernel, solids), signal));
    },
    make: () =>
      solids === undefined ? many?.manyMarcher(compiled, kernel) : solid?.solidsMarch(compiled, kernel, solids),
  };
}

/** The march of programs, with what they are solved with. */
export function ofPrograms(compiled: Compiled, program: ProgramKernel): Later {
  let make: (() => Marcher) | undefined;
  return {
    async load(signal) {
      if (make !== undefined) return;
      const solver = await program.open();
      const { programMarcher } = await import("./program-march.js");
      for (const kernel of [program.data, program.drift]) await drive(unlessAborted(kernel.parts(), signal));
      make = () => programMarcher(compiled, program, solver);
    },
    make: () => make?.(),
  };
}
