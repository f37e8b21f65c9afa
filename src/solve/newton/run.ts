import type { Stepwise } from "../../algebra/stepwise.js";
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
  /** `init`, `step` and `solution` in parts of which none takes longer than some milliseconds, with the same bits. */
  readonly parts: NewtonParts;
  done(state: NewtonState): Status | undefined;
  /** The solution, or the best point so far and why it is none. Leaves the iteration where it was. */
  solution(state: NewtonState): Solution;
}

/** The long ones of a Newton's functions as generators, for who lets others go on meanwhile. */
export interface NewtonParts {
  init(mcp: Mcp, start: Float64Array, memory?: NewtonState): Stepwise<NewtonState>;
  step(state: NewtonState): Stepwise<void>;
  solution(state: NewtonState): Stepwise<Solution>;
}

/** How to watch a run and stop it. */
export interface Watch {
  readonly signal?: AbortSignal | undefined;
  readonly onIteration?: ((info: IterationInfo) => void) | undefined;
}

/** Runs a Newton to its end, telling `onIteration` of every iterate and stopping where `signal` is aborted. */
export function run(solver: Newton, mcp: Mcp, start: Float64Array, watch: Watch = {}): Solution {
  const state = solver.init(mcp, start);
  watch.onIteration?.(iterationInfo(state));
  goOn(solver, state, watch);
  return solver.solution(state);
}

/** Goes on to the end, or until a pause is asked for; true where it has ended. */
export function goOn(
  solver: Newton,
  state: NewtonState,
  { signal, onIteration }: Watch,
  pause: () => boolean = () => false,
): boolean {
  state.search.stopped = () => signal?.aborted === true;
  while (solver.done(state) === undefined) {
    if (signal?.aborted) {
      state.status = "cancelled";
      return true;
    }
    if (pause()) return false;
    solver.step(state);
    onIteration?.(iterationInfo(state));
  }
  return true;
}
