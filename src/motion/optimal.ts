import type { Status } from "../solve/mcp.js";
import { type Optimum, optimiser } from "../solve/optimise.js";
import { randomNumbers } from "../solve/rescue.js";
import { type Bound, withSteps } from "./bind.js";
import { uniform } from "./grid.js";
import { emptyPath, type Path } from "./march.js";
import { type OptimalProgram, optimalProgram } from "./optimal-program.js";
import { type OptimalTask, optimalTask } from "./optimal-task.js";
import type { Found } from "./outcome.js";
import { reducedGuess } from "./reduced-guess.js";
import { fillInputs } from "./stack.js";
import type { ProgressInfo, Task } from "./task.js";
import { borrow, giveBack } from "./workspace.js";

/** What a caller may say of a search for optimal motions. */
export interface OptimalSearch {
  /** Searches: from the declared guess and from what gradients make of it, then from random controls. */
  readonly starts?: number;
  readonly seed?: number;
}

/** A local minimum: the motion, and what is known of it as a minimum. */
export interface OptimalMotion {
  readonly found: Found;
  readonly optimum: Optimum;
}

/** Grids finer than this are reached by doubling from one that is not. */
const coarse = 48;
/** The barrier of a grid that starts from the solution of one half as fine. */
const warmMu = 1e-4;
/** Costs closer than this, relative to values above one, belong to one minimum. */
const distinct = 1e-6;

/** A guess: path, inputs of every step, parameters. */
interface Drawn {
  readonly path: Path;
  readonly inputs: Float64Array;
  readonly parameters: Float64Array;
}

/**
 * Local minima of the motion that a problem asks for, the cheapest first: from each first guess the barrier Newton on a
 * coarse grid, then on grids of twice as many steps from the solution before.
 */
export async function optimalMotions(
  task: Task,
  search: OptimalSearch,
  drive: <T>(plan: Generator<undefined, T>) => Promise<T>,
): Promise<OptimalMotion[]> {
  const { bound } = task;
  const asked = optimalTask(bound);
  const random = randomNumbers(search.seed ?? 1);
  const counts = gridCounts(bound.steps.h.length);
  const programs = counts.map((count) => {
    const on = withSteps(bound, uniform(count, bound.steps.t.at(-1)! / count));
    return { bound: on, program: optimalProgram(on, asked) };
  });
  const first = programs[0]!.bound;
  const declared = marchedGuess(first, asked, undefined);
  const reduced = await reducedGuess(first, asked, declared.inputs, task.signal);
  // random starts stay what they are: the search by gradients would lead them all to one motion
  const guesses: (() => Drawn)[] = [
    ...(reduced === undefined ? [] : [() => ({ ...reduced, parameters: declared.parameters })]),
    () => declared,
    ...Array.from({ length: (search.starts ?? 1) - 1 }, () => () => marchedGuess(first, asked, random)),
  ];
  const found: OptimalMotion[] = [];
  for (const guess of guesses) {
    let drawn = guess();
    let motion: OptimalMotion | undefined;
    for (const [level, { bound: on, program }] of programs.entries()) {
      motion = await drive(minimised(task, on, program, drawn, level === 0 ? undefined : warmMu));
      if (motion.optimum.status !== "solved" || level === programs.length - 1) break;
      drawn = refinedGuess(on, motion, programs[level + 1]!.bound);
    }
    found.push(motion!);
    if (motion!.optimum.status === "cancelled") break;
  }
  return distinctOnes(found.sort(cheaper));
}

/** N, halved until it is coarse, coarsest first. */
function gridCounts(count: number): number[] {
  const counts = [count];
  while (counts[0]! > coarse && counts[0]! % 2 === 0) counts.unshift(counts[0]! / 2);
  return counts;
}

function* minimised(
  { signal, report }: Task,
  bound: Bound,
  { program, pack, unpack, unknowns }: OptimalProgram,
  { path, inputs, parameters }: Drawn,
  mu: number | undefined,
): Generator<undefined, OptimalMotion> {
  const solver = optimiser(mu === undefined ? {} : { mu });
  const state = solver.init(program, pack(path, inputs, parameters));
  while (solver.done(state) === undefined) {
    if (signal?.aborted) state.status = "cancelled";
    else solver.step(state);
    report(progressOf(state));
    yield;
  }
  const optimum = solver.solution(state);
  const made = unpack(optimum.z);
  const { status, message } = optimum;
  const found: Found = {
    bound: withSteps(bound, made.steps),
    status,
    message,
    parameters: made.parameters,
    path: made.path,
    count: bound.steps.h.length,
    solution: optimum,
    unknowns,
    marched: false,
  };
  return { found, optimum };
}

function progressOf({
  iteration,
  barrier,
}: {
  iteration: number;
  barrier: { cost: number; stepLength: number; rows: Float64Array };
}): ProgressInfo {
  const residual = barrier.rows.reduce((most, row) => Math.max(most, Math.abs(row)), 0);
  return {
    phase: "optimise",
    iteration,
    residual,
    merit: barrier.cost,
    stepLength: barrier.stepLength,
    stepKind: "newton",
  };
}

/** The motion under guessed controls; one that breaks off goes on as it was. */
function marchedGuess(bound: Bound, asked: OptimalTask, random: (() => number) | undefined): Drawn {
  const { compiled, steps } = bound;
  const parameters = bound.parameters.slice();
  const width = compiled.model.inputs.length;
  const count = steps.h.length;
  const inputs = new Float64Array(count * width);
  fillInputs(compiled, parameters, steps, inputs);
  if (random !== undefined) {
    const { lower, upper } = asked.boundsOf(parameters);
    for (const name of Object.keys(asked.controls)) {
      const at = asked.step.unknowns.findIndex((unknown) => unknown.name === name);
      const i = compiled.model.inputs.indexOf(name);
      const span = Math.min(10, 0.5 * (upper[at]! - lower[at]!));
      const middle = Number.isFinite(span) && upper[at]! - lower[at]! < 20 ? 0.5 * (upper[at]! + lower[at]!) : 0;
      // a random value every fifth of the time, and straight lines between
      const nodes = Array.from({ length: 6 }, () => middle + span * (2 * random() - 1));
      for (let k = 0; k < count; k++) {
        const x = (5 * (k + 0.5)) / count;
        const j = Math.min(4, Math.floor(x));
        inputs[k * width + i] = nodes[j]! + (x - j) * (nodes[j + 1]! - nodes[j]!);
      }
    }
  }
  const path = emptyPath(compiled.kernels, count);
  const workspace = borrow(bound);
  workspace.marcher.begin(parameters, { ...steps, inputs }, path, false);
  const march = workspace.marcher.advance(count);
  giveBack(bound, workspace);
  const { states, insides } = compiled.kernels.layout;
  for (let k = march.steps; k < count; k++) {
    path.states.copyWithin((k + 1) * states, march.steps * states, (march.steps + 1) * states);
    if (march.steps > 0) path.insides.copyWithin(k * insides, (march.steps - 1) * insides, march.steps * insides);
  }
  return { path, inputs, parameters };
}

/** A motion on a grid of twice as many steps: states on straight lines, forces and controls kept. */
function refinedGuess(from: Bound, { found }: OptimalMotion, to: Bound): Drawn {
  const { layout } = from.compiled.kernels;
  const count = to.steps.h.length;
  const path = emptyPath(to.compiled.kernels, count);
  const { states, insides } = layout;
  for (let k = 0; k <= count; k++)
    for (let i = 0; i < states; i++) {
      const [a, b] = [Math.floor(k / 2), Math.ceil(k / 2)];
      path.states[k * states + i] = 0.5 * (found.path.states[a * states + i]! + found.path.states[b * states + i]!);
    }
  for (let k = 0; k < count; k++)
    for (let i = 0; i < insides; i++) path.insides[k * insides + i] = found.path.insides[(k >> 1) * insides + i]!;
  const width = from.compiled.model.inputs.length;
  const inputs = new Float64Array(count * width);
  const given = found.bound.steps.inputs!;
  for (let k = 0; k < count; k++) for (let i = 0; i < width; i++) inputs[k * width + i] = given[(k >> 1) * width + i]!;
  return { path, inputs, parameters: found.parameters };
}

const rank = (status: Status): number => (status === "solved" ? 0 : 1);

function cheaper({ optimum: a }: OptimalMotion, { optimum: b }: OptimalMotion): number {
  return rank(a.status) - rank(b.status) || (a.status === "solved" ? a.cost - b.cost : a.residual - b.residual);
}

/** One motion of every cost; those that failed only where none was found. */
function distinctOnes(motions: readonly OptimalMotion[]): OptimalMotion[] {
  const kept: OptimalMotion[] = [];
  for (const motion of motions) {
    if (kept.length > 0 && motion.optimum.status !== "solved") break;
    const near = (other: OptimalMotion): boolean =>
      Math.abs(other.optimum.cost - motion.optimum.cost) <= distinct * Math.max(1, Math.abs(motion.optimum.cost));
    if (!kept.some(near)) kept.push(motion);
  }
  return kept;
}
