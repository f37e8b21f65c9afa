import type { Solution } from "../../solve/mcp.js";
import { explain } from "../../solve/newton/message.js";
import { solveByRoutes } from "../../solve/rescue/rescue.js";
import type { March } from "./march.js";

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

/** A march that broke off, without any claim that its step has no solution: of one launch of many that says little. */
export function unclaimed(march: March, why?: string): March {
  const { failure } = march;
  if (failure?.status !== "infeasible") return march;
  const left: Solution = { ...failure, status: "no-progress" };
  const message = explain(left, "");
  return {
    ...march,
    status: left.status,
    failure: { ...left, message: why === undefined ? message : `${message.replace(/\.$/, "")}; ${why}.` },
  };
}
