import type { Mcp, Solution, Status } from "../mcp.js";
import { type IterationInfo, iterationInfo, type NewtonState } from "./state.js";

/** The semismooth Newton, drivable by hand: `init`, then `step` until `done` names a status, then `solution`. */
export interface Newton {
  /**
   * A first iterate. `memory` of the same Mcp lends its workspaces and pattern analysis; no number of it survives.
   * @throws {RangeError} naming the field and unknown, for an Mcp or start that no solver should see.
   */
  init(mcp: Mcp, start: Float64Array, memory?: NewtonState): NewtonState;
  /** Begins anew at another point with the same scales: the next step of a march. */
  startAt(state: NewtonState, start: Float64Array): void;
  step(state: NewtonState): void;
  done(state: NewtonState): Status | undefined;
  /** The solution, or the best point so far and why it is none. Leaves the iteration where it was. */
  solution(state: NewtonState): Solution;
}

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
