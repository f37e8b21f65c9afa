import type { ProgressInfo } from "../../motion/march/task.js";
import type { Result } from "../../motion/result.js";
import { duration } from "../motion-view/numbers.js";

/** How much work a run was, in words. */
export function countText({ counts, run: { regularity: { order } = {} } }: Pick<Result, "counts" | "run">): string {
  const { iterations, shots, unknowns, evaluations, seconds } = counts;
  const took = duration(seconds);
  if (evaluations !== undefined) return `${evaluations} simulations, ${took}`;
  if (order !== undefined) return `${iterations} steps of the optimiser, ${unknowns} unknowns, ${took}`;
  // a march has neither
  const steps = iterations + shots > 0 ? `${iterations} global Newton iterations, ${shots} shots, ` : "";
  return `${steps}${unknowns} unknowns, ${took}`;
}

export type Scanned = NonNullable<ProgressInfo["scanned"]>;

/** How far a scan is, in words. */
export const scanText = ({ done, of, found }: Scanned): string =>
  `${done} of ${of} samples, ${found} launch${found === 1 ? "" : "es"} so far`;
