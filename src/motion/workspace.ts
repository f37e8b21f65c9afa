import type { NewtonState } from "../solve/newton.js";
import type { Bound, Compiled } from "./bind.js";
import { type Marcher, marcher } from "./march.js";
import type { OptimalSpace } from "./optimal-space.js";
import { programMarcher } from "./program-march.js";
import { type Stack, stack } from "./stack.js";

/** What a solve needs besides numbers: made once, kept for the next solve of the same problem on as many steps. */
export interface Workspace {
  readonly marcher: Marcher;
  /** Loads what the march needs, before it is begun. */
  readonly ready: () => Promise<void>;
  /** The whole horizon, built when first asked for. */
  readonly stack: (bound: Bound) => Stack;
  newton: NewtonState | undefined;
  optimal: OptimalSpace | undefined;
}

const idle = new WeakMap<Compiled, { count: number; workspace: Workspace }>();

/**
 * Lends a workspace. Two solves that run at the same time never share one: a borrowed workspace is out of the shelf
 * until it is returned.
 */
export function borrow(bound: Bound): Workspace {
  const { compiled, steps } = bound;
  const kept = idle.get(compiled);
  if (kept !== undefined && kept.count === steps.h.length) {
    idle.delete(compiled);
    return kept.workspace;
  }
  let built: Stack | undefined;
  return {
    ...marcherOf(compiled),
    newton: undefined,
    optimal: undefined,
    stack(current) {
      built ??= stack(current);
      built.bind(current.parameters, current.steps);
      return built;
    },
  };
}

/** The march of a problem's steps, and what must be loaded before it can begin. */
function marcherOf(compiled: Compiled): Pick<Workspace, "marcher" | "ready"> {
  if (compiled.kernels.program === undefined) return { marcher: marcher(compiled), ready: async () => {} };
  const made = programMarcher(compiled);
  return { marcher: made, ready: made.ready };
}

/** Puts a workspace back for the next solve. */
export function giveBack(bound: Bound, workspace: Workspace): void {
  idle.set(bound.compiled, { count: bound.steps.h.length, workspace });
}
