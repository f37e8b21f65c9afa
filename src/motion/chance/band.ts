import type { Matrix } from "ml-matrix";
import type { Stepwise } from "../../algebra/stepwise.js";
import { landing } from "../boundary/shot.js";
import { type Place, placeAt } from "../compile/between.js";
import { emptyPath, endsOf, type Path } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { hasRows, hasSlopes } from "../compile/step.js";
import { marched } from "../conditions/look.js";
import { type Course, courses } from "../exact/course.js";
import { exactSimulation } from "../exact/exact.js";
import { marchOn } from "../march/march.js";
import type { Workspace } from "../march/workspace.js";
import type { Steps } from "../problem/grid.js";
import { brokenIn } from "../trajectory/broken.js";
import { contactNames, contactSequence, phasesOf } from "../trajectory/phases.js";
import { elementMotion, statesAt, toleranceOf } from "./elements.js";

/** A number that scatters: on the motion of the means, by its slopes, and by samples. */
export interface Scattering {
  /** Its value on the motion of the means. */
  readonly nominal: number;
  /** Its standard deviation by the slopes of that motion; undefined where nobody knows them. */
  readonly linear: number | undefined;
  /** Mean and standard deviation of the samples. */
  readonly mean: number;
  readonly deviation: number;
  /** Between which 95 % of the samples lie. */
  readonly interval: readonly [low: number, high: number];
}

/** The same of a state at every grid point. */
export interface ColumnBand {
  readonly nominal: Float64Array;
  readonly linear: Float64Array | undefined;
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The motion of the means, with the variance that slopes give it. */
export interface Nominal {
  readonly isSolved: boolean;
  readonly status: string;
  /** States, points × states. */
  readonly states: Float64Array;
  /** The motion on its own steps. */
  readonly read: { readonly steps: Steps; readonly path: Path };
  /** Standard deviations of the states; undefined where the motion has no slopes. */
  readonly deviations: Float64Array | undefined;
  /** Standard deviations of the rows of the setup. */
  readonly ofRows: Float64Array | undefined;
  readonly sequence: string;
  /** The laws that it breaks, in words. */
  readonly against: readonly string[];
}

/** The memory in which motions are marched, and who may stop it. */
export interface Marching {
  readonly setup: Setup;
  readonly workspace: Workspace;
  readonly signal: AbortSignal | undefined;
  /** That of the elements of samples, where it is finer than the accuracy asks for. */
  readonly tolerance?: number;
}

/** √ diag(J C Jᵀ) of some rows J, each of as many slopes as C has columns. */
function deviationsOf(slopes: (row: number, by: number) => number, rows: number, C: Matrix): Float64Array {
  const n = C.rows;
  return Float64Array.from({ length: rows }, (_, row) => {
    let variance = 0;
    for (let f = 0; f < n; f++) {
      const slope = slopes(row, f);
      if (slope === 0) continue;
      for (let g = 0; g < n; g++) variance += slope * C.get(f, g) * slopes(row, g);
    }
    return Math.sqrt(Math.max(0, variance));
  });
}

/**
 * The motion of the means, and covariance carried along by its slopes: P_k = S_k C S_kᵀ with S_k = ∂x_k/∂ξ, which goes through
 * contacts by the implicit derivative of every solved step (first-order propagation).
 */
export function* nominalOf({ setup, workspace, signal }: Marching, covariance: Matrix): Stepwise<Nominal> {
  const { parameters, compiled, steps } = setup;
  const { states } = compiled.kernels.layout;
  const path = emptyPath(compiled.kernels, steps.h.length);
  const { marcher } = workspace;
  // nobody waits for slopes of a motion that is not wanted any more
  if (setup.exact !== undefined) return yield* nominalByElements({ setup, workspace, signal }, covariance);
  if (!hasSlopes(setup.compiled.kernels) || signal?.aborted) {
    marcher.begin(parameters, steps, path, false);
    const march = yield* marchOn(marcher, steps.h.length, signal);
    return { ...(yield* outcome({ setup, parameters, path }, march.status)), deviations: undefined, ofRows: undefined };
  }
  const { march, kept } = yield* marched({ setup, marcher, path, signal, onShot: () => {} }, parameters);
  const points = steps.h.length + 1;
  const width = states * covariance.rows;
  const deviations = new Float64Array(points * states);
  for (let k = 0; k < points; k++)
    deviations.set(
      deviationsOf((row, f) => kept[k * width + f * states + row], states, covariance),
      k * states,
    );
  const on = { setup, parameters, path };
  if (march.status !== "solved") return { ...(yield* outcome(on, march.status)), deviations, ofRows: undefined };
  const ends = endsOf(setup, parameters, path);
  const { jacobian } = landing(setup, parameters, { march, ends, sensitivity: marcher.sensitivity });
  const ofRows = deviationsOf((row, f) => jacobian.get(row, f), compiled.formulas.conditions.rows, covariance);
  return { ...(yield* outcome(on, march.status)), deviations, ofRows };
}

/** A finished motion on its steps. */
interface Finished {
  readonly setup: Setup;
  readonly parameters: Float64Array;
  readonly path: Path;
}

/** The sequence and the broken laws of a motion that came to its end. */
function* outcome({ setup, parameters, path }: Finished, status: string) {
  const isSolved = ["solved", "feasible", "coarse"].includes(status);
  const sequence = isSolved ? sequenceOf(setup, parameters, path) : "";
  const against = isSolved ? yield* brokenIn(setup, parameters, path, setup.steps.h.length) : [];
  const read = { steps: setup.steps, path };
  return { isSolved, status: against.length > 0 ? "unphysical" : status, states: path.states, read, sequence, against };
}

/**
 * The same of a motion to an accuracy, at the points of the grid: there a slope is that of a place which moves with its element, less ẋ
 * times how that moves. A motion that no finer computation confirms is coarse.
 */
function* nominalByElements(marching: Marching, covariance: Matrix): Stepwise<Nominal> {
  const { setup, workspace, signal } = marching;
  const { parameters, compiled, steps } = setup;
  const { states } = compiled.kernels.layout;
  const judged = yield* exactSimulation({ setup, workspace, signal, resume: undefined, report() {} });
  const course: Course = yield* courses(marching, { tolerance: toleranceOf(setup) })(parameters);
  const on = { setup: judged.setup, parameters, path: judged.path };
  const ended = yield* outcome(on, judged.status);
  const at = { ...ended, states: statesAt({ setup: judged.setup, path: judged.path }, steps.t) };
  if (!ended.isSolved || course.march.status !== "solved") return { ...at, deviations: undefined, ofRows: undefined };
  const slopeAt = (place: Place, f: number, state: number): number =>
    course.sensitivity(place, f, state) - course.carried(course.rate(place, state, 1), place, f);
  const deviations = new Float64Array(steps.t.length * states);
  steps.t.forEach((time, k) => {
    const place = placeAt(course.steps, time);
    deviations.set(
      deviationsOf((row, f) => slopeAt(place, f, row), states, covariance),
      k * states,
    );
  });
  const end = { step: course.steps.h.length - 1, part: 1 };
  const sensitivity = new Float64Array(covariance.rows * states);
  for (let f = 0; f < covariance.rows; f++)
    for (let s = 0; s < states; s++) sensitivity[f * states + s] = slopeAt(end, f, s);
  const ends = endsOf(withSteps(setup, course.steps), parameters, course.path);
  const { jacobian } = landing(setup, parameters, { march: course.march, ends, sensitivity });
  const ofRows = deviationsOf((row, f) => jacobian.get(row, f), compiled.formulas.conditions.rows, covariance);
  return { ...at, deviations, ofRows };
}

/** The contact sequence of a finished path in words. */
export function sequenceOf(setup: Setup, parameters: Float64Array, path: Path): string {
  const several = contactNames(setup.compiled.kernels.observed.pairs).length > 1;
  return contactSequence(phasesOf(setup, parameters, path), several);
}

/** One sampled motion that came to its end, on its own steps, and its states at the points of the grid. */
export interface Sample {
  readonly setup: Setup;
  readonly parameters: Float64Array;
  readonly path: Path;
  readonly states: Float64Array;
}

/** Marches every sample, and hands each finished one on before the next writes over it; gives how many broke off. */
export function* marchSamples(
  { setup, workspace, signal, tolerance }: Marching,
  samples: readonly Float64Array[],
  hand: (sample: Sample) => Stepwise<void>,
): Stepwise<number> {
  const { kernels } = setup.compiled;
  const count = setup.steps.h.length;
  let broken = 0;
  let path = emptyPath(kernels, count);
  for (const parameters of samples) {
    if (signal?.aborted) return broken;
    if (setup.exact !== undefined) {
      const own = yield* elementMotion({ setup, workspace, signal }, parameters, tolerance);
      if (own.status === "cancelled") return broken;
      yield;
      if (own.status !== "solved") broken++;
      else yield* hand({ setup: own.setup, parameters, path: own.path, states: statesAt(own, setup.steps.t) });
      continue;
    }
    // programs and many bodies keep a record of their steps
    if (!hasRows(kernels)) path = emptyPath(kernels, count);
    workspace.marcher.begin(parameters, setup.steps, path, false);
    const march = yield* marchOn(workspace.marcher, count, signal);
    if (march.status === "cancelled") return broken;
    yield;
    if (march.status === "solved" || march.status === "feasible")
      yield* hand({ setup, parameters, path, states: path.states });
    else broken++;
  }
  return broken;
}

/** 95 % of samples lie between these shares of them in their order. */
const [lowest, highest] = [0.025, 0.975];

/** Mean, standard deviation and the middle 95 % of samples; NaN of none. */
export function summary(samples: Float64Array): Pick<Scattering, "mean" | "deviation" | "interval"> {
  const n = samples.length;
  let sum = 0;
  for (let s = 0; s < n; s++) sum += samples[s];
  const mean = sum / n;
  let squares = 0;
  for (let s = 0; s < n; s++) squares += (samples[s] - mean) * (samples[s] - mean);
  const sorted = samples.slice().sort();
  const at = (share: number): number => {
    const place = share * (n - 1);
    const k = Math.floor(place);
    return n === 0 ? Number.NaN : sorted[k] + (place - k) * (sorted[Math.min(k + 1, n - 1)] - sorted[k]);
  };
  return { mean, deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : Number.NaN, interval: [at(lowest), at(highest)] };
}

/** The bands of all states: `kept` holds the states of every sample, samples × points × states. */
export function* bandsOf(
  { setup }: Marching,
  nominal: Nominal,
  kept: readonly Float64Array[],
): Stepwise<Record<string, ColumnBand>> {
  const { model, kernels } = setup.compiled;
  const { states } = kernels.layout;
  const points = setup.steps.h.length + 1;
  const bands: Record<string, ColumnBand> = {};
  const one = new Float64Array(kept.length);
  for (const [i, { name }] of model.state.entries()) {
    const column = (from: Float64Array): Float64Array =>
      Float64Array.from({ length: points }, (_, k) => from[k * states + i]);
    const [mean, deviation, low, high] = [0, 1, 2, 3].map(() => new Float64Array(points));
    if (kept.length === 0) for (const none of [mean, deviation, low, high]) none.fill(Number.NaN);
    for (let k = 0; k < points && kept.length > 0; k++) {
      for (let s = 0; s < kept.length; s++) one[s] = kept[s][k * states + i];
      const found = summary(one);
      mean[k] = found.mean;
      deviation[k] = found.deviation;
      [low[k], high[k]] = found.interval;
      if (k % 16 === 0) yield;
    }
    const linear = nominal.deviations && column(nominal.deviations);
    bands[name] = { nominal: column(nominal.states), linear, mean, deviation, low, high };
  }
  return bands;
}
