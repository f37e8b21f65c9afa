import type { Status, WorstRow } from "./mcp.js";
import type { NewtonState } from "./newton.js";

const sentence: Readonly<Record<Status, string>> = {
  solved: "Solved",
  feasible: "A feasible point was found, not proven optimal",
  "iteration-limit": "Stopped at the iteration limit",
  "no-progress": "No step reduced the residual any further",
  singular: "The Jacobian is singular",
  infeasible: "The residual is stationary but not zero, so the rows probably cannot all be met (this is no proof)",
  "not-finite": "The rows are not finite at the start",
  cancelled: "Cancelled",
};

const advice: Readonly<Partial<Record<Status, string>>> = {
  "iteration-limit": "try a better start, or more iterations",
  "no-progress": "try another start, a coarser grid first, or another complementarity function",
  infeasible: "check the conditions named above, or start elsewhere",
  "not-finite": "start where every formula is defined",
};

/** One or two sentences that a person can act on: what happened, which rows are worst, the conditioning, what to try. */
export function explain(status: Status, state: NewtonState, worst: readonly WorstRow[]): string {
  const residual = `natural residual ${state.residual.toExponential(1)}`;
  if (status === "solved") return `Solved in ${state.iteration} iterations, ${residual}.`;
  const parts = [`${sentence[status]} after ${state.iteration} iterations, ${residual}`];
  if (worst.length > 0) parts.push(`worst row ${worst[0]!.row}`);
  if (status !== "not-finite" && status !== "cancelled") parts.push(conditioning(state));
  if (advice[status] !== undefined) parts.push(advice[status]);
  return `${parts.join("; ")}.`;
}

function conditioning(state: NewtonState): string {
  const { linear, system } = state;
  if (linear.factor(system.matrix))
    return `condition of the Newton matrix ${linear.condition(system.matrix).toExponential(0)}`;
  const { row, column } = linear.singular;
  return `the Newton matrix is singular: row ${name(state, row)} and unknown ${name(state, column)} depend on others`;
}

const name = (state: NewtonState, index: number): string => (index >= 0 ? state.system.mcp.name(index) : "?");
