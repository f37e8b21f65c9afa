import { unlessAborted } from "../../solve/drive.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { shoot } from "../boundary/shoot.js";
import type { Range } from "../boundary/shot.js";
import { emptyPath, endsOf } from "../compile/path.js";
import { exactRefusal, inTime, type Setup, withSteps } from "../compile/setup.js";
import { hasRows } from "../compile/step.js";
import type { ExactMarch } from "../exact/asked.js";
import { exactEnds, fireOnce } from "../exact/boundary.js";
import { branchesMade } from "../exact/branches.js";
import { stateError, walkerOf } from "../exact/exact.js";
import { heldInputs } from "../exact/held.js";
import { recorder } from "../exact/record.js";
import { marchHalving } from "../march/halving.js";
import type { Found } from "../march/outcome.js";
import { borrow } from "../march/workspace.js";
import { inParts } from "../problem/grid.js";
import { normalise, stageCost, stepCosts } from "./ends.js";

/** Another motion of the same problem, nearer to the continuous one. */
export interface SecondMotion {
  /** [first, last, parameters], freed ones as the second motion has them. */
  readonly ends: Float64Array;
  /** True where freed values were found anew. */
  readonly frees: boolean;
  /** The part of the first motion's error that lies between both: 1 of the continuous motion. */
  readonly part: number;
  /** Cost of all its steps. */
  readonly cost: number;
  /** Elements or steps that were taken, and the longest of these [s]. */
  readonly steps: number;
  readonly longest: number;
}

/** Tolerances of elements, one after the other until the error is so many times larger. */
const tolerances = [1e-4, 1e-6, 1e-8, 1e-11];
const certain = 30;
/** Elements for each step of the answer, and besides: a motion that needs more is not replayed. */
const [elementsAStep, elementsBesides] = [4, 4000];
/** Beyond so many unknowns of a step an element costs by their cube what a step costs, and there may be fewer of them. */
const mostUnknowns = 20;
/**
 * A step in so many parts: backward Euler then has a quarter of its error. Where those of a motion of impacts break off, others may not: a
 * replay that none of them brings to its end would leave an answer that is far off without a word.
 */
const [parts, ...otherParts] = [4, 16, 2];
/** Steps of the finer grid: more are not worth the wait. */
const mostSteps = 200_000;

/**
 * The continuous motion with the same inputs; where that is none of the method exact, the motion on steps of a quarter. A launch that is
 * lost there, as one of many bodies or of a tooth of the grid, stays as it is: its own end tells by how much.
 */
export function* secondMotion(
  task: BoundaryTask,
  found: Found,
  frees: boolean,
): Generator<undefined, SecondMotion | undefined> {
  const anew = yield* nearerMotion(task, found, frees);
  if (anew !== undefined || task.signal?.aborted) return anew;
  const replay = frees ? yield* nearerMotion(task, found, false) : undefined;
  if (replay !== undefined) return replay;
  for (const others of otherParts) {
    if (task.signal?.aborted) return undefined;
    const other = yield* finerSecond(task, found, { frees: false, parts: others });
    if (other !== undefined) return other;
  }
  return undefined;
}

function* nearerMotion(
  task: BoundaryTask,
  found: Found,
  frees: boolean,
): Generator<undefined, SecondMotion | undefined> {
  if (!hasRows(found.setup.compiled.kernels)) return yield* finerSecond(task, found, { frees, parts });
  const compiled = inTime(found.setup);
  const timed = { ...found, setup: { ...found.setup, compiled } };
  const exact = exactRefusal(compiled) === undefined ? yield* exactSecond(task, timed, frees) : undefined;
  if (exact !== undefined || task.signal?.aborted) return exact;
  return yield* finerSecond(task, found, { frees, parts });
}

/** A task of the continuous motion of an answer. */
function exactTask(task: BoundaryTask, { setup, parameters }: Found): BoundaryTask {
  const end = setup.steps.t[setup.steps.h.length];
  const workspace = setup.compiled === task.setup.compiled ? task.workspace : borrow(setup);
  // what is computed beside an answer is no progress of it
  return { ...task, workspace, report: () => {}, setup: { ...setup, parameters, exact: { accuracy: 1e-4, end } } };
}

function* exactSecond(
  task: BoundaryTask,
  found: Found,
  frees: boolean,
): Generator<undefined, SecondMotion | undefined> {
  const on = exactTask(task, found);
  const { compiled, steps } = on.setup;
  const { states } = compiled.kernels.layout;
  if ((yield* unlessAborted(branchesMade(compiled), task.signal)) === undefined) return undefined;
  const own = endsOf(found.setup, found.parameters, found.path).slice(states, 2 * states);
  normalise(compiled.model, own);
  const share = Math.min(1, mostUnknowns / compiled.kernels.implicit.at.length);
  const limit = Math.ceil(share * share * share * (elementsBesides + elementsAStep * steps.h.length));
  const parameters = found.parameters.slice();
  let best: { readonly march: ExactMarch; readonly parameters: Float64Array; readonly tolerance: number } | undefined;
  let taken = 0;
  for (const tolerance of tolerances) {
    const march = frees
      ? yield* freedAnew(on, parameters, { tolerance, limit })
      : yield* replayed(on, parameters, { tolerance, limit });
    if (march?.status !== "solved") break;
    taken += march.elements.length;
    best = { march, parameters: parameters.slice(), tolerance };
    const moved = compiled.freed.reduce(
      (most, k) => Math.max(most, Math.abs(parameters[k] - found.parameters[k]) / Math.max(1, Math.abs(parameters[k]))),
      stateError(on.setup, own, normalise(compiled.model, march.state.slice())).value,
    );
    if (moved >= certain * tolerance) break;
  }
  if (best === undefined) return undefined;
  const cost = compiled.problem.objective?.stage === undefined ? 0 : yield* exactCost(on, best, limit);
  return {
    ends: exactEnds(on.setup, best.parameters, best.march),
    frees,
    part: 1,
    cost,
    steps: taken,
    longest: best.march.elements.reduce((most, { h }) => Math.max(most, h), 0),
  };
}

/** How a second motion is asked for. */
interface Wanted {
  readonly tolerance: number;
  readonly limit: number;
}

function* replayed(task: BoundaryTask, parameters: Float64Array, { tolerance, limit }: Wanted) {
  const { setup, signal } = task;
  const held = heldInputs(setup, parameters);
  const end = setup.steps.t[setup.steps.h.length];
  return yield* walkerOf(task).march(parameters, { end, tolerance, sensitivities: false, signal, held, limit });
}

/** The conditions met anew by shooting from where the answer meets them; `parameters` become those of the motion. */
function* freedAnew(
  task: BoundaryTask,
  parameters: Float64Array,
  { tolerance, limit }: Wanted,
): Generator<undefined, ExactMarch | undefined> {
  const { setup, workspace, signal } = task;
  let last: ExactMarch | undefined;
  const range: Range = {
    setup,
    marcher: workspace.marcher,
    path: emptyPath(setup.compiled.kernels, 1),
    signal,
    onShot: () => {},
    other: {
      *fire(at) {
        const { shot, march } = yield* fireOnce(task, at, { tolerance, limit });
        last = march;
        return shot;
      },
      tolerance: 10 * tolerance,
    },
  };
  const at = parameters.slice();
  const { status } = yield* shoot(range, at, new Float64Array(setup.compiled.boundary.length));
  if (status !== "solved") return undefined;
  parameters.set(at);
  return last;
}

/** The cost of the continuous motion, by the quadrature of its elements. */
function* exactCost(
  task: BoundaryTask,
  { parameters, tolerance }: { readonly parameters: Float64Array; readonly tolerance: number },
  limit: number,
): Generator<undefined, number> {
  const { setup, signal } = task;
  const { compiled } = setup;
  const walker = walkerOf(task);
  const stage = stageCost(compiled, "element");
  let cost = 0;
  const notes = recorder(compiled, parameters, walker.element, (frame, weight) => {
    cost += weight * stage(frame);
  });
  const end = setup.steps.t[setup.steps.h.length];
  const held = heldInputs(setup, parameters);
  yield* walker.march(parameters, { end, tolerance, sensitivities: false, signal, held, limit, notes });
  return cost;
}

function* finerSecond(
  task: BoundaryTask,
  { setup: coarse, parameters: found }: Found,
  { frees, parts }: { readonly frees: boolean; readonly parts: number },
): Generator<undefined, SecondMotion | undefined> {
  const { compiled } = coarse;
  const { steps } = coarse;
  if (parts * steps.h.length > mostSteps) return undefined;
  const setup: Setup = { ...withSteps(coarse, inParts(steps, parts, compiled.model.inputs.length)), parameters: found };
  const { marcher } = borrow(setup);
  const parameters = found.slice();
  const path = emptyPath(compiled.kernels, setup.steps.h.length);
  let motion = { setup, path };
  if (frees) {
    const range: Range = { setup, marcher, path, signal: task.signal, onShot: () => {} };
    const { status } = yield* shoot(range, parameters, new Float64Array(compiled.boundary.length));
    if (status !== "solved") return undefined;
  } else {
    const { march, ...marched } = yield* marchHalving(setup, marcher, parameters, task.signal);
    if (march.status !== "solved") return undefined;
    motion = marched;
  }
  const count = motion.setup.steps.h.length;
  return {
    ends: endsOf(motion.setup, parameters, motion.path),
    frees,
    part: 1 - 1 / parts,
    cost: stepCosts(motion.setup, { parameters, path: motion.path }),
    steps: count,
    longest: motion.setup.steps.h.reduce((most, h) => Math.max(most, h), 0),
  };
}
