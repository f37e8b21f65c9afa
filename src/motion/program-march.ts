import type { StepSolver, StepVerdict } from "../mechanics/program.js";
import type { Solution } from "../solve/mcp.js";
import { type Compiled, startState } from "./bind.js";
import type { Steps } from "./grid.js";
import { inputReader } from "./inputs.js";
import { emptyPath, type March, type Marcher, type Path } from "./march.js";
import { type Found, marched } from "./outcome.js";
import { loadTime } from "./step.js";
import type { Task } from "./task.js";

/** A march whose steps are programs: `ready` loads what they are solved with, before the first `begin`. */
export interface ProgramMarcher extends Marcher {
  ready(): Promise<void>;
}

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
  let iterations = 0;
  let residual = 0;
  let unproven = 0;

  async function ready(): Promise<void> {
    make ??= await program.open();
  }

  function begin(parameters: Float64Array, steps: Steps, path: Path): void {
    solver?.dispose();
    solver = make!();
    startState(compiled, parameters, path.states);
    frame.set(parameters, layout.parameters);
    job = { parameters, steps, path };
    if (path.modes !== undefined) path.modes.length = 0;
    finished = 0;
    iterations = 0;
    residual = 0;
    unproven = 0;
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

  function advance(until: number): March {
    const { parameters, steps, path } = job;
    const { states, insides, inside } = layout;
    for (; finished < until; finished++) {
      const k = finished;
      for (let i = 0; i < states; i++) frame[i] = path.states[k * states + i]!;
      loadTime(layout, steps, k, frame);
      readInputs(k, parameters, steps, inputValues);
      frame.set(inputValues, layout.inputs);
      const began = performance.now();
      program.data().run(frame, data);
      const verdict = solver!.solve(data, answer);
      iterations += verdict.iterations;
      residual = Math.max(residual, verdict.residual);
      if (verdict.status === "feasible") unproven++;
      else if (verdict.status !== "solved")
        return { status: verdict.status, steps: k, iterations, residual, failure: failureOf(verdict) };
      follow(answer);
      for (let i = 0; i < insides; i++) path.insides[k * insides + i] = frame[inside + i]!;
      settle();
      path.states.set(settled, (k + 1) * states);
      path.modes?.push(verdict.mode);
      if (path.milliseconds !== undefined) path.milliseconds[k] = performance.now() - began;
    }
    const status = unproven > 0 && finished === steps.h.length ? "feasible" : "solved";
    return { status, steps: finished, iterations, residual, failure: undefined };
  }

  function rewind(count: number): void {
    finished = count;
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
 * Marches programs from the start values to the end or to the first that has no answer. Most steps are quick and some
 * take tenths of a second, so a run may be cancelled after any of them, and keeps what it has finished.
 */
export function* marchPrograms({ bound, workspace, signal, report }: Task): Generator<undefined, Found> {
  const { marcher } = workspace;
  const count = bound.steps.h.length;
  const motion = { parameters: bound.parameters.slice(), path: emptyPath(bound.compiled.kernels, count) };
  marcher.begin(motion.parameters, bound.steps, motion.path, false);
  for (let until = 1; ; until++) {
    const march = marcher.advance(Math.min(until, count));
    const { steps: iteration, residual } = march;
    const isLast = march.failure !== undefined || march.steps === count;
    if (isLast || march.steps % stride === 0)
      report({ phase: "march", iteration, residual, merit: 0.5 * residual ** 2, stepLength: 1, stepKind: "newton" });
    if (isLast) return marched(bound, motion, march);
    yield;
    if (signal?.aborted) return marched(bound, motion, { ...march, status: "cancelled" });
  }
}
