import { fromTriplets } from "../algebra/sparse.js";
import { denseLu } from "../solve/linear.js";
import type { Mcp, Solution, Status } from "../solve/mcp.js";
import { type NewtonState, newton } from "../solve/newton.js";
import { type Compiled, startState } from "./bind.js";
import type { Steps } from "./grid.js";
import { inputReader } from "./inputs.js";
import { type Propagation, propagation } from "./sensitivity.js";
import { type GuessKernel, loadTime, type StepKernels } from "./step.js";

/** States at every grid point ((N+1) × states) and inside unknowns of every step (N × insides), row by row. */
export interface Path {
  readonly states: Float64Array;
  readonly insides: Float64Array;
  readonly programs?: ProgramRecord;
}

/** What is known of finished steps that are programs, besides their numbers. */
export interface ProgramRecord {
  /** Contact modes, and the wall time that each step took [ms]. */
  modes: string[];
  milliseconds: Float64Array;
  /** Work of all, the largest residual, and how many answers nobody proved to be the best. */
  iterations: number;
  residual: number;
  unproven: number;
  /** What the solver remembered of earlier steps when the leg of the last step began. */
  memory: readonly Float64Array[];
}

/** How far a march came: `steps` finished, and what went wrong in the next one. */
export interface March {
  readonly status: Status;
  readonly steps: number;
  readonly iterations: number;
  /** The largest natural residual of its steps [declared units]. */
  readonly residual: number;
  readonly failure: Solution | undefined;
}

/** A model's march with its memory, made once and run often. */
export interface Marcher {
  /** ∂(state)/∂(freed parameters) where the march stands, if it was begun with sensitivities (states × freed, by column). */
  readonly sensitivity: Float64Array;
  /** Sets the start of a march into `path`. */
  begin(parameters: Float64Array, steps: Steps, path: Path, sensitivities: boolean): void;
  /** Marches on until `until` steps are finished; stops at the first step that cannot be solved. */
  advance(until: number): March;
  /** Goes back to the end of step `count` of the path, without sensitivities. */
  rewind(count: number): void;
  /** Goes on from the end of step `count` of another path, on other steps, without sensitivities. */
  resume(count: number, steps: Steps, path: Path): void;
  /** Whether any contact pushes in the step last finished: an a > 0 among the pairs called `….normal`. */
  touching(): boolean;
}

/** What a step aims at [declared units]: a hundredth of the whole horizon's tolerance, because errors of steps add up. */
const tolerance = 1e-12;
/** What a step may stop at where rounding lets no Newton come closer: large forces, products of forces. */
const rounding = 1e-10;
/** Iterations of one step; its guess is a step away, so 2 to 5 are usual. */
const maxIterations = 100;

/** Nothing known yet of N steps that are programs. */
export const emptyRecord = (count: number): ProgramRecord => ({
  modes: [],
  milliseconds: new Float64Array(count),
  iterations: 0,
  residual: 0,
  unproven: 0,
  memory: [],
});

/** Memory for a path of N steps. */
export function emptyPath({ layout, program }: StepKernels, count: number): Path {
  return {
    states: new Float64Array((count + 1) * layout.states),
    insides: new Float64Array(count * layout.insides),
    ...(program && {
      programs: emptyRecord(count),
    }),
  };
}

/**
 * The march of a compiled problem: every step one small Mcp F(next, inside; now) = 0, warm started from the step
 * before, its explicit unknowns filled in afterwards.
 */
export function marcher(compiled: Compiled): Marcher {
  const { kernels } = compiled;
  const { layout, implicitAt, definedAt } = kernels;
  const frame = new Float64Array(layout.size);
  const defined = new Float64Array(definedAt.length);
  const guess = new Float64Array(implicitAt.length);
  const before = new Float64Array(implicitAt.length);
  const readInputs = inputReader(compiled);
  const inputValues = new Float64Array(kernels.model.inputs.length);
  const mcp = stepMcp(kernels, frame);
  const solver = newton({ tolerance, maxIterations, linear: denseLu });
  let state: NewtonState | undefined;
  let propagate: Propagation | undefined;
  let job: { parameters: Float64Array; steps: Steps; path: Path; sensitivities: boolean } | undefined;
  let finished = 0;
  let iterations = 0;
  let residual = 0;
  let pushes: Float64Array | undefined;
  const sensitivity = new Float64Array(layout.states * compiled.freed.length);

  /** The unknowns of the step in the frame; the definitions then follow them. */
  function finish(z: Float64Array): void {
    for (let i = 0; i < implicitAt.length; i++) frame[implicitAt[i]!] = z[i]!;
    kernels.defines().run(frame, defined);
    for (let i = 0; i < definedAt.length; i++) frame[definedAt[i]!] = defined[i]!;
  }

  function setInputs(k: number, parameters: Float64Array, steps: Steps): void {
    readInputs(k, parameters, steps, inputValues);
    for (let i = 0; i < inputValues.length; i++) frame[layout.inputs + i] = inputValues[i]!;
  }

  /**
   * Unknowns as the model guesses them from the states at the start of the step, else as in the step before; what a
   * guess does not know it leaves so, too.
   */
  function applyGuess({ kernel, at }: GuessKernel): void {
    for (let i = 0; i < before.length; i++) frame[implicitAt[i]!] = before[i]!;
    const values = new Float64Array(at.length);
    kernel.run(frame, values);
    for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i]!)) frame[at[i]!] = values[i]!;
  }

  /** Solves the step from what stands in the frame, with scales made anew or those of the step before. */
  function solveFrom(anew: boolean): NewtonState {
    for (let i = 0; i < guess.length; i++) guess[i] = frame[implicitAt[i]!]!;
    if (anew || state === undefined) state = solver.init(mcp, guess, state);
    else solver.restart(state, guess);
    while (solver.done(state) === undefined) solver.step(state);
    iterations += state.iteration;
    return state;
  }

  /**
   * Solves step k: from the step before, then from each of the model's guesses until one of them leads to a solution, or
   * to where rounding stops the Newton.
   */
  function solveStep(k: number): NewtonState {
    const { guesses } = kernels;
    for (let i = 0; i < before.length; i++) before[i] = frame[implicitAt[i]!]!;
    if (k === 0 && guesses.length > 0) applyGuess(guesses[0]!());
    // scales come from the first step of every march, so that the same march gives the same bits
    let solved = solveFrom(k === 0);
    for (let i = k === 0 ? 1 : 0; i < guesses.length && solved.residual > rounding; i++) {
      // unknowns of the step before may be no start for this one: a landing, a lift-off
      applyGuess(guesses[i]!());
      solved = solveFrom(true);
    }
    return solved;
  }

  function begin(parameters: Float64Array, steps: Steps, path: Path, sensitivities: boolean): void {
    const { states, insides, next } = layout;
    startState(compiled, parameters, path.states);
    frame.set(parameters, layout.parameters);
    frame.fill(0, layout.inside, layout.inside + insides);
    for (let i = 0; i < states; i++) frame[next + i] = path.states[i]!;
    if (sensitivities) {
      propagate ??= propagation(compiled);
      propagate.begin(parameters, sensitivity);
    }
    job = { parameters, steps, path, sensitivities };
    finished = 0;
    iterations = 0;
    residual = 0;
  }

  function advance(until: number): March {
    const { parameters, steps, path, sensitivities } = job!;
    const { states, insides, next } = layout;
    for (; finished < until; finished++) {
      const k = finished;
      frame.copyWithin(0, next, next + states);
      loadTime(layout, steps, k, frame);
      setInputs(k, parameters, steps);
      const solved = solveStep(k);
      const worst = Math.max(residual, solved.residual);
      const status = solved.residual <= rounding ? "solved" : solver.done(solved)!;
      if (status !== "solved")
        return { status, steps: k, iterations, residual: worst, failure: solver.solution(solved) };
      // a step that failed is no part of the path: its halves may follow
      residual = worst;
      finish(solved.z);
      if (sensitivities) propagate!.advance(frame, sensitivity);
      for (let i = 0, at = (k + 1) * states; i < states; i++) path.states[at + i] = frame[next + i]!;
      for (let i = 0, at = k * insides; i < insides; i++) path.insides[at + i] = frame[layout.inside + i]!;
    }
    return { status: "solved", steps: finished, iterations, residual, failure: undefined };
  }

  function rewind(count: number): void {
    const { path } = job!;
    const { states, insides, next, inside } = layout;
    for (let i = 0; i < states; i++) frame[next + i] = path.states[count * states + i]!;
    for (let i = 0; i < insides; i++) frame[inside + i] = count === 0 ? 0 : path.insides[(count - 1) * insides + i]!;
    finished = count;
  }

  function resume(count: number, steps: Steps, path: Path): void {
    job = { ...job!, steps, path, sensitivities: false };
    rewind(count);
  }

  function touching(): boolean {
    const kernel = kernels.pushes();
    pushes ??= new Float64Array(kernel.outputs);
    kernel.run(frame, pushes);
    return pushes.some((force) => force > 0);
  }

  return { sensitivity, begin, advance, rewind, resume, touching };
}

/** Steps between two looks at the clock and at cancellation: about a millisecond of marching. */
const stride = 500;

/** Marches to the end, yielding every so often; `cancelled` where the signal was aborted meanwhile. */
export function* marchOn(
  marcher: Marcher,
  count: number,
  signal: AbortSignal | undefined,
): Generator<undefined, March> {
  for (let until = stride; ; until += stride) {
    const march = marcher.advance(Math.min(until, count));
    if (march.status !== "solved" || march.steps === count) return march;
    yield;
    if (signal?.aborted) return { ...march, status: "cancelled" };
  }
}

/** The rows of one step as an Mcp over its implicit unknowns; everything else is read from the frame. */
function stepMcp(kernels: StepKernels, frame: Float64Array): Mcp {
  const rows = kernels.rows();
  const { implicit, implicitAt } = kernels;
  const { row, col } = rows.pattern;
  const write = (z: Float64Array): void => {
    for (let i = 0; i < implicitAt.length; i++) frame[implicitAt[i]!] = z[i]!;
  };
  return {
    name: (i) => implicit[i]!.name,
    lower: Float64Array.from(implicit, ({ lower }) => lower ?? Number.NEGATIVE_INFINITY),
    upper: Float64Array.from(implicit, ({ upper }) => upper ?? Number.POSITIVE_INFINITY),
    scale: Float64Array.from(implicit, ({ scale }) => scale),
    pattern: fromTriplets(implicit.length, implicit.length, row, col),
    evaluate(z, residual, jacobian) {
      write(z);
      if (jacobian === undefined) rows.residual(frame, residual);
      else rows.jacobian(frame, residual, jacobian);
      return true;
    },
  };
}
