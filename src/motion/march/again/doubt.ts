import { solveByRoutes } from "../../../solve/rescue/rescue.js";
import type { March } from "../march.js";
import { unclaimed } from "../unclaimed.js";

/**
 * A march that broke off, without the claim that its step has no solution where no second route agrees: pivots on what is
 * linearised, and fresh starts. The marcher must still stand at that step.
 */
export function doubted(march: March, signal?: AbortSignal): March {
  if (march.failure?.status !== "infeasible" || march.open === undefined) return march;
  const { mcp, start, tolerance } = march.open;
  const other = solveByRoutes(mcp, start, { tolerance }, { signal });
  if (other.status === "infeasible") return march;
  const why =
    other.status === "solved"
      ? "it has a solution, but none that the step before leads to"
      : "other starts do not agree that it has no solution";
  return unclaimed(march, why);
}
