import type { Result } from "../motion/result.js";
import { duration } from "./numbers.js";

/** How much work a run was, in words. */
export function countText({ counts, order }: Pick<Result, "counts" | "order">): string {
  const { iterations, shots, unknowns, evaluations, seconds } = counts;
  const took = duration(seconds);
  if (evaluations !== undefined) return `${evaluations} simulations, ${took}`;
  if (order !== undefined) return `${iterations} steps of the optimiser, ${unknowns} unknowns, ${took}`;
  // a march has neither
  const steps = iterations + shots > 0 ? `${iterations} global Newton iterations, ${shots} shots, ` : "";
  return `${steps}${unknowns} unknowns, ${took}`;
}
