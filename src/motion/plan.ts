import type { Mcp, Solution } from "../solve/mcp.js";
import { iterationInfo, newton } from "../solve/newton.js";
import type { Bound } from "./bind.js";
import { continued } from "./continuation.js";
import { firstGuess } from "./guess.js";
import { marchHalving } from "./halving.js";
import { emptyPath } from "./march.js";
import { type Found, marched, unmet } from "./outcome.js";
import { BadInput } from "./problem.js";
import { marchPrograms } from "./program-march.js";
import { limits, outOfRange, pressed } from "./ranges.js";
import { type Deficiency, deficiencyOf, describeDeficiency, weakness } from "./rank.js";
import { sequenced } from "./sequence.js";
import { type Shooting, shoot } from "./shoot.js";
import { type Range, type Shot, shot } from "./shot.js";
import type { Task } from "./task.js";
import { borrow, giveBack } from "./workspace.js";

/** Tolerance of the whole horizon [declared units]: a hundred times that of a step, the rounding of many. */
const tolerance = 1e-10;
/** From a poor start the front between slip and stick moves a step or two an iteration. */
const maxIterations = 300;

/** Marches from the start values, halving steps that cannot be solved; boundary conditions are not looked at. */
export function* simulation(task: Task): Generator<undefined, Found> {
  const { bound: declared, workspace, signal, report } = task;
  if (declared.compiled.kernels.program !== undefined) return yield* marchPrograms(task);
  const parameters = declared.parameters.slice();
  const { bound, path, march } = yield* marchHalving(declared, workspace.marcher, parameters, signal);
  const { steps: iteration, residual } = march;
  report({ phase: "march", iteration, residual, merit: 0.5 * residual ** 2, stepLength: 1, stepKind: "newton" });
  return marched(bound, { parameters, path }, march);
}

/** The whole horizon as one Mcp with nothing freed, from a march and on its grid. */
export function* initialValue(task: Task): Generator<undefined, Found> {
  const simulated = yield* simulation(task);
  const { bound } = simulated;
  // steps that are programs have no rows to stack
  if (bound.compiled.kernels.program !== undefined) return simulated;
  if (simulated.status !== "solved") return simulated;
  if (bound === task.bound) return yield* wholeHorizon(task, simulated);
  const own = borrow(bound);
  const found = yield* wholeHorizon({ ...task, bound, workspace: own }, simulated);
  giveBack(bound, own);
  return found;
}

/**
 * Solves the boundary problem: simulate → shoot → global Newton. Where shooting fails, the conditions are approached by
 * continuation, then on coarser grids; whatever comes of it, the global Newton has the last word.
 * @throws {BadInput} where conditions repeat what the motion implies, or leave a freed parameter undetermined.
 */
export function* boundaryValue(task: Task): Generator<undefined, Found> {
  const { bound, workspace, signal, report } = task;
  if (bound.compiled.freed.length === 0) return yield* initialValue(task);
  const parameters = bound.parameters.slice();
  const drawn = firstGuess(bound, task.guess, parameters);
  const path = emptyPath(bound.compiled.kernels, bound.steps.h.length);
  const motion = { parameters, path };
  const range: Range = { bound, marcher: workspace.marcher, path, signal, onShot: shotReporter(report) };
  const aim = new Float64Array(bound.compiled.boundary.length);
  const opening = yield* shot(range, parameters);
  if (opening.march.status === "cancelled") return marched(bound, motion, opening.march);

  const deficiency = yield* lastingDeficiency(range, parameters, opening);
  if (deficiency !== undefined) {
    const reason = `These boundary conditions do not determine a motion: ${describeDeficiency(bound, deficiency)}.`;
    if (!deficiency.contradicts) throw new BadInput("boundary", reason);
    yield* shoot(range, parameters, aim, opening);
    return unmet(bound, workspace, motion, reason);
  }
  let shooting: Shooting | undefined;
  if (task.strategy === "auto") {
    shooting = yield* shoot(range, parameters, aim, opening);
    for (const fallback of [continued, sequenced])
      if (shooting.status !== "solved" && shooting.status !== "cancelled" && pressed(bound, parameters).length === 0)
        shooting = yield* fallback(range, parameters, shooting);
    if (shooting.status === "cancelled") return marched(bound, motion, shooting.last.march);
    if (shooting.status === "infeasible" && pressed(bound, parameters).length > 0)
      return unmet(bound, workspace, motion, closestEnd(bound, parameters));
  }
  const start = task.strategy === "global" && drawn !== undefined ? { parameters, path: drawn } : motion;
  const found = yield* wholeHorizon(task, start);
  if (found.status !== "solved") return found;
  const outside = outOfRange(bound, found.parameters);
  if (outside === undefined) {
    const landed = shooting?.status === "solved" ? shooting.last : yield* shotBeside(range, found.parameters);
    const doubt = weakness(bound, landed);
    return doubt === undefined ? found : { ...found, message: `${found.message} ${doubt}` };
  }
  const closest = { parameters: found.parameters, path };
  yield* shoot(range, closest.parameters, aim, undefined);
  return unmet(bound, workspace, closest, `${outside} ${closestEnd(bound, closest.parameters)}`);
}

/** The global Newton on the whole horizon, from a motion that need not satisfy anything. */
function* wholeHorizon(
  task: Task,
  { parameters, path }: Pick<Found, "parameters" | "path">,
): Generator<undefined, Found> {
  const { bound, workspace } = task;
  const horizon = workspace.stack(bound);
  const solution = yield* globalNewton(task, horizon.mcp, horizon.pack(path, parameters));
  horizon.unpack(solution.z, path);
  horizon.freed(solution.z, parameters);
  const { status, message } = solution;
  return {
    bound,
    status,
    message,
    parameters,
    path,
    count: bound.steps.h.length,
    solution,
    unknowns: solution.z.length,
    marched: false,
  };
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

/**
 * A deficiency at the guess that is still there elsewhere: sensitivities can vanish at one launch by chance, but not at
 * two unrelated ones.
 */
function* lastingDeficiency(
  range: Range,
  parameters: Float64Array,
  opening: Shot,
): Generator<undefined, Deficiency | undefined> {
  const { bound } = range;
  const here = deficiencyOf(bound, opening);
  if (here === undefined) return undefined;
  const elsewhere = parameters.slice();
  const limit = limits(bound);
  bound.compiled.freed.forEach((index, j) => {
    const x = parameters[index]!;
    // unequal strides, so that no combination of parameters stays what it was
    elsewhere[index] = limit(x + (0.37 + 0.11 * j) * (1 + 0.1 * Math.abs(x)), j);
  });
  const there = deficiencyOf(bound, yield* shot(range, elsewhere));
  yield* shot(range, parameters);
  return there === undefined ? undefined : here;
}

/** A shot that leaves the plan's path alone. */
function shotBeside(range: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const { compiled, steps } = range.bound;
  return shot({ ...range, path: emptyPath(compiled.kernels, steps.h.length) }, parameters);
}

/** Numbers the shots of a whole plan. */
function shotReporter(report: Task["report"]): Range["onShot"] {
  let iteration = 0;
  return (residual, stepLength) => {
    iteration++;
    report({ phase: "shoot", iteration, residual, merit: 0.5 * residual ** 2, stepLength, stepKind: "newton" });
  };
}

function closestEnd(bound: Bound, parameters: Float64Array): string {
  const held = pressed(bound, parameters);
  const why = held.length > 0 ? `, with ${held.join(" and ")} at the end of its range` : "";
  return `No motion within the declared ranges was found that meets the conditions; shown is the closest end${why} (this is no proof).`;
}
