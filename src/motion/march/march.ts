/**
 * Step after step: each one small Mcp, warm started from the one before, or a program of its own; with sensitivities
 * forwards, the adjoint backwards, grids that follow contacts, and halved steps. Tolerances and strides can be changed
 * without reading the rest; the order of operations decides the bits of every answer.
 *
 * @module motion/march
 */

import type { Stepwise } from "../../algebra/stepwise.js";
import { turns } from "../../solve/drive.js";
import { denseLu } from "../../solve/linear.js";
import type { Mcp, Solution, Status } from "../../solve/mcp.js";
import { type Newton, type NewtonState, newton } from "../../solve/newton/newton.js";
import { type Compiled, startState } from "../compile/compile-problem.js";
import { type InputReader, inputReader } from "../compile/inputs.js";
import { lightnessOf } from "../compile/lightness.js";
import type { Path } from "../compile/path.js";
import { type GuessKernel, loadTime, type StepKernels } from "../compile/step.js";
import type { Steps } from "../problem/grid.js";
import { continued, farAway, type Leaps, leaps, straight } from "./leap.js";
import { type AtRounding, atRounding } from "./rounding.js";
import { type Propagation, propagation } from "./sensitivity.js";
import { scaleForces, stepMcp } from "./step-mcp.js";

/** How far a march came: `steps` finished, and what went wrong in the next one. */
export interface March {
  readonly status: Status;
  readonly steps: number;
  readonly iterations: number;
  /** The largest natural residual of its steps [declared units]. */
  readonly residual: number;
  readonly failure: Solution | undefined;
  /** The step that could not be solved, for another route to it. */
  readonly open?: OpenStep;
}

/** A model's march with its memory, made once and run often. */
export interface Marcher {
  /** ∂(state)/∂(freed parameters) where the march stands, if it was begun with sensitivities (states × freed, by column). */
  readonly sensitivity: Float64Array;
  /** Sets the start of a march into `path`. */
  begin(parameters: Float64Array, steps: Steps, path: Path, sensitivities: boolean): void;
  /** Marches on until `until` steps are finished; stops at the first step that cannot be solved. */
  advance(until: number): March;
  /**
   * `advance` in parts, where one step may take as long as thousands of others: each is then followed by a look at the clock. A step
   * in which the signal is aborted is none.
   */
  advancing?(until: number, signal?: AbortSignal): Stepwise<March>;
  /** Goes back to the end of step `count` of the path, without sensitivities. */
  rewind(count: number): void;
  /** Goes on from the end of step `count` of another path, on other steps, without sensitivities. */
  resume(count: number, steps: Steps, path: Path): void;
  /** True where any contact pushes in the step last finished: an a > 0 among the pairs of contacts. */
  touching(): boolean;
}

/** The Mcp of the step that a march stands at, where another route to it begins, and what it must come to. */
export interface OpenStep {
  readonly mcp: Mcp;
  readonly start: Float64Array;
  readonly tolerance: number;
}

/** Residual that a step aims at [declared units]: a hundredth of the whole horizon's tolerance, because errors of steps add up. */
const tolerance = 1e-12;
/** Residual at which a step may stop where rounding lets no Newton come closer: large forces, products of forces. */
const attainable = 1e-10;
/** Below this a Newton that comes no closer may have met rounding; with inputs, whose optimiser follows the last digits, after so many iterations. */
const [nearly, patient] = [1e-5, 12];
/** Iterations of one step; its guess is a step away, so 2 to 5 are usual. */
const maxIterations = 100;
const ofTolerance = (tolerance: number): Newton => newton({ tolerance, maxIterations, linear: denseLu });
const usual = ofTolerance(tolerance);

/** One step in its frame, solved by a Newton whose memory stays from step to step. */
interface StepNewton {
  readonly kernels: StepKernels;
  readonly frame: Float64Array;
  readonly mcp: Mcp;
  state: NewtonState | undefined;
  readonly solving: Solving;
  /** Unknowns where the Newton starts, and as they were in the step before. */
  readonly guess: Float64Array;
  readonly before: Float64Array;
  /** Values of the definitions. */
  readonly defined: Float64Array;
}

/** The part of all tolerances that the lightest body can stand, the solver that has it, and iterations of the last step. */
interface Solving {
  readonly lightnessOf: (parameters: Float64Array) => number;
  lightness: number;
  solver: Newton;
  iterations: number;
  /** True of a step that ended where rounding lets no Newton come closer. */
  isRounded: boolean;
  rounded?: AtRounding;
  /** Of joints, which have roots far away; true of a step that ended at one. */
  readonly leaps: Leaps | undefined;
  isFar: boolean;
}

const begun = { lightness: 1, solver: usual, iterations: 0, isRounded: false, isFar: false };

/** The numbers that a march was begun with; sensitivities are propagated where there is a propagation. */
interface Job {
  readonly parameters: Float64Array;
  readonly steps: Steps;
  readonly path: Path;
  readonly propagation: Propagation | undefined;
}

/** A march with its memory. */
interface Walk {
  readonly compiled: Compiled;
  readonly step: StepNewton;
  readonly inputs: { readonly read: InputReader; readonly values: Float64Array };
  readonly sensitivity: Float64Array;
  propagation: Propagation | undefined;
  pushes: Float64Array | undefined;
  job: Job | undefined;
  readonly progress: { finished: number; iterations: number; residual: number };
}

/**
 * The march of a compiled problem: every step one small Mcp F(next, inside; now) = 0, warm started from the step
 * before, its explicit unknowns filled in afterwards.
 */
export function marcher(compiled: Compiled): Marcher {
  const { kernels } = compiled;
  const { layout, model } = kernels;
  const walk: Walk = {
    compiled,
    step: stepNewton(compiled),
    inputs: { read: inputReader(compiled), values: new Float64Array(model.inputs.length) },
    sensitivity: new Float64Array(layout.states * compiled.freed.length),
    propagation: undefined,
    pushes: undefined,
    job: undefined,
    progress: { finished: 0, iterations: 0, residual: 0 },
  };
  return {
    sensitivity: walk.sensitivity,
    begin(parameters, steps, path, sensitivities) {
      if (sensitivities) walk.propagation ??= propagation(compiled);
      begin(walk, { parameters, steps, path, propagation: sensitivities ? walk.propagation : undefined });
    },
    advance: (until) => advance(walk, until),
    rewind: (count) => rewind(walk, count),
    resume(count, steps, path) {
      walk.job = { ...begunJob(walk), steps, path, propagation: undefined };
      rewind(walk, count);
    },
    touching: () => touching(walk),
  };
}

function stepNewton(compiled: Compiled): StepNewton {
  const { kernels } = compiled;
  const { layout, implicit, defined } = kernels;
  const frame = new Float64Array(layout.leaves.length);
  return {
    kernels,
    frame,
    mcp: stepMcp(kernels, frame),
    state: undefined,
    solving: { ...begun, lightnessOf: lightnessOf(compiled), leaps: leaps(kernels, frame) },
    guess: new Float64Array(implicit.at.length),
    before: new Float64Array(implicit.at.length),
    defined: new Float64Array(defined.at.length),
  };
}

function begunJob({ job }: Walk): Job {
  if (job === undefined) throw new RangeError("a march must be begun before it goes on");
  return job;
}

function begin(walk: Walk, job: Job): void {
  const { compiled, progress, sensitivity, step } = walk;
  const { frame } = step;
  const { layout } = compiled.kernels;
  const { parameters, path } = job;
  const { solving } = step;
  const lightness = solving.lightnessOf(parameters);
  if (lightness !== solving.lightness) {
    solving.lightness = lightness;
    solving.solver = lightness === 1 ? usual : ofTolerance(tolerance * lightness);
    step.state = undefined;
    scaleForces(step.mcp, step.kernels, lightness);
  }
  startState(compiled, parameters, path.states);
  frame.set(parameters, layout.parameters);
  frame.fill(0, layout.inside, layout.inside + layout.insides);
  for (let i = 0; i < layout.states; i++) frame[layout.next + i] = path.states[i];
  job.propagation?.begin(parameters, sensitivity);
  walk.job = job;
  progress.finished = 0;
  progress.iterations = 0;
  progress.residual = 0;
}

function advance(walk: Walk, until: number): March {
  const { parameters, steps, path, propagation } = begunJob(walk);
  const { step, inputs, progress, sensitivity } = walk;
  const { frame, kernels } = step;
  const { layout } = kernels;
  const { states, insides, next, inside } = layout;
  for (; progress.finished < until; progress.finished++) {
    const k = progress.finished;
    frame.copyWithin(0, next, next + states);
    loadTime(layout, steps, k, frame);
    inputs.read(k, parameters, steps, inputs.values);
    for (let i = 0; i < inputs.values.length; i++) frame[layout.inputs + i] = inputs.values[i];
    const solved = solveStep(step, k);
    progress.iterations += step.solving.iterations;
    const { iterations } = progress;
    const worst = Math.max(progress.residual, solved.iterate.residual);
    const { solver, isFar } = step.solving;
    const isSolved = endedAtRoot(step, solved);
    const status = isSolved && !isFar ? "solved" : isFar ? "no-progress" : (solver.done(solved) ?? "no-progress");
    if (status !== "solved") {
      const solution = solver.solution(solved);
      const open = { mcp: step.mcp, start: step.before, tolerance: attainable * step.solving.lightness };
      return { status, steps: k, iterations, residual: worst, failure: isFar ? farAway(solution) : solution, open };
    }
    // a step that failed is no part of the path: its halves may follow
    progress.residual = worst;
    writeStep(step, solved.iterate.z);
    propagation?.advance(frame, sensitivity);
    for (let i = 0, at = (k + 1) * states; i < states; i++) path.states[at + i] = frame[next + i];
    for (let i = 0, at = k * insides; i < insides; i++) path.insides[at + i] = frame[inside + i];
  }
  const { finished, iterations, residual } = progress;
  return { status: "solved", steps: finished, iterations, residual, failure: undefined };
}

function rewind(walk: Walk, count: number): void {
  const { path } = begunJob(walk);
  const { frame, kernels } = walk.step;
  const { states, insides, next, inside } = kernels.layout;
  for (let i = 0; i < states; i++) frame[next + i] = path.states[count * states + i];
  for (let i = 0; i < insides; i++) frame[inside + i] = count === 0 ? 0 : path.insides[(count - 1) * insides + i];
  walk.progress.finished = count;
}

function touching(walk: Walk): boolean {
  const kernel = walk.compiled.kernels.observed.pushes();
  walk.pushes ??= new Float64Array(kernel.outputs);
  kernel.run(walk.step.frame, walk.pushes);
  return walk.pushes.some((force) => force > 0);
}

/**
 * Solves step k: from the step before, then from each of the model's guesses until one of them leads to a solution, or
 * to where rounding stops the Newton.
 */
function solveStep(step: StepNewton, k: number): NewtonState {
  const { before, frame } = step;
  const { at, guesses } = step.kernels.implicit;
  step.solving.iterations = 0;
  for (let i = 0; i < before.length; i++) before[i] = frame[at[i]];
  if (k === 0 && guesses.length > 0) applyGuess(step, guesses[0]());
  // scales come from the first step of every march, so that the same march gives the same bits
  let solved = solveFrom(step, k === 0);
  const isMissed = (): boolean => !endedAtRoot(step, solved) || step.solving.isFar;
  for (let i = k === 0 ? 1 : 0; i < guesses.length && isMissed(); i++) {
    // unknowns of the step before may be no start for this one: a landing, a lift-off
    applyGuess(step, guesses[i]());
    solved = solveFrom(step, true);
  }
  if (isMissed()) {
    applyProjection(step);
    solved = solveFrom(step, true);
  }
  const near = isMissed() && step.solving.leaps ? continued(step.mcp, before, tolerance) : undefined;
  if (near === undefined) return solved;
  for (let i = 0; i < near.length; i++) frame[at[i]] = near[i];
  return solveFrom(step, true);
}

const endedAtRoot = ({ solving: { isRounded, lightness } }: StepNewton, { iterate }: NewtonState): boolean =>
  isRounded || iterate.residual <= attainable * lightness;

/** Solves the step from what stands in the frame, with scales made anew or those of the step before. */
function solveFrom(step: StepNewton, anew: boolean): NewtonState {
  const { guess, frame, mcp } = step;
  const { solver } = step.solving;
  const { at } = step.kernels.implicit;
  for (let i = 0; i < guess.length; i++) guess[i] = frame[at[i]];
  let { state } = step;
  if (anew || state === undefined) {
    state = solver.init(mcp, guess, state);
    step.state = state;
  } else solver.startAt(state, guess);
  const { solving } = step;
  const close = attainable * solving.lightness;
  const patience = step.kernels.model.inputs.length > 0 ? patient : 0;
  solving.isRounded = false;
  for (let last = state.iterate.residual; solver.done(state) === undefined; last = state.iterate.residual) {
    solver.step(state);
    const { residual, z, iteration } = state.iterate;
    if (iteration < patience || residual > nearly || residual <= 0.5 * last) continue;
    // a Newton that has come this near and comes no nearer goes round in rounding
    if (residual <= close || endsAtRounding(step, z, close)) break;
  }
  // forces of ships are rounded by more than a Newton is near
  const { residual, z } = state.iterate;
  if (!solving.isRounded && residual > close && residual < Number.POSITIVE_INFINITY) endsAtRounding(step, z, close);
  solving.isFar = state.iterate.iteration > straight && endedAtRoot(step, state) && solving.leaps?.(z) === true;
  step.solving.iterations += state.iterate.iteration;
  return state;
}

function endsAtRounding({ kernels, mcp, frame, solving }: StepNewton, z: Float64Array, close: number): boolean {
  solving.rounded ??= atRounding(kernels, mcp, frame);
  solving.isRounded = solving.rounded(z, close);
  return solving.isRounded;
}

/**
 * Unknowns of the step before, but every one with a bound as λ ← mid(l, u, λ − F): a gap that would close within this step begins
 * with the force that keeps it open, so that the Newton of a landing begins on the side on which it ends.
 */
function applyProjection({ before, frame, mcp, kernels }: StepNewton): void {
  const { lower, upper } = mcp;
  const residual = new Float64Array(before.length);
  mcp.evaluate(before, residual);
  for (let i = 0; i < before.length; i++) {
    const isBounded = lower[i] > Number.NEGATIVE_INFINITY || upper[i] < Number.POSITIVE_INFINITY;
    const pushed = Math.min(upper[i], Math.max(lower[i], before[i] - residual[i]));
    frame[kernels.implicit.at[i]] = isBounded ? pushed : before[i];
  }
}

/**
 * Unknowns as the model guesses them from the states at the start of the step, else as in the step before; what a guess
 * does not know it leaves so, too.
 */
function applyGuess({ before, frame, kernels }: StepNewton, { kernel, at }: GuessKernel): void {
  for (let i = 0; i < before.length; i++) frame[kernels.implicit.at[i]] = before[i];
  const values = new Float64Array(at.length);
  kernel.run(frame, values);
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) frame[at[i]] = values[i];
}

/** Writes the unknowns of the step into the frame; the definitions then follow them. */
function writeStep({ frame, defined, kernels }: StepNewton, z: Float64Array): void {
  const [implicitAt, definedAt] = [kernels.implicit.at, kernels.defined.at];
  for (let i = 0; i < implicitAt.length; i++) frame[implicitAt[i]] = z[i];
  kernels.defined.kernel().run(frame, defined);
  for (let i = 0; i < definedAt.length; i++) frame[definedAt[i]] = defined[i];
}

/** Most steps between two looks at the clock: a ball's step takes about a microsecond. */
const stride = 8;

/** Advances in parts where a marcher can. */
export function* advancing(marcher: Marcher, until: number, signal: AbortSignal | undefined): Stepwise<March> {
  return marcher.advancing ? yield* marcher.advancing(until, signal) : marcher.advance(until);
}

/** Marches to the end, yielding now and then; `cancelled` where the signal was aborted meanwhile. */
export function* marchOn(
  marcher: Marcher,
  count: number,
  signal: AbortSignal | undefined,
): Generator<undefined, March> {
  const isTime = turns();
  // a walker's first steps take tens of milliseconds each
  let every = 1;
  for (let until = 0; ; until += every) {
    const march = yield* advancing(marcher, Math.min(until, count), signal);
    if (march.status !== "solved" || march.steps === count) return march;
    // a signal aborted before the first step is honoured by short motions too
    if (until > 0 && !isTime()) {
      if (marcher.advancing === undefined) every = Math.min(stride, every + 1);
      continue;
    }
    every = 1;
    yield;
    if (signal?.aborted) return { ...march, status: "cancelled" };
  }
}
