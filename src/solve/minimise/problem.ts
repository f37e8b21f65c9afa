import type { Stepwise } from "../../algebra/stepwise.js";

/**
 * A bounded problem: min max_s cost_s(x) over lower ≤ x ≤ upper, every inequality ≤ 0 and every equality = 0. The largest
 * of several costs is not smooth; methods that follow slopes are given it as min t with every cost_s − t ≤ 0.
 */
export interface Minimisation {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** How many costs there are: one unless told. */
  readonly costs?: number;
  /** Of every constraint in the order of `rows`; units are the caller's, scaled so that 1 is a large violation. */
  readonly constraints: readonly ("inequality" | "equality")[];
  /** rows := costs, then constraints; `slopes`, where given, their derivatives, a row of x each. False: no number. */
  evaluate(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): boolean;
  /** `evaluate` in parts, where it may take long; nothing else is evaluated meanwhile. */
  evaluating?(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean>;
}

/** Evaluates a point in parts, as far as that can be. */
export function* evaluated(
  task: Minimisation,
  x: Float64Array,
  rows: Float64Array,
  slopes: Float64Array | undefined,
): Stepwise<boolean> {
  // SLSQP steps to no number where its constraint is active at once and nothing is left to gain
  if (!x.every(Number.isFinite)) return false;
  if (task.evaluating !== undefined) return yield* task.evaluating(x, rows, slopes);
  return task.evaluate(x, rows, slopes);
}

/** The largest of the costs that rows begin with. */
export function worstCost(rows: Float64Array, costs: number): number {
  let worst = rows[0];
  for (let s = 1; s < costs; s++) worst = Math.max(worst, rows[s]);
  return worst;
}

/** Largest positive inequality or absolute equality of [costs …, constraints …]. */
export function violationOf(rows: Float64Array, { constraints, costs = 1 }: Minimisation): number {
  return constraints.reduce(
    (most, kind, i) => Math.max(most, kind === "equality" ? Math.abs(rows[costs + i]) : rows[costs + i]),
    0,
  );
}
