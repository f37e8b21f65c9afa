import type { StepSolver, StepVerdict } from "../mechanics/program.js";
import type { Solution } from "../solve/mcp.js";
import { type Compiled, startState } from "./bind.js";
import type { Steps } from "./grid.js";
import { inputReader } from "./inputs.js";
import { emptyPath, emptyRecord, type March, type Marcher, type Path } from "./march.js";
import { type Found, marched } from "./outcome.js";
import { loadTime } from "./step.js";
import type { Task } from "./task.js";
import { takeUp } from "./unfinished.js";

/** A march whose steps are programs: `ready` loads what they are solved with, before the first `begin`. */
export interface ProgramMarcher extends Marcher {
  ready(): Promise<void>;
}

/**
 * Steps after which what a solver remembers is written down, and all that cannot be (the bases of its linear programs)
 * is forgotten: where several answers are equally good, the one that it finds depends on them. A march is resumed by
 * marching the steps since then once more.
 */
const leg = 50;
/** The step that began the leg of the k-th step. */
const legOf = (k: number): number => (k === 0 ? 0 : k - 1 - ((k - 1) % leg));

/** Steps between two reports; a program takes about a millisecond. */
const stride = 20;
/** Corrections after a step: the second finds nothing left but what the first one's own linearisation left. */
const mostCorrections = 3;

/**
 * The march of a compiled problem whose step is a program: its numbers are read at the start of the step, its answer
 * gives the insides, and the definitions then give the next state. What the linearisation leaves of gaps between what
 * holds each other is settled afterwards by the program's own corrections, which move positions only.
 */
export function programMarcher(compiled: Compiled): ProgramMarcher {
  const { kernels } = compiled;
  const { layout, definedAt } = kernels;
  const program = kernels.program!;
  const frame = new Float64Array(layout.size);
  const defined = new Float64Array(definedAt.length);
  const answer = new Float64Array(program.answerAt.length);
  const correction = new Float64Array(program.answerAt.length);
  const data = new Float64Array(program.data().outputs);
  const drift = new Float64Array(program.drift().outputs);
  const begun = new Float64Array(layout.states);
  const settled = new Float64Array(layout.states);
  const readInputs = inputReader(compiled);
  const inputValues = new Float64Array(kernels.model.inputs.length);
  let make: (() => StepSolver) | undefined;
  let solver: StepSolver | undefined;
  let job: { parameters: Float64Array; steps: Steps; path: Path };
  let finished = 0;
  /** Steps whose record stands: they are marched again only for what the solver remembers. */
  let recorded = 0;

  async function ready(): Promise<void> {
    make ??= await program.open();
  }

  function begin(parameters: Float64Array, steps: Steps, path: Path): void {
    solver?.dispose();
    solver = make!();
    startState(compiled, parameters, path.states);
    frame.set(parameters, layout.parameters);
    job = { parameters, steps, path };
    Object.assign(path.programs!, emptyRecord(steps.h.length));
    finished = 0;
    recorded = 0;
  }

  /** The insides of an answer, and the states that follow from them. */
  function follow(insides: Float64Array): void {
    for (let i = 0; i < insides.length; i++) frame[program.answerAt[i]!] = insides[i]!;
    kernels.defines().run(frame, defined);
    for (let i = 0; i < defined.length; i++) frame[definedAt[i]!] = defined[i]!;
  }

  /** Moves positions at the end of the step until the solver has nothing to correct; the insides stay as answered. */
  function settle(): void {
    const { states, next } = layout;
    const end = frame.subarray(next, next + states);
    begun.set(frame.subarray(0, states));
    settled.set(end);
    for (let k = 0; k < mostCorrections; k++) {
      program.drift().run(frame, drift);
      if (!solver!.settle(drift, answer, correction)) return;
      // the same definitions lead from the end of the step to where the correction puts it
      frame.set(settled);
      follow(correction);
      for (const i of program.positionsAt) settled[i] = end[i]!;
      frame.set(begun);
      end.set(settled);
    }
  }

  function beginLeg(k: number): void {
    const record = job.path.programs!;
    if (k >= recorded) record.memory = solver!.memory();
    solver!.recall(record.memory);
  }

  function advance(until: number): March {
    const { parameters, steps, path } = job;
    const { states, insides, inside } = layout;
    const record = path.programs!;
    for (; finished < until; finished++) {
      const k = finished;
      const began = performance.now();
      if (k % leg === 0) beginLeg(k);
      for (let i = 0; i < states; i++) frame[i] = path.states[k * states + i]!;
      loadTime(layout, steps, k, frame);
      readInputs(k, parameters, steps, inputValues);
      frame.set(inputValues, layout.inputs);
      program.data().run(frame, data);
      const verdict = solver!.solve(data, answer);
      const { iterations, residual } = record;
      if (verdict.status !== "solved" && verdict.status !== "feasible") {
        const failure = failureOf(verdict);
        return {
          status: verdict.status,
          steps: k,
          iterations,
          residual: Math.max(residual, verdict.residual),
          failure,
        };
      }
      follow(answer);
      for (let i = 0; i < insides; i++) path.insides[k * insides + i] = frame[inside + i]!;
      settle();
      path.states.set(settled, (k + 1) * states);
      if (k < recorded) continue;
      record.iterations += verdict.iterations;
      record.residual = Math.max(residual, verdict.residual);
      if (verdict.status === "feasible") record.unproven++;
      record.modes.push(verdict.mode);
      record.milliseconds[k] = performance.now() - began;
    }
    const { iterations, residual, unproven } = record;
    const status = unproven > 0 && finished === steps.h.length ? "feasible" : "solved";
    return { status, steps: Math.max(finished, recorded), iterations, residual, failure: undefined };
  }

  function rewind(count: number): void {
    finished = legOf(count);
    recorded = count;
  }

  function resume(count: number, steps: Steps, path: Path): void {
    job = { ...job, steps, path };
    rewind(count);
  }

  return { sensitivity: new Float64Array(0), ready, begin, advance, rewind, resume, touching: () => false };
}

function failureOf({ status, residual, iterations, message }: StepVerdict): Solution {
  return { status, z: new Float64Array(0), residual, iterations, worst: [], message };
}

/**
 * Marches programs from the start values, or from where an earlier march was cancelled, to the end or to the first that
 * has no answer. Most steps are quick and some take tenths of a second, so a run may be cancelled after any of them, and
 * keeps what it has finished.
 * @throws {BadInput} where what is to be resumed is the march of another problem.
 */
export function* marchPrograms({ bound, workspace, signal, report, resume }: Task): Generator<undefined, Found> {
  const { marcher } = workspace;
  const count = bound.steps.h.length;
  const motion = { parameters: bound.parameters.slice(), path: emptyPath(bound.compiled.kernels, count) };
  marcher.begin(motion.parameters, bound.steps, motion.path, false);
  let until = 1;
  if (resume !== undefined) {
    takeUp(resume, bound, motion.path);
    marcher.rewind(resume.steps);
    until = legOf(resume.steps) + 1;
  }
  const outcome = (march: March): Found => {
    const found = marched(bound, motion, march);
    return resume === undefined
      ? found
      : { ...found, message: `${found.message} Resumed at step ${resume.steps + 1}.` };
  };
  for (; ; until++) {
    const march = marcher.advance(Math.min(until, count));
    const { steps: iteration, residual } = march;
    const isLast = march.failure !== undefined || march.steps === count;
    if (isLast || march.steps % stride === 0)
      report({ phase: "march", iteration, residual, merit: 0.5 * residual ** 2, stepLength: 1, stepKind: "newton" });
    if (isLast) return outcome(march);
    yield;
    if (signal?.aborted) return outcome({ ...march, status: "cancelled" });
  }
}
