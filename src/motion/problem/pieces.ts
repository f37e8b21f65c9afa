import { type ExactGrid, resolveExact } from "./grid.js";
import { isOptimal } from "./objective.js";
import type { Problem, TimeGrid } from "./problem.js";

/** A motion to an accuracy, and the steps in which its inputs are held. */
export interface HeldGrid {
  readonly exact: ExactGrid;
  readonly declared: TimeGrid;
}

/**
 * The grid of a problem by the method exact; undefined for other methods. Steps are none of a motion but of its inputs: of an
 * optimal motion their number may be set, and is that of the pieces over which its controls are held.
 * @throws {BadInput} where steps are set beside it.
 */
export function heldGridOf(
  problem: Problem,
  set: Readonly<Record<string, number>>,
  method: string,
  time?: number,
): HeldGrid | undefined {
  const { "grid.steps": steps, ...others } = set;
  const { grid } = problem;
  const isHeld = isOptimal(problem) && steps !== undefined;
  const exact = resolveExact(grid, isHeld ? others : set, method, time);
  return exact && { exact, declared: isHeld ? { steps, end: exact.end } : grid };
}
