import type { Result } from "../motion/result.js";

/** How much work a run was, in words. */
export function countText({ counts, order }: Pick<Result, "counts" | "order">): string {
  const { iterations, shots, unknowns, evaluations, seconds } = counts;
  if (evaluations !== undefined) return `${evaluations} simulations, ${(1000 * seconds).toPrecision(3)} ms`;
  if (order !== undefined)
    return `${iterations} steps of the optimiser, ${unknowns} unknowns, ${(1000 * seconds).toPrecision(3)} ms`;
  return `${iterations} global Newton iterations, ${shots} shots, ${unknowns} unknowns, ${(1000 * seconds).toPrecision(3)} ms`;
}
