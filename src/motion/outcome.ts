import { naturalResidual, type Solution, type Status, worstRows } from "../solve/mcp.js";
import type { Bound } from "./bind.js";
import { declaredStep } from "./grid.js";
import { inputReader } from "./inputs.js";
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
  /** The step at which a march broke off. */
  readonly failed?: FailedStep;
}

/** All numbers of a step that could not be solved, so that it can be tried again elsewhere. */
export interface FailedStep {
  /** The 1-based number of the declared step, when it starts [s], and its length [s] after it was halved. */
  readonly step: number;
  readonly t: number;
  readonly h: number;
  /** States at its start, unknowns inside the step before, inputs, parameters. */
  readonly state: Readonly<Record<string, number>>;
  readonly before: Readonly<Record<string, number>>;
  readonly inputs: Readonly<Record<string, number>>;
  readonly parameters: Readonly<Record<string, number>>;
}

/** A whole motion that does not meet its conditions, with its open rows as the horizon's Mcp sees them. */
export function unmet(
  bound: Bound,
  workspace: Workspace,
  motion: Pick<Found, "parameters" | "path">,
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
  return ofHorizon(bound, motion, solution);
}

/** A whole motion with what was found of the horizon's Mcp. */
export function ofHorizon(bound: Bound, motion: Pick<Found, "parameters" | "path">, solution: Solution): Found {
  const { status, message, z } = solution;
  const count = bound.steps.h.length;
  return { bound, status, message, ...motion, count, solution, unknowns: z.length, marched: false };
}

/** What a march leaves, finished or broken off. */
export function marched(bound: Bound, motion: Pick<Found, "parameters" | "path">, march: March): Found {
  const { status, steps, residual, iterations } = march;
  const { implicit, program } = bound.compiled.kernels;
  const message = marchMessage(bound, march);
  const solution = march.failure ?? { status, z: new Float64Array(0), residual, iterations, worst: [], message };
  return {
    bound,
    status,
    message,
    ...motion,
    count: steps,
    solution,
    unknowns: implicit.length + (program?.answerAt.length ?? 0),
    marched: true,
    ...(march.failure && { failed: failedStep(bound, motion, steps) }),
  };
}

/** Step k of a path whose first k steps are finished. */
function failedStep(
  { compiled, steps }: Bound,
  { parameters, path }: Pick<Found, "parameters" | "path">,
  k: number,
): FailedStep {
  const { model, layout } = compiled.kernels;
  const inputs = new Float64Array(model.inputs.length);
  inputReader(compiled)(k, parameters, steps, inputs);
  const named = (names: readonly string[], values: Float64Array, at: number): Record<string, number> =>
    Object.fromEntries(names.map((name, i) => [name, values[at + i]!]));
  const insides = model.inside.map(({ name }) => name);
  return {
    step: declaredStep(steps, k),
    t: steps.t[k]!,
    h: steps.h[k]!,
    state: named(
      model.state.map(({ name }) => name),
      path.states,
      k * layout.states,
    ),
    before: k === 0 ? {} : named(insides, path.insides, (k - 1) * layout.insides),
    inputs: named(model.inputs, inputs, 0),
    parameters: named(compiled.parameters, parameters, 0),
  };
}

function marchMessage({ steps }: Bound, march: March): string {
  const parts = new Set(steps.declared);
  const halves = parts.size === 0 ? "" : ` (${steps.h.length - parts.size} halvings)`;
  if (march.status === "solved") return `Simulated ${parts.size === 0 ? march.steps : parts.size} steps${halves}.`;
  if (march.status === "feasible")
    return `Simulated ${march.steps} steps, some of them without proof that none is better.`;
  if (march.status === "cancelled") return `Cancelled after ${march.steps} of ${steps.h.length} steps.`;
  const at = `Step ${declaredStep(steps, march.steps)} (t = ${steps.t[march.steps + 1]!.toPrecision(4)} s)`;
  return `${at} was not solved: ${march.failure?.message ?? march.status}`;
}
