/**
 * The searches of a design: scenarios that simulate and differentiate, one start after the other, the landscape around a
 * design and its grid error. Tolerances and the order of methods can be changed here without reading the rest; the verb
 * itself is `design.ts` above.
 *
 * @module motion/design
 */
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import type { Check, Fields } from "../../checks/fields.js";
import { folded } from "../../checks/words.js";
import { isNonnegative } from "../../expr/sign.js";
import { drive } from "../../solve/drive.js";
import { feasibleStart, unevaluated } from "../../solve/minimise/feasible-start.js";
import { type Method, methods, usesGradients } from "../../solve/minimise/methods.js";
import { type MinimiseInfo, type Minimum, minimise } from "../../solve/minimise/minimise.js";
import { evaluated, type Minimisation, worstCost } from "../../solve/minimise/problem.js";
import { growsWithWeight, lightnessOf } from "../compile/lightness.js";
import { type Setup, setUp } from "../compile/setup.js";
import { hasRows, hasSlopes, preparedKernels } from "../compile/step.js";
import type { CommonOptions, ProgressInfo } from "../march/task.js";
import { checkDesignOptions, type designSearch } from "../problem/check-options.js";
import { checkProblem } from "../problem/check-problem.js";
import { type Design, designOf } from "../problem/objective.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { finerSettings } from "./grid-error.js";
import { type Scenarios, scenarios } from "./scenarios.js";

/** How a design is searched for. */
export interface DesignSearch extends Fields<Record<never, Check>, typeof designSearch> {
  /** Runs the searches of that many starts, such as by `searchFrom` in threads; one after the other here, if left out. */
  readonly run?: (starts: number) => Promise<readonly Searched[]>;
}

/** Options of a design besides settings. */
export interface DesignOptions extends CommonOptions {
  readonly search?: DesignSearch;
}

/** Evaluations of one start: gradient methods take 10 to 50 where they get anywhere. */
const mostEvaluations = 200;
/** Steps below this part of the box end a search: far below what simulations of a design differ by. */
const tolerance = 1e-10;
/** The same without derivatives, where every further digit takes as many simulations as the last. */
const withoutDerivatives = 1e-6;

/** The step at which a search without derivatives stops; equalities need every digit to be met. */
const stopOf = ({ constraints }: Minimisation): number =>
  constraints.includes("equality") ? tolerance : withoutDerivatives;

/** Constraints hold to this [own unit]. */
export const feasibility = 1e-8;
/** Evaluations spent on reaching the constraints; Newton's method needs 5 to 15 where it gets there. */
const restoring = 25;
/** Costs that differ by less, relative to one, are the same: then the constraints decide. */
const same = 1e-6;

/** A minimum, and what must be said of how it was found. */
export interface Remarked extends Minimum {
  readonly remark: string;
}

/** The minimum that the search of one start found, as plain data: it may come from another thread. */
export interface Searched extends Remarked {
  /** Motions that were simulated. */
  readonly simulations: number;
  readonly history: readonly ProgressInfo[];
}

/** The parts of a design that a search needs; throws what is wrong with it. */
export function prepareDesign(problem: Problem, options: DesignOptions): { declared: Design; setups: Setup[] } {
  checkProblem(problem);
  checkDesignOptions(options);
  const { set = {} } = options;
  const declared = designOf(problem);
  const setups = declared.scenarios.map((scenario) => setUp(problem, { ...set, ...scenario }, true, declared.asked));
  const { kernels } = setups[0].compiled;
  if (!hasSlopes(kernels) && usesGradients(declared.method))
    throw new BadInput(
      "objective.method",
      `The steps of the model ${kernels.model.name} have no derivatives, which ${declared.method} needs; choose ${methods.filter((name) => !usesGradients(name as Method)).join(", ")}.`,
    );
  return { declared, setups };
}

/** The motions of a design made ready for the search of one start, and what is told of them. */
export async function openSearch(problem: Problem, start: number, options: DesignOptions) {
  const { declared, setups } = prepareDesign(problem, options);
  const { signal, onIteration } = options;
  const sloped = usesGradients(declared.method);
  for (const { compiled } of setups) await drive(preparedKernels(compiled.kernels, sloped, signal));
  const motions = scenarios(setups, declared);
  await motions.ready();
  const history: ProgressInfo[] = [];
  const report = (x: Float64Array, cost: number, violation: number): void => {
    const info: ProgressInfo = {
      phase: "design",
      iteration: motions.simulations(),
      residual: violation,
      merit: cost,
      stepLength: 1,
      stepKind: "newton",
      start,
      x: Array.from(x),
    };
    history.push(info);
    onIteration?.(info);
  };
  const task = minimisationOf(declared, motions, lightnessIn(setups));
  return { declared, setups, motions, task, history, report };
}

/**
 * The search of one start, the `start`-th counted from 0, or from a place that is given. It depends on nothing that another
 * start does.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function searchFrom(
  problem: Problem,
  start: number,
  options: DesignOptions = {},
  place?: Float64Array,
): Promise<Searched> {
  const { declared, setups, motions, task, history, report } = await openSearch(problem, start, options);
  const { signal, search = {} } = options;
  const declaredOrSpread =
    start === 0
      ? declaredStart(declared, setups[0].parameters, motions.freed)
      : spreadStart(declared, start, search.seed ?? 1);
  const found = await searchOnce({ declared, motions, task }, place ?? declaredOrSpread, {
    maxEvaluations: search.evaluations ?? mostEvaluations,
    isGiven: search.evaluations !== undefined,
    signal,
    report,
    costOnFinerGrid: (x) => costOnFinerGrid(problem, options, x),
    isInOnePiece: hasRows(setups[0].compiled.kernels),
  });
  motions.finish();
  return { ...found, simulations: motions.simulations(), history };
}

/** How long a search may be, who may stop it, and who is told of every evaluation. */
interface SearchLimits {
  readonly maxEvaluations: number;
  /** True where they are asked for, and count for all methods together. */
  readonly isGiven: boolean;
  readonly signal: AbortSignal | undefined;
  readonly report: (x: Float64Array, cost: number, violation: number) => void;
  readonly costOnFinerGrid: (x: Float64Array) => Promise<number | undefined>;
  /** False among many bodies, whose launches end far from each other where they are hardly apart. */
  readonly isInOnePiece: boolean;
}

const lightnessIn = ([{ compiled, parameters }]: readonly Setup[]): number => lightnessOf(compiled)(parameters);

/** A search that was cancelled before its method knows a point has one all the same, where the constraints led it. */
const begunOnly = "Cancelled while the search began; this is the point that it had come to.";

/** One search; where a gradient method gets stuck at a kink or anywhere else, COBYLA goes on from its best point. */
async function searchOnce(
  { declared, motions, task }: Pick<Awaited<ReturnType<typeof openSearch>>, "declared" | "motions" | "task">,
  start: Float64Array,
  { maxEvaluations, isGiven, signal, report, costOnFinerGrid, isInOnePiece }: SearchLimits,
): Promise<Remarked> {
  // towards the constraints first: a line search of the method would feel its way there at many simulations a step
  const limit = Math.min(restoring, maxEvaluations - 1);
  const from =
    usesGradients(declared.method) && task.constraints.length > 0 && limit > 0
      ? await drive(feasibleStart(task, start, { feasibility, evaluations: limit }, { signal, onEvaluation: report }))
      : unevaluated(task, start);
  const settings = {
    feasibility,
    signal,
    onEvaluation: ({ x, cost, violation }: MinimiseInfo) => report(x, cost, violation),
  };
  const first = await minimise(task, from.x, {
    ...settings,
    method: declared.method,
    tolerance: usesGradients(declared.method) ? tolerance : stopOf(task),
    maxEvaluations,
  });
  if (first.status === "cancelled" && !first.x.every(Number.isFinite))
    return { ...first, ...from, message: begunOnly, remark: "" };
  if (!usesGradients(declared.method) || ["cancelled", "not-finite", "iteration-limit"].includes(first.status))
    return { ...first, remark: "" };
  const kinks = await drive(motions.kinks(first.x));
  const where = folded([...new Set(kinks.map(({ what, step }) => `${what} in step ${step}`))], 1);
  const remark = where === "" ? "" : ` No derivative exists there: exactly at its kink is ${where}.`;
  if (first.status === "solved" && where === "" && isInOnePiece) return { ...first, remark };
  // from what meets the constraints the second method is worth as many of its own
  const isOwn = !isGiven && first.violation <= feasibility;
  const left = isOwn ? maxEvaluations : maxEvaluations - first.evaluations;
  if (left < 1) return { ...first, remark };
  const tried = recorded(task);
  const second = await minimise(tried.task, first.x, {
    ...settings,
    method: "COBYLA",
    tolerance: stopOf(task),
    maxEvaluations: left,
  });
  // costs that count as the same are told apart where nothing else is to be said of them
  const isLower = first.status === "no-progress" && second.violation <= feasibility && second.cost < first.cost;
  const best = isLower ? second : [first, second].sort(better)[0];
  if (first.status === "no-progress") {
    const pair = { first, second, best };
    if (isAgreed(pair, tried.costs, declared) || (await isWithinGrid(pair, costOnFinerGrid))) {
      const evaluations = first.evaluations + second.evaluations;
      const message = `Neither ${declared.method} nor COBYLA gains more, after ${evaluations} evaluations.`;
      return { ...best, status: "solved", message, evaluations, remark };
    }
  }
  const short = `${declared.method} came no closer to the constraints than ${first.violation.toPrecision(3)}.`;
  const why = best === second && where === "" ? ` ${first.violation <= feasibility ? first.message : short}` : "";
  return { ...best, remark: `${why}${remark} COBYLA went on without derivatives.` };
}

/** A task that keeps the costs that it was asked for. */
function recorded(task: Minimisation): { readonly task: Minimisation; readonly costs: readonly number[] } {
  const costs: number[] = [];
  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    const known = yield* evaluated(task, x, rows, slopes);
    if (known) costs.push(worstCost(rows, task.costs ?? 1));
    return known;
  }
  return { costs, task: { ...task, evaluate: (x, rows, slopes) => finish(evaluating(x, rows, slopes)), evaluating } };
}

/** Evaluations without gain, for each variable and one more, after which a second method has looked long enough. */
const patience = 20;

/** A minimum at which a method with derivatives stands still, what one without made of it, and the better of both. */
interface Pair {
  readonly first: Minimum;
  readonly second: Minimum;
  readonly best: Minimum;
}

/**
 * True where a method without derivatives finds nothing better worth the name: it converges, or gains in a long search less
 * than a millionth of what its first steps change the cost by, or leaves less than that to a cost that is never below zero.
 */
function isAgreed({ first, second, best }: Pair, costs: readonly number[], { asked }: Design): boolean {
  if (second.status === "solved" && second.violation <= feasibility) return better(first, second) <= 0;
  if (best.violation > feasibility) return false;
  const simplex = costs.slice(0, first.x.length + 1);
  const most = same * (Math.max(...simplex) - Math.min(...simplex));
  if (isNonnegative(asked.rows[0]) && best.cost <= most) return true;
  return hasLookedLong(first, second) && first.cost - second.cost <= most;
}

/** True where a second method has spent what was left on a point that it can hardly improve. */
const hasLookedLong = ({ x, violation }: Minimum, second: Minimum): boolean =>
  Math.max(violation, second.violation) <= feasibility &&
  second.status === "iteration-limit" &&
  second.evaluations >= patience * (x.length + 1);

/** True where costs count as the same, and what a second method gained is less than what the grid changes them by. */
async function isWithinGrid(
  { first, second }: Pair,
  costOnFinerGrid: SearchLimits["costOnFinerGrid"],
): Promise<boolean> {
  const gain = first.cost - second.cost;
  if (!hasLookedLong(first, second) || gain > same * (1 + Math.abs(first.cost))) return false;
  const finer = await costOnFinerGrid(first.x);
  return finer !== undefined && gain <= Math.abs(finer - first.cost);
}

/** The cost of a design on steps of h/2; undefined where the finer grid would be another motion. */
async function costOnFinerGrid(problem: Problem, options: DesignOptions, x: Float64Array): Promise<number | undefined> {
  const { set = {} } = options;
  const own = setUp(problem, set, true, designOf(problem).asked);
  // elements of a design are far finer than what is asked of it
  if (own.exact !== undefined) return undefined;
  const finer = finerSettings(problem, own, set, 2);
  if (finer === undefined) return undefined;
  const { declared, setups } = prepareDesign(problem, { ...options, set: finer });
  const motions = scenarios(setups, declared);
  await motions.ready();
  const task = minimisationOf(declared, motions, lightnessIn(setups));
  const rows = new Float64Array((task.costs ?? 1) + task.constraints.length);
  const known = task.evaluate(x, rows, undefined);
  motions.finish();
  return known ? worstCost(rows, task.costs ?? 1) : undefined;
}

/** Feasible before infeasible, then by cost or by what is missed. */
export function better(a: Minimum, b: Minimum): number {
  const [feasibleA, feasibleB] = [a, b].map(({ violation }) => violation <= feasibility);
  if (feasibleA !== feasibleB) return feasibleA ? -1 : 1;
  const cheaper = a.cost - b.cost;
  const decides = feasibleA && Math.abs(cheaper) > same * (1 + Math.abs(a.cost));
  const difference = decides ? cheaper : a.violation - b.violation;
  return Number.isNaN(difference) ? 0 : difference;
}

/** The functions of a search: the costs of all scenarios or their mean, then every constraint of every scenario. */
function minimisationOf({ varied, constraints, over }: Design, motions: Scenarios, lightness: number): Minimisation {
  const kinds = constraints.map(({ must }) => (must === "be-zero" ? ("equality" as const) : ("inequality" as const)));
  const n = varied.length;
  const m = 1 + constraints.length;
  const { count } = motions;
  // forces of grains are met to a part of theirs, not of a newton
  const sizes = constraints.map(({ unit = "" }) => (growsWithWeight(unit) ? lightness : 1));
  const costs = over === "worst" ? count : 1;
  const rowsOf = new Float64Array(count * m);
  const slopesOf = new Float64Array(count * m * n);
  return {
    lower: Float64Array.from(varied, ({ min }) => min),
    upper: Float64Array.from(varied, ({ max }) => max),
    costs,
    constraints: Array.from({ length: count }, () => kinds).flat(),
    evaluate: (x, rows, slopes) => finish(evaluating(x, rows, slopes)),
    evaluating,
  };

  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    if (!(yield* motions.evaluating(x, rowsOf, slopes === undefined ? undefined : slopesOf))) return false;
    rows.fill(0);
    slopes?.fill(0);
    const put = (to: number, from: number, weight: number): void => {
      rows[to] += weight * rowsOf[from];
      for (let i = 0; slopes !== undefined && i < n; i++) slopes[to * n + i] += weight * slopesOf[from * n + i];
    };
    for (let s = 0; s < count; s++) {
      put(costs === 1 ? 0 : s, s * m, costs === 1 ? 1 / count : 1);
      for (let r = 1; r < m; r++) put(costs + s * (m - 1) + r - 1, s * m + r, 1 / sizes[r - 1]);
    }
    return true;
  }
}

function declaredStart({ varied }: Design, parameters: Float64Array, freed: readonly number[]): Float64Array {
  return Float64Array.from(varied, (_, i) => parameters[freed[i]]);
}

/** Points of a Halton sequence over the box: they fill it evenly, however many are taken. */
export function spreadStart({ varied }: Pick<Design, "varied">, start: number, seed: number): Float64Array {
  return Float64Array.from(
    varied,
    ({ min, max }, i) => min + (max - min) * radicalInverse(start + 1000 * (seed - 1), primes[i % primes.length]),
  );
}

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];

/** Σ d_k b^(−k−1) for the digits d of i in base b: Halton (1960). */
function radicalInverse(i: number, base: number): number {
  let sum = 0;
  for (let digit = i, weight = 1 / base; digit > 0; digit = Math.floor(digit / base), weight /= base)
    sum += (digit % base) * weight;
  return sum;
}
