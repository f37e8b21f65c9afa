import type { Result } from "../../motion/result.js";
import type { WorstRow } from "../../solve/mcp.js";

/** Rows below the solver's tolerance of 1e-9 are met: of no use to someone who looks for what is wrong. */
const met = 1e-9;

/** The worst rows of a motion that is no solution, those only that are open. */
export function violatedRows({ solution }: Pick<Result, "solution">): WorstRow[] {
  return solution.worst.filter(({ residual }) => !(Math.abs(residual) <= met));
}
