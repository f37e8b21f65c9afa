import type { Stepwise } from "../../algebra/stepwise.js";
import { denseLu } from "../../solve/linear.js";
import type { Mcp } from "../../solve/mcp.js";
import { type Newton, type NewtonState, newton } from "../../solve/newton/newton.js";
import type { Compiled } from "../compile/compile-problem.js";
import { lightnessOf } from "../compile/lightness.js";
import type { GuessKernel, StepKernels } from "../compile/step.js";
import { continued, type Leaps, leaps, straight } from "./leap.js";
import { type AtRounding, atRounding } from "./rounding.js";
import { scaleForces, stepMcp } from "./step-mcp.js";

/** Residual that a step aims at [declared units]: a hundredth of the whole horizon's tolerance, because errors of steps add up. */
const tolerance = 1e-12;
/** Residual at which a step may stop where rounding lets no Newton come closer: large forces, products of forces. */
export const attainable = 1e-10;
/** Below this a Newton that comes no closer may have met rounding; with inputs, whose optimiser follows the last digits, after so many iterations. */
const [nearly, patient] = [1e-5, 12];
/** Iterations of one step; its guess is a step away, so 2 to 5 are usual. */
const maxIterations = 100;
const ofTolerance = (tolerance: number): Newton => newton({ tolerance, maxIterations, linear: denseLu });
const usual = ofTolerance(tolerance);

/** One step in its frame, solved by a Newton whose memory stays from step to step. */
export interface StepNewton {
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

/** How near rounding lets a step come. */
interface Rounding {
  /** Made when it is first asked for. */
  tells?: AtRounding;
  /** True of a step that ended where rounding lets no Newton come closer. */
  isMet: boolean;
  /** True until a step has ended: it may have to know of rounding first. */
  isOpen: boolean;
  /** Residual before the last iteration. */
  last: number;
}

/** The part of all tolerances that the lightest body can stand, the solver that has it, and iterations of the last step. */
interface Solving {
  readonly lightnessOf: (parameters: Float64Array) => number;
  lightness: number;
  solver: Newton;
  iterations: number;
  readonly rounding: Rounding;
  /** Of joints, which have roots far away; true of a step that ended at one. */
  readonly leaps: Leaps | undefined;
  isFar: boolean;
}

const begun = { lightness: 1, solver: usual, iterations: 0, isFar: false };

export function stepNewton(compiled: Compiled): StepNewton {
  const { kernels } = compiled;
  const { layout, implicit, defined } = kernels;
  const frame = new Float64Array(layout.leaves.length);
  return {
    kernels,
    frame,
    mcp: stepMcp(kernels, frame),
    state: undefined,
    solving: {
      ...begun,
      rounding: { isMet: false, isOpen: false, last: 0 },
      lightnessOf: lightnessOf(compiled),
      leaps: leaps(kernels, frame),
    },
    guess: new Float64Array(implicit.at.length),
    before: new Float64Array(implicit.at.length),
    defined: new Float64Array(defined.at.length),
  };
}

/** Sets the tolerances that the lightest body can stand, of parameters. */
export function weigh(step: StepNewton, parameters: Float64Array): void {
  const { solving, mcp, kernels } = step;
  const lightness = solving.lightnessOf(parameters);
  if (lightness === solving.lightness) return;
  solving.lightness = lightness;
  solving.solver = lightness === 1 ? usual : ofTolerance(tolerance * lightness);
  step.state = undefined;
  scaleForces(mcp, kernels, lightness);
}

/** Begins step k from the step before, or as the model guesses it; true where that leads to its end. */
export function beginStep(step: StepNewton, k: number): boolean {
  const { before, frame } = step;
  const { at, guesses } = step.kernels.implicit;
  step.solving.iterations = 0;
  for (let i = 0; i < before.length; i++) before[i] = frame[at[i]];
  if (k === 0 && guesses.length > 0) applyGuess(step, guesses[0]());
  // scales come from the first step of every march, so that the same march gives the same bits
  beginFrom(step, k === 0);
  goOn(step);
  return !step.solving.rounding.isOpen && !isMissed(step);
}

/**
 * Solves step k, which is begun, to the end: from the step before, then from each of the model's guesses until one of them leads to a
 * solution, or to where rounding stops the Newton. Undefined where a signal is aborted meanwhile.
 */
export function* solveStep(
  step: StepNewton,
  k: number,
  signal: AbortSignal | undefined,
): Stepwise<NewtonState | undefined> {
  const { at, guesses } = step.kernels.implicit;
  if (step.solving.rounding.isOpen) yield* toEnd(step);
  for (let i = k === 0 ? 1 : 0; i < guesses.length && isMissed(step); i++) {
    // unknowns of the step before may be no start for this one: a landing, a lift-off
    applyGuess(step, guesses[i]());
    beginFrom(step, true);
    yield* toEnd(step);
    if (signal?.aborted) return undefined;
  }
  if (isMissed(step)) {
    applyProjection(step);
    beginFrom(step, true);
    yield* toEnd(step);
  }
  if (signal?.aborted) return undefined;
  const near = isMissed(step) && step.solving.leaps ? continued(step.mcp, step.before, tolerance) : undefined;
  if (near !== undefined) {
    for (let i = 0; i < near.length; i++) step.frame[at[i]] = near[i];
    beginFrom(step, true);
    yield* toEnd(step);
  }
  return solvedBy(step);
}

export const endedAtRoot = ({ solving: { rounding, lightness } }: StepNewton, { iterate }: NewtonState): boolean =>
  rounding.isMet || iterate.residual <= attainable * lightness;

const isMissed = (step: StepNewton): boolean => !endedAtRoot(step, solvedBy(step)) || step.solving.isFar;

export function solvedBy({ state }: StepNewton): NewtonState {
  if (state === undefined) throw new RangeError("a step must be begun before it is solved");
  return state;
}

/** Begins the step from what stands in the frame, with scales made anew or those of the step before. */
function beginFrom(step: StepNewton, anew: boolean): void {
  const { guess, frame, mcp, solving, state } = step;
  const { at } = step.kernels.implicit;
  for (let i = 0; i < guess.length; i++) guess[i] = frame[at[i]];
  if (anew || state === undefined) step.state = solving.solver.init(mcp, guess, state);
  else solving.solver.startAt(state, guess);
  solving.rounding.isMet = false;
  solving.rounding.isOpen = true;
  solving.rounding.last = Number.POSITIVE_INFINITY;
}

/** Goes on to the end, and makes what tells of rounding, which few marches need, where it is asked for. */
function* toEnd(step: StepNewton): Stepwise<void> {
  const { kernels, mcp, frame } = step;
  const { rounding } = step.solving;
  yield;
  for (goOn(step); rounding.isOpen; goOn(step)) {
    yield* kernels.whole.sensitivity.parts();
    rounding.tells = atRounding(kernels, mcp, frame);
  }
}

/** Goes on with a step that is begun, to its end or to where it has to know of rounding first. */
function goOn(step: StepNewton): void {
  const { solving } = step;
  const { solver, rounding } = solving;
  const state = solvedBy(step);
  const close = attainable * solving.lightness;
  const patience = step.kernels.model.inputs.length > 0 ? patient : 1;
  for (;;) {
    const { residual, z, iteration } = state.iterate;
    if (!(iteration < patience || residual > nearly || residual <= 0.5 * rounding.last)) {
      // a Newton that has come this near and comes no nearer goes round in rounding
      if (residual <= close) break;
      if (rounding.tells === undefined) return;
      rounding.isMet = rounding.tells(z, close);
      if (rounding.isMet) break;
    }
    if (solver.done(state) !== undefined) break;
    rounding.last = residual;
    solver.step(state);
  }
  // forces of ships are rounded by more than a Newton is near
  const { residual, z, iteration } = state.iterate;
  if (!rounding.isMet && residual > close && residual < Number.POSITIVE_INFINITY) {
    if (rounding.tells === undefined) return;
    rounding.isMet = rounding.tells(z, close);
  }
  rounding.isOpen = false;
  solving.isFar = iteration > straight && endedAtRoot(step, state) && solving.leaps?.(z) === true;
  solving.iterations += iteration;
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
export function writeStep({ frame, defined, kernels }: StepNewton, z: Float64Array): void {
  const [implicitAt, definedAt] = [kernels.implicit.at, kernels.defined.at];
  for (let i = 0; i < implicitAt.length; i++) frame[implicitAt[i]] = z[i];
  kernels.defined.kernel().run(frame, defined);
  for (let i = 0; i < definedAt.length; i++) frame[definedAt[i]] = defined[i];
}
