import type { Stepwise } from "../../algebra/stepwise.js";
import { drive, unlessAborted } from "../../solve/drive.js";
import { feasibleStart, leastStep, type Reached } from "../../solve/minimise/feasible-start.js";
import { usesGradients } from "../../solve/minimise/methods.js";
import { evaluated, type Minimisation, violationOf, worstCost } from "../../solve/minimise/problem.js";
import { hasRows, unknownsOf } from "../compile/step.js";
import { closely, type Fired, nothingSpread, type Spread, spreadOver } from "../launches/field.js";
import { each, fewest, marches, shootings, work } from "../launches/spread.js";
import type { Problem } from "../problem/problem.js";
import { type DesignOptions, feasibility, openSearch, type Searched } from "./search.js";

/** Motions to an accuracy for each variable: one takes as long as some of steps. */
const eachExact = 40;
/** How far beyond the box what hardly misses may lead, in parts of the box. */
const beside = 0.2;

/** A step leads nowhere that leaves more than this part of what is missed, to first order: constraints of several scenarios oppose each other. */
const left = 0.5;

/** The end of a spread over the whole box of a design. */
export interface DesignSpread extends Pick<Spread, "motions" | "root"> {
  readonly simulations: number;
  /** True where nothing is left that hints at a design that meets the constraints. */
  readonly isRuledOut: boolean;
  /** The closest of all that were tried here; undefined where what was known before is closer. */
  readonly closer: Reached | undefined;
  /** A design just beyond the box that meets the constraints, to which the closest one leads. */
  readonly beyond: Float64Array | undefined;
}

/**
 * Looks over the whole box for a design that meets the constraints, where searches that began at single ones came no closer than `closest`: their
 * start may lie on a plateau, on which nothing that is varied moves a constraint.
 */
export async function spreadDesigns(
  problem: Problem,
  start: number,
  options: DesignOptions,
  closest: Searched,
): Promise<DesignSpread> {
  const { declared, setups, motions, task, report } = await openSearch(problem, start, options);
  const { signal } = options;
  const { lower, upper, constraints, costs = 1 } = task;
  const n = lower.length;
  const [{ compiled, steps, exact }] = setups;
  const unknowns = motions.count * steps.h.length * unknownsOf(compiled.kernels);
  const many =
    exact === undefined ? Math.min(each * n, Math.floor(work / unknowns)) : Math.floor((eachExact * n) / motions.count);
  const isOpen = usesGradients(declared.method) && hasRows(compiled.kernels) && many >= fewest * n;
  const rows = new Float64Array(costs + constraints.length);
  const slopes = new Float64Array(rows.length * n);
  const placeOf = (at: readonly number[]): Float64Array => lower.map((low, i) => low + at[i] * (upper[i] - low));
  const equalities = constraints.flatMap((kind, i) => (kind === "equality" ? [costs + i] : []));
  const watch = { signal, onEvaluation: report };
  let closer: Reached | undefined;
  const consider = (one: Reached): void => {
    if (one.violation < (closer ?? closest).violation) closer = one;
  };
  function* fire(at: readonly number[]): Stepwise<Fired | undefined> {
    const x = placeOf(at);
    const known = yield* unlessAborted(evaluated(task, x, rows, slopes), signal);
    if (known !== true || !slopes.every(Number.isFinite)) return undefined;
    const miss = violationOf(rows, task);
    const cost = worstCost(rows, costs);
    report(x, cost, miss);
    consider({ x, cost, rows: rows.slice(), violation: miss });
    const step = leastStep(task, rows, slopes, x);
    const isLed = miss <= feasibility || leads(task, { rows, slopes, step, miss });
    return {
      at,
      misses: Float64Array.from(equalities, (row) => rows[row]),
      miss,
      step: Array.from(step, (dx, i) => (isLed ? dx / (upper[i] - lower[i]) : Number.POSITIVE_INFINITY)),
    };
  }
  function* goOn({ at }: Fired): Stepwise<readonly number[] | undefined> {
    const limits = { feasibility, evaluations: marches };
    const reached = yield* feasibleStart(task, placeOf(at), limits, watch);
    consider(reached);
    return reached.violation <= feasibility ? Array.from(reached.x) : undefined;
  }
  const field = { dimensions: n, motions: many, most: shootings, fire, goOn, stopped: () => signal?.aborted === true };
  const from = { miss: closest.violation, at: Array.from(closest.x, (x, i) => (x - lower[i]) / (upper[i] - lower[i])) };
  const spread = isOpen ? await drive(spreadOver(field, from)) : nothingSpread;
  const isNone = spread.isWhole && spread.root === undefined;
  const { x, violation } = closer ?? closest;
  const isFar = violation > closely * spread.usual;
  const wide = {
    ...task,
    lower: lower.map((low, i) => low - beside * (upper[i] - low)),
    upper: upper.map((high, i) => high + beside * (high - lower[i])),
  };
  // what hardly misses leads out of the box, or to a design in it that was not found
  const isOut = (to: Float64Array): boolean => to.some((at, i) => at < lower[i] || at > upper[i]);
  const out =
    isNone && !isFar
      ? await drive(feasibleStart(wide, x, { feasibility, evaluations: marches }, { ...watch, onEvaluation: () => {} }))
      : undefined;
  const beyond = out !== undefined && out.violation <= feasibility && isOut(out.x) ? out.x : undefined;
  motions.finish();
  const { motions: all, root } = spread;
  const isRuledOut = signal?.aborted !== true && isNone && (isFar || beyond !== undefined);
  return { motions: all, root, simulations: motions.simulations(), isRuledOut, closer, beyond };
}

/** The constraints at a point that misses one by so much, and a step from there. */
interface Step {
  readonly rows: Float64Array;
  readonly slopes: Float64Array;
  readonly step: Float64Array;
  readonly miss: number;
}

/** True where a step brings what is violated near enough to what is asked, to first order. */
function leads({ constraints, costs = 1 }: Minimisation, { rows, slopes, step, miss }: Step): boolean {
  return constraints.every((kind, i) => {
    const row = costs + i;
    if (kind !== "equality" && !(rows[row] > feasibility)) return true;
    const rest = step.reduce((sum, dx, j) => sum + slopes[row * step.length + j] * dx, rows[row]);
    return (kind === "equality" ? Math.abs(rest) : rest) <= left * miss;
  });
}
