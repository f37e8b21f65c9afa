import { finish, type Stepwise } from "../../algebra/stepwise.js";
import type { StepSolver, StepVerdict } from "../../mechanics/program.js";
import type { Solution } from "../../solve/mcp.js";
import { type Compiled, startState } from "../compile/compile-problem.js";
import { type InputReader, inputReader } from "../compile/inputs.js";
import { emptyRecord, type Path, type ProgramRecord, recordOf } from "../compile/path.js";
import { loadTime, type ProgramKernel, type StepKernels } from "../compile/step.js";
import type { Steps } from "../problem/grid.js";
import type { March, Marcher } from "./march.js";
import { leg, legOf } from "./unfinished.js";

/** Corrections after a step: the second finds nothing left but what the first one's own linearisation left. */
const mostCorrections = 3;

/** A path of programs that is marched, with the record of its steps. */
interface Job {
  readonly parameters: Float64Array;
  readonly steps: Steps;
  readonly path: Path;
  readonly record: ProgramRecord;
}

/** Numbers of one step, written over by the next. */
interface Memory {
  /** Values of the definitions. */
  readonly defined: Float64Array;
  readonly answer: Float64Array;
  readonly correction: Float64Array;
  readonly data: Float64Array;
  readonly drift: Float64Array;
  /** The states at the start of the step, and at its end as they are settled. */
  readonly begun: Float64Array;
  readonly settled: Float64Array;
  readonly inputs: Float64Array;
}

/** A march of programs with its memory. */
interface Walk {
  readonly compiled: Compiled;
  readonly program: ProgramKernel;
  readonly frame: Float64Array;
  readonly memory: Memory;
  readonly readInputs: InputReader;
  readonly engine: { readonly make: () => StepSolver; solver: StepSolver | undefined };
  job: Job | undefined;
  /** Finished steps; those before `recorded` are marched again only for what the solver remembers. */
  readonly progress: { finished: number; recorded: number };
}

/**
 * The march of a compiled problem whose step is a program: its numbers are read at the start of the step, its answer
 * gives the insides, and the definitions then give the next state. What the linearisation leaves of gaps between what
 * holds each other is settled afterwards by the program's own corrections, which move positions only.
 */
export function programMarcher(compiled: Compiled, program: ProgramKernel, make: () => StepSolver): Marcher {
  const walk: Walk = {
    compiled,
    program,
    frame: new Float64Array(compiled.kernels.layout.leaves.length),
    memory: memoryOf(compiled.kernels, program),
    readInputs: inputReader(compiled),
    engine: { make, solver: undefined },
    job: undefined,
    progress: { finished: 0, recorded: 0 },
  };
  return {
    sensitivity: new Float64Array(0),
    begin: (parameters, steps, path) => begin(walk, { parameters, steps, path, record: recordOf(path) }),
    advance: (until) => finish(advancing(walk, until)),
    advancing: (until, signal) => advancing(walk, until, signal),
    rewind: (count) => rewind(walk, count),
    resume(count, steps, path) {
      walk.job = { ...begun(walk).job, steps, path, record: recordOf(path) };
      rewind(walk, count);
    },
    touching: () => false,
  };
}

function memoryOf({ layout, defined, model }: StepKernels, program: ProgramKernel): Memory {
  return {
    defined: new Float64Array(defined.at.length),
    answer: new Float64Array(program.answerAt.length),
    correction: new Float64Array(program.answerAt.length),
    data: new Float64Array(program.data().outputs),
    drift: new Float64Array(program.drift().outputs),
    begun: new Float64Array(layout.states),
    settled: new Float64Array(layout.states),
    inputs: new Float64Array(model.inputs.length),
  };
}

function begin(walk: Walk, job: Job): void {
  const { compiled, frame, engine, progress } = walk;
  engine.solver?.dispose();
  engine.solver = engine.make();
  startState(compiled, job.parameters, job.path.states);
  frame.set(job.parameters, compiled.kernels.layout.parameters);
  walk.job = job;
  Object.assign(job.record, emptyRecord(job.steps.h.length));
  progress.finished = 0;
  progress.recorded = 0;
}

/** The path and the solver of a march that was begun. */
function begun({ job, engine: { solver } }: Walk): { readonly job: Job; readonly solver: StepSolver } {
  if (job === undefined || solver === undefined) throw new RangeError("a march must be begun before it goes on");
  return { job, solver };
}

function* advancing(walk: Walk, until: number, signal?: AbortSignal): Stepwise<March> {
  const { job, solver } = begun(walk);
  const { parameters, steps, path, record } = job;
  const { frame, memory, program, progress } = walk;
  const { layout } = walk.compiled.kernels;
  const { states, insides, inside } = layout;
  for (; progress.finished < until; progress.finished++) {
    const k = progress.finished;
    const began = performance.now();
    const remembered = record.memory;
    if (k % leg === 0) beginLeg(walk, k);
    for (let i = 0; i < states; i++) frame[i] = path.states[k * states + i];
    loadTime(layout, steps, k, frame);
    walk.readInputs(k, parameters, steps, memory.inputs);
    frame.set(memory.inputs, layout.inputs);
    program.data().run(frame, memory.data);
    const verdict = yield* answered(solver, memory, signal);
    const { iterations, residual } = record;
    if (signal?.aborted) {
      // the step was not taken, and so no leg begun with it
      record.memory = remembered;
      return { status: "cancelled", steps: Math.max(k, progress.recorded), iterations, residual, failure: undefined };
    }
    const worst = Math.max(residual, verdict.residual);
    if (verdict.status !== "solved" && verdict.status !== "feasible")
      return { status: verdict.status, steps: k, iterations, residual: worst, failure: failureOf(verdict) };
    follow(walk, memory.answer);
    for (let i = 0; i < insides; i++) path.insides[k * insides + i] = frame[inside + i];
    settle(walk, solver);
    path.states.set(memory.settled, (k + 1) * states);
    if (k < progress.recorded) continue;
    record.iterations += verdict.iterations;
    record.residual = worst;
    if (verdict.status === "feasible") record.unproven++;
    record.modes.push(verdict.mode);
    record.milliseconds[k] = performance.now() - began;
  }
  const { iterations, residual, unproven } = record;
  const { finished, recorded } = progress;
  const status = unproven > 0 && finished === steps.h.length ? "feasible" : "solved";
  return { status, steps: Math.max(finished, recorded), iterations, residual, failure: undefined };
}

/** The verdict on the step whose data stand in memory. */
function* answered(solver: StepSolver, { data, answer }: Memory, signal?: AbortSignal): Stepwise<StepVerdict> {
  return solver.solving === undefined ? solver.solve(data, answer) : yield* solver.solving(data, answer, signal);
}

function beginLeg(walk: Walk, k: number): void {
  const { job, solver } = begun(walk);
  if (k >= walk.progress.recorded) job.record.memory = solver.memory();
  solver.recall(job.record.memory);
}

/** The insides of an answer, and the states that follow from them. */
function follow({ compiled, program, frame, memory: { defined } }: Walk, insides: Float64Array): void {
  const { at, kernel } = compiled.kernels.defined;
  for (let i = 0; i < insides.length; i++) frame[program.answerAt[i]] = insides[i];
  kernel().run(frame, defined);
  for (let i = 0; i < defined.length; i++) frame[at[i]] = defined[i];
}

/** Moves positions at the end of the step until the solver has nothing to correct; the insides stay as answered. */
function settle(walk: Walk, solver: StepSolver): void {
  const { frame, program } = walk;
  const { answer, correction, drift, begun, settled } = walk.memory;
  const { states, next } = walk.compiled.kernels.layout;
  const end = frame.subarray(next, next + states);
  begun.set(frame.subarray(0, states));
  settled.set(end);
  for (let k = 0; k < mostCorrections; k++) {
    program.drift().run(frame, drift);
    if (!solver.settle(drift, answer, correction)) return;
    // the same definitions lead from the end of the step to where the correction puts it
    frame.set(settled);
    follow(walk, correction);
    for (const i of program.positionsAt) settled[i] = end[i];
    frame.set(begun);
    end.set(settled);
  }
}

function rewind({ progress }: Walk, count: number): void {
  progress.finished = legOf(count);
  progress.recorded = count;
}

function failureOf({ status, residual, iterations, message }: StepVerdict): Solution {
  return { status, z: new Float64Array(0), residual, iterations, worst: [], message };
}
