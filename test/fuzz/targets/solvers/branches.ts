import { loadHighs } from "../../../../src/solve/lp/highs.js";
import type { LinearProgram, LpAnswer, LpSolver } from "../../../../src/solve/lp/lp.js";
import { type Rows, times } from "./random-rows.js";

/** Find z within its bounds with M z + q ⟂ z: F ≥ 0 at a lower bound, F ≤ 0 at an upper one, F = 0 between. */
export interface Complementarity {
  readonly M: Rows;
  readonly q: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** The largest natural residual |z − mid(lower, upper, z − F)|; infinite outside the bounds. */
export function residualOf({ M, q, lower, upper }: Complementarity, z: ArrayLike<number>): number {
  return Math.max(
    ...times(M, z).map((f, i) => {
      const F = f + q[i];
      if (!(z[i] >= lower[i] && z[i] <= upper[i])) return Infinity;
      if (z[i] - F < lower[i]) return z[i] - lower[i];
      if (z[i] - F > upper[i]) return upper[i] - z[i];
      return Math.abs(F);
    }),
  );
}

/** An unknown lies at its lower bound, at its upper one, its row is zero, or none of this is settled yet. */
type Mode = "lower" | "upper" | "zero" | "open";

/**
 * Looks for a solution by branching on the modes of the unknowns; HiGHS says of each branch if it has a point. A branch that
 * it gives up on is no proof, and ends the search without an answer.
 */
export async function solutionByBranches(
  problem: Complementarity,
  residual: number,
): Promise<readonly number[] | "none" | "unknown"> {
  const highs = await loadHighs();
  const { q, lower, upper } = problem;
  const first = q.map((_, i): Mode => (lower[i] === -Infinity && upper[i] === Infinity ? "zero" : "open"));
  const open = [first];
  let isSure = true;
  for (let modes = open.pop(); modes !== undefined; modes = open.pop()) {
    const { status, x } = oneSolve(highs, branchOf(problem, modes));
    if (status === "infeasible") continue;
    if (status !== "optimal") {
      isSure = false;
      continue;
    }
    const z = Array.from(x, (at, i) => Math.min(upper[i], Math.max(lower[i], at)));
    if (residualOf(problem, z) <= residual) return z;
    const at = modes.indexOf("open");
    // a whole branch with a point that misses by more than was asked: rounding decides
    if (at < 0) isSure = false;
    else
      for (const mode of ["zero", "lower", "upper"] as const)
        if (mode === "zero" || Number.isFinite(mode === "lower" ? lower[at] : upper[at]))
          open.push(modes.map((was, i) => (i === at ? mode : was)));
  }
  return isSure ? "none" : "unknown";
}

/** One solve by a fresh problem of a solver. */
export function oneSolve(solver: LpSolver, program: LinearProgram): LpAnswer {
  const problem = solver.open(program.cost.length);
  const { status, x, rowDuals } = problem.solve(program, true);
  const answer = { status, x: x.slice(), rowDuals: rowDuals.slice() };
  problem.dispose();
  return answer;
}

/** The points that a branch allows; an unknown with one bound keeps the sign of its row also where it is open. */
function branchOf({ M, q, lower, upper }: Complementarity, modes: readonly Mode[]): LinearProgram {
  const entries = M.flatMap((row, i) => row.map((value, j) => ({ i, j, value })).filter(({ value }) => value !== 0));
  // F ≥ 0 unless an upper bound may be met, F ≤ 0 unless a lower one may
  const mayFall = (i: number): boolean => modes[i] === "upper" || (modes[i] === "open" && Number.isFinite(upper[i]));
  const mayRise = (i: number): boolean => modes[i] === "lower" || (modes[i] === "open" && Number.isFinite(lower[i]));
  return {
    cost: q.map(() => 0),
    lower: lower.map((low, i) => (modes[i] === "upper" ? upper[i] : low)),
    upper: upper.map((high, i) => (modes[i] === "lower" ? lower[i] : high)),
    rowLower: q.map((x, i) => (mayFall(i) ? -Infinity : -x)),
    rowUpper: q.map((x, i) => (mayRise(i) ? Infinity : -x)),
    row: entries.map(({ i }) => i),
    column: entries.map(({ j }) => j),
    value: entries.map(({ value }) => value),
  };
}
