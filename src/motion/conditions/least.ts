import { Matrix } from "ml-matrix";
import type { Stepwise } from "../../algebra/stepwise.js";
import { type Descent, type Downhill, descend, firstDamping, heldAt, moved } from "../../solve/descent.js";
import { rangesOf } from "../boundary/ranges.js";
import type { Setup } from "../compile/setup.js";
import { hasRows } from "../compile/step.js";
import { type Arrow, arrow, factorOf, type Rows } from "../fit/arrow.js";
import { type Goal, rowsFor } from "./goal.js";
import { type Ground, isDear, type Look, look } from "./look.js";

/** Least squares of a goal at some freed values. */
export interface Squares {
  readonly cost: number;
  readonly look: Look;
  readonly rows: Rows;
  readonly normal: Arrow;
}

/** The end of a search: rows are zero, no direction lowers them, or the search found no way on. */
export interface Ended {
  readonly status: "zero" | "stationary" | "no-progress" | "cancelled";
  /** Freed values. */
  readonly x: Float64Array;
  readonly at: Squares;
}

/** Rows whose largest is below this are zero. */
const zero = 1e-13;
/** A slope of the cost below this part of what rows and slopes could make of it, or by which all its range lowers that part of it, is none. */
const flat = 1e-7;
/** Looks beside kinks at most, the part of a cost that a place beside one must be lower, and steps of a search that is too short for them. */
const [mostLooks, gain, short] = [6, 1e-6, 10];
/** Motions to an accuracy, and of many bodies, are dear: so many steps that together lower less than this part of a cost are the last. */
const [fewSteps, hardly] = [8, 1e-3];
/** Parts of a cost that rounding hides. */
const rounding = 1e-15;

/** The freed values of a motion. */
export const freedIn = (ground: Ground, parameters: Float64Array): Float64Array =>
  Float64Array.from(ground.setup.compiled.freed, (k) => parameters[k]);

/** All parameters with other freed values. */
export function withFreed({ setup }: Ground, x: Float64Array): Float64Array {
  const parameters = setup.parameters.slice();
  setup.compiled.freed.forEach((k, j) => {
    parameters[k] = x[j];
  });
  return parameters;
}

/** The squares of a goal at freed values; undefined where the motion breaks off. */
export function* squaresAt(ground: Ground, goal: Goal, x: Float64Array): Stepwise<Squares | undefined> {
  const seen = yield* look(ground, withFreed(ground, x), { shift: goal.shift });
  return seen.march.status === "solved" ? squaresOf(ground, goal, seen) : undefined;
}

/** The squares of another goal at the same motion. */
export function squaresOf({ setup, onShot }: Ground, goal: Goal, seen: Look): Squares {
  const rows = rowsFor(setup, goal, seen);
  const cost = 0.5 * rows.values.reduce((sum, r) => sum + r * r, 0);
  onShot(Math.sqrt(2 * cost));
  return { cost, look: seen, rows, normal: arrow([rows], setup.compiled.freed.length, 0) };
}

/** Lowers the squares of a goal from a motion, by Levenberg's and Marquardt's steps inside the declared ranges. */
export function* leastSquares(ground: Ground, goal: Goal, from: Ended["x"], most: number): Stepwise<Ended | undefined> {
  const first = yield* squaresAt(ground, goal, from);
  if (first === undefined) return undefined;
  const { signal } = ground;
  const ranges = rangesOf(ground.setup);
  const lengths = lengthsOf(ground.setup);
  const here: Descent<Squares> = { x: from, at: first, lambda: firstDamping };
  const downhill: Downhill<Squares> = {
    ranges,
    slopes: ({ normal }) => normal.gs.to1DArray(),
    step: ({ normal }, lambda, held) => levenberg(normal, lengths, lambda, held),
    *attempt(next, { cost }) {
      const there = yield* squaresAt(ground, goal, next);
      return there !== undefined && there.cost < cost ? there : undefined;
    },
  };
  // among many bodies there is a kink beside every kink
  let looks = hasRows(ground.setup.compiled.kernels) ? 0 : mostLooks - 1;
  const costs: number[] = [];
  for (let k = 0; k < most; k++) {
    const before = isDear(ground) ? costs[k - fewSteps] : undefined;
    if (before !== undefined && here.at.cost > before * (1 - hardly)) break;
    costs.push(here.at.cost);
    if (here.at.rows.values.every((r) => Math.abs(r) <= zero)) return { status: "zero", x: here.x, at: here.at };
    const isOn = yield* descend(downhill, here, rounding * here.at.cost, signal);
    if (signal?.aborted) return { status: "cancelled", x: here.x, at: here.at };
    if (isOn) continue;
    const isOver = most <= short || ++looks > mostLooks;
    if (isStationary(ground.setup, here) || isOver || !(yield* aside(ground, goal, here))) break;
  }
  return { status: isStationary(ground.setup, here) ? "stationary" : "no-progress", x: here.x, at: here.at };
}

/**
 * The lengths by which changes of freed values are compared: their declared ranges, one of their own unit where a range is
 * open.
 */
export const lengthsOf = (setup: Setup): number[] =>
  rangesOf(setup).map(({ min, max }) => (Number.isFinite(max - min) && max > min ? max - min : 1));

/**
 * −(H + λ μ L⁻²)⁻¹ g with lengths L and μ the largest of L² diag H: where rows leave directions open, these are not taken,
 * which scaling by diag H would do.
 */
function levenberg(
  { Hss, gs }: Arrow,
  lengths: readonly number[],
  lambda: number,
  held: readonly boolean[],
): Float64Array | undefined {
  const free = lengths.flatMap((_, j) => (held[j] ? [] : [j]));
  const step = new Float64Array(lengths.length);
  const largest = Math.max(0, ...free.map((j) => Hss.get(j, j) * lengths[j] * lengths[j]));
  if (largest === 0) return step;
  const H = Matrix.zeros(free.length, free.length);
  free.forEach((j, a) => {
    free.forEach((k, b) => {
      H.set(a, b, (Hss.get(j, k) * lengths[j] * lengths[k]) / largest + (a === b ? lambda : 0));
    });
  });
  const right = Matrix.columnVector(free.map((j) => (-gs.get(j, 0) * lengths[j]) / largest));
  const found = factorOf(H)?.solve(right).to1DArray();
  if (found === undefined) return undefined;
  free.forEach((j, a) => {
    step[j] = found[a] * lengths[j];
  });
  return step;
}

/** Goes to a lower place beside a kink from which no step leads down, if there is one along a freed value. */
function* aside(ground: Ground, goal: Goal, here: Descent<Squares>): Stepwise<boolean> {
  const ranges = rangesOf(ground.setup);
  const lengths = lengthsOf(ground.setup);
  const least = isDear(ground) ? hardly : gain;
  for (const part of [1e-3, 1e-4, 1e-5])
    for (const [j, length] of lengths.entries())
      for (const sign of [1, -1]) {
        if (ground.signal?.aborted) return false;
        const by = new Float64Array(lengths.length);
        by[j] = sign * part * length;
        const next = moved(ranges, here.x, by);
        const there = yield* squaresAt(ground, goal, next);
        if (there === undefined || !(there.cost < here.at.cost * (1 - least))) continue;
        [here.x, here.at, here.lambda] = [next, there, firstDamping];
        return true;
      }
  return false;
}

/** True where no freed value that may move lowers the cost to first order. */
function isStationary(setup: Setup, { x, at }: Descent<Squares>): boolean {
  const slope = at.normal.gs.to1DArray();
  const size = Math.sqrt(2 * at.cost);
  const held = heldAt(rangesOf(setup), x, slope);
  const lengths = lengthsOf(setup);
  // one row alone is along its slope wherever it is: only how steep it is says something
  const isFlat = (g: number, j: number): boolean =>
    g <= flat * size * Math.sqrt(at.normal.Hss.get(j, j)) || g * lengths[j] <= flat * at.cost;
  return slope.every((g, j) => held[j] || isFlat(Math.abs(g), j));
}
