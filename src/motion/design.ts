import { folded, sentences } from "../checks/words.js";
import type { Minimum } from "../solve/minimise/minimise.js";
import { setUp } from "./compile/setup.js";
import { confirmed, finerSettings, gridErrorInWords, gridErrorOf, parts, worstOfValues } from "./design/grid-error.js";
import { elementsOf } from "./design/scenarios.js";
import {
  better,
  type DesignOptions,
  feasibility,
  prepareDesign,
  type Remarked,
  type Searched,
  searchFrom,
} from "./design/search.js";
import { type DesignSpread, spreadDesigns } from "./design/spread.js";
import { withGrace } from "./grace.js";
import { judged } from "./grid-error/judge.js";
import type { ProgressInfo } from "./march/task.js";
import { chanceOf, type Design } from "./problem/objective.js";
import type { Settings } from "./problem/parameters.js";
import type { Problem } from "./problem/problem.js";
import type { Result } from "./result.js";
import { heard } from "./session.js";
import { simulateWithin } from "./solve.js";

/** Designs closer than this part of the box are one. */
const distinct = 1e-6;
/** Inequalities and bounds nearer than this count as active. */
const near = 1e-6;

/**
 * Minimises the objective over what it varies, every evaluation a simulation (in every scenario) with its derivatives
 * by implicit differentiation of the solved steps. From several starts the best is kept. The result is the motion of
 * the best design with the settings as declared, its values joined by `design.*` and `evaluations`. An objective over
 * distributions is a probability: see `safest`; with conditions (`boundary`) see `conditioned`.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function design(problem: Problem, options: DesignOptions = {}): Promise<Result> {
  if (chanceOf(problem) !== undefined) return (await import("./safest.js")).safest(problem, options);
  if ((problem.boundary ?? []).length > 0) return (await import("./conditioned.js")).conditioned(problem, options);
  const began = performance.now();
  const { declared } = prepareDesign(problem, options);
  const { set = {}, search = {} } = options;
  const { starts = 1 } = search;
  const found = [...(await (search.run ?? ((count) => oneAfterTheOther(problem, count, options)))(starts))];
  // nobody says where to look, and the constraints may be met from elsewhere
  if (search.starts === undefined && !found.some(isEnded)) found.push(await searchFrom(problem, 1, options));
  const isLost = search.starts === undefined && !found.some(isEnded);
  const [closest] = [...found].sort(better);
  const spread = isLost ? await spreadDesigns(problem, found.length, options, closest) : undefined;
  if (spread?.root !== undefined)
    found.push(await searchFrom(problem, found.length, options, Float64Array.from(spread.root)));
  else if (spread?.closer !== undefined)
    found.push({ ...closest, ...spread.closer, ...closestOf(spread.closer), simulations: 0, history: [] });
  const evaluations = found.reduce((sum, { simulations }) => sum + simulations, spread?.simulations ?? 0);
  const history = found.flatMap((one) => one.history);
  const ranked = distinctOnes(declared, [...found].sort(better));
  const all: Designed[] = [];
  for (const searched of ranked) {
    const minimum = claimed(declared, searched, found, spread);
    const settings = { ...set, ...settingsOf(declared, minimum.x) };
    const { gridError = false } = options;
    const elements = elementsFor(problem, settings);
    const motion = await withGrace(options.signal, (signal) =>
      simulateWithin(problem, { set: settings, signal, gridError }, elements),
    );
    all.push({ settings, minimum, result: resultOf(declared, motion, minimum, { set, evaluations, history, began }) });
  }
  // however cheap a design is, its motion must obey the laws
  const [first, ...rest] = [
    ...all.filter(({ result }) => !isLawless(result)),
    ...all.filter(({ result }) => isLawless(result)),
  ];
  const best =
    options.signal?.aborted === true
      ? first.result
      : await withGridError(first.result, first.settings, options.signal, began);
  const results = [best, ...rest.map(({ result }) => result)];
  if (starts === 1) return heard(best, options.signal);
  const finished = found.filter(({ status }) => status !== "cancelled").length;
  const others = rest.filter(({ minimum, result }) => minimum.status === "solved" && !isLawless(result)).length;
  const more = others === 1 ? " 1 other optimum was found." : others > 1 ? ` ${others} other optima were found.` : "";
  const message = sentences(best.message, more.trim());
  if (finished === starts) return heard({ ...best, message, solutions: results }, options.signal);
  const cut = `Cancelled after ${finished} of ${starts} starts; this is the best so far.`;
  return { ...best, status: "cancelled", message: sentences(cut, message), solutions: results };
}

/** True of a search that needs no other one: it meets the constraints, or was stopped. */
const isEnded = ({ status, violation }: Minimum): boolean => status === "cancelled" || violation <= feasibility;

/** The words of a design that only comes closest. */
const closestOf = ({ violation }: Pick<Minimum, "violation">): Pick<Searched, "status" | "message" | "remark"> => ({
  status: "no-progress",
  message: `No point was found that meets the constraints; the closest misses one by ${violation.toPrecision(3)} (this is no proof).`,
  remark: "",
});

/** A search that met no constraints, without the claim that none does: not all agree. */
const unclaimed = (minimum: Searched): Searched =>
  minimum.status === "infeasible" ? { ...minimum, status: "no-progress" } : minimum;

/** A search that met no constraints, with the claim that none does where motions over the whole box, or else all searches, say so. */
function claimed(
  { varied }: Design,
  minimum: Searched,
  all: readonly Searched[],
  spread: DesignSpread | undefined,
): Searched {
  if (minimum.status === "cancelled" || minimum.violation <= feasibility) return minimum;
  if (spread === undefined || spread.motions === 0)
    return all.length > 1 && all.every(({ status }) => status === "infeasible") ? minimum : unclaimed(minimum);
  if (!spread.isRuledOut) return unclaimed(minimum);
  const closest = `the closest misses one by ${minimum.violation.toPrecision(3)}`;
  const none = `none of ${spread.motions} designs over the whole box led to one`;
  const out = spread.beyond && `; it leads to one beyond the box, at ${placed(varied, spread.beyond)}`;
  const message = `No point was found that meets the constraints; ${closest}${out ?? ""}, and ${none} (this is no proof).`;
  return { ...minimum, status: "infeasible", message };
}

/** "corner.x = 4.93 and corner.y = 5.25", with as many digits as tell a place from the ends of its range. */
const placed = (varied: Design["varied"], x: Float64Array): string =>
  varied.map(({ name }, i) => `${name} = ${x[i].toPrecision(6)}`).join(" and ");

/** A design as settings, how it was found, and its motion. */
interface Designed {
  readonly minimum: Minimum;
  readonly settings: Settings;
  readonly result: Result;
}

/** True where the motion of a design breaks a law, whatever its search says. */
const isLawless = ({ trajectory }: Result): boolean => trajectory.status === "unphysical";

/** The best design, simulated once more on a finer grid: what of its values is the grid's. */
async function withGridError(
  best: Result,
  designed: Settings,
  signal: AbortSignal | undefined,
  began: number,
): Promise<Result> {
  const { problem } = best;
  const setup = setUp(problem, designed);
  const { exact } = setup;
  const finer = exact === undefined ? finerSettings(problem, setup, designed) : designed;
  if (finer === undefined || best.trajectory.status !== "solved") return best;
  const options = { set: finer, ...(signal && { signal }) };
  const fine = await simulateWithin(problem, options, exact && elementsOf(exact) / parts);
  const counts = { ...best.counts, seconds: (performance.now() - began) / 1000 };
  if (fine.status === "cancelled") {
    const message = sentences("Cancelled before the motion was replayed on a finer grid.", best.message);
    return { ...best, counts, status: "cancelled", message };
  }
  if (exact !== undefined && isWhole(fine)) return { ...confirmed(best, fine, exact.accuracy), counts };
  if (!isWhole(fine))
    return { ...best, counts, message: sentences(best.message, "Computed ten times finer the motion breaks off.") };
  const gridError = gridErrorOf(setup, best.values, fine.values);
  const message = sentences(best.message, gridErrorInWords(gridError));
  const { certificate } = best.trajectory;
  // cost and constraints are made of the values
  const error = worstOfValues(gridError, certificate.gridError);
  const told = judged({ ...best, message }, setup, { error, gridError, isLost: false });
  return { ...told, counts };
}

/** Elements as fine as those of the search; undefined on a grid. */
function elementsFor(problem: Problem, set: Settings): number | undefined {
  const { exact } = setUp(problem, set);
  return exact && elementsOf(exact);
}

/** True for a motion that came to its end, be it by steps that nobody proved to be the best, or against a law. */
const isWhole = ({ status }: Result): boolean =>
  status === "solved" || status === "feasible" || status === "unphysical" || status === "coarse";

/** All starts in this thread; after a cancellation no other one begins. */
async function oneAfterTheOther(problem: Problem, starts: number, options: DesignOptions): Promise<Searched[]> {
  const found: Searched[] = [];
  for (let k = 0; k < starts && (k === 0 || options.signal?.aborted !== true); k++)
    found.push(await searchFrom(problem, k, options));
  return found;
}

function distinctOnes({ varied }: Design, ranked: readonly Searched[]): Searched[] {
  const kept: Searched[] = [];
  for (const one of ranked) {
    const alike = (other: Searched): boolean =>
      varied.every(({ min, max }, i) => Math.abs(one.x[i] - other.x[i]) <= distinct * (max - min));
    if (!kept.some(alike)) kept.push(one);
  }
  return kept;
}

function settingsOf({ varied }: Design, x: Float64Array): Record<string, number> {
  return Object.fromEntries(varied.flatMap(({ name }, i) => (Number.isFinite(x[i]) ? [[name, x[i]]] : [])));
}

/** A design's settings as declared, and the work of all its searches. */
interface DesignRun {
  readonly set: Settings;
  readonly evaluations: number;
  readonly history: readonly ProgressInfo[];
  readonly began: number;
}

function resultOf(
  declared: Design,
  motion: Result,
  minimum: Remarked,
  { set, evaluations, history, began }: DesignRun,
): Result {
  const designed = Object.entries(settingsOf(declared, minimum.x)).map(([name, x]) => [`design.${name}`, x]);
  // a motion of steps that are not proven is no better than that, but a design that misses its constraints is worse
  const status = isWhole(motion) && minimum.status !== "solved" ? minimum.status : motion.status;
  const isMotionTold = motion.status === "unphysical" || motion.status === "coarse";
  const cost = Number.isFinite(minimum.cost) ? { cost: minimum.cost } : {};
  return {
    ...motion,
    status,
    message: sentences(
      isMotionTold ? motion.message : minimum.message,
      ...(isMotionTold ? [minimum.message] : []),
      minimum.remark.trim(),
      activeOf(declared, minimum),
    ),
    values: { ...motion.values, ...cost, ...Object.fromEntries(designed), evaluations },
    solution: { ...motion.solution, status, residual: minimum.violation },
    run: { ...motion.run, settings: set, history },
    counts: { ...motion.counts, evaluations, seconds: (performance.now() - began) / 1000 },
  };
}

/** "Active: end.x, corner.x ≥ 4.75." */
function activeOf({ varied, constraints, scenarios: sets, over }: Design, { x, rows }: Minimum): string {
  const costs = over === "worst" ? sets.length : 1;
  const active = new Set<string>();
  sets.forEach((_, s) => {
    constraints.forEach(({ name, must }, i) => {
      if (must === "be-zero" || rows[costs + s * constraints.length + i] > -near) active.add(name);
    });
  });
  varied.forEach(({ name, min, max }, i) => {
    const width = max - min;
    if (x[i] - min < near * width) active.add(`${name} ≥ ${min}`);
    if (max - x[i] < near * width) active.add(`${name} ≤ ${max}`);
  });
  return active.size === 0 ? "No constraint is active." : `Active: ${folded([...active], 3)}.`;
}
