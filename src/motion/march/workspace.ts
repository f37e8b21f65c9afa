import type { Compiled } from "../compile/compile-problem.js";
import { meshesOf } from "../compile/meshes.js";
import type { Setup } from "../compile/setup.js";
import { laterMarch, ofMany, ofPrograms } from "./later-march.js";
import { loadContinuing } from "./leap.js";
import { type Marcher, marcher } from "./march.js";

/**
 * The memory of a march besides numbers: made once, kept for the next one of the same problem on as many steps. Rooms
 * above keep what they need besides with it, by the workspace as a key.
 */
export interface Workspace {
  readonly marcher: Marcher;
  /** Loads what the march needs, before it is begun; once a signal is aborted only what it cannot be begun without. */
  readonly ready: (signal?: AbortSignal) => Promise<void>;
}

const idle = new WeakMap<Compiled, { count: number; workspace: Workspace }>();

/**
 * Lends a workspace. Two solves that run at the same time never share one: a borrowed workspace is out of the shelf
 * until it is returned.
 */
export function borrow({ compiled, steps }: Setup): Workspace {
  const kept = idle.get(compiled);
  if (kept !== undefined && kept.count === steps.h.length) {
    idle.delete(compiled);
    return kept.workspace;
  }
  const { marcher, ready } = made(compiled);
  return {
    marcher,
    async ready(signal) {
      const meshes = meshesOf(compiled.model);
      if (meshes.length > 0) (await import("../compile/check-shells.js")).checkShells(meshes);
      return ready(signal);
    },
  };
}

function made(compiled: Compiled): Workspace {
  const { program, whole } = compiled.kernels;
  const { assembly } = whole;
  if (assembly !== undefined) return laterMarch(ofMany(compiled, assembly));
  if (program !== undefined) return laterMarch(ofPrograms(compiled, program));
  return { marcher: marcher(compiled), ready: () => loadContinuing(compiled.kernels) };
}

/** Puts a workspace back for the next solve. */
export function giveBack(setup: Setup, workspace: Workspace): void {
  idle.set(setup.compiled, { count: setup.steps.h.length, workspace });
}
