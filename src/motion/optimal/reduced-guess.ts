import { pow } from "../../algebra/elementary/elementary.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { minimise } from "../../solve/minimise/minimise.js";
import { emptyPath } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import type { GuessedMotion } from "./guesses.js";
import type { SmoothMarch } from "./smooth-march.js";
import { boundsOf, type OptimalTask } from "./task.js";

/** Smoothing of the pairs, coarse to fine: at first nothing sticks and all push, at last contact is felt at a tenth of a millimetre. */
const smoothings = [1, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4];
const evaluations = 60;
const firstWeight = 100;
const mostWeight = 1e4;
/** Updates of the multipliers for one smoothing. */
const updates = 3;
/** End conditions missed by less than this need no larger weight. */
const near = 1e-3;
/** Stands for a control without bounds, so that steps have a scale. */
const wide = 1e4;

/**
 * Controls alone as variables: the smoothed march gives the motion, its adjoint the gradient of the augmented Lagrangian
 *
 *     f + yᵀc + ½ w |c|²
 *
 * of the end conditions c, minimised by L-BFGS for ever less smoothing. Undefined where the march breaks off.
 */
export async function reducedGuess(
  setup: Setup,
  task: OptimalTask,
  motion: SmoothMarch,
  { inputs: start, signal }: { readonly inputs: Float64Array; readonly signal?: AbortSignal | undefined },
): Promise<GuessedMotion | undefined> {
  const { model } = setup.compiled;
  const names = Object.keys(task.controls);
  const width = model.inputs.length;
  const places = names.map((name) => model.inputs.indexOf(name));
  const { count } = motion;
  const inputs = start.slice();
  const put = (x: Float64Array): void => {
    for (let k = 0; k < count; k++)
      places.forEach((i, c) => {
        inputs[k * width + i] = x[k * places.length + c];
      });
  };
  const { lower, upper } = boundsOf(task, setup);
  const at = names.map((name) => task.step.unknowns.findIndex((unknown) => unknown.name === name));
  const box = (bounds: Float64Array): Float64Array =>
    Float64Array.from({ length: count * names.length }, (_, i) =>
      Math.min(wide, Math.max(-wide, bounds[at[i % names.length]])),
    );
  const limits = { lower: box(lower), upper: box(upper) };
  let x = Float64Array.from({ length: count * names.length }, (_, i) => {
    const k = Math.floor(i / names.length);
    return Math.min(limits.upper[i], Math.max(limits.lower[i], start[k * width + places[i % names.length]]));
  });
  const inequality = task.ends.map(({ must }) => must === "not-exceed-zero");
  const y = new Float64Array(task.ends.length);
  const weights = new Float64Array(task.ends.length);
  let w = firstWeight;
  let lastViolation = Number.POSITIVE_INFINITY;
  let solvedOnce = false;
  let last = 0;
  function* evaluating(
    point: Float64Array,
    rows: Float64Array,
    slopes: Float64Array | undefined,
    tau: number,
  ): Stepwise<boolean> {
    put(point);
    if (!(yield* motion.march(inputs, tau))) return false;
    yield;
    let sum = motion.cost();
    for (let i = 0; i < y.length; i++) {
      const shifted = y[i] + w * motion.ends[i];
      weights[i] = inequality[i] && shifted < 0 ? 0 : shifted;
      sum += (pow(weights[i], 2) - pow(y[i], 2)) / (2 * w);
    }
    rows[0] = sum;
    if (slopes !== undefined) motion.gradient(weights, slopes);
    return true;
  }
  for (const tau of smoothings.flatMap((size) => new Array<number>(updates).fill(size))) {
    if (tau === last && lastViolation < near) continue;
    if (tau !== last) lastViolation = Number.POSITIVE_INFINITY;
    last = tau;
    const found = await minimise(
      {
        ...limits,
        constraints: [],
        evaluate: (point, rows, slopes) => finish(evaluating(point, rows, slopes, tau)),
        evaluating: (point, rows, slopes) => evaluating(point, rows, slopes, tau),
      },
      x,
      { method: "LBFGS", maxEvaluations: evaluations, tolerance: 1e-10, signal },
    );
    if (!Number.isFinite(found.cost)) break;
    x = Float64Array.from(found.x);
    put(x);
    if (!(await drive(motion.march(inputs, tau)))) break;
    solvedOnce = true;
    let violation = 0;
    for (let i = 0; i < y.length; i++) {
      const shifted = y[i] + w * motion.ends[i];
      violation = Math.max(violation, inequality[i] ? Math.max(0, motion.ends[i]) : Math.abs(motion.ends[i]));
      y[i] = inequality[i] ? Math.max(0, shifted) : shifted;
    }
    if (violation > near && violation > 0.25 * lastViolation) w = Math.min(mostWeight, 10 * w);
    lastViolation = violation;
    if (signal?.aborted) break;
  }
  if (!solvedOnce) return undefined;
  const path = emptyPath(setup.compiled.kernels, count);
  motion.read(path);
  return { path, inputs, parameters: setup.parameters.slice(), h: setup.steps.h };
}
