import { naturalResidual, type Solution, type Status, worstRows } from "../solve/mcp.js";
import type { Bound } from "./bind.js";
import type { March, Path } from "./march.js";
import type { Workspace } from "./workspace.js";

/** A motion as a plan leaves it: freed values in `parameters`, `count` finished steps in `path`. */
export interface Found {
  /** The problem as it was solved: its grid may have been refined. */
  readonly bound: Bound;
  readonly status: Status;
  readonly message: string;
  readonly parameters: Float64Array;
  readonly path: Path;
  readonly count: number;
  readonly solution: Solution;
  readonly unknowns: number;
  /** Whether this is a march alone, without a global Newton. */
  readonly marched: boolean;
}

/** A whole motion that does not meet its conditions, with its open rows as the horizon's Mcp sees them. */
export function unmet(
  bound: Bound,
  workspace: Workspace,
  motion: { readonly parameters: Float64Array; readonly path: Path },
  message: string,
): Found {
  const { parameters, path } = motion;
  const horizon = workspace.stack({ ...bound, parameters });
  const z = horizon.pack(path, parameters);
  const rows = new Float64Array(z.length);
  horizon.mcp.evaluate(z, rows);
  const status: Status = "infeasible";
  const residual = naturalResidual(horizon.mcp, z, rows);
  const solution: Solution = { status, z, residual, iterations: 0, worst: worstRows(horizon.mcp, z, rows), message };
  return {
    bound,
    status,
    message,
    parameters,
    path,
    count: bound.steps.h.length,
    solution,
    unknowns: z.length,
    marched: false,
  };
}

/** What a march leaves, finished or broken off. */
export function marched(
  bound: Bound,
  motion: { readonly parameters: Float64Array; readonly path: Path },
  march: March,
): Found {
  const { status, steps, residual, iterations } = march;
  const message = marchMessage(bound, march);
  const solution = march.failure ?? { status, z: new Float64Array(0), residual, iterations, worst: [], message };
  return {
    bound,
    status,
    message,
    ...motion,
    count: steps,
    solution,
    unknowns: bound.compiled.kernels.implicit.length,
    marched: true,
  };
}

function marchMessage({ steps }: Bound, march: March): string {
  if (march.status === "solved") return `Simulated ${march.steps} steps.`;
  if (march.status === "cancelled") return `Cancelled after ${march.steps} of ${steps.h.length} steps.`;
  const at = `Step ${march.steps + 1} (t = ${steps.t[march.steps + 1]!.toPrecision(4)} s)`;
  return `${at} was not solved: ${march.failure?.message ?? march.status}`;
}
