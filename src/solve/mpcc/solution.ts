import type { Stepwise } from "../../algebra/stepwise.js";
import type { Solution, Status } from "../mcp.js";
import type { Polish } from "./active-set.js";
import { error } from "./barrier.js";
import { biactivePairs, judge, type Optimality } from "./optimality.js";
import { best } from "./search.js";
import type { MpccState } from "./state.js";
import { complementarity } from "./violation.js";

/** A minimum, or the end of a search: the unknowns `z` with the multipliers `y` of the rows behind them in `Solution.z`. */
export interface MpccSolution extends Solution, Optimality {
  readonly cost: number;
  /** ρ of the exact penalty ρ Σ z_i z_j with which the pairs came out complementary. */
  readonly penalty: number;
  /** max min(z_i, z_j) over the pairs. */
  readonly complementarity: number;
}

/** The solution of a search that has ended, or the best point of one that has not. */
export function* solutionOf(state: MpccState): Stepwise<MpccSolution> {
  const { iteration, polish: end } = state;
  if (state.status === "solved" && end !== undefined) {
    const found = measure(state, end.zy, end);
    const message = `Optimal after ${iteration} barrier steps and ${end.iterations} of the finish, natural residual ${found.residual.toExponential(1)}.`;
    return { status: "solved", ...found, worst: end.worst, message, ...(yield* judge(state, end.zy)) };
  }
  const { status = "iteration-limit" } = state;
  const { zy, polish, violation } = best(state);
  const found = measure(state, zy, polish);
  const { worst } = violation;
  const message = failureMessage({ status, worst, residual: found.residual }, iteration, polish?.repeated ?? []);
  const biactive = biactivePairs(state.barrier.problem, zy);
  return { status, ...found, worst, message, biactive, order: "stationary", bStationary: false };
}

/** Cost, penalty and residuals at a point of the barrier, or at the end of the polish. */
function measure({ barrier, iteration }: MpccState, zy: Float64Array, polish: Polish | undefined) {
  const { problem, rho } = barrier;
  const z = zy.slice(0, problem.lower.length);
  const cost = problem.evaluate(z, new Float64Array(problem.patterns.jacobian.rows));
  const separation = complementarity(problem, z);
  return {
    z: zy,
    // pairs are no rows of the penalised program, which has minima where they are open
    residual: Math.max(polish?.residual ?? error(barrier, 0), separation),
    iterations: iteration + (polish?.iterations ?? 0),
    cost,
    penalty: rho,
    complementarity: separation,
  };
}

/** A sentence for people on a search that found no minimum. */
function failureMessage(
  { status, residual, worst }: Pick<Solution, "residual" | "worst"> & { readonly status: Status },
  steps: number,
  repeated: readonly string[],
): string {
  const after = `after ${steps} barrier steps`;
  const left = `residual ${residual.toExponential(1)}`;
  const names = worst.slice(0, 2).map((row) => `${row.row} (${row.residual.toExponential(1)})`);
  if (status === "infeasible")
    return `No step brings rows and pairs nearer to zero ${after}; worst are ${names.join(", ")}; check them, or start elsewhere (this is no proof).`;
  const most = `${left}; rows and pairs that miss most are ${names.join(", ")}`;
  if (status === "cancelled") return `Cancelled ${after}, ${most}.`;
  if (status === "no-progress" && repeated.length > 0)
    return `Not optimal ${after}, ${left}: of ${repeated.slice(-3).join(", ")}${repeated.length > 3 ? ` and ${repeated.length - 3} more` : ""} all but this residual follows from other rows; leave out what the others imply.`;
  return `Not optimal ${after}, ${most}: leave out conditions that others imply, start elsewhere, or on a coarser grid.`;
}
