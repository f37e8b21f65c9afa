import type { Stepwise } from "../../algebra/stepwise.js";
import { factored, type LinearSystem } from "../linear.js";
import type { Mcp, Solution, Status } from "../mcp.js";
import type { Semismooth } from "./semismooth.js";

const sentence: Readonly<Record<Status, string>> = {
  solved: "Solved",
  coarse: "solved, but less accurately than asked for",
  unphysical: "Computed, but against a law",
  feasible: "A feasible point was found, not proven optimal",
  "iteration-limit": "Not solved yet",
  "no-progress": "No step reduced the residual any further",
  singular: "The Jacobian is singular and no step reduced the residual any further",
  infeasible: "The residual is stationary but not zero, so the rows probably cannot all be met (this is no proof)",
  "not-finite": "The rows are not finite at the start",
  cancelled: "Cancelled",
};

const advice: Readonly<Partial<Record<Status, string>>> = {
  "iteration-limit": "try a better start, or more iterations",
  "no-progress": "try another start, a coarser grid first, or another complementarity function",
  singular: "check whether the row and unknown named above say anything new, or start elsewhere",
  infeasible: "check the rows named above, or start elsewhere",
  "not-finite": "start where every formula is defined",
};

/** No sentence is longer: conditioning or advice is left out. */
const longest = 300;

/** How many of the worst rows the sentence names; `Solution.worst` has more. */
const named = 2;

/** One or two sentences that a person can act on: what happened, which rows are worst, the conditioning, what to try. */
export function explain(
  { status, residual, iterations, worst }: Omit<Solution, "message">,
  conditioning: string,
): string {
  const after = `after ${iterations} iteration${iterations === 1 ? "" : "s"}`;
  const size = `natural residual ${residual.toExponential(1)}`;
  if (status === "solved") return `Solved ${after}, ${size}.`;
  const parts = [status === "not-finite" ? sentence[status] : `${sentence[status]} ${after}, ${size}`];
  if (worst.length > 0) {
    const rows = worst
      .slice(0, named)
      .map(({ row, residual: r }) => (status === "not-finite" ? row : `${row} (${r.toExponential(1)})`));
    parts.push(`${status === "not-finite" ? "" : "worst "}row${rows.length > 1 ? "s" : ""} ${rows.join(", ")}`);
  }
  for (const more of [conditioning, advice[status] ?? ""])
    if (more !== "" && [...parts, more].join("; ").length < longest) parts.push(more);
  return `${parts.join("; ")}.`;
}

/** How the Newton matrix stands: its condition number, or what it is singular in. */
export function* describeConditioning({ mcp, matrix }: Semismooth, linear: LinearSystem): Stepwise<string> {
  if (yield* factored(linear, matrix))
    return `condition of the Newton matrix ${linear.condition(matrix).toExponential(0)}`;
  const { row, column } = linear.singular;
  const parts = [name("row", mcp, row), name("unknown", mcp, column)].filter((part) => part !== "");
  return `the Newton matrix is singular: ${parts.join(" and ") || "a row"} depend${parts.length > 1 ? "" : "s"} on others`;
}

const name = (kind: string, mcp: Mcp, index: number): string => (index >= 0 ? `${kind} ${mcp.name(index)}` : "");
