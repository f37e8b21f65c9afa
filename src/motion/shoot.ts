import { Matrix } from "ml-matrix";
import type { Status } from "../solve/mcp.js";
import type { Bound } from "./bind.js";
import { boundedStep, limits } from "./bounded-step.js";
import { type March, type Marcher, marchOn, type Path } from "./march.js";
import { boundaryRank, type Deficiency } from "./rank.js";
import { endsOf } from "./trajectory.js";

/** One simulation with the sensitivities of its boundary conditions. */
export interface Shot {
  readonly march: March;
  /** Υ_i, and ∂Υ_i/∂(freed j). */
  readonly values: Float64Array;
  readonly jacobian: Matrix;
  /** Σ_j |∂Υ_i/∂last_j| |∂last_j/∂(freed)|: the size of the terms of row i before they cancel. */
  readonly termSizes: Float64Array;
}

/** Where shooting left: freed values in `parameters`, the motion in `path`. */
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
/** A condition that moves by less than this part of itself in a step has stopped moving. */
const stalled = 1e-9;

/** What every shot of one problem shares: its marcher, the path that is written, and who may stop it. */
export interface Range {
  readonly bound: Bound;
  readonly marcher: Marcher;
  readonly path: Path;
  readonly signal: AbortSignal | undefined;
  readonly onShot: (residual: number, stepLength: number) => void;
}

/** Simulates and differentiates Υ: dΥ = ∂Υ/∂first S₀ + ∂Υ/∂last S_N + ∂Υ/∂p. */
export function* shot({ bound, marcher, path, signal }: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const { compiled, steps } = bound;
  const { conditions, freed, start, kernels } = compiled;
  const { states } = kernels.layout;
  marcher.begin(parameters, steps, path, true);
  const march = yield* marchOn(marcher, steps.h.length, signal);
  const m = conditions.rows;
  const values = new Float64Array(m);
  const jacobian = Matrix.zeros(m, freed.length);
  const termSizes = new Float64Array(m);
  if (march.status !== "solved") return { march, values: values.fill(Number.NaN), jacobian, termSizes };
  const entries = new Float64Array(conditions.pattern.row.length);
  conditions.jacobian(endsOf(bound, parameters, path), values, entries);
  const first = startSensitivity(start, parameters, states, freed.length);
  const { row, col } = conditions.pattern;
  for (let p = 0; p < entries.length; p++) {
    const c = col[p]!;
    for (let f = 0; f < freed.length; f++) {
      const by =
        c < states
          ? first[f * states + c]!
          : c < 2 * states
            ? marcher.sensitivity[f * states + c - states]!
            : c - 2 * states === f
              ? 1
              : 0;
      jacobian.set(row[p]!, f, jacobian.get(row[p]!, f) + entries[p]! * by);
      termSizes[row[p]!]! += Math.abs(entries[p]! * by);
    }
  }
  return { march, values, jacobian, termSizes };
}

function startSensitivity(
  start: Bound["compiled"]["start"],
  parameters: Float64Array,
  states: number,
  freed: number,
): Float64Array {
  const values = new Float64Array(states);
  const entries = new Float64Array(start.pattern.row.length);
  start.jacobian(parameters, values, entries);
  const s = new Float64Array(states * freed);
  for (let p = 0; p < entries.length; p++) s[start.pattern.col[p]! * states + start.pattern.row[p]!] = entries[p]!;
  return s;
}

/**
 * A damped Newton on the freed parameters alone, each inside its declared range: Υ(p) = `aim` by
 * dp = −D⁺(Υ − aim) over the parameters that are not pressed against their range. Ends `infeasible` where no step
 * inside the ranges brings Υ closer; the closest motion is then in the range's path.
 */
export function* shoot(range: Range, parameters: Float64Array, aim: Float64Array): Generator<undefined, Shooting> {
  const { freed } = range.bound.compiled;
  const limit = limits(range.bound);
  freed.forEach((index, j) => {
    parameters[index] = limit(parameters[index]!, j);
  });
  let shots = 0;
  function* fire(at: Float64Array, length: number): Generator<undefined, Shot> {
    const fired = yield* shot(range, at);
    shots++;
    fired.values.forEach((_, i) => {
      fired.values[i]! -= aim[i]!;
    });
    range.onShot(largest(fired.values), length);
    return fired;
  }
  let here = yield* fire(parameters, 0);
  // rows are weighed by their own sensitivity, so that metres and metres a second count alike
  const weights = here.termSizes.map((size) => (size > 0 ? 1 / size : 1));
  const trial = Float64Array.from(parameters);
  while (here.march.status === "solved" && largest(here.values) > tolerance && shots < maxShots) {
    const direction = boundedStep(
      here,
      freed.map((index) => parameters[index]!),
      weights,
      limit,
    );
    const before = weighed(here.values, weights);
    let accepted = false;
    for (let t = 1; t > 1e-4 && shots < maxShots; t /= 2) {
      freed.forEach((index, j) => {
        trial[index] = limit(parameters[index]! + t * direction[j]!, j);
      });
      const next = yield* fire(trial, t);
      if (next.march.status === "cancelled")
        return { status: "cancelled", shots, residual: largest(here.values), last: here };
      if (next.march.status === "solved" && weighed(next.values, weights) < (1 - 1e-4 * t) * before) {
        parameters.set(trial);
        accepted = weighed(next.values, weights) < (1 - stalled) * before;
        here = next;
        break;
      }
    }
    if (!accepted) break;
  }
  if (here.march.status !== "solved") return { status: here.march.status, shots, residual: Number.NaN, last: here };
  const residual = largest(here.values);
  if (residual <= tolerance) return { status: "solved", shots, residual, last: here };
  // the path must be that of the best parameters, not of the last trial
  here = yield* fire(parameters, 0);
  const direction = boundedStep(
    here,
    freed.map((index) => parameters[index]!),
    weights,
    limit,
  );
  const still = freed.every(
    (index, j) =>
      Math.abs(limit(parameters[index]! + direction[j]!, j) - parameters[index]!) <=
      1e-6 * (1 + Math.abs(parameters[index]!)),
  );
  return { status: still ? "infeasible" : "no-progress", shots, residual, last: here };
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const weighed = (values: Float64Array, weights: Float64Array): number =>
  Math.hypot(...values.map((x, i) => x * weights[i]!));

/** What the conditions leave open or say twice at this shot; undefined where they determine everything. */
export function deficiencyAt(bound: Bound, here: Shot): Deficiency | undefined {
  return here.march.status === "solved" ? boundaryRank(bound, here.jacobian, here.termSizes, here.values) : undefined;
}
