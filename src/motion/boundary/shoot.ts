import { hypot } from "../../algebra/elementary/elementary.js";
import type { Status } from "../../solve/mcp.js";
import { boundedStep } from "./bounded-step.js";
import { limits } from "./ranges.js";
import { isSpent, madeShot, type Range, type Shot, shot } from "./shot.js";

/** The end of a shooting: freed values in `parameters`, and the shot that they are. */
export interface Shooting {
  readonly status: Status;
  readonly shots: number;
  readonly residual: number;
  readonly last: Shot;
}

/** Υ below this [own units] is met: the global Newton's tolerance with a margin for its own rounding. */
const tolerance = 1e-11;
/** Newton on a few unknowns converges in 3 to 8 shots where it converges. */
const maxShots = 40;
/** A step inside the ranges that moves Υ by less than this part of itself leads nowhere. */
const stationary = 1e-6;
/** The part of ‖Υ‖ that is noise: a condition that cannot be met hides the last digits of those that can. */
const normNoise = 1e-12;
/** Terms of a row below this part of the largest row's are rounding: nothing that is freed moves the condition. */
export const unmoved = 1e-7;
/** Below this part of the Newton step the map from launch to end is no longer close to its linear model. */
const shortest = 1e-4;

/**
 * A damped Newton on the freed parameters alone, each inside its declared range: Υ(p) = `aim` by dp = −D⁺(Υ − aim) over
 * the parameters that are not pressed against their range. `opening` is the shot at `parameters` where there is one
 * already. Ends `infeasible` where no step inside the ranges brings Υ closer. The path of the range is the motion where it
 * ends `solved` and the range has no memory; else `settle` makes it so.
 */
export function* shoot(
  range: Range,
  parameters: Float64Array,
  aim: Float64Array,
  opening?: Shot,
): Generator<undefined, Shooting> {
  const { freed } = range.setup.compiled;
  const limit = limits(range.setup);
  const trial = Float64Array.from(parameters);
  let shots = 0;
  const mayShoot = (): boolean => shots < maxShots && !isSpent(range);

  function* fire(at: Float64Array, length: number, fired?: Shot): Generator<undefined, Shot> {
    const isKnown = fired === undefined && madeShot(range, at) !== undefined;
    const landed = fired ?? (yield* shot(range, at));
    const values = landed.values.map((value, i) => value - aim[i]);
    shots++;
    if (!isKnown) range.onShot(largest(values), length);
    return { ...landed, values };
  }

  /** trial = parameters + t·direction, inside the ranges. */
  function aside(direction: readonly number[], t: number): void {
    freed.forEach((index, j) => {
      trial[index] = limit(parameters[index] + t * direction[j], j);
    });
  }

  const inside = freed.every((index, j) => limit(parameters[index], j) === parameters[index]);
  freed.forEach((index, j) => {
    parameters[index] = limit(parameters[index], j);
  });
  let here = yield* fire(parameters, 0, inside ? opening : undefined);
  // rows are weighed by their own sensitivity, so that metres and metres a second count alike
  const weights = rowWeights(here.termSizes);
  let status: Status = here.march.status === "solved" ? "no-progress" : here.march.status;
  while (here.march.status === "solved" && mayShoot()) {
    if (largest(here.values) <= (range.other?.tolerance ?? tolerance)) {
      status = "solved";
      break;
    }
    const at = freed.map((index) => parameters[index]);
    const direction = boundedStep(here, at, weights, limit);
    const before = weightedNorm(here.values, weights);
    const change = predictedChange(here, direction);
    if (weightedNorm(change, weights) <= stationary * before) {
      status = "infeasible";
      break;
    }
    const promised =
      before -
      weightedNorm(
        here.values.map((value, i) => value + change[i]),
        weights,
      );
    let better: Shot | undefined;
    for (let t = 1; better === undefined && t > shortest && mayShoot(); t /= 2) {
      aside(direction, t);
      const next = yield* fire(trial, t);
      if (next.march.status === "cancelled")
        return { status: "cancelled", shots, residual: largest(here.values), last: next };
      if (
        next.march.status === "solved" &&
        weightedNorm(next.values, weights) < before * (1 + normNoise) - 1e-4 * t * promised
      )
        better = next;
    }
    if (better === undefined) break;
    parameters.set(trial);
    here = better;
  }
  return { status, shots, residual: largest(here.values), last: here };
}

/** 1 / (size of the row's terms); a row that nothing moves weighs as the largest, so that it does not drown the others. */
export function rowWeights(termSizes: Float64Array): Float64Array {
  const most = largest(termSizes) || 1;
  return termSizes.map((size) => 1 / (size > unmoved * most ? size : most));
}

/** D dp: what the linear model says a step changes. */
function predictedChange({ values, jacobian }: Shot, direction: readonly number[]): Float64Array {
  return values.map((_, i) => direction.reduce((sum, dp, j) => sum + jacobian.get(i, j) * dp, 0));
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const weightedNorm = (values: Float64Array, weights: Float64Array): number =>
  hypot(...values.map((x, i) => x * weights[i]));
