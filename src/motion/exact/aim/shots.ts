import type { BoundaryTask } from "../../boundary/guess.js";
import { landing, type Range, type Shot } from "../../boundary/shot.js";
import { emptyPath } from "../../compile/path.js";
import type { Setup } from "../../compile/setup.js";
import type { Task } from "../../march/task.js";
import type { Asked, ExactMarch } from "../asked.js";
import { branchesMade } from "../branches.js";
import { endOf, exactOf, type Noted, roughly, unseen, walkerOf } from "../exact.js";
import { heldInputs } from "../held.js";
import { recorder } from "../record.js";

/** A shot with the march that it was. */
export interface Fired {
  readonly shot: Shot;
  readonly march: ExactMarch;
}

/** One that was written down on its way: where it is the answer, nobody marches it again. */
export interface Written extends Fired, Noted {}

/** How many shots a search made, and the last of them that was free to take any elements. */
export interface Tally {
  shots: number;
  newest?: { readonly fired: Written; readonly parameters: Float64Array; readonly tolerance: number };
}

/** Shots of motions to an accuracy, for searches that shoot by themselves. */
export function exactShots(task: BoundaryTask): NonNullable<Range["other"]> {
  const tolerance = Math.min(roughly, exactOf(task.setup).accuracy);
  return { fire: (at) => fired(task, at, { tolerance, notes: unseen }), tolerance: 10 * tolerance };
}

/** The range of a search whose shots are `fire`. */
export function rangeOf(
  { setup, workspace, signal, report }: BoundaryTask,
  tally: Tally,
  fire: (parameters: Float64Array) => Generator<undefined, Shot>,
  tolerance: number,
): Range {
  return {
    setup,
    marcher: workspace.marcher,
    path: emptyPath(setup.compiled.kernels, 1),
    signal,
    onShot: (residual, stepLength) => {
      tally.shots++;
      const iteration = tally.shots;
      report({ phase: "shoot", iteration, residual, merit: 0.5 * residual * residual, stepLength, stepKind: "newton" });
    },
    other: { fire, tolerance },
  };
}

/** A shot on elements of its own, which the tally keeps. */
export function* freeShot(
  task: BoundaryTask,
  parameters: Float64Array,
  { tolerance, tally }: { readonly tolerance: number; readonly tally: Tally },
): Generator<undefined, Written> {
  const { newest } = tally;
  const isKnown = newest?.tolerance === tolerance && newest.parameters.every((x, k) => x === parameters[k]);
  if (isKnown) return newest.fired;
  const fired = yield* written(task, parameters, { tolerance });
  tally.newest = { fired, parameters: parameters.slice(), tolerance };
  return fired;
}

/** A shot that is written down. */
export function* written(
  task: BoundaryTask,
  parameters: Float64Array,
  how: Pick<Asked, "tolerance" | "plan">,
): Generator<undefined, Written> {
  const { compiled } = task.setup;
  yield* branchesMade(compiled);
  const record = recorder(compiled, parameters, walkerOf(task).element);
  return { ...(yield* fireOnce(task, parameters, { ...how, notes: record })), record };
}

/** The shot alone. */
export function* fired(
  task: BoundaryTask,
  parameters: Float64Array,
  how: Pick<Asked, "tolerance" | "plan" | "notes">,
): Generator<undefined, Shot> {
  const { shot } = yield* fireOnce(task, parameters, how);
  return shot;
}

/** One motion with the sensitivities of its conditions, or without. */
export function* fireOnce(
  task: Pick<Task, "setup" | "workspace" | "signal">,
  parameters: Float64Array,
  { sensitivities = true, ...how }: Pick<Asked, "tolerance" | "limit" | "plan" | "notes"> & { sensitivities?: boolean },
): Generator<undefined, Fired> {
  const { setup, signal } = task;
  yield* branchesMade(setup.compiled);
  const end = endOf(setup, parameters);
  const walker = walkerOf(task);
  const held = heldInputs(setup, parameters);
  const asked = { ...how, end, sensitivities, signal, held };
  const march = yield* walker.march(parameters, asked);
  yield;
  const ends = exactEnds(setup, parameters, march);
  const { status, elements, sensitivity } = march;
  const taken = { status, steps: elements.length, iterations: 0, residual: 0, failure: undefined };
  return { march, shot: landing(setup, parameters, { march: taken, ends, sensitivity }) };
}

/** [first, last, parameters] of a march. */
export function exactEnds({ compiled }: Setup, parameters: Float64Array, { state }: ExactMarch): Float64Array {
  const { states } = compiled.kernels.layout;
  const ends = new Float64Array(2 * states + parameters.length);
  compiled.formulas.start.residual(parameters, ends);
  ends.set(state, states);
  ends.set(parameters, 2 * states);
  return ends;
}
