import type { Status } from "../../solve/mcp.js";
import type { MpccSolution } from "../../solve/mpcc/mpcc.js";
import type { Found } from "../march/outcome.js";
import type { Result } from "../result.js";
import { contactTimeline, phasesOf } from "../trajectory/phases.js";

/** A local minimum: the motion, and what is known of it as a minimum. */
export interface OptimalMotion {
  readonly found: Found;
  readonly optimum: MpccSolution;
  /** The cost of every step, and all of it. */
  readonly costs: { readonly steps: Float64Array; readonly all: number };
}

/**
 * Costs closer than this part of them belong to one minimum: light bodies are moved at costs far below one, which differ as
 * much. Below `nothing` they are rounding.
 */
const [distinct, nothing] = [1e-6, 1e-18];

const rank = (status: Status): number => (status === "solved" ? 0 : 1);

/** Solved before not, then by cost or by what is missed. */
export function cheaper({ optimum: a }: OptimalMotion, { optimum: b }: OptimalMotion): number {
  return rank(a.status) - rank(b.status) || (a.status === "solved" ? a.cost - b.cost : a.residual - b.residual);
}

/** A result with what is known of it as a minimum: the cost, step by step, too. */
export function minimumOf({ found, optimum: { order }, costs }: OptimalMotion, made: Result): Result {
  const { values, trajectory, run } = made;
  const sequence = contactTimeline(phasesOf(found.setup, found.parameters, found.path));
  const columns = { ...trajectory.columns, cost: Float64Array.of(Number.NaN, ...costs.steps) };
  return {
    ...made,
    run: { ...run, sequence, regularity: { order } },
    values: { cost: Number.isFinite(costs.all) ? costs.all : null, ...values },
    trajectory: { ...trajectory, columns },
  };
}

/** Two motions of one minimum. */
export const alike = ({ optimum: a }: OptimalMotion, { optimum: b }: OptimalMotion): boolean =>
  a.status === b.status &&
  Math.abs(a.cost - b.cost) <= distinct * Math.max(nothing, Math.abs(a.cost), Math.abs(b.cost));

/** One motion of every cost; those that failed only where none was found. */
export function distinctOnes(motions: readonly OptimalMotion[]): OptimalMotion[] {
  const kept: OptimalMotion[] = [];
  for (const motion of motions) {
    if (kept.length > 0 && motion.optimum.status !== "solved") break;
    if (!kept.some((other) => alike(other, motion))) kept.push(motion);
  }
  return kept;
}
