import type { Stepwise } from "../../algebra/stepwise.js";
import { fillInputs } from "../compile/inputs.js";
import { emptyPath, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { marchOn } from "../march/march.js";
import { borrow, giveBack } from "../march/workspace.js";
import { BadInput } from "../problem/problem.js";
import type { Trajectory } from "../trajectory/trajectory.js";
import { boundsOf, type OptimalTask } from "./task.js";

/** A motion as a first guess, on the grid of the problem that it is for. */
export interface GuessedMotion {
  readonly path: Path;
  /** Inputs of every step, row by row. */
  readonly inputs: Float64Array;
  readonly parameters: Float64Array;
  /** Lengths of the steps. */
  readonly h: Float64Array;
}

/** Pieces of a random control. */
const pieces = 5;
/** Largest random control where its bounds are far away or none. */
const widest = 10;

/** The motion under guessed controls, or under random ones; one that breaks off goes on as it was. */
export function* marchGuess(setup: Setup, asked: OptimalTask, random?: () => number): Stepwise<GuessedMotion> {
  const { compiled, steps } = setup;
  const parameters = setup.parameters.slice();
  const count = steps.h.length;
  const inputs = new Float64Array(count * compiled.model.inputs.length);
  fillInputs(compiled, parameters, steps, inputs);
  if (random !== undefined) drawControls(setup, asked, random, inputs);
  const path = emptyPath(compiled.kernels, count);
  const workspace = borrow(setup);
  workspace.marcher.begin(parameters, { ...steps, inputs }, path, false);
  const march = yield* marchOn(workspace.marcher, count, undefined);
  giveBack(setup, workspace);
  const { states, insides } = compiled.kernels.layout;
  for (let k = march.steps; k < count; k++) {
    path.states.copyWithin((k + 1) * states, march.steps * states, (march.steps + 1) * states);
    if (march.steps > 0) path.insides.copyWithin(k * insides, (march.steps - 1) * insides, march.steps * insides);
  }
  return { path, inputs, parameters, h: steps.h };
}

/** A random value at the ends of every piece of the time, and straight lines between. */
function drawControls(setup: Setup, asked: OptimalTask, random: () => number, inputs: Float64Array): void {
  const { compiled, steps } = setup;
  const { lower, upper } = boundsOf(asked, setup);
  const width = compiled.model.inputs.length;
  const count = steps.h.length;
  for (const name of Object.keys(asked.controls)) {
    const at = asked.step.unknowns.findIndex((unknown) => unknown.name === name);
    const i = compiled.model.inputs.indexOf(name);
    const span = Math.min(widest, 0.5 * (upper[at] - lower[at]));
    const middle = upper[at] - lower[at] <= 2 * widest ? 0.5 * (upper[at] + lower[at]) : 0;
    const nodes = Array.from({ length: pieces + 1 }, () => middle + span * (2 * random() - 1));
    for (let k = 0; k < count; k++) {
      const x = (pieces * (k + 0.5)) / count;
      const j = Math.min(pieces - 1, Math.floor(x));
      inputs[k * width + i] = nodes[j] + (x - j) * (nodes[j + 1] - nodes[j]);
    }
  }
}

/** A motion on a grid of its own. */
export interface RecordedMotion extends Omit<GuessedMotion, "h"> {
  readonly t: Float64Array;
}

/**
 * A trajectory of the same model as it was found, drawn or recorded; forces and inputs that it does not have are zero.
 * @throws {BadInput} where it has no column for a state.
 */
export function recordingOf(
  { t, columns }: Pick<Trajectory, "t" | "columns">,
  { compiled, parameters }: Setup,
): RecordedMotion {
  const { model, kernels } = compiled;
  const count = t.length - 1;
  for (const { name } of model.state)
    if (columns[name]?.length !== t.length || count < 1)
      throw new BadInput("search.from", `A motion to start from needs a column ${name} with a value at every time.`);
  const path = emptyPath(kernels, count);
  const inputs = new Float64Array(count * model.inputs.length);
  const copy = (names: readonly string[], into: Float64Array, from: number): void => {
    names.forEach((name, i) => {
      for (let k = 0; k * names.length < into.length; k++) into[k * names.length + i] = columns[name]?.[k + from] ?? 0;
    });
  };
  copy(
    model.state.map(({ name }) => name),
    path.states,
    0,
  );
  copy(
    model.inside.map(({ name }) => name),
    path.insides,
    1,
  );
  copy(model.inputs, inputs, 1);
  return { t, path, inputs, parameters };
}

/** A motion on another grid, stretched over its time. */
export function resample(motion: RecordedMotion, to: Setup): GuessedMotion {
  return sampleOnto(motion, to, motion.t[motion.t.length - 1] / to.steps.t[to.steps.h.length]);
}

/** The step of a grid in which a time lies; before the first or behind the last, that one. */
export function stepAt(t: Float64Array, time: number): number {
  let j = 0;
  while (j + 2 < t.length && t[j + 1] <= time) j++;
  return j;
}

/** Values of a time on the straight lines between those of grid points (rows of `width`); behind the last as there. */
export function between(t: Float64Array, values: Float64Array, width: number, time: number): Float64Array {
  const j = stepAt(t, time);
  const x = Math.min(1, (time - t[j]) / (t[j + 1] - t[j]));
  return Float64Array.from({ length: width }, (_, i) => {
    const [a, b] = [values[j * width + i], values[(j + 1) * width + i]];
    return a + x * (b - a);
  });
}

/** A motion on another grid, `stretch` times its times: states on straight lines, forces and controls kept over steps. */
export function sampleOnto(
  { t, path: from, inputs: given, parameters }: RecordedMotion,
  to: Setup,
  stretch = 1,
): GuessedMotion {
  const { model, kernels } = to.compiled;
  const { states, insides } = kernels.layout;
  const width = model.inputs.length;
  const count = to.steps.h.length;
  const path = emptyPath(kernels, count);
  const inputs = new Float64Array(count * width);
  for (let k = 0; k <= count; k++) {
    const time = stretch * to.steps.t[k];
    path.states.set(between(t, from.states, states, time), k * states);
    if (k === count) break;
    const middle = stepAt(t, time + 0.5 * stretch * to.steps.h[k]);
    for (let i = 0; i < insides; i++) path.insides[k * insides + i] = from.insides[middle * insides + i];
    for (let i = 0; i < width; i++) inputs[k * width + i] = given[middle * width + i];
  }
  return { path, inputs, parameters, h: to.steps.h };
}
