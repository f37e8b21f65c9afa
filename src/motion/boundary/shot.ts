import { Matrix } from "ml-matrix";
import { startSlopes } from "../compile/compile-problem.js";
import { endsOf, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { type March, type Marcher, marchOn } from "../march/march.js";

/** One simulation with the sensitivities of its boundary conditions. */
export interface Shot {
  /** The parameters that were shot with. */
  readonly parameters: Float64Array;
  readonly march: March;
  /** Υ_i, and ∂Υ_i/∂(freed j). */
  readonly values: Float64Array;
  readonly jacobian: Matrix;
  /** Σ_j |∂Υ_i/∂last_j| |∂last_j/∂(freed)|: the size of the terms of row i before they cancel. */
  readonly termSizes: Float64Array;
}

/** The common ground of all shots of one problem: its marcher, the path that is written, and who may stop it. */
export interface Range {
  readonly setup: Setup;
  readonly marcher: Marcher;
  readonly path: Path;
  readonly signal: AbortSignal | undefined;
  readonly onShot: (residual: number, stepLength: number) => void;
  /** Shots that were made, where searches come back to them; the path is then that of `newest` only. */
  readonly memory?: ShotMemory;
  /** Another way to shoot than the march of the setup's steps, and how well its conditions can be met [own units]. */
  readonly other?: {
    readonly fire: (parameters: Float64Array) => Generator<undefined, Shot>;
    readonly tolerance: number;
  };
}

/** Shots by their freed values: a march takes milliseconds to seconds, and the same launch ends the same. */
export interface ShotMemory {
  readonly shots: Map<string, Shot>;
  /** The march that the path is of, as far as it came. */
  newest: Pick<Shot, "parameters" | "march"> | undefined;
  /** Marches that searches may still make: where nothing leads on, people want to know it within seconds. */
  left: number;
}

export const emptyMemory = (left = Number.POSITIVE_INFINITY): ShotMemory => ({
  shots: new Map(),
  newest: undefined,
  left,
});

/** True where searches of a range have made all the marches that they may. */
export const isSpent = ({ memory = emptyMemory() }: Range): boolean => memory.left <= 0;

const launchOf = ({ setup }: Range, parameters: Float64Array): string =>
  setup.compiled.freed.map((index) => parameters[index]).join();

/** The shot that was made with these freed values; undefined where there was none. */
export const madeShot = (range: Range, parameters: Float64Array): Shot | undefined =>
  range.memory?.shots.get(launchOf(range, parameters));

/**
 * Simulates and differentiates Υ: dΥ = ∂Υ/∂first S₀ + ∂Υ/∂last S_N + ∂Υ/∂p. Where either is not finite the march counts
 * as one that failed. A launch that the range remembers is not marched again.
 */
export function* shot(range: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const known = madeShot(range, parameters);
  if (known !== undefined) return known;
  const made = yield* fired(range, parameters);
  const { memory } = range;
  if (memory !== undefined) {
    memory.newest = made;
    memory.left--;
    // who cancels a march learns nothing of its launch
    if (made.march.status !== "cancelled") memory.shots.set(launchOf(range, parameters), made);
  }
  return made;
}

/** Makes the path of a range that of these parameters: searches march other launches after the one that they choose. */
export function* settle(range: Range, parameters: Float64Array): Generator<undefined, March> {
  const { memory, setup, marcher, path, signal } = range;
  const newest = memory?.newest;
  if (newest !== undefined && launchOf(range, newest.parameters) === launchOf(range, parameters)) return newest.march;
  marcher.begin(parameters, setup.steps, path, false);
  const march = yield* marchOn(marcher, setup.steps.h.length, signal);
  if (memory !== undefined) memory.newest = { parameters: parameters.slice(), march };
  return march;
}

function* fired(range: Range, parameters: Float64Array): Generator<undefined, Shot> {
  const { setup, marcher, path, signal, other } = range;
  if (other !== undefined) return yield* other.fire(parameters);
  const { steps } = setup;
  marcher.begin(parameters, steps, path, true);
  const march = yield* marchOn(marcher, steps.h.length, signal);
  // many marches may be too short to yield by themselves
  yield;
  const ends = march.status === "solved" ? endsOf(setup, parameters, path) : new Float64Array(0);
  return landing(setup, parameters, { march, ends, sensitivity: marcher.sensitivity });
}

/** A march that is over: [first, last, parameters], and the sensitivities of its end. */
interface Landed {
  readonly march: March;
  readonly ends: Float64Array;
  readonly sensitivity: Float64Array;
}

/** The conditions of a finished march, differentiated. */
export function landing({ compiled }: Setup, parameters: Float64Array, { march, ends, sensitivity }: Landed): Shot {
  const { freed, kernels } = compiled;
  const { aims } = compiled.formulas;
  const { states } = kernels.layout;
  const m = aims.rows;
  const values = new Float64Array(m);
  const jacobian = Matrix.zeros(m, freed.length);
  const termSizes = new Float64Array(m);
  const at = parameters.slice();
  if (march.status !== "solved") return { parameters: at, march, values: values.fill(Number.NaN), jacobian, termSizes };
  const entries = new Float64Array(aims.pattern.row.length);
  aims.jacobian(ends, values, entries);
  const first = startSlopes(compiled, parameters);
  const { row, col } = aims.pattern;
  for (let p = 0; p < entries.length; p++) {
    const c = col[p];
    for (let f = 0; f < freed.length; f++) {
      const by =
        c < states
          ? first[f * states + c]
          : c < 2 * states
            ? sensitivity[f * states + c - states]
            : c - 2 * states === f
              ? 1
              : 0;
      jacobian.set(row[p], f, jacobian.get(row[p], f) + entries[p] * by);
      termSizes[row[p]] += Math.abs(entries[p] * by);
    }
  }
  const status = !values.every(Number.isFinite)
    ? "not-finite"
    : termSizes.every(Number.isFinite)
      ? "solved"
      : "singular";
  return { parameters: at, march: { ...march, status }, values, jacobian, termSizes };
}
