import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { naturalResidual, type Solution, type Status, worstRows } from "../mcp.js";
import { describeConditioning, explain } from "./message.js";
import { linearise, linearising } from "./semismooth.js";
import type { NewtonState } from "./state.js";

/**
 * The solution of an iteration that `ended` so (undefined: it may go on), or its best point and why that is none.
 * Leaves the iteration where it was.
 */
export const solutionOf = (state: NewtonState, ended: Status | undefined): Solution => finish(concluded(state, ended));

/** `solutionOf` in parts. */
export function* concluded(state: NewtonState, ended: Status | undefined): Stepwise<Solution> {
  const { system, linear, best, iterate } = state;
  const { iteration } = iterate;
  const { mcp } = system;
  const status = ended ?? "iteration-limit";
  if (status === "solved") {
    const worst = worstRows(mcp, iterate.z, system.residual, 1);
    const found = { status, z: iterate.z.slice(), residual: iterate.residual, iterations: iteration, worst };
    return { ...found, message: explain(found, "") };
  }
  const z = (best.merit < Number.POSITIVE_INFINITY ? best.z : iterate.z).slice();
  const finite = (yield* linearising(system, z)) < Number.POSITIVE_INFINITY;
  const residual = finite ? naturalResidual(mcp, z, system.residual) : Number.POSITIVE_INFINITY;
  const rows = worstRows(mcp, z, system.residual);
  const worst = finite ? rows : rows.filter((row) => row.residual === Number.POSITIVE_INFINITY);
  const found = { status, z, residual, iterations: iteration, worst };
  const conditioning =
    finite && ended !== undefined && ended !== "cancelled" ? yield* describeConditioning(system, linear) : "";
  if (ended === undefined) linearise(system, iterate.z); // the iteration may go on
  return { ...found, message: explain(found, conditioning) };
}
