/**
 * Step after step: each one small Mcp, warm started from the one before, or a program of its own; with sensitivities
 * forwards, the adjoint backwards, grids that follow contacts, and halved steps. Tolerances and strides can be changed
 * without reading the rest; the order of operations decides the bits of every answer.
 *
 * @module motion/march
 */

import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { turns } from "../../solve/drive.js";
import type { Mcp, Solution, Status } from "../../solve/mcp.js";
import { type Compiled, startState } from "../compile/compile-problem.js";
import { type InputReader, inputReader } from "../compile/inputs.js";
import type { Path } from "../compile/path.js";
import { loadTime } from "../compile/step.js";
import type { Steps } from "../problem/grid.js";
import { farAway } from "./leap.js";
import { type Propagation, propagation } from "./sensitivity.js";
import {
  attainable,
  beginStep,
  endedAtRoot,
  type StepNewton,
  solvedBy,
  solveStep,
  stepNewton,
  weigh,
  writeStep,
} from "./step-newton.js";

/** How far a march came: `steps` finished, and what went wrong in the next one. */
export interface March {
  readonly status: Status;
  readonly steps: number;
  readonly iterations: number;
  /** How often a step was halved that was not solved as a whole, within the grid. */
  readonly halvings?: number;
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
  /** `advance` in parts: one step may take as long as thousands of others. A step in which the signal is aborted is none. */
  advancing(until: number, signal?: AbortSignal): Stepwise<March>;
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
    advance: (until) => finish(advancing(walk, until)),
    advancing: (until, signal) => advancing(walk, until, signal),
    rewind: (count) => rewind(walk, count),
    resume(count, steps, path) {
      walk.job = { ...begunJob(walk), steps, path, propagation: undefined };
      rewind(walk, count);
    },
    touching: () => touching(walk),
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
  weigh(step, parameters);
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

function* advancing(walk: Walk, until: number, signal?: AbortSignal): Stepwise<March> {
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
    // most steps end where they are begun, and a generator of their own takes as long as they do
    const solved = beginStep(step, k) ? solvedBy(step) : yield* solveStep(step, k, signal);
    if (solved === undefined) {
      rewind(walk, k);
      return { status: "cancelled", steps: k, ...tally(progress), failure: undefined };
    }
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
  return { status: "solved", steps: progress.finished, ...tally(progress), failure: undefined };
}

const tally = ({ iterations, residual }: Walk["progress"]) => ({ iterations, residual });

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

/** Most steps between two looks at the clock: a ball's step takes about a microsecond. */
const stride = 8;

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
    const march = yield* marcher.advancing(Math.min(until, count), signal);
    if (march.status !== "solved" || march.steps === count) return march;
    // a signal aborted before the first step is honoured by short motions too
    if (until > 0 && !isTime()) {
      every = Math.min(stride, every + 1);
      continue;
    }
    every = 1;
    yield;
    if (signal?.aborted) return { ...march, status: "cancelled" };
  }
}
