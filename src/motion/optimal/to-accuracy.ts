import type { Stepwise } from "../../algebra/stepwise.js";
import { sentences } from "../../checks/words.js";
import { durationName } from "../compile/compile-problem.js";
import { emptyPath, endsOf } from "../compile/path.js";
import { inTime, type Setup, withSteps } from "../compile/setup.js";
import { exactOf, exactSimulation, type FoundError, stateError } from "../exact/exact.js";
import { objectiveAt, stageCost } from "../grid-error/ends.js";
import type { Found } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import { borrow } from "../march/workspace.js";
import { isSquare } from "../problem/condition.js";
import { recordedInputs, uniform } from "../problem/grid.js";
import { BadInput } from "../problem/problem.js";
import { type ConditionMiss, missesOf } from "../trajectory/misses.js";
import { sightsOf, timeOf } from "../trajectory/sights.js";
import { optimalForms } from "./forms.js";
import { resample, stepAt } from "./guesses.js";
import { cheaper, distinctOnes, type OptimalMotion } from "./minima.js";
import { climb, minimise, nearMotion, type OptimalSearch, optimalMotions, recording, warmMu } from "./optimal.js";
import { elementRows } from "./radau.js";
import { improved } from "./shooting/improve.js";
import type { PiecePoint } from "./shooting/pieces.js";
import { type Drive, type Level, levelOn, type OptimalSpace, optimalSpace } from "./space.js";
import { limitsOf, type OptimalTask, optimalTask, switching } from "./task.js";
import {
  ask,
  moveTimes,
  note,
  nothingTried,
  type TimedMotions,
  type Timing,
  type Tried,
  timedMotions,
  withNote,
} from "./timed.js";

export { minimumOf } from "./minima.js";

/** Times of conditions on elements are moved by no less than this part of a piece. */
const closest = 1 / 1024;
/** Looks at the motion itself, each of which asks what must always hold where it is worst, until no more than a part of the accuracy is missed; */
const [looks, part] = [12, 0.1];
/** at ends of pieces it is asked anyway, and they are as near as this part of one. */
const aside = 1e-6;

/**
 * Optimal motions to an accuracy: controls are held over equal pieces of the time. A search on steps finds which local minimum,
 * elements of order five instead of these steps what it costs, and the answer is the motion itself under the controls that were
 * found, by the method exact. Where that is not the motion of the elements, within the accuracy, it is `coarse`. Conditions
 * before the end are looked at on the polynomials of elements, at times that steps find first and elements more closely.
 */
export async function motionsInTime(task: Task, search: OptimalSearch, drive: Drive): Promise<OptimalMotion[]> {
  const onSteps = stepsTask(task);
  const timed = isSquare(task.setup.compiled.problem) ? undefined : await timedMotions(onSteps, search, drive);
  const strikes = task.setup.compiled.model.views?.restitution !== undefined;
  const answers: OptimalMotion[] = [];
  for (const motion of timed?.motions ?? (await optimalMotions(onSteps, search, drive))) {
    if (motion.optimum.status !== "solved") {
      const isUnknown = strikes && !timed && motion.optimum.status !== "cancelled";
      const { asked } = await drive(optimalSpace(onSteps.workspace, onSteps.setup));
      const better = isUnknown ? await drive(bettered(task, asked, motion)) : undefined;
      const other = strikes ? unclaimed(motion) : motion;
      answers.push(better === undefined || better === "none" ? other : better);
      continue;
    }
    const timing = { task: onSteps, space: await drive(elementSpace(onSteps)), drive };
    if (timed) ask(timing, timed.times);
    const onElements = await drive(collocated(timing, motion));
    const { status } = onElements.optimum;
    if (status === "cancelled") answers.push(onElements);
    // a motion on steps is a motion, too, where elements have none: its controls then have the error of steps
    else if (status !== "solved") answers.push(await drive(confirmed(task, onSteps, motion)));
    else if (timed) answers.push(await inTimeOn(task, timing, timed, onElements));
    else answers.push(await drive(confirmed(task, onSteps, onElements)));
    // only who asks for several starts is told dearer minima
    if ((search.starts ?? 1) === 1 && answers.some(({ optimum: { status: own } }) => own === "solved")) break;
  }
  return distinctOnes(answers.sort(cheaper));
}

/** Motions on elements at times that are moved further, with what must always hold kept where the motion itself misses it most. */
async function inTimeOn(task: Task, timing: Timing, { times: first, tried }: TimedMotions, from: OptimalMotion) {
  const { space, drive } = timing;
  const { visits } = space.asked;
  const { accuracy } = exactOf(task.setup);
  const own: Tried = { ...nothingTried(), best: { times: first, motion: from } };
  let motion = from;
  if (visits.choices.length > 0) {
    const times = await moveTimes(timing, own, { times: first, motion }, { widest: 0, finest: closest });
    ask(timing, times);
    motion = own.best?.motion ?? motion;
  }
  const worst = new Map<number, Map<number, number>>();
  let replay = await drive(replayed(task, motion));
  for (let i = 0; i < looks && !task.signal?.aborted; i++) {
    const { setup, parameters, path, status } = replay.found;
    if (status !== "solved" && status !== "coarse") break;
    const sights = await drive(sightsOf(setup, parameters, path));
    const wanting = sights
      .filter(({ value }) => value > part * accuracy)
      .map((sight) => ({ ...sight, ...pieceOf(motion.found.setup.steps.t, timeOf(setup, sight)) }));
    if (!note(task.setup, wanting, worst)) break;
    ask(timing, visits.times, worst);
    const next = await drive(nearMotion(timing.task, space, motion));
    if (next.optimum.status !== "solved") break;
    motion = next;
    replay = await drive(replayed(task, motion));
  }
  const { count, met } = tried;
  return withNote(replay, { ...own, best: tried.best, count: count + own.count, met: met + own.met });
}

/** The piece in which a time lies, and the part of it. */
function pieceOf(t: Float64Array, time: number): { readonly step: number; readonly part: number } {
  const step = stepEndingAt(t, time);
  const at = (time - t[step]) / (t[step + 1] - t[step]);
  return { step, part: at < aside || at > 1 - aside ? Math.round(at) : at };
}

/**
 * The same question on steps, as many as controls have pieces.
 * @throws {BadInput} where it is none of elements.
 */
function stepsTask(task: Task): Task {
  const { exact: _, ...setup } = task.setup;
  const { problem } = setup.compiled;
  if (Object.hasOwn(problem.parameters, switching))
    throw new BadInput("grid.method", `grid.method = exact knows no ${switching} yet: use euler.`);
  const { steps } = setup;
  const { "grid.accuracy": _accuracy, "grid.end": _end, ...others } = setup.settings;
  const length = problem.parameters[durationName] === undefined ? { "grid.h": steps.h[0] } : {};
  // models that are made for the search read the settings anew
  const settings = { ...others, "grid.method": "euler", "grid.steps": steps.h.length, ...length };
  return { ...task, setup: { ...setup, settings } };
}

/** Spaces of elements by those of steps. */
const spaces = new WeakMap<OptimalSpace, OptimalSpace>();

/** The space of a task on steps with elements for these, with the numbers of the problem in it. */
function* elementSpace(task: Task): Stepwise<OptimalSpace> {
  const space = yield* optimalSpace(task.workspace, task.setup);
  const { levels } = space;
  const kept = spaces.get(space);
  if (kept !== undefined) {
    kept.levels.forEach((level, i) => {
      level.setup = levels[i].setup;
      level.program.setNumbers(level.setup);
    });
    return kept;
  }
  const { setup } = levels[0];
  const { compiled } = setup;
  const asked = optimalTask(setup, true);
  const { step, formulas } = asked;
  const made = elementRows(compiled.model, { step, stage: formulas.stage });
  const limits = limitsOf(compiled.parameters, made.step);
  const curved = { ...asked, step: made.step, formulas: { ...formulas, stage: made.stage, limits } };
  const written = yield* optimalForms(compiled, curved);
  const own: Level[] = [];
  for (const level of levels) {
    own.push(levelOn(level.setup, curved, written));
    yield;
  }
  const elements = { ...space, asked: curved, written, levels: own, march: undefined };
  spaces.set(space, elements);
  return elements;
}

/** The optimal motion on elements of high order, from one on steps: on the coarsest grid first, where theirs differ most. */
function* collocated(
  { task, space: { levels, asked } }: Timing,
  motion: OptimalMotion,
): Generator<undefined, OptimalMotion> {
  const [first] = levels;
  const start = first.program.pack(resample(recording(motion), first.setup));
  const warm = yield* minimise(task, first, start, warmMu);
  const isEnded = warm.optimum.status === "solved" || warm.optimum.status === "cancelled";
  return yield* climb(task, levels, asked, isEnded ? warm : yield* minimise(task, first, start, undefined));
}

/**
 * The motion itself, improved where it is not that of steps or elements, or has contacts, which elements know at their stages only: what its
 * events do to the cost between these is not in their minimum.
 */
function* confirmed(task: Task, onSteps: Task, motion: OptimalMotion): Generator<undefined, OptimalMotion> {
  const replay = yield* replayed(task, motion);
  const { status, cost } = replay.optimum;
  if (status !== "solved" && status !== "coarse") return replay;
  const { asked } = yield* optimalSpace(onSteps.workspace, onSteps.setup);
  if (status === "solved" && asked.step.pairs.length === 0) return replay;
  const better = yield* bettered(task, asked, motion);
  if (better === undefined || status === "coarse") return better === undefined || better === "none" ? replay : better;
  const most = exactOf(task.setup).accuracy * Math.max(1, Math.abs(cost));
  if (better === "none") return task.signal?.aborted === true ? replay : unconfirmed(replay);
  return Math.abs(better.optimum.cost - cost) <= most ? replay : better;
}

/** A motion whose cost falls along some changes of its controls, as far as is known. */
function unconfirmed({ found, optimum, costs }: OptimalMotion): OptimalMotion {
  const message = sentences("No minimum of the motion itself, with its events, is found near it.", found.message);
  const told = { status: "coarse", message } as const;
  return { found: { ...found, ...told }, optimum: { ...optimum, ...told }, costs };
}

/** The minimum near a motion, of the motion itself with its events: "none" where none is found, undefined where none can be. */
function* bettered(
  task: Task,
  asked: OptimalTask,
  motion: OptimalMotion,
): Generator<undefined, OptimalMotion | "none" | undefined> {
  const better = yield* improved(task, asked, pointOf(motion.found));
  if (better === undefined || better === "none") return better;
  const { point, linear, steps, gap } = better;
  const { setup } = motion.found;
  const { kernels } = setup.compiled;
  const count = setup.steps.h.length;
  const path = emptyPath(kernels, count);
  linear.marched.states.forEach((state, k) => {
    path.states.set(state.subarray(0, -1), k * kernels.layout.states);
  });
  const found: Found = {
    ...motion.found,
    setup: withSteps(setup, { ...uniform(count, point.end / count), inputs: point.inputs }),
    parameters: point.parameters,
    path,
    message: `Optimal after ${steps} steps of Newton's method on the motion itself, through its events; one more would change the cost by ${gap.toExponential(1)}.`,
  };
  const known = { row: "cost", value: gap / Math.max(1, Math.abs(linear.cost)) };
  const made = { ...motion, found, costs: { steps: new Float64Array(count), all: linear.cost } };
  const replay = yield* replayed(task, made, known);
  return replay.optimum.status === "solved" ? replay : "none";
}

const pointOf = ({ setup: { steps }, parameters }: Found): PiecePoint => ({
  inputs: recordedInputs(steps),
  parameters,
  end: steps.t[steps.h.length],
});

/** A motion that steps did not find, without the claim that there is none where they know nothing of impacts. */
function unclaimed({ found, optimum, costs }: OptimalMotion): OptimalMotion {
  if (optimum.status !== "infeasible") return { found, optimum, costs };
  const message = sentences(optimum.message, "Steps give nothing back in impacts: the motion itself may exist.");
  const told = { status: "no-progress", message } as const;
  return { found: { ...found, ...told }, optimum: { ...optimum, ...told }, costs };
}

/** The continuous motion under the controls of another, with what that one is off by as its error. */
export function* replayed(task: Task, motion: OptimalMotion, left?: FoundError): Generator<undefined, OptimalMotion> {
  const { found: own, optimum } = motion;
  const { accuracy } = exactOf(task.setup);
  const setup = heldSetup(task.setup, own);
  const workspace = setup.compiled === task.setup.compiled ? task.workspace : borrow(setup);
  const stage = stageCost(setup.compiled, "element");
  const { time } = setup.compiled.kernels.layout;
  let rates: { readonly t: number; readonly cost: number }[] = [];
  const replay = yield* exactSimulation({ ...task, setup, workspace }, undefined, () => {
    rates = [];
    return (frame, weight) => {
      rates.push({ t: frame[time] + frame[time + 1], cost: weight * stage(frame) });
    };
  });
  const { t, h } = replay.setup.steps;
  const steps = new Float64Array(h.length);
  // the last stage of an element is its end
  for (const { t: at, cost } of rates)
    steps[at === t[t.length - 1] ? h.length - 1 : Math.max(0, stepEndingAt(t, at))] += cost;
  const ends = endsOf(replay.setup, replay.parameters, replay.path);
  const costs = { steps, all: steps.reduce((sum, x) => sum + x, objectiveAt(setup, ends).cost) };
  if (replay.status !== "solved" && replay.status !== "coarse")
    return { found: replay, optimum: { ...optimum, status: replay.status, message: replay.message }, costs };
  const misses = isSquare(setup.compiled.problem) ? [] : yield* missesOf(replay.setup, replay.parameters, replay.path);
  const off = errorOf(motion, replay, { ends, cost: costs.all, misses });
  const error = left !== undefined && left.value > off.value ? left : off;
  const status = error.value <= accuracy ? "solved" : "coarse";
  const told = `The motion itself under these controls, held over ${setup.steps.h.length} pieces, differs by ${error.value.toExponential(1)} (${error.row})`;
  const message =
    status === "solved"
      ? sentences(own.message, `${told}, within the accuracy ${accuracy}.`)
      : sentences(
          `${told}, more than the accuracy ${accuracy}: set a larger grid.steps, or grid.accuracy.`,
          own.message,
        );
  const exact = replay.path.exact && { ...replay.path.exact, error };
  const found: Found = {
    ...replay,
    status,
    message,
    path: { ...replay.path, ...(exact && { exact }) },
    solution: optimum,
    counts: { ...own.counts, steps: replay.counts.steps },
  };
  return { found, optimum: { ...optimum, status, message, cost: costs.all }, costs };
}

/** The element at whose end, or inside which, a time lies. */
function stepEndingAt(t: Float64Array, time: number): number {
  const k = stepAt(t, time);
  return t[k] === time ? k - 1 : k;
}

/** The controls of a motion, piece by piece, as given inputs of the motion itself. */
function heldSetup(setup: Setup, { setup: on, parameters }: Found): Setup {
  const { accuracy } = exactOf(setup);
  const pieces = setup.steps.h.length;
  const end = on.steps.t[on.steps.h.length];
  const inputs = recordedInputs(on.steps);
  const compiled = inTime(setup);
  return {
    ...setup,
    compiled,
    parameters,
    steps: { ...uniform(pieces, end / pieces), inputs },
    exact: { accuracy, end },
  };
}

/** How far the motion itself is from that of the optimiser: its end, its cost, its conditions, or as a finer computation says. */
function errorOf(
  { found: own, costs }: OptimalMotion,
  { setup, parameters, path }: Found,
  told: { readonly ends: Float64Array; readonly cost: number; readonly misses: readonly ConditionMiss[] },
): FoundError {
  const { ends, cost, misses } = told;
  const { states } = setup.compiled.kernels.layout;
  const last = (all: Float64Array): Float64Array => all.subarray(states, 2 * states);
  const found: FoundError[] = [
    stateError(setup, last(endsOf(own.setup, parameters, own.path)), last(ends)),
    { row: "cost", value: Math.abs(cost - costs.all) / Math.max(1, Math.abs(cost)) },
    ...objectiveAt(setup, ends).rows.map(({ name, value }) => ({ row: name, value: Math.abs(value) })),
    ...misses.map(({ name, miss, tolerance }) => ({ row: name, value: Math.max(0, Math.abs(miss) - tolerance) })),
  ];
  const known = path.exact?.error ?? { row: "end", value: Number.POSITIVE_INFINITY };
  return found.reduce((worst, one) => (one.value <= worst.value ? worst : one), known);
}
