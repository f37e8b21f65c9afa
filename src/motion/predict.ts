import type { Stepwise } from "../algebra/stepwise.js";
import { folded } from "../checks/words.js";
import { type Expr, isExpr } from "../expr/expr.js";
import { breathe, drive, unlessAborted } from "../solve/drive.js";
import { bandsOf, type ColumnBand, type Marching, type Nominal, nominalOf } from "./chance/band.js";
import { type Difference, differencesOf } from "./chance/differences.js";
import { type Sampled, sampled, type ValueBand, valueBands } from "./chance/sampled.js";
import { checkDraws, type Scatter, type Scattered, scatterOf, withStarts } from "./chance/scatter.js";
import { sharpened } from "./chance/sharpened.js";
import { freeing, isChance, readableValues, readMotion } from "./chance/trials.js";
import { type Setup, settingUp, setUp, withSteps } from "./compile/setup.js";
import { hasSlopes, preparedKernels } from "./compile/step.js";
import { borrow, giveBack } from "./march/workspace.js";
import { checkPredictOptions } from "./problem/check-options.js";
import { checkProblem } from "./problem/check-problem.js";
import { freedBy } from "./problem/condition.js";
import { isOptimal } from "./problem/objective.js";
import type { Settings } from "./problem/parameters.js";
import { BadInput, type Problem } from "./problem/problem.js";
import type { Result } from "./result.js";
import { solve } from "./solve.js";
import { type Share, wilson } from "./study/analysis/yield.js";

/** Options of a prediction: what scatters and how it goes together, and how many motions are sampled. */
export interface PredictOptions extends Scattered {
  readonly set?: Settings;
  readonly signal?: AbortSignal;
  /** Sampled motions, 1000 where left out. */
  readonly samples?: number;
  /** Which samples, 1 where left out. */
  readonly seed?: number;
  /** `solve` first finds what conditions free, for the means; `simulate` takes the launch as it is declared or set. */
  readonly verb?: "solve" | "simulate";
}

/** A contact sequence, and how many of the sampled motions have it. */
export interface SequenceShare extends Share {
  readonly sequence: string;
  /** True of the sequence that the motion of the means has. */
  readonly isNominal: boolean;
}

/** Shares of all sampled motions, and what they were launched with. */
export interface Chances {
  readonly samples: number;
  /** Motions that broke off, which are in no band. */
  readonly broken: number;
  /** Motions that were computed against a law, which meet no condition; left out where there are none. */
  readonly unlawful?: number;
  /** Those that meet every condition, where conditions have tolerances, bands or regions. */
  readonly success?: Share;
  /** Freed values as they were found. */
  readonly launch: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** A motion of which not everything is known. */
export interface Predicted {
  /** `solved` where the motion of the means came to its end. */
  readonly status: string;
  readonly message: string;
  /** Times of the grid [s]. */
  readonly t: Float64Array;
  /** Every state by its name. */
  readonly columns: Readonly<Record<string, ColumnBand>>;
  /** Declared values that are formulas of states or reductions of their columns. */
  readonly values: Readonly<Record<string, ValueBand>>;
  /** Contact sequences, the most frequent first. */
  readonly sequences: readonly SequenceShare[];
  /** Spans of time in which slopes and samples give different bands. */
  readonly differences: readonly Difference[];
  readonly chances: Chances;
}

/** Numbers that all samples of a prediction may hold together. */
const mostNumbers = 5e7;
const defaultSamples = 1000;
/** Of a cancelled prediction the bands are those of so many motions. */
const bandedOfCancelled = 12;

/** A question that has passed the door. */
interface Asked {
  readonly problem: Problem;
  readonly scatter: Scatter;
  readonly means: Settings;
  readonly draws: readonly Settings[];
  readonly verb: "solve" | "simulate";
}

/**
 * Predicts a motion whose parameters and start values scatter: a band of every state and declared value, by the
 * slopes of the motion of the means (P = S C Sᵀ, through contacts) and by samples of the motion itself; the share of each
 * contact sequence; and where the two bands differ, which is where motions part.
 * @throws {BadInput} naming the field: what does not scatter, draws that a parameter does not allow, a launch that is found.
 */
export async function predict(problem: Problem, options: PredictOptions): Promise<Predicted> {
  const began = performance.now();
  const asked = askedOf(problem, options);
  const { scatter, means, draws } = asked;
  const { set = {}, signal } = options;
  const launched =
    asked.verb === "solve"
      ? await solve(asked.problem, { set: { ...set, ...means }, gridError: false, ...(signal && { signal }) })
      : undefined;
  const launch = launchOf(launched, freedBy(problem));
  const unmoved = (status: Result["status"], message: string): Predicted => ({
    status,
    message,
    ...nothing,
    chances: { samples: 0, broken: 0, launch, seconds: (performance.now() - began) / 1000 },
  });
  if (launched !== undefined && launched.status !== "solved")
    return unmoved(launched.status, `There is no launch for the means: ${launched.message}`);
  const given = { ...set, ...launch };
  const made = await drive(unlessAborted(setups(asked, { ...given, ...means }, launched), signal));
  if (made === undefined) return unmoved("cancelled", cancelledAfter(0, draws.length));
  const { setup, judge, rows } = made;
  checkMemory(setup, draws.length);
  await drive(preparedKernels(setup.compiled.kernels, hasSlopes(setup.compiled.kernels), signal));
  const workspace = borrow(setup);
  await workspace.ready(signal);
  await breathe();
  const declared: Marching = { setup, workspace, signal };
  const ofAccuracy = await drive(nominalOf(declared, scatter.covariance));
  const { nominal, tolerance } = await drive(sharpened(declared, ofAccuracy));
  const marching: Marching = { ...declared, ...(tolerance !== undefined && { tolerance }) };
  const seen = await drive(
    sampled(
      marching,
      judge,
      draws.map((draw) => ({ ...given, ...draw })),
    ),
  );
  giveBack(setup, workspace);
  // nobody waits for the order of hundreds of motions at every point of one that is not wanted any more
  const banded = signal?.aborted ? seen.paths.slice(0, bandedOfCancelled) : seen.paths;
  const columns = await drive(bandsOf(marching, nominal, banded));
  const { steps, path } = nominal.read;
  const reading = nominal.isSolved
    ? await drive(readMotion(withSteps(judge, steps), setup.parameters, path))
    : { values: {} };
  const { ofRows } = nominal;
  const linear = new Map(rows.flatMap((name, i) => (ofRows === undefined ? [] : [[name, ofRows[i]] as const])));
  const tried = seen.paths.length + seen.broken;
  const found = {
    columns,
    values: valueBands(setup, seen, { values: reading.values, linear }),
    sequences: sharesOf(seen, nominal),
    differences: differencesOf(setup, columns, banded.length),
    chances: {
      samples: tried,
      broken: seen.broken,
      ...(seen.unlawful > 0 && { unlawful: seen.unlawful }),
      ...(isChance(problem) && { success: wilson(seen.met, tried) }),
      launch,
      seconds: (performance.now() - began) / 1000,
    },
  };
  const isCancelled = signal?.aborted === true;
  return {
    status: isCancelled ? "cancelled" : nominal.status === "feasible" ? "solved" : nominal.status,
    message: isCancelled ? cancelledAfter(tried, draws.length) : messageOf(nominal, found),
    t: setup.steps.t,
    ...found,
  };
}

function askedOf(problem: Problem, options: PredictOptions): Asked {
  checkProblem(problem);
  checkPredictOptions(options);
  const { set = {}, over, correlation, samples = defaultSamples, seed = 1 } = options;
  if (isOptimal(problem))
    throw new BadInput(
      "problem",
      `${problem.name} chooses its controls: a prediction is of a motion that is launched.`,
    );
  const freed = freedBy(problem);
  const { verb = freed.length > 0 ? "solve" : "simulate" } = options;
  const scatter = scatterOf(problem, { over, correlation });
  const twice = scatter.names.find((name) => set[name] !== undefined);
  if (twice !== undefined) throw new BadInput(twice, `${twice} is set and scatters: leave one of them out.`);
  const found = scatter.names.find((name) => freed.includes(name));
  if (verb === "solve" && found !== undefined)
    throw new BadInput(
      found,
      `${found} is found by the conditions and cannot scatter: use the verb simulate, with the launch set.`,
    );
  const drawn = withStarts(problem, scatter.names);
  const means = Object.fromEntries(scatter.names.map((name, i) => [name, scatter.means[i]]));
  // millions of draws take seconds before anybody sees that no memory holds their motions
  if (samples > defaultSamples) checkMemory(setUp(freeing(drawn, []), { ...set, ...means }), samples);
  const draws = scatter.draws(samples, seed);
  checkDraws(drawn, scatter.names, [means, ...draws]);
  return { problem: drawn, scatter, means, draws, verb };
}

/** The setup that is marched, differentiated by what scatters, and the one that has the conditions; on the grid of the launch. */
function* setups(
  { problem, scatter }: Asked,
  set: Settings,
  launched: Result | undefined,
): Stepwise<{ setup: Setup; judge: Setup; rows: readonly string[] }> {
  const judge = yield* settingUp(freeing(problem, []), set);
  const rows = readableValues(problem, judge.compiled).filter((name) => isExpr(problem.values[name].of));
  const formulas = rows.map((name) => problem.values[name].of as Expr);
  const setup = yield* settingUp(freeing(problem, []), set, true, { vary: scatter.names, rows: formulas });
  if (setup.exact !== undefined) return { setup: pointsOf(setup, setup.exact.end), judge, rows };
  const t = launched?.trajectory.t;
  if (t === undefined || t.length === setup.steps.t.length) return { setup, judge, rows };
  // a grid that follows its impacts is that of the launch
  const steps = { t, h: Float64Array.from({ length: t.length - 1 }, (_, k) => t[k + 1] - t[k]) };
  return { setup: withSteps(setup, steps), judge: withSteps(judge, steps), rows };
}

/** The declared points of the grid, the last of them at the end: bands of motions to an accuracy are told there. */
function pointsOf(setup: Setup, end: number): Setup {
  const t = setup.steps.t.map((time, k) => (k === setup.steps.h.length ? end : Math.min(time, end)));
  return withSteps(setup, { ...setup.steps, t });
}

function checkMemory({ steps, compiled }: Setup, samples: number): void {
  const each = (steps.h.length + 1) * compiled.kernels.layout.states;
  if (samples * each > mostNumbers)
    throw new BadInput(
      "samples",
      `${samples} samples of ${each} numbers are more than a prediction may hold: at most ${Math.floor(mostNumbers / each)} samples fit.`,
    );
}

const launchOf = (launched: Result | undefined, freed: readonly string[]): Record<string, number> =>
  launched === undefined ? {} : Object.fromEntries(freed.map((name) => [name, Number(launched.run.parameters[name])]));

/** Of motions of which there is none. */
const nothing = { t: new Float64Array(0), columns: {}, values: {}, sequences: [], differences: [] };

const cancelledAfter = (motions: number, of: number): string => `Cancelled after ${motions} of ${of} motions.`;

const sharesOf = ({ sequences, paths }: Sampled, nominal: Nominal): SequenceShare[] =>
  [...sequences]
    .map(([sequence, count]) => ({
      sequence,
      isNominal: sequence === nominal.sequence,
      ...wilson(count, paths.length),
    }))
    .sort((a, b) => b.passed - a.passed || (a.sequence < b.sequence ? -1 : 1));

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** "1000 motions; all flight, impact, flight. Bands by slopes and by samples agree." */
function messageOf(
  nominal: Nominal,
  { sequences, differences, chances }: Pick<Predicted, "sequences" | "differences" | "chances">,
): string {
  const { samples, broken, unlawful = 0, success } = chances;
  const parts = [`${samples} motions${broken === 0 ? "" : `, of which ${broken} broke off`}.`];
  if (nominal.against.length > 0) parts.push(`The motion of the means is against a law: ${folded(nominal.against)}.`);
  if (nominal.status === "coarse")
    parts.push(
      "A finer computation moves the motion of the means by more than its accuracy: set a smaller grid.accuracy.",
    );
  if (unlawful > 0) parts.push(`${unlawful} motions are against a law, and meet no condition.`);
  if (!nominal.isSolved) parts.push(`The motion of the means broke off (${nominal.status}).`);
  if (sequences.length === 1) parts.push(`All have one contact sequence: ${sequences[0].sequence}.`);
  if (sequences.length > 1) {
    const named = sequences.map(({ sequence, share }) => `${percent(share)} ${sequence}`);
    parts.push(`They part into ${sequences.length} contact sequences: ${folded(named, 3)}.`);
  }
  const lasting = differences.filter(({ isLasting }) => isLasting);
  if (lasting.length > 0) {
    const from = Math.min(...lasting.map((one) => one.from));
    const names = folded(
      lasting.map(({ column }) => column),
      3,
    );
    parts.push(`From ${from.toPrecision(3)} s on slopes do not tell the band of ${names}: trust the samples.`);
  } else if (differences.length > 0) {
    const from = Math.min(...differences.map((one) => one.from));
    const to = Math.max(...differences.map((one) => one.to));
    parts.push(
      `Bands by slopes and by samples differ between ${from.toPrecision(3)} and ${to.toPrecision(3)} s, and agree at the end.`,
    );
  } else if (nominal.deviations !== undefined) parts.push("Bands by slopes and by samples agree.");
  if (success !== undefined) {
    const [low, high] = success.interval;
    parts.push(
      `The conditions are met with probability ${success.share.toPrecision(3)} (95 % ${low.toPrecision(3)} to ${high.toPrecision(3)}).`,
    );
  }
  return parts.join(" ");
}
