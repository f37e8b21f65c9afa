import { type Method, nloptMethods, takesAll } from "./methods.js";
import { type Minimisation, worstCost } from "./minimisation.js";
import type { Library, Scalar } from "./nlopt.js";

/** Costs and constraints of a point, and their derivatives where the method asks for them. */
export interface Evaluated {
  readonly rows: Float64Array;
  readonly slopes: Float64Array | undefined;
}

/** How a run of the library ended; `circle` and `stuck` are for the caller to find. */
export type Ending =
  | { readonly kind: "converged" | "circle" | "stuck" }
  | { readonly kind: "failed"; readonly reason: string };

/** Where a run gets its points from: `at` gives nothing once it is paused. */
interface Source {
  readonly paused: boolean;
  at(x: Float64Array): Evaluated | undefined;
}

/** The functions that the library sees: rows of u, their slopes by u, what each row must be. */
interface Posed {
  readonly start: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly constraints: Minimisation["constraints"];
  /** Row 0 is the cost, the constraints follow; undefined once the run is over. */
  at(u: ArrayLike<number>): { row(r: number): number; slope(r: number, i: number): number } | undefined;
}

/** Runs the library from its start up to `calls` calls of the cost. */
export function replay(
  { nlopt, restore, reasonOf }: Library,
  task: Minimisation,
  start: Float64Array,
  source: Source,
  { method, tolerance, feasibility }: { method: Method; tolerance: number; feasibility: number },
  calls: number,
): { ending: Ending; calls: number } {
  const { algorithm } = nloptMethods[method];
  const { lower, upper, constraints, ...posed } = pose(task, start, source, nloptMethods[method].slopes);
  const n = lower.length;
  let called = 0;

  const row =
    (weigh: (row: (r: number) => number) => readonly number[]): Scalar =>
    (u, gradient) => {
      const found = posed.at(u);
      // evolution without selection widens its steps for ever; the memory is restored, so that it may be left
      if (found === undefined && method === "ISRES") throw new Paused();
      gradient?.fill(0);
      if (found === undefined) return 0;
      const weights = weigh(found.row);
      if (gradient !== null)
        for (const [r, weight] of weights.entries())
          for (let i = 0; weight !== 0 && i < n; i++) gradient[i]! += weight * found.slope(r, i);
      return weights.reduce((sum, weight, r) => (weight === 0 ? sum : sum + weight * found.row(r)), 0);
    };
  const single = (r: number): Scalar => row(() => Array.from({ length: r + 1 }, (_, k) => (k === r ? 1 : 0)));

  function optimise(objective: Scalar, from: readonly number[], own: boolean, most: number): Ending {
    restore();
    const optimiser = new nlopt.Optimize(nlopt.Algorithm[algorithm], n);
    // the steps of CRS2 between best points say nothing of what is left to gain
    optimiser.setMinObjective(
      (u, gradient) => {
        called++;
        return objective(u, gradient);
      },
      method === "CRS2" ? 0 : tolerance,
    );
    optimiser.setLowerBounds(lower);
    optimiser.setUpperBounds(upper);
    if (own)
      constraints.forEach((kind, i) => {
        if (kind === "equality") optimiser.addEqualityConstraint(single(1 + i), feasibility);
        else optimiser.addInequalityConstraint(single(1 + i), feasibility);
      });
    // and where its population has shrunk to a point there is no next trial
    optimiser.setMaxeval(method === "CRS2" ? Math.min(most, population * (n + 1)) : most);
    try {
      optimiser.optimize(from);
      return { kind: "converged" };
    } catch (error) {
      if (error instanceof Paused) return { kind: "converged" };
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      return { kind: "failed", reason };
    }
  }

  if (takesAll(method, constraints)) return { ending: optimise(single(0), posed.start, true, calls), calls: called };

  // L(x) = f + Σ ([c + λ/ρ]² − (λ/ρ)²) ρ/2, inequalities with [·]₊: minimised, then λ := ρ [c + λ/ρ], again and again
  let from = posed.start;
  const lambda = new Float64Array(constraints.length);
  let rho = 10;
  let violation = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && !source.paused && called < calls; round++) {
    const pushed = (value: number, i: number): number => {
      const force = lambda[i]! + rho * value;
      return constraints[i] === "inequality" ? Math.max(0, force) : force;
    };
    let least = Number.POSITIVE_INFINITY;
    let lowest = from;
    optimise(
      (u, gradient) => {
        // the gradient of L weighs rows by 1 and their forces; its value follows
        row((value) => [1, ...constraints.map((_, i) => pushed(value(1 + i), i))])(u, gradient);
        const found = posed.at(u);
        if (found === undefined) return 0;
        const value = constraints.reduce(
          (sum, _, i) => sum + (pushed(found.row(1 + i), i) ** 2 - lambda[i]! ** 2) / (2 * rho),
          found.row(0),
        );
        if (value < least) {
          least = value;
          lowest = Array.from(u);
        }
        return value;
      },
      from,
      false,
      Math.min(callsOfRound * (n + 1), calls - called),
    );
    from = lowest;
    const found = posed.at(from);
    if (found === undefined) break;
    const forces = constraints.map((_, i) => pushed(found.row(1 + i), i));
    const change = Math.max(...forces.map((force, i) => Math.abs(force - lambda[i]!) / (1 + Math.abs(force))));
    lambda.set(forces);
    const missed = constraints.reduce((most, kind, i) => {
      const value = found.row(1 + i);
      return Math.max(most, kind === "equality" ? Math.abs(value) : value);
    }, 0);
    if (missed <= feasibility && change <= settled) break;
    if (missed > violation / 4) rho = Math.min(10 * rho, stiffest);
    violation = missed;
  }
  return { ending: { kind: "converged" }, calls: called };
}

/**
 * The problem over the unit box, a steep cost made as flat as one. Where the largest of several costs counts and the
 * method follows slopes, one more variable τ carries it: min t with cost_s − t ≤ 0, t = top + unit·τ, from the largest
 * cost of the start and in units of what costs there are, so that a step of τ is like one of the others. It has no
 * bounds.
 */
function pose(task: Minimisation, start: Float64Array, source: Source, slopes: boolean): Posed {
  const { costs = 1, constraints } = task;
  const n = start.length;
  const width = task.upper.map((high, i) => high - task.lower[i]!);
  const x = new Float64Array(n).fill(Number.NaN);
  let last: Evaluated | undefined;
  // the library asks for row after row of one point
  const known = (u: ArrayLike<number>): Evaluated | undefined => {
    let same = last !== undefined;
    for (let i = 0; i < n; i++) {
      const value = task.lower[i]! + u[i]! * width[i]!;
      same &&= value === x[i];
      x[i] = value;
    }
    if (!same) last = source.at(x);
    return last;
  };
  const from = Array.from(start, (value, i) =>
    width[i]! > 0 ? Math.min(1, Math.max(0, (value - task.lower[i]!) / width[i]!)) : 0,
  );
  const box = { lower: new Array<number>(n).fill(0), upper: new Array<number>(n).fill(1) };
  if (costs === 1 || !slopes) {
    // a first step as long as a steep slope would be cut at the box, and be taken for the last
    const steepest = slopes
      ? known(from)
          ?.slopes?.subarray(0, n)
          .reduce((most, by, i) => Math.max(most, Math.abs(by * width[i]!)), 0)
      : 0;
    const scale = 1 / Math.max(1, steepest ?? 0);
    return {
      ...box,
      start: from,
      constraints,
      at(u) {
        const found = known(u);
        if (found === undefined) return undefined;
        const { rows, slopes: by } = found;
        const largest = rows.indexOf(worstCost(rows, costs));
        const place = (r: number): number => (r === 0 ? largest : costs + r - 1);
        return {
          row: (r) => rows[place(r)]! * (r === 0 ? scale : 1),
          slope: (r, i) => by![place(r) * n + i]! * width[i]! * (r === 0 ? scale : 1),
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
    start: [...from, 0],
    lower: [...box.lower, Number.NEGATIVE_INFINITY],
    upper: [...box.upper, Number.POSITIVE_INFINITY],
    constraints: [...constraints, ...Array.from({ length: costs }, () => "inequality" as const)],
    at(u) {
      const found = known(u);
      if (found === undefined) return undefined;
      const { rows, slopes: by } = found;
      const t = top + unit * u[n]!;
      const isCost = (r: number): boolean => r > constraints.length;
      return {
        row: (r) => (r === 0 ? t : rows[place(r)]! - (isCost(r) ? t : 0)),
        slope: (r, i) =>
          i === n ? (r === 0 ? unit : isCost(r) ? -unit : 0) : r === 0 ? 0 : by![place(r) * n + i]! * width[i]!,
      };
    },
  };
}

class Paused extends Error {}
/** Minimisations of an augmented Lagrangian: multipliers settle in about ten. */
const rounds = 25;
/** Calls of CRS2 for each variable, and one more: forty generations of its population. */
const population = 400;
/** Calls for each variable, and one more, in each of them. */
const callsOfRound = 100;
/** Relative change of multipliers that counts as none. */
const settled = 1e-4;
/** A stiffer penalty hides the cost in rounding. */
const stiffest = 1e7;
