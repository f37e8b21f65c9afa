import type { Mcp, Solution } from "./mcp.js";
import type { Newton } from "./newton.js";
import { type IterationInfo, iterationInfo } from "./state.js";

/** How to watch a run and stop it. */
export interface Watch {
  readonly signal?: AbortSignal | undefined;
  readonly onIteration?: ((info: IterationInfo) => void) | undefined;
}

/** Runs a Newton to its end, telling `onIteration` of every iterate and stopping where `signal` is aborted. */
export function run(solver: Newton, mcp: Mcp, start: Float64Array, { signal, onIteration }: Watch = {}): Solution {
  const state = solver.init(mcp, start);
  onIteration?.(iterationInfo(state));
  while (solver.done(state) === undefined) {
    if (signal?.aborted) {
      state.status = "cancelled";
      break;
    }
    solver.step(state);
    onIteration?.(iterationInfo(state));
  }
  return solver.solution(state);
}
