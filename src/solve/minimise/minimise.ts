/**
 * Minimises small functions over a box under constraints by nlopt: what the designs run on. `minimise.ts` is the loop
 * that can be cancelled, `replay.ts` one run of the library, `scaled.ts` the problem as the library sees it,
 * `methods.ts` the table of its methods. `nlopt-memory.ts` alone knows how the package lies in memory. A method is added
 * by a line in the table.
 *
 * @module solve/minimise
 */

import type { Stepwise } from "../../algebra/stepwise.js";
import { drive, unlessAborted } from "../drive.js";
import { type Method, nloptMethods, takesAll, usesGradients } from "./methods.js";
import { loadNlopt } from "./nlopt.js";
import { evaluated, type Minimisation, violationOf, worstCost } from "./problem.js";
import { type Ending, replay } from "./replay.js";
import { type Evaluated, scaleProblem } from "./scaled.js";

/** Settings of a minimisation; what is left out is as in `defaults`. */
export interface MinimiseSettings {
  readonly method?: Method;
  /** Steps of x below this part of the box end the search. */
  readonly tolerance?: number;
  /** Violation of a constraint that counts as none [its own unit]. */
  readonly feasibility?: number;
  readonly maxEvaluations?: number;
  /** So many evaluations that gain less than this part of the cost end the search, of methods with derivatives if left out. */
  readonly patience?: Patience;
  readonly signal?: AbortSignal | undefined;
  readonly onEvaluation?: (evaluation: MinimiseInfo) => void;
}

/** How long a search goes on without a gain worth the name, as a part of the cost. */
export interface Patience {
  readonly evaluations: number;
  readonly gain: number;
}

/** Settings with their defaults. */
type AllSettings = MinimiseSettings & Required<Pick<MinimiseSettings, keyof typeof defaults>>;

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
  /** The largest cost there. */
  readonly cost: number;
  /** Costs and constraints there. */
  readonly rows: Float64Array;
  /** The largest violation of a constraint; 0 where all hold. */
  readonly violation: number;
  readonly evaluations: number;
}

/** Defaults: steps of 1e-9 of the box, constraints to 1e-8, and more evaluations than a person waits for. */
const defaults = { method: "SLSQP", tolerance: 1e-9, feasibility: 1e-8, maxEvaluations: 2000 } as const;
/** Longest time [ms] of new points between two looks at the event loop, or as long as the known ones took if that is more. */
const longest = 30;
/** Calls that one run of the library may make before it is asked again; doubled where evaluations are cheap. */
const firstCalls = 1000;
/** Calls for each point that may be new after which a run goes round among those that it knows, but for one now and then. */
const round = 50;
/**
 * A method with derivatives that gains less than a ten-thousandth in twenty evaluations stands at a kink: where the
 * slopes lie, its line search goes on for ever.
 */
const usual: Patience = { evaluations: 20, gain: 1e-4 };

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
  const all = { ...defaults, ...settings };
  const { maxEvaluations, signal } = all;
  const search = newSearch(task, all);
  if (settings.method === "CRS2" && task.constraints.includes("equality"))
    return search.outcome(
      "no-progress",
      "CRS2 takes no equalities: its population collapses onto them; use ISRES, COBYLA or SLSQP.",
    );
  const equalities = task.constraints.filter((kind) => kind === "equality").length;
  if (takesAll(all.method, task.constraints) && equalities > start.length)
    return search.outcome(
      "no-progress",
      `${all.method} takes no more equalities than there are variables, and these are ${equalities} for ${start.length}.`,
    );
  const cancelled = "Cancelled; this is the best point so far.";
  // nobody waits for the library then
  if (signal?.aborted) return search.outcome("cancelled", cancelled);
  const library = await loadNlopt();
  for (let calls = firstCalls; ; calls = search.paused ? calls : 2 * calls) {
    const before = search.evaluations;
    search.breathe();
    // made anew with each run, since its scales are those of the points that the run may know
    const problem = scaleProblem(task, start, search, nloptMethods[all.method].slopes);
    const run = replay(library, problem, all, calls);
    await search.complete();
    if (signal?.aborted) return search.outcome("cancelled", cancelled);
    if (search.stuck) return search.ended({ kind: "stuck" });
    if (search.evaluations >= maxEvaluations && search.paused)
      return search.outcome(
        "iteration-limit",
        `Stopped after ${search.evaluations} evaluations; this is the best point so far.`,
      );
    if (!search.paused && run.calls < calls) return search.ended(run.ending);
    const isRound = search.evaluations === before || calls > round * maxEvaluations;
    if (!search.paused && isRound) return search.ended({ kind: "circle" });
    await new Promise((resume) => setTimeout(resume, 0));
  }
}

/** All that is known of the functions, and the best point of it. */
interface Search {
  readonly evaluations: number;
  /** Set where a run asked for a new point that it may not have yet. */
  readonly paused: boolean;
  readonly stuck: boolean;
  /** Finishes the evaluation that a run was left in, unless nobody waits for it any more. */
  complete(): Promise<void>;
  /** Lets the next run have new points again, for a while. */
  breathe(): void;
  at(x: Float64Array): Evaluated | undefined;
  outcome(status: Minimum["status"], message: string): Minimum;
  ended(ending: Ending): Minimum;
}

function newSearch(
  task: Minimisation,
  { method, feasibility, maxEvaluations, patience: given, signal, onEvaluation }: AllSettings,
): Search {
  const { constraints, costs = 1 } = task;
  const known = new Map<string, Evaluated>();
  const patience = given ?? usual;
  const mayStandStill = given !== undefined || (usesGradients(method) && takesAll(method, constraints));
  const book = bookOf(task, feasibility, patience);
  // a motion that breaks off is worse than all that did not
  let worst = 0;
  let began = 0;
  let deadline: number | undefined;
  let [paused, stuck, lost] = [false, false, false];
  let pending: { readonly x: Float64Array; readonly parts: Stepwise<Evaluated> } | undefined;

  function* evaluate(x: Float64Array): Stepwise<Evaluated> {
    const rows = new Float64Array(costs + constraints.length);
    const slopes = usesGradients(method) ? new Float64Array(rows.length * x.length) : undefined;
    const finite =
      (yield* evaluated(task, x, rows, slopes)) &&
      rows.every(Number.isFinite) &&
      (slopes?.every(Number.isFinite) ?? true);
    if (finite) {
      worst = rows.reduce((most, row) => Math.max(most, Math.abs(row)), worst);
      book.consider(x, rows, known.size);
    } else {
      rows.fill(2 * worst + 1);
      slopes?.fill(0);
    }
    return { rows, slopes };
  }

  function keep(x: Float64Array, found: Evaluated): Evaluated {
    known.set(x.join(" "), found);
    const { cost, violation } = book.best();
    onEvaluation?.({ evaluation: known.size, x, cost, violation });
    return found;
  }

  return {
    get evaluations() {
      return known.size;
    },
    get paused() {
      return paused;
    },
    get stuck() {
      return stuck;
    },
    breathe() {
      paused = false;
      began = performance.now();
      deadline = undefined;
    },
    at(x) {
      const key = x.join(" ");
      const before = known.get(key);
      if (before !== undefined) return before;
      const now = performance.now();
      // from the first new point on: what is replayed before it may take longer than a breath
      deadline ??= now + Math.max(longest, now - began);
      stuck ||= mayStandStill && known.size - book.gainedAt() > patience.evaluations;
      // the start is always begun, so that there is a best point where a search is cancelled soon, but not at once
      const enough = signal?.aborted === true || now > deadline;
      paused ||= stuck || known.size >= maxEvaluations || (known.size > 0 && enough);
      if (paused) return undefined;
      // the caller writes its next point over this one
      const point = x.slice();
      lost ||= !point.every(Number.isFinite);
      const parts = evaluate(point);
      for (;;) {
        const next = parts.next();
        if (next.done) return keep(point, next.value);
        if (performance.now() <= deadline) continue;
        pending = { x: point, parts };
        paused = true;
        return undefined;
      }
    },
    async complete() {
      if (pending === undefined) return;
      const { x, parts } = pending;
      pending = undefined;
      const found = await drive(unlessAborted(parts, signal));
      if (found !== undefined) keep(x, found);
    },
    outcome: (status, message) => ({ status, message, ...book.best(), evaluations: known.size }),
    ended(given) {
      const [best, ending] = [book.best(), lost ? astray(given) : given];
      if (!Number.isFinite(best.cost))
        return this.outcome("not-finite", "No point that was tried has a cost and constraints that are numbers.");
      const [status, message] = inWords(ending, method, known.size, patience);
      if (best.violation <= feasibility) return this.outcome(status, message);
      const infeasible = `No point was found that meets the constraints; the closest misses one by ${best.violation.toPrecision(3)} (this is no proof).`;
      const told = status === "solved" ? "infeasible" : status;
      return this.outcome(told, ending.kind === "converged" ? infeasible : `${infeasible} ${message}`);
    },
  };
}

/** The best point of a search, and how many had been evaluated when it last gained anything worth the name. */
function bookOf(task: Minimisation, feasibility: number, patience: Patience) {
  const { constraints, costs = 1 } = task;
  let best: Pick<Minimum, "x" | "cost" | "rows" | "violation"> = {
    x: new Float64Array(task.lower.length).fill(Number.NaN),
    cost: Number.NaN,
    rows: new Float64Array(costs + constraints.length).fill(Number.NaN),
    violation: Number.POSITIVE_INFINITY,
  };
  let gained = { cost: Number.NaN, violation: Number.POSITIVE_INFINITY, evaluations: 0 };

  function consider(x: Float64Array, rows: Float64Array, evaluations: number): void {
    const violation = violationOf(rows, task);
    const cost = worstCost(rows, costs);
    const feasible = violation <= feasibility;
    const better = best.violation <= feasibility ? feasible && cost < best.cost : violation < best.violation;
    if (!better) return;
    best = { x: x.slice(), cost, rows, violation };
    const gain =
      gained.violation <= feasibility
        ? gained.cost - cost > patience.gain * Math.abs(gained.cost)
        : feasible || violation < (1 - patience.gain) * gained.violation;
    if (gain) gained = { cost, violation, evaluations };
  }

  return { consider, best: () => best, gainedAt: () => gained.evaluations };
}

/** A run that asks for no number once, as where a violated constraint has no slope, ends where it stands, and calls that converged. */
const astray = (ending: Ending): Ending =>
  ending.kind === "stuck" ? ending : { kind: "failed", reason: "a step of it was no number" };

/** How a run ended, for people. */
function inWords(ending: Ending, method: Method, evaluations: number, patience: Patience): [Minimum["status"], string] {
  const after = `after ${evaluations} evaluations`;
  switch (ending.kind) {
    case "converged":
      return ["solved", `${method} converged ${after}.`];
    case "circle":
      return ["solved", `${method} ended ${after}: it goes round in a circle of points that differ by rounding.`];
    case "stuck":
      return [
        "no-progress",
        `${method} ended ${after}: the last ${patience.evaluations} gained less than ${100 * patience.gain} %, as at a kink.`,
      ];
    case "failed":
      return ending.reason === roundoff
        ? ["solved", `${method} ended where rounding hides further progress, ${after}.`]
        : ["no-progress", `${method} gave up ${after}: ${ending.reason === noStep ? noStepInWords : ending.reason}.`];
  }
}

/** The library's reason where no step keeps constraints that are taken for straight, and that for people. */
const noStep = "bug: more than iter SQP iterations";
const noStepInWords =
  "no step from there meets the constraints, as where their slopes are none or contradict each other";
/** The library's reason where a step no longer changes anything. */
const roundoff = "nlopt roundoff-limited";
