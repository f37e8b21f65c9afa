import { Matrix, pseudoInverse } from "ml-matrix";
import type { Stepwise } from "../../algebra/stepwise.js";
import { unlessAborted } from "../drive.js";
import type { Minimum } from "./minimise.js";
import { evaluated, type Minimisation, violationOf, worstCost } from "./problem.js";

/** Shortest part of a step that is tried: below it the constraints are no longer close to their linear model. */
const shortest = 1 / 64;
/** Singular values below this part of the largest say nothing. */
const rank = 1e-9;

/** When a point is near enough, and how many evaluations it may cost. */
interface Limits {
  /** Violation of a constraint that counts as none [its own unit]. */
  readonly feasibility: number;
  readonly evaluations: number;
}

/** Who may stop the way, and who is told of it. */
interface Watch {
  readonly signal: AbortSignal | undefined;
  readonly onEvaluation: (x: Float64Array, cost: number, violation: number) => void;
}

/** A point with all that is known of it. */
export type Reached = Pick<Minimum, "x" | "cost" | "rows" | "violation">;

/** A point of which nothing is known. */
export const unevaluated = ({ constraints, costs = 1 }: Minimisation, x: Float64Array): Reached => ({
  x,
  cost: Number.NaN,
  rows: new Float64Array(costs + constraints.length).fill(Number.NaN),
  violation: Number.POSITIVE_INFINITY,
});

/**
 * Brings a point towards the constraints: dx = −D⁺c, the least step (in parts of the box) that the linear model of the
 * violated constraints asks for, inside the bounds and halved until the violation falls: Gauss–Newton. A search that starts
 * on its constraints needs few evaluations for the cost. Ends at its limits, or where nothing helps.
 */
export function* feasibleStart(
  task: Minimisation,
  start: Float64Array,
  { feasibility, evaluations }: Limits,
  watch: Watch,
): Stepwise<Reached> {
  const { lower, upper, constraints, costs = 1 } = task;
  const n = lower.length;
  const rows = new Float64Array(costs + constraints.length);
  const slopes = new Float64Array(rows.length * n);
  let left = evaluations;
  function* violationAt(x: Float64Array): Stepwise<number> {
    // whoever cancels gets a turn
    yield;
    left--;
    const found = yield* unlessAborted(evaluated(task, x, rows, slopes), watch.signal);
    if (found === undefined) return Number.POSITIVE_INFINITY;
    const known = found === true && slopes.every(Number.isFinite);
    const violation = known ? violationOf(rows, task) : Number.POSITIVE_INFINITY;
    watch.onEvaluation(x, worstCost(rows, costs), violation);
    return violation;
  }
  let x = start;
  let violation = yield* violationAt(x);
  let kept = rows.slice();
  const isStopped = (): boolean => watch.signal?.aborted === true;
  while (violation > feasibility && violation < Number.POSITIVE_INFINITY && left > 0 && !isStopped()) {
    const direction = leastStep(task, rows, slopes, x);
    let moved = false;
    for (let t = 1; !moved && t >= shortest && left > 0 && !isStopped(); t /= 2) {
      const from = x;
      const trial = direction.map((dx, i) => Math.min(upper[i], Math.max(lower[i], from[i] + t * dx)));
      const next = yield* violationAt(trial);
      if (!(next < violation)) continue;
      moved = true;
      x = trial;
      violation = next;
      kept = rows.slice();
    }
    if (!moved) break;
  }
  return violation < Number.POSITIVE_INFINITY
    ? { x, cost: worstCost(kept, costs), rows: kept, violation }
    : unevaluated(task, x);
}

/** −D⁺c over the violated constraints, and over what is not pressed out of the box. */
export function leastStep(
  { lower, upper, constraints, costs = 1 }: Minimisation,
  rows: Float64Array,
  slopes: Float64Array,
  x: Float64Array,
): Float64Array {
  const n = x.length;
  const violated = [...constraints.keys()].filter((i) => constraints[i] === "equality" || rows[costs + i] > 0);
  const width = x.map((_, i) => upper[i] - lower[i]);
  const held = new Uint8Array(n);
  for (;;) {
    const d = Matrix.zeros(violated.length, n);
    violated.forEach((r, k) => {
      for (let i = 0; i < n; i++) if (held[i] === 0) d.set(k, i, slopes[(costs + r) * n + i] * width[i]);
    });
    const inverse = pseudoInverse(d, rank * Math.max(1e-300, d.norm()));
    const dx = x.map(
      (_, i) => -width[i] * violated.reduce((sum, r, k) => sum + inverse.get(i, k) * rows[costs + r], 0),
    );
    const pressed = dx.findIndex(
      (step, i) => held[i] === 0 && ((x[i] === lower[i] && step < 0) || (x[i] === upper[i] && step > 0)),
    );
    if (pressed < 0) return dx;
    held[pressed] = 1;
  }
}
