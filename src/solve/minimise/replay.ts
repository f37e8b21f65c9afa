import { pow } from "../../algebra/elementary/elementary.js";
import { type Method, nloptMethods, takesAll } from "./methods.js";
import type { Library, Scalar } from "./nlopt.js";
import type { ScaledProblem } from "./scaled.js";

/** How a run of the library ended; `circle` and `stuck` are for the caller to find. */
export type Ending =
  | { readonly kind: "converged" | "circle" | "stuck" }
  | { readonly kind: "failed"; readonly reason: string };

interface Choice {
  readonly method: Method;
  readonly tolerance: number;
  readonly feasibility: number;
}

/**
 * Runs the library from its start up to `calls` calls of the cost; counts them. It asks for the same points in the same
 * order as the run before it, so that all but the last are known: a run cannot be paused, only done again.
 */
export function replay(
  library: Library,
  problem: ScaledProblem,
  choice: Choice,
  calls: number,
): { ending: Ending; calls: number } {
  const runs = runsOf(library, problem, choice);
  const ending = takesAll(choice.method, problem.constraints)
    ? runs.constrained(calls)
    : augmentedLagrangian(problem, runs, choice.feasibility, calls);
  return { ending, calls: runs.called() };
}

/** Runs of one method of the library on the functions of a scaled problem. */
interface Runs {
  /** Calls of the cost so far. */
  called(): number;
  /** A weighted sum of rows: the weights are those of a point, and count as constant in the gradient. */
  row(weigh: (row: (r: number) => number) => readonly number[]): Scalar;
  /** Minimises the cost under the constraints, which the method takes by itself. */
  constrained(most: number): Ending;
  /** Minimises another function over the box alone. */
  free(objective: Scalar, from: readonly number[], most: number): Ending;
}

function runsOf({ nlopt, memory }: Library, problem: ScaledProblem, { method, tolerance, feasibility }: Choice): Runs {
  const { lower, upper, constraints } = problem;
  const n = lower.length;
  let called = 0;

  const row =
    (weigh: (row: (r: number) => number) => readonly number[]): Scalar =>
    (u, gradient) => {
      const found = problem.at(u);
      // evolution without selection widens its steps for ever; the memory is rewound, so that it may be left
      if (found === undefined && method === "ISRES") throw new Paused();
      gradient?.fill(0);
      if (found === undefined) return 0;
      const weights = weigh(found.row);
      if (gradient !== null)
        for (const [r, weight] of weights.entries())
          for (let i = 0; weight !== 0 && i < n; i++) gradient[i] += weight * found.slope(r, i);
      return weights.reduce((sum, weight, r) => (weight === 0 ? sum : sum + weight * found.row(r)), 0);
    };
  const single = (r: number): Scalar => row(() => Array.from({ length: r + 1 }, (_, k) => (k === r ? 1 : 0)));

  function run(objective: Scalar, from: readonly number[], own: ScaledProblem["constraints"], most: number): Ending {
    memory.rewind();
    const minimiser = new nlopt.Optimize(nlopt.Algorithm[nloptMethods[method].algorithm], n);
    // the steps of CRS2 between best points say nothing of what is left to gain
    minimiser.setMinObjective(
      (u, gradient) => {
        called++;
        return objective(u, gradient);
      },
      method === "CRS2" ? 0 : tolerance,
    );
    minimiser.setLowerBounds(lower);
    minimiser.setUpperBounds(upper);
    own.forEach((kind, i) => {
      if (kind === "equality") minimiser.addEqualityConstraint(single(1 + i), feasibility);
      else minimiser.addInequalityConstraint(single(1 + i), feasibility);
    });
    // and where its population has shrunk to a point there is no next trial
    minimiser.setMaxeval(method === "CRS2" ? Math.min(most, population * (n + 1)) : most);
    try {
      minimiser.optimize(from);
      return { kind: "converged" };
    } catch (error) {
      if (error instanceof Paused) return { kind: "converged" };
      const reason = memory.reasonOf(error);
      if (reason === undefined) throw error;
      return { kind: "failed", reason };
    }
  }

  return {
    called: () => called,
    row,
    constrained: (most) => run(single(0), problem.start, constraints, most),
    free: (objective, from, most) => run(objective, from, [], most),
  };
}

/**
 * The augmented Lagrangian, for methods that do not take the constraints by themselves:
 *
 *     L(x) = f + Σ ([c + λ/ρ]² − (λ/ρ)²) ρ/2,   inequalities with [·]₊,
 *
 * minimised, then λ := ρ [c + λ/ρ], again and again until the constraints hold and λ settles.
 */
function augmentedLagrangian(problem: ScaledProblem, runs: Runs, feasibility: number, calls: number): Ending {
  const { constraints, source } = problem;
  const n = problem.lower.length;
  let from = problem.start;
  const lambda = new Float64Array(constraints.length);
  let rho = 10;
  let violation = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && !source.paused && runs.called() < calls; round++) {
    const force = (value: number, i: number): number => {
      const pushed = lambda[i] + rho * value;
      return constraints[i] === "inequality" ? Math.max(0, pushed) : pushed;
    };
    // the gradient of L weighs rows by 1 and their forces; its value follows
    const slope = runs.row((value) => [1, ...constraints.map((_, i) => force(value(1 + i), i))]);
    let least = Number.POSITIVE_INFINITY;
    let lowest = from;
    const lagrangian: Scalar = (u, gradient) => {
      slope(u, gradient);
      const found = problem.at(u);
      if (found === undefined) return 0;
      const value = constraints.reduce(
        (sum, _, i) => sum + (pow(force(found.row(1 + i), i), 2) - pow(lambda[i], 2)) / (2 * rho),
        found.row(0),
      );
      if (value < least) {
        least = value;
        lowest = Array.from(u);
      }
      return value;
    };
    runs.free(lagrangian, from, Math.min(callsOfRound * (n + 1), calls - runs.called()));
    from = lowest;
    const found = problem.at(from);
    if (found === undefined) break;
    const forces = constraints.map((_, i) => force(found.row(1 + i), i));
    const change = Math.max(...forces.map((now, i) => Math.abs(now - lambda[i]) / (1 + Math.abs(now))));
    lambda.set(forces);
    const violated = constraints.reduce((most, kind, i) => {
      const value = found.row(1 + i);
      return Math.max(most, kind === "equality" ? Math.abs(value) : value);
    }, 0);
    if (violated <= feasibility && change <= settled) return { kind: "converged" };
    if (violated > violation / 4) rho = Math.min(10 * rho, stiffest);
    violation = violated;
  }
  return { kind: "failed", reason: `its multipliers had not settled after ${rounds} rounds` };
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
