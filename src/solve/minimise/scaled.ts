import { type Minimisation, worstCost } from "./problem.js";

/** Costs and constraints of a point, and their derivatives where the method asks for them. */
export interface Evaluated {
  readonly rows: Float64Array;
  readonly slopes: Float64Array | undefined;
}

/** The functions of the problem, point by point: `at` gives nothing once the run is paused. */
export interface Source {
  readonly paused: boolean;
  at(x: Float64Array): Evaluated | undefined;
}

/** The problem as the library sees it: rows of u, their slopes by u, what each row must be. */
export interface ScaledProblem {
  readonly source: Source;
  readonly start: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly constraints: Minimisation["constraints"];
  /** Row 0 is the cost, the constraints follow; undefined once the run is over. */
  at(u: ArrayLike<number>): { row(r: number): number; slope(r: number, i: number): number } | undefined;
}

/** In the place of slopes that no method asks for. */
const none = new Float64Array(0);

/**
 * The problem over the unit box, a steep cost made as flat as one. Where the largest of several costs counts and the
 * method follows slopes, one more variable τ carries it: min t with cost_s − t ≤ 0, t = top + unit·τ, from the largest
 * cost of the start and in units of what costs there are, so that a step of τ is like one of the others. It has no
 * bounds.
 */
export function scaleProblem(task: Minimisation, start: Float64Array, source: Source, slopes: boolean): ScaledProblem {
  const { costs = 1, constraints } = task;
  const n = start.length;
  const width = task.upper.map((high, i) => high - task.lower[i]);
  const x = new Float64Array(n).fill(Number.NaN);
  let last: Evaluated | undefined;
  // the library asks for row after row of one point
  const known = (u: ArrayLike<number>): Evaluated | undefined => {
    let same = last !== undefined;
    for (let i = 0; i < n; i++) {
      const value = task.lower[i] + u[i] * width[i];
      same &&= value === x[i];
      x[i] = value;
    }
    if (!same) last = source.at(x);
    return last;
  };
  const from = Array.from(start, (value, i) =>
    width[i] > 0 ? Math.min(1, Math.max(0, (value - task.lower[i]) / width[i])) : 0,
  );
  const box = { lower: new Array<number>(n).fill(0), upper: new Array<number>(n).fill(1) };
  if (costs === 1 || !slopes) {
    // a first step as long as a steep slope would be cut at the box, and be taken for the last
    const steepest = slopes
      ? known(from)
          ?.slopes?.subarray(0, n)
          .reduce((most, by, i) => Math.max(most, Math.abs(by * width[i])), 0)
      : 0;
    const scale = 1 / Math.max(1, steepest ?? 0);
    return {
      ...box,
      source,
      start: from,
      constraints,
      at(u) {
        const found = known(u);
        if (found === undefined) return undefined;
        const { rows, slopes: by = none } = found;
        const largest = rows.indexOf(worstCost(rows, costs));
        const place = (r: number): number => (r === 0 ? largest : costs + r - 1);
        return {
          row: (r) => rows[place(r)] * (r === 0 ? scale : 1),
          slope: (r, i) => by[place(r) * n + i] * width[i] * (r === 0 ? scale : 1),
        };
      },
    };
  }
  const first = known(from)?.rows.subarray(0, costs);
  const top = first === undefined ? 0 : Math.max(...first);
  const unit = first === undefined ? 1 : Math.max(Math.abs(top), top - Math.min(...first)) || 1;
  // rows: t, the constraints, cost_s − t
  const place = (r: number): number => (r <= constraints.length ? costs + r - 1 : r - 1 - constraints.length);
  return {
    source,
    start: [...from, 0],
    lower: [...box.lower, Number.NEGATIVE_INFINITY],
    upper: [...box.upper, Number.POSITIVE_INFINITY],
    constraints: [...constraints, ...Array.from({ length: costs }, () => "inequality" as const)],
    at(u) {
      const found = known(u);
      if (found === undefined) return undefined;
      const { rows, slopes: by = none } = found;
      const t = top + unit * u[n];
      const isCost = (r: number): boolean => r > constraints.length;
      return {
        row: (r) => (r === 0 ? t : rows[place(r)] - (isCost(r) ? t : 0)),
        slope: (r, i) =>
          i === n ? (r === 0 ? unit : isCost(r) ? -unit : 0) : r === 0 ? 0 : by[place(r) * n + i] * width[i],
      };
    },
  };
}
