import type { Stepwise } from "../../algebra/stepwise.js";
import { unlessAborted } from "../../solve/drive.js";
import { evaluating, naturalResidual, type Solution, type Status, worstRows } from "../../solve/mcp.js";
import { iterationInfo, type Newton, type NewtonState, newton } from "../../solve/newton/newton.js";
import { lightnessOf } from "../compile/lightness.js";
import { endsOf, type Motion } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { hasRows } from "../compile/step.js";
import type { Found } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import type { Workspace } from "../march/workspace.js";
import { outOfRange } from "./ranges.js";
import { type Stack, stacked } from "./stack.js";

/** Tolerance of the whole horizon [declared units]: a hundred times that of a step, the rounding of many. */
const tolerance = 1e-10;
/** From a poor start the front between slip and stick moves a step or two an iteration. */
const maxIterations = 300;
/** Iterates in a row outside the declared ranges of the freed values: then the Newton leads to no motion that is asked for. */
const astray = 5;

/** The whole horizon of a workspace, and the memory of its Newton. */
interface Horizon {
  readonly stack: Stack;
  newton: NewtonState | undefined;
}

const horizons = new WeakMap<Workspace, Horizon>();

/** The whole horizon with the numbers of a problem, built when first asked for. */
function* horizonOf(workspace: Workspace, setup: Setup): Stepwise<Horizon> {
  yield* setup.compiled.kernels.block.rows.parts();
  const horizon = horizons.get(workspace) ?? { stack: yield* stacked(setup), newton: undefined };
  horizons.set(workspace, horizon);
  horizon.stack.setNumbers(setup.parameters, setup.steps);
  return horizon;
}

/**
 * The global Newton on the whole horizon, from a motion that need not satisfy anything. It ends where the freed values stay
 * out of their declared ranges. A motion `isMarched` where its steps are solved already, each as its lightest body asks.
 */
export function* wholeHorizon(task: Task, motion: Motion, isMarched: boolean): Stepwise<Found> {
  const { setup, workspace, signal } = task;
  const { parameters, path } = motion;
  const horizon = yield* unlessAborted(horizonOf(workspace, setup), signal);
  if (horizon === undefined) return ofHorizon(setup, motion, unbegun);
  const lightness = lightnessOf(setup.compiled)(parameters);
  const solver = newton({ tolerance: tolerance * (isMarched ? Math.max(1, lightness) : lightness), maxIterations });
  const solution = yield* globalNewton(task, horizon, solver, horizon.stack.pack(path, parameters));
  if (solution === undefined) return ofHorizon(setup, motion, unbegun);
  yield* horizon.stack.unpack(solution.z, path);
  horizon.stack.freed(solution.z, parameters);
  return ofHorizon(setup, { parameters, path }, solution);
}

/** The answer of a Newton that was cancelled before its first iterate. */
const unbegun: Solution = {
  status: "cancelled",
  z: new Float64Array(0),
  residual: Number.POSITIVE_INFINITY,
  iterations: 0,
  worst: [],
  message: "Cancelled before the first iterate of the global Newton.",
};

/** Undefined where it was cancelled before its first iterate. */
function* globalNewton(
  { setup, signal, report }: Task,
  horizon: Horizon,
  solver: Newton,
  start: Float64Array,
): Stepwise<Solution | undefined> {
  const { mcp, freed } = horizon.stack;
  const state = yield* unlessAborted(solver.parts.init(mcp, start, horizon.newton), signal);
  if (state === undefined) return undefined;
  const parameters = setup.parameters.slice();
  let outside = 0;
  horizon.newton = state;
  report({ phase: "newton", ...iterationInfo(state) });
  while (solver.done(state) === undefined) {
    // who is told of an iterate may abort there, and others in the pause after it: then no step begins
    if (!signal?.aborted) yield* unlessAborted(solver.parts.step(state), signal);
    if (signal?.aborted) {
      state.status = "cancelled";
      break;
    }
    report({ phase: "newton", ...iterationInfo(state) });
    freed(state.iterate.z, parameters);
    outside = outOfRange(setup, parameters) === undefined ? 0 : outside + 1;
    if (outside >= astray && solver.done(state) === undefined) state.status = "no-progress";
    yield;
  }
  return yield* solver.parts.solution(state);
}

/** Why a whole motion does not meet its conditions. */
export interface Reason {
  readonly status: Status;
  readonly message: string;
}

/** A whole motion that does not meet its conditions, with its open rows as the horizon's Mcp sees them. */
export function* openMotion(
  setup: Setup,
  workspace: Workspace,
  motion: Motion,
  { status, message }: Reason,
): Stepwise<Found> {
  const { parameters, path } = motion;
  if (!hasRows(setup.compiled.kernels)) return ofHorizon(setup, motion, openEnds(setup, motion, { status, message }));
  const { mcp, pack } = (yield* horizonOf(workspace, { ...setup, parameters })).stack;
  const z = pack(path, parameters);
  const rows = new Float64Array(z.length);
  yield* evaluating(mcp, z, rows);
  const residual = naturalResidual(mcp, z, rows);
  return ofHorizon(setup, motion, { status, z, residual, iterations: 0, worst: worstRows(mcp, z, rows), message });
}

/** The conditions that a motion whose steps are solved leaves open, the largest first. */
function openEnds(setup: Setup, { parameters, path }: Motion, { status, message }: Reason): Solution {
  const { compiled } = setup;
  const { conditions } = compiled.formulas;
  const values = new Float64Array(conditions.rows);
  conditions.residual(endsOf(setup, parameters, path), values);
  const worst = compiled.conditions
    .map(({ condition }, i) => ({ row: compiled.boundary[condition].name, residual: Math.abs(values[i]) }))
    .sort((a, b) => b.residual - a.residual);
  return {
    status,
    z: new Float64Array(0),
    residual: worst[0].residual,
    iterations: 0,
    worst: worst.slice(0, 5),
    message,
  };
}

/** A whole motion with what was found of the horizon's Mcp. */
function ofHorizon(setup: Setup, motion: Motion, solution: Solution): Found {
  const { status, message, z, iterations } = solution;
  const counts = { steps: setup.steps.h.length, unknowns: z.length, iterations };
  return { setup, status, message, ...motion, solution, counts };
}
