import type { Solution, Status } from "../mcp.js";
import { explain } from "../newton/message.js";

/** The answer of the first start, and how all of them left the problem. */
export function unsolved(first: Solution, status: Status, isLinear: boolean): Solution {
  if (status === first.status && !isLinear) return first;
  const left = { ...first, status };
  return { ...left, message: isLinear || status === "no-progress" ? sentence(left) : explain(left, "") };
}

/** How many of the worst rows the sentence names; `Solution.worst` has more. */
const named = 3;

function sentence(found: Solution): string {
  const { status, residual, worst } = found;
  const rows = worst.slice(0, named).map((row) => `${row.row} (${row.residual.toExponential(1)})`);
  const where = `natural residual ${residual.toExponential(1)} from the start${rows.length > 0 ? `, worst row${rows.length > 1 ? "s" : ""} ${rows.join(", ")}` : ""}`;
  if (status === "infeasible")
    return `The rows are linear and contradict each other within the bounds, as multipliers prove; ${where}.`;
  if (status === "no-progress")
    return `No solution was found from any start, which is no proof that there is none; ${where}.`;
  return explain(found, "");
}
