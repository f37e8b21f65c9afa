/**
 * All steps of a motion as one MCP, for the global Newton: `rows.ts` are its rows, `stack.ts` makes an Mcp of them, `places.ts` its
 * pattern. Contacts that are apart are left out where that pays: `near.ts` says in which steps who may touch, `behind.ts` which
 * entries are then zero, and `apart.ts` judges an answer by all rows. Each may be changed by itself; the order of unknowns in `rows.ts`
 * fixes the bits of every answer.
 *
 * @module motion/boundary/horizon
 */
import type { Stepwise } from "../../../algebra/stepwise.js";
import { unlessAborted } from "../../../solve/drive.js";
import { naturalResidual, type Solution, type Status, worstRows } from "../../../solve/mcp.js";
import { iterationInfo, type Newton, type NewtonState, newton } from "../../../solve/newton/newton.js";
import { lightnessOf } from "../../compile/lightness.js";
import { endsOf, type Motion, type Path } from "../../compile/path.js";
import type { Setup } from "../../compile/setup.js";
import { hasRows } from "../../compile/step.js";
import type { Found } from "../../march/outcome.js";
import type { Task } from "../../march/task.js";
import type { Workspace } from "../../march/workspace.js";
import { outOfRange } from "../ranges.js";
import { checked } from "./apart.js";
import { leavable, mayPay, nearAlong, standing, widened } from "./near.js";
import { everything, isEverything, isSame, type Presence } from "./presence.js";
import { evaluated, horizonRows, pack } from "./rows.js";
import { namesOf, type Stack, stacked } from "./stack.js";

/** Tolerance of the whole horizon [declared units]: a hundred times that of a step, the rounding of many. */
const tolerance = 1e-10;
/** From a poor start the front between slip and stick moves a step or two an iteration. */
const maxIterations = 300;
/** Iterates in a row outside the declared ranges of the freed values: then the Newton leads to no motion that is asked for. */
const astray = 5;

/**
 * Contacts that were missed are added so many times, before none is left out any more; and so many times those that are there are so
 * twice as long, where no answer was found without the others.
 */
const mostRounds = 4;

/** The whole horizon of a workspace, and the memory of its Newton. */
interface Horizon {
  readonly presence: Presence;
  readonly stack: Stack;
  newton: NewtonState | undefined;
}

const horizons = new WeakMap<Workspace, Horizon>();

/** The whole horizon with the numbers of a problem, built anew where other contacts are left out than the last time. */
function* horizonOf(workspace: Workspace, setup: Setup, presence: Presence, held: Path): Stepwise<Horizon> {
  yield* setup.compiled.kernels.block.rows.parts();
  const last = horizons.get(workspace);
  const horizon =
    last !== undefined && isSame(last.presence, presence)
      ? last
      : { presence, stack: yield* stacked(setup, presence), newton: undefined };
  horizons.set(workspace, horizon);
  horizon.stack.setNumbers(setup.parameters, setup.steps, isEverything(presence) ? undefined : held);
  return horizon;
}

/**
 * The global Newton on the whole horizon, from a motion that need not satisfy anything. It ends where the freed values stay
 * out of their declared ranges. A motion `isMarched` where its steps are solved already, each as its lightest body asks. Contacts
 * that are apart are left out where that pays; whom an answer without them misses is added, and all is solved again.
 */
export function* wholeHorizon(task: Task, motion: Motion, isMarched: boolean): Stepwise<Found> {
  const { setup, signal } = task;
  const { compiled, steps } = setup;
  const { parameters, path } = motion;
  const lightness = lightnessOf(compiled)(parameters);
  const allowed = tolerance * (isMarched ? Math.max(1, lightness) : lightness);
  const all = everything(compiled, steps.h.length);
  if (!mayPay(compiled)) return yield* solvedWith(task, motion, all, allowed);
  const contacts = leavable(compiled);
  let there = yield* unlessAborted(nearAlong(setup, motion, contacts, { isMarched, tolerance: allowed }), signal);
  const from = { parameters: parameters.slice(), states: path.states.slice(), insides: path.insides.slice() };
  let iterations = 0;
  for (let round = 0; ; round++) {
    const presence = there === undefined || round === mostRounds ? all : standing(setup, contacts, there, path.states);
    const found = counted(yield* solvedWith(task, motion, presence, allowed), iterations);
    if (there === undefined || isEverything(presence) || found.status === "cancelled") return found;
    const isSolved = found.status === "solved";
    const asked = { isSolved, tolerance: allowed };
    const check = yield* unlessAborted(checked(setup, motion, { contacts, there, presence }, asked), signal);
    if (check === undefined) return { ...found, status: "cancelled" };
    const { residual, missed } = check;
    if (isSolved && missed === undefined) return { ...found, solution: { ...found.solution, residual } };
    if (!isSolved && round + 1 === mostRounds) return found;
    iterations = found.counts.iterations;
    there = missed === "everything" ? undefined : widened(contacts, missed ?? there, 2 ** round);
    if (isSolved) continue;
    parameters.set(from.parameters);
    path.states.set(from.states);
    path.insides.set(from.insides);
  }
}

/** The iterations of earlier rounds, too. */
function counted(found: Found, before: number): Found {
  const { counts, solution } = found;
  const iterations = counts.iterations + before;
  return before === 0 ? found : { ...found, solution: { ...solution, iterations }, counts: { ...counts, iterations } };
}

/** The global Newton with what stands of a horizon; the motion is what it comes to. */
function* solvedWith(task: Task, motion: Motion, presence: Presence, allowed: number): Stepwise<Found> {
  const { setup, workspace, signal } = task;
  const { parameters, path } = motion;
  const horizon = yield* unlessAborted(horizonOf(workspace, setup, presence, path), signal);
  if (horizon === undefined) return ofHorizon(setup, motion, unbegun);
  const solver = newton({ tolerance: allowed, maxIterations });
  const solution = yield* globalNewton(task, horizon, solver, horizon.stack.pack(path, parameters));
  if (solution === undefined) return ofHorizon(setup, motion, unbegun);
  yield* horizon.stack.unpack(solution.z, path);
  horizon.stack.freed(solution.z, parameters);
  return ofHorizon(setup, motion, solution);
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
export function* openMotion(setup: Setup, motion: Motion, { status, message }: Reason): Stepwise<Found> {
  const { parameters, path } = motion;
  if (!hasRows(setup.compiled.kernels)) return ofHorizon(setup, motion, openEnds(setup, motion, { status, message }));
  yield* setup.compiled.kernels.block.rows.parts();
  const rows = horizonRows({ ...setup, parameters });
  const names = namesOf(rows);
  const z = pack(rows, path, parameters);
  const values = new Float64Array(z.length);
  yield* evaluated(rows, z, values);
  const residual = naturalResidual(names, z, values);
  return ofHorizon(setup, motion, { status, z, residual, iterations: 0, worst: worstRows(names, z, values), message });
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
function ofHorizon(setup: Setup, { parameters, path }: Motion, solution: Solution): Found {
  const { status, message, z, iterations } = solution;
  const counts = { steps: setup.steps.h.length, unknowns: z.length, iterations };
  return { setup, status, message, parameters, path, solution, counts };
}
