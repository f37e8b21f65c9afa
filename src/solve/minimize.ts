import { type Library, loadNlopt, type Scalar } from "./nlopt.js";

/** A bounded problem: min cost(x) over lower ≤ x ≤ upper, every inequality ≤ 0 and every equality = 0. */
export interface Minimisation {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Of every constraint in the order of `rows`; units are the caller's, scaled so that 1 is a large violation. */
  readonly constraints: readonly ("inequality" | "equality")[];
  /** rows[0] := cost, rows[1 …] := constraints; `slopes`, where given, their derivatives, a row of x each. False: no number. */
  evaluate(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): boolean;
}

/** How each method is called there, whether it uses derivatives, and which constraints it takes by itself. */
const nloptMethods = {
  SLSQP: { algorithm: "LD_SLSQP", gradients: true, takes: ["inequality", "equality"] },
  MMA: { algorithm: "LD_MMA", gradients: true, takes: ["inequality"] },
  LBFGS: { algorithm: "LD_LBFGS", gradients: true, takes: [] },
  COBYLA: { algorithm: "LN_COBYLA", gradients: false, takes: ["inequality", "equality"] },
  BOBYQA: { algorithm: "LN_BOBYQA", gradients: false, takes: [] },
  "DIRECT-L": { algorithm: "GN_DIRECT_L", gradients: false, takes: [] },
  CRS2: { algorithm: "GN_CRS2_LM", gradients: false, takes: [] },
  ISRES: { algorithm: "GN_ISRES", gradients: false, takes: ["inequality", "equality"] },
} as const satisfies Record<
  string,
  { algorithm: string; gradients: boolean; takes: readonly Minimisation["constraints"][number][] }
>;

/** A method of minimisation by its usual name. */
export type Method = keyof typeof nloptMethods;
export const methods = Object.keys(nloptMethods) as readonly Method[];
/** Whether a method asks for derivatives. */
export const usesGradients = (method: Method): boolean => nloptMethods[method].gradients;

export interface MinimiseSettings {
  readonly method?: Method;
  /** Steps of x below this part of the box end the search. */
  readonly tolerance?: number;
  /** What a constraint may be missed by [its own unit]. */
  readonly feasibility?: number;
  readonly maxEvaluations?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvaluation?: (evaluation: MinimiseInfo) => void;
}

/** One evaluation: its number, and the best cost and violation so far. */
export interface MinimiseInfo {
  readonly evaluation: number;
  readonly x: Float64Array;
  readonly cost: number;
  readonly violation: number;
}

/** The best point that was evaluated, however the search ended. */
export interface Minimum {
  readonly status: "solved" | "infeasible" | "no-progress" | "iteration-limit" | "cancelled" | "not-finite";
  readonly message: string;
  readonly x: Float64Array;
  readonly cost: number;
  /** Cost and constraints there. */
  readonly rows: Float64Array;
  /** The largest violation of a constraint; 0 where all hold. */
  readonly violation: number;
  readonly evaluations: number;
}

/** Defaults: steps of 1e-9 of the box, constraints to 1e-8, and more evaluations than a person waits for. */
const defaults = { method: "SLSQP", tolerance: 1e-9, feasibility: 1e-8, maxEvaluations: 2000 } as const;
/** Longest time [ms] between two looks at the event loop. */
const longest = 30;
/** Calls that one run of the library may make before it is asked again; doubled where evaluations are cheap. */
const firstCalls = 1000;

interface Evaluated {
  readonly rows: Float64Array;
  readonly slopes: Float64Array | undefined;
  readonly finite: boolean;
}

/**
 * Minimises through nlopt. Its runs cannot be paused, so every evaluation is kept and the same run is replayed from
 * memory after each breath: bits repeat because the library's memory is restored first. Never throws; the best point
 * is kept when the search is cancelled, runs into its limit, or fails.
 */
export async function minimise(
  task: Minimisation,
  start: Float64Array,
  settings: MinimiseSettings = {},
): Promise<Minimum> {
  const { maxEvaluations, signal } = { ...defaults, ...settings };
  if (settings.method === "CRS2" && task.constraints.includes("equality"))
    return {
      status: "no-progress",
      message: "CRS2 takes no equalities: its population collapses onto them; use ISRES, COBYLA or SLSQP.",
      x: start.slice(),
      cost: Number.NaN,
      rows: new Float64Array(1 + task.constraints.length).fill(Number.NaN),
      violation: Number.POSITIVE_INFINITY,
      evaluations: 0,
    };
  const library = await loadNlopt();
  const search = searching(task, settings);
  for (let calls = firstCalls; ; calls = search.paused ? calls : 2 * calls) {
    const before = search.evaluations;
    const run = replay(library, task, start, search, settings, calls);
    if (signal?.aborted) return search.outcome("cancelled", "Cancelled; this is the best point so far.");
    if (search.evaluations >= maxEvaluations && search.paused)
      return search.outcome(
        "iteration-limit",
        `Stopped after ${search.evaluations} evaluations; this is the best point so far.`,
      );
    if (!search.paused && run.calls < calls) return search.ended(run.success);
    // twice as many calls and no new point: the method goes round in a circle of points that it knows
    if (!search.paused && search.evaluations === before) return search.ended(false);
    await new Promise((resume) => setTimeout(resume, 0));
  }
}

/** What is known of the functions, and the best point of it. */
interface Search {
  readonly evaluations: number;
  /** Set where a run asked for a new point that it may not have yet. */
  paused: boolean;
  deadline: number;
  at(x: Float64Array): Evaluated | undefined;
  outcome(status: Minimum["status"], message: string): Minimum;
  ended(converged: boolean): Minimum;
}

function searching(task: Minimisation, settings: MinimiseSettings): Search {
  const { method, feasibility, maxEvaluations, signal, onEvaluation } = { ...defaults, ...settings };
  const { constraints } = task;
  const known = new Map<string, Evaluated>();
  let best: Pick<Minimum, "x" | "cost" | "rows" | "violation"> = {
    x: new Float64Array(task.lower.length).fill(Number.NaN),
    cost: Number.NaN,
    rows: new Float64Array(1 + constraints.length).fill(Number.NaN),
    violation: Number.POSITIVE_INFINITY,
  };
  // a motion that breaks off is worse than all that did not
  let worst = 0;

  function evaluate(x: Float64Array): Evaluated {
    const rows = new Float64Array(1 + constraints.length);
    const slopes = usesGradients(method) ? new Float64Array(rows.length * x.length) : undefined;
    const finite =
      task.evaluate(x, rows, slopes) && rows.every(Number.isFinite) && (slopes?.every(Number.isFinite) ?? true);
    if (finite) {
      worst = rows.reduce((most, row) => Math.max(most, Math.abs(row)), worst);
      consider(x, rows);
    } else {
      rows.fill(2 * worst + 1);
      slopes?.fill(0);
    }
    return { rows, slopes, finite };
  }

  function consider(x: Float64Array, rows: Float64Array): void {
    const violation = violationOf(rows, constraints);
    const feasible = violation <= feasibility;
    const better = best.violation <= feasibility ? feasible && rows[0]! < best.cost : violation < best.violation;
    if (better) best = { x: x.slice(), cost: rows[0]!, rows, violation };
  }

  const search: Search = {
    get evaluations() {
      return known.size;
    },
    paused: false,
    deadline: 0,
    at(x) {
      const key = x.join(" ");
      const before = known.get(key);
      if (before !== undefined) return before;
      // the start is always evaluated, so that there is a best point however soon a search is cancelled
      const enough = signal?.aborted === true || performance.now() > search.deadline;
      search.paused ||= known.size >= maxEvaluations || (known.size > 0 && enough);
      if (search.paused) return undefined;
      const now = evaluate(x);
      known.set(key, now);
      onEvaluation?.({ evaluation: known.size, x: x.slice(), cost: best.cost, violation: best.violation });
      return now;
    },
    outcome: (status, message) => ({ status, message, ...best, evaluations: known.size }),
    ended(converged) {
      if (!Number.isFinite(best.cost))
        return search.outcome("not-finite", "No point that was tried has a cost and constraints that are numbers.");
      if (best.violation > feasibility)
        return search.outcome(
          "infeasible",
          `No point was found that meets the constraints; the closest misses one by ${best.violation.toPrecision(3)} (this is no proof).`,
        );
      const how = converged ? "converged" : "ended where rounding hides further progress";
      return search.outcome("solved", `${method} ${how} after ${known.size} evaluations.`);
    },
  };
  return search;
}

/** Largest positive inequality or absolute equality of [cost, constraints …]. */
export function violationOf(rows: Float64Array, constraints: Minimisation["constraints"]): number {
  return constraints.reduce(
    (most, kind, i) => Math.max(most, kind === "equality" ? Math.abs(rows[1 + i]!) : rows[1 + i]!),
    0,
  );
}

/** Runs the library over the unit box, from its start up to `calls` calls of the cost. */
function replay(
  { nlopt, restore }: Library,
  task: Minimisation,
  start: Float64Array,
  search: Search,
  settings: MinimiseSettings,
  calls: number,
): { success: boolean; calls: number } {
  const { method, tolerance, feasibility } = { ...defaults, ...settings };
  const { lower, upper, constraints } = task;
  const { algorithm, takes } = nloptMethods[method];
  const n = lower.length;
  const x = new Float64Array(n);
  let called = 0;
  search.paused = false;
  search.deadline = performance.now() + longest;

  /** What is known at the point u of the unit box; a run that is over is told whatever ends it soonest. */
  const at = (u: ArrayLike<number>): Evaluated | undefined => {
    for (let i = 0; i < n; i++) x[i] = lower[i]! + u[i]! * (upper[i]! - lower[i]!);
    return search.at(x);
  };
  const row =
    (weigh: (found: Evaluated) => readonly number[]): Scalar =>
    (u, gradient) => {
      const found = at(u);
      // evolution without selection widens its steps for ever; the memory is restored, so that it may be left
      if (found === undefined && method === "ISRES") throw new Paused();
      const weights = found === undefined ? [] : weigh(found);
      gradient?.fill(0);
      if (gradient !== null && found?.slopes !== undefined)
        for (const [r, weight] of weights.entries())
          for (let i = 0; weight !== 0 && i < n; i++)
            gradient[i]! += weight * found.slopes[r * n + i]! * (upper[i]! - lower[i]!);
      return weights.reduce((sum, weight, r) => sum + weight * found!.rows[r]!, 0);
    };
  const single = (r: number): Scalar => row(() => Array.from({ length: r + 1 }, (_, k) => (k === r ? 1 : 0)));

  function optimise(objective: Scalar, from: readonly number[], own: boolean, most: number): boolean {
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
    optimiser.setLowerBounds(new Array<number>(n).fill(0));
    optimiser.setUpperBounds(new Array<number>(n).fill(1));
    if (own)
      constraints.forEach((kind, i) => {
        if (kind === "equality") optimiser.addEqualityConstraint(single(1 + i), feasibility);
        else optimiser.addInequalityConstraint(single(1 + i), feasibility);
      });
    // and where its population has shrunk to a point there is no next trial
    optimiser.setMaxeval(method === "CRS2" ? Math.min(most, population * (n + 1)) : most);
    try {
      optimiser.optimize(from);
      return true;
    } catch (error) {
      // what is no object is an exception of the library: rounding hides all further progress, or a step failed
      if (error instanceof Paused || typeof error !== "object") return false;
      throw error;
    }
  }

  let from = Array.from(start, (value, i) => {
    const width = upper[i]! - lower[i]!;
    return width > 0 ? Math.min(1, Math.max(0, (value - lower[i]!) / width)) : 0;
  });
  if (constraints.every((kind) => (takes as readonly string[]).includes(kind)))
    return { success: optimise(single(0), from, true, calls), calls: called };

  // L(x) = f + Σ ([c + λ/ρ]² − (λ/ρ)²) ρ/2, inequalities with [·]₊: minimised, then λ := ρ [c + λ/ρ], again and again
  const lambda = new Float64Array(constraints.length);
  let rho = 10;
  let violation = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && !search.paused && called < calls; round++) {
    const pushed = (rows: Float64Array, i: number): number => {
      const force = lambda[i]! + rho * rows[1 + i]!;
      return constraints[i] === "inequality" ? Math.max(0, force) : force;
    };
    let least = Number.POSITIVE_INFINITY;
    let lowest = from;
    optimise(
      (u, gradient) => {
        // the gradient of L weighs rows by 1 and their forces; its value follows
        row(({ rows }) => [1, ...constraints.map((_, i) => pushed(rows, i))])(u, gradient);
        const rows = at(u)?.rows;
        if (rows === undefined) return 0;
        const value = constraints.reduce(
          (sum, _, i) => sum + (pushed(rows, i) ** 2 - lambda[i]! ** 2) / (2 * rho),
          rows[0]!,
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
    const rows = at(from)?.rows;
    if (rows === undefined) break;
    const forces = constraints.map((_, i) => pushed(rows, i));
    const change = Math.max(...forces.map((force, i) => Math.abs(force - lambda[i]!) / (1 + Math.abs(force))));
    lambda.set(forces);
    const missed = violationOf(rows, constraints);
    if (missed <= feasibility && change <= settled) break;
    if (missed > violation / 4) rho = Math.min(10 * rho, stiffest);
    violation = missed;
  }
  return { success: true, calls: called };
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
