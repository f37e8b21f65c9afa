import type { Mcp, Solution } from "../solve/mcp.js";
import { iterationInfo, newton } from "../solve/newton.js";
import { type Found, ofHorizon } from "./outcome.js";
import type { Task } from "./task.js";

/** Tolerance of the whole horizon [declared units]: a hundred times that of a step, the rounding of many. */
const tolerance = 1e-10;
/** From a poor start the front between slip and stick moves a step or two an iteration. */
const maxIterations = 300;

/** The global Newton on the whole horizon, from a motion that need not satisfy anything. */
export function* wholeHorizon(task: Task, motion: Pick<Found, "parameters" | "path">): Generator<undefined, Found> {
  const { bound, workspace } = task;
  const { parameters, path } = motion;
  const horizon = workspace.stack(bound);
  const solution = yield* globalNewton(task, horizon.mcp, horizon.pack(path, parameters));
  horizon.unpack(solution.z, path);
  horizon.freed(solution.z, parameters);
  return ofHorizon(bound, { parameters, path }, solution);
}

function* globalNewton(
  { workspace, signal, report }: Task,
  mcp: Mcp,
  start: Float64Array,
): Generator<undefined, Solution> {
  const solver = newton({ tolerance, maxIterations });
  const state = solver.init(mcp, start, workspace.newton);
  workspace.newton = state;
  report({ phase: "newton", ...iterationInfo(state) });
  while (solver.done(state) === undefined) {
    if (signal?.aborted) {
      state.status = "cancelled";
      break;
    }
    solver.step(state);
    report({ phase: "newton", ...iterationInfo(state) });
    yield;
  }
  return solver.solution(state);
}
