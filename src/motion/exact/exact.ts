/**
 * The motion itself instead of a grid's: elements of Radau IIA, made of the model's own step, between events that are
 * located to rounding. A stage is a step of backward Euler from where its slope says that it came from, so that every model
 * whose steps depend on their start by rates of change alone is computed to order five, or nine; switches of its formulas are held on
 * their branches within an element, and an element ends where one is passed. `branches.ts` knows formulas, `element.ts`
 * stages, `events.ts` distances, `march.ts` steps; each can be changed without the others.
 *
 * @module motion/exact
 */
import { pow } from "../../algebra/elementary/elementary.js";
import { sentences } from "../../checks/words.js";
import type { Status } from "../../solve/mcp.js";
import { type Setup, startsInside, withSteps } from "../compile/setup.js";
import type { Found } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import type { Workspace } from "../march/workspace.js";
import type { ExactGrid } from "../problem/grid.js";
import type { Asked, ElementRecord, ExactMarch, Notes } from "./asked.js";
import { branchesMade } from "./branches.js";
import { heldInputs } from "./held.js";
import { type Walker, walker } from "./march.js";
import { type Recorder, recorder, type StageReader } from "./record.js";
import { readsBetween } from "./reduced.js";
import type { Order } from "./tableau.js";

/** Part of the tolerance of the computation that judges another. */
const finer = { 9: 0.01, 5: 0.1, 3: 0.1 } as const;
/** Its longest elements as a part of the motion: where both had only these, they would agree whatever their error is. */
const shorter = 1 / 80;
/** Times that the tolerance is made finer until the accuracy is kept. */
const attempts = 4;

/** Tolerance of the first shots, which only have to find the neighbourhood. */
export const roughly = 1e-4;
/** From this accuracy on five stages are cheaper than three: elements are fewer by far, each costs three times as much. */
const fine = 1e-6;

const orderOf = ({ setup }: Pick<Task, "setup">): Order => (exactOf(setup).accuracy <= fine ? 9 : 5);

const walkers = new WeakMap<Workspace, Map<Order, Walker>>();

/** The walker that belongs to a workspace: two runs at the same time have one each. */
export function walkerOf({ setup, workspace }: Pick<Task, "setup" | "workspace">): Walker {
  const known = walkers.get(workspace) ?? new Map<Order, Walker>();
  walkers.set(workspace, known);
  const order = orderOf({ setup });
  const found = known.get(order) ?? walker(setup.compiled, workspace.marcher, order);
  known.set(order, found);
  return found;
}

/** The accuracy and the end that are asked for; whoever comes here has set them. */
export function exactOf({ exact }: Setup): ExactGrid {
  if (exact === undefined) throw new RangeError("this motion is computed on a grid");
  return exact;
}

/** When a motion with these parameters ends [s]: its `time` may be freed. */
export function endOf(setup: Setup, parameters: Float64Array): number {
  const { compiled } = setup;
  const at = compiled.parameters.indexOf("time");
  return compiled.freed.includes(at) ? parameters[at] : exactOf(setup).end;
}

/**
 * The tolerance of the first elements of an answer, where it is read at their ends only. They are of order 2s − 1 for s stages there, and
 * judged by an estimate of order s + 1, as between their ends: a root of the accuracy is enough, as a finer computation confirms.
 */
export function firstTolerance(task: Task): number {
  const { accuracy } = exactOf(task.setup);
  if (readsBetween(task.setup.compiled)) return accuracy;
  const { stages } = walkerOf(task).element.parts.tableau;
  return Math.max(accuracy, Math.min(roughly, pow(accuracy, (stages + 1) / (2 * stages))));
}

/** The longest element, as a part of it, of a motion that nobody sees: searches look at ends and events only. */
export const longestUnseen = 1 / 16;
/** How such a motion is asked for. */
export const unseen: Notes = { longest: longestUnseen, accept() {}, rest() {}, struck() {} };

/** How the computation is asked for that judges one of a tolerance: motions near a root are less smooth than their elements. */
export function finerThan(task: Task, tolerance: number): { readonly tolerance: number; readonly notes: Notes } {
  const notes = { longest: shorter, accept() {}, rest() {}, struck() {} };
  return { tolerance: finer[orderOf(task)] * tolerance, notes };
}

/** An error found by a finer computation, and where it is largest. */
export interface FoundError {
  readonly value: number;
  readonly row: string;
}

/**
 * Simulates to the accuracy that is asked for, on elements of a tolerance at most; boundary conditions are not looked at. `also` is
 * made anew for each march that may be the answer, the last of which is.
 */
export function* exactSimulation(
  task: Task,
  most = Number.POSITIVE_INFINITY,
  also?: () => StageReader,
): Generator<undefined, Found> {
  const { setup } = task;
  const { accuracy } = exactOf(setup);
  const parameters = setup.parameters.slice();
  yield* branchesMade(setup.compiled);
  let tolerance = Math.min(firstTolerance(task), most);
  const record = recorder(setup.compiled, parameters, walkerOf(task).element, also?.());
  const first = yield* marchTo(task, parameters, { tolerance, notes: record });
  let coarse = first;
  let longest: number | undefined;
  let error: FoundError = { value: Number.POSITIVE_INFINITY, row: "end" };
  for (let i = 0; i < attempts && coarse.status === "solved"; i++) {
    const { asked, march: fine } = yield* marchFiner(task, parameters, tolerance);
    // who cancels is told what there is, and waits for no march
    if (fine.status === "cancelled") return told(task, parameters, { march: fine, error }, { march: first, record });
    if (fine.status !== "solved") break;
    error = stateError(setup, coarse.state, fine.state);
    if (error.value <= accuracy) break;
    tolerance = asked.tolerance;
    longest = asked.notes.longest;
    coarse = fine;
  }
  const answer = { march: coarse, error };
  if (coarse === first) return told(task, parameters, answer, { march: first, record });
  return yield* recorded(task, parameters, { ...answer, tolerance, ...(longest && { longest }) }, also);
}

/** Finer computations instead of one that breaks off: branches that chatter on some elements do not on others. */
const others = 2;

/** A finer march to the end than one of a tolerance, and how it was asked for. */
function* marchFiner(task: Task, parameters: Float64Array, tolerance: number) {
  let asked = finerThan(task, tolerance);
  let march = yield* marchTo(task, parameters, asked);
  for (let i = 0; i < others && march.status === "no-progress"; i++) {
    asked = finerThan(task, asked.tolerance);
    march = yield* marchTo(task, parameters, asked);
  }
  return { asked, march };
}

/** A march to the end without sensitivities. */
function marchTo(
  task: Task,
  parameters: Float64Array,
  how: Pick<Asked, "tolerance" | "notes">,
): Generator<undefined, ExactMarch> {
  const end = endOf(task.setup, parameters);
  const { setup, signal } = task;
  const held = heldInputs(setup, parameters);
  return walkerOf(task).march(parameters, { ...how, end, sensitivities: false, signal, held });
}

/** How far two ends are from each other, in parts of values above their scale. */
export function stateError({ compiled }: Setup, a: Float64Array, b: Float64Array): FoundError {
  let worst: FoundError = { value: 0, row: compiled.model.state[0]?.name ?? "" };
  compiled.model.state.forEach(({ name, scale }, i) => {
    const value = Math.abs(a[i] - b[i]) / Math.max(scale, Math.abs(b[i]));
    if (!(value <= worst.value)) worst = { value, row: name };
  });
  return worst;
}

/** A motion that was decided on: its march, and what is known of its error. */
interface Answer {
  readonly march: ExactMarch;
  readonly error: FoundError;
  /** Left out where the march itself tells it. */
  readonly message?: string;
}

/** How it is marched once more: on elements of its own, or on a plan. */
interface Decided extends Answer {
  readonly tolerance: number;
  readonly plan?: readonly ElementRecord[];
  /** Its longest element, as a part of the motion, where that is another than pictures ask for. */
  readonly longest?: number;
}

/** A march and what was written down on its way. */
export interface Noted {
  readonly march: ExactMarch;
  readonly record: Recorder;
}

/** Marches a motion that was solved once more, and writes down everything. */
export function* recorded(
  task: Task,
  parameters: Float64Array,
  decided: Decided,
  also?: () => StageReader,
): Generator<undefined, Found> {
  const { setup, signal } = task;
  const { tolerance, plan, longest } = decided;
  const walker = walkerOf(task);
  const record = recorder(setup.compiled, parameters, walker.element, also?.());
  const march = yield* walker.march(parameters, {
    end: endOf(setup, parameters),
    tolerance,
    sensitivities: false,
    signal,
    held: heldInputs(setup, parameters),
    notes: { ...record, ...(longest && { longest }) },
    ...(plan && { plan }),
  });
  return told(task, parameters, decided, { march, record });
}

/** The motion that was decided on, as it was written down. */
export function told(
  { setup, signal, report, workspace }: Task,
  parameters: Float64Array,
  { march: known, error, message }: Answer,
  { march, record }: Noted,
): Found {
  const { accuracy } = exactOf(setup);
  // who cancels does not wait for a finer computation: that there is none says nothing of the accuracy
  const isUnjudged = signal?.aborted === true && !(error.value <= accuracy);
  const judged: Status = error.value <= accuracy ? "solved" : isUnjudged ? "cancelled" : "coarse";
  const status = [known.status, march.status].find((one) => one !== "solved") ?? judged;
  const { steps, path } = record.finish(march.state, error, endOf(setup, parameters));
  const residual = record.residual();
  const count = march.elements.length;
  report({
    phase: "march",
    iteration: count,
    residual,
    merit: 0.5 * residual * residual,
    stepLength: 1,
    stepKind: "newton",
  });
  const about = message ?? (march.status === "cancelled" ? march.message : `Simulated ${march.message}`);
  const confirmed = isUnjudged ? "Cancelled before a finer computation judged it." : errorInWords(error, accuracy);
  // of a long message its end may be left out: why it is not solved is not
  const isFirst = isUnjudged || (status === "coarse" && message !== undefined);
  const inWords = isFirst ? sentences(confirmed, about) : sentences(about, confirmed);
  const inside = known.t > 0 || known.status !== "no-progress" ? undefined : startsInside(setup, parameters);
  const told = known.status === "solved" ? inWords : sentences(known.message, inside && `${inside}.`);
  return {
    setup: withSteps(setup, steps),
    status,
    message: told,
    parameters,
    path,
    solution: { status, z: new Float64Array(0), residual, iterations: 0, worst: [], message: told },
    counts: { steps: count, unknowns: walkerOf({ setup, workspace }).element.z.length, iterations: 0 },
  };
}

function errorInWords({ value, row }: FoundError, accuracy: number): string {
  if (!Number.isFinite(value)) return `No finer computation confirms it: set a larger grid.accuracy.`;
  if (value <= accuracy)
    return `A finer computation moves it by ${value.toExponential(1)} (${row}), within the accuracy ${accuracy}.`;
  return `A finer computation moves it by ${value.toExponential(1)} (${row}), more than the accuracy ${accuracy}: set grid.accuracy to what is needed, or look for what makes the motion so sensitive.`;
}
