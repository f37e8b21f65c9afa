import { sentences } from "../../checks/words.js";
import { drive } from "../../solve/drive.js";
import { resolveParameters, type Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { fitOf, noMotion } from "./fit.js";
import type { Fitting, Recording } from "./fitting.js";
import { explained } from "./motions.js";
import type { Prediction } from "./predictions.js";
import { type Question, questionOf } from "./question.js";
import { type FitOptions, type FitResult, isEnded } from "./result.js";

/** One of several models of the same recordings, and how well it explains and foretells them. */
export interface ComparedModel {
  readonly name: string;
  /** `no-motion` where the model has no motion from the first guess on, or refuses the problem or a recording. */
  readonly status: FitResult["status"] | "no-motion";
  readonly message: string;
  /** Unknowns of all recordings and of each. */
  readonly unknowns: number;
  readonly chiSquare: FitResult["chiSquare"];
  /**
   * By how much its AIC exceeds that of the best model that was fitted; null where it was not fitted, or to other rows than the
   * others, so that nothing can be said.
   */
  readonly behind: number | null;
  /** Of recordings that were held; null without `folds`, and where the model did not get through all of them. */
  readonly held: HeldScore | null;
  readonly estimates: FitResult["estimates"];
}

/** How well recordings are foretold that had no part in the shared estimates. */
export interface HeldScore {
  /** Root of the mean square of what is left of them, in standard deviations. */
  readonly residual: number;
  /** The same of the recording in the middle, which a few that go astray do not move. */
  readonly median: number;
  /** Their misses at the rows of `predicts`. */
  readonly predictions: readonly Prediction[];
}

/** Models of the same recordings, in the order in which they were asked for. */
export interface ModelComparison {
  readonly models: readonly ComparedModel[];
  /** The name of the one with the smallest AIC; null where none was fitted. */
  readonly best: string | null;
  readonly message: string;
}

/** Options of a comparison: settings of every model by its name. */
export interface CompareOptions extends FitOptions {
  readonly models: Readonly<Record<string, Settings>>;
}

/** Models whose AIC differ by less are hardly told apart (K. Burnham and D. Anderson 2002). */
const hardly = 2;

/**
 * Compares models of the same recordings by AIC (Akaike 1974), and with `folds` by how well recordings are foretold that had no
 * part in the estimates. A model is the problem with settings: another law by a parameter with choices, or a number, at which
 * an unknown of that name is held instead of found.
 * @throws {BadInput} for settings that are none, before anything is fitted, and whatever `fit` refuses of all models.
 */
export async function compareModels(
  problem: Problem,
  asked: Fitting,
  recordings: readonly Recording[],
  { models, ...options }: CompareOptions,
): Promise<ModelComparison> {
  const named = Object.entries(models);
  if (named.length < 2) throw new BadInput("models", "A comparison needs two models at least.");
  const questions = named.map(([name, set]) => {
    const settings = { ...options.set, ...set };
    const question = questionWith(problem, asked, recordings, settings);
    resolveParameters(question.problem, settings);
    return { name, settings, question };
  });
  const found: Compared[] = [];
  for (const { name, settings, question } of questions) {
    const touches = found.find(({ question: { touches: known } }) => known !== undefined)?.question.touches;
    found.push(await compared(name, { ...question, touches }, { ...options, set: settings }));
    if (found.at(-1)?.result?.status === "cancelled") break;
  }
  const [{ refused }] = found;
  if (refused !== undefined && found.every((one) => one.refused !== undefined)) throw refused;
  // rows and columns of a fit: its degrees of freedom, and one for each unknown
  const sizes = found.map(({ result, unknowns }) => (result === undefined ? 0 : result.chiSquare.degrees + unknowns));
  const size = sizes.find((_, i) => isFitted(found[i]));
  const counts = found.map((one, i) => isFitted(one) && sizes[i] === size);
  const least = Math.min(...found.flatMap(({ result }, i) => (counts[i] && result ? [result.chiSquare.aic] : [])));
  const told = found.map(
    ({ name, result, unknowns, message }, i): ComparedModel => ({
      name,
      status: result?.status ?? "no-motion",
      message,
      unknowns,
      chiSquare: result?.chiSquare ?? { value: Number.NaN, degrees: 0, aic: Number.NaN },
      behind: counts[i] && result ? result.chiSquare.aic - least : null,
      held: heldOf(result),
      estimates: result?.estimates ?? {},
    }),
  );
  const best = told.find(({ behind }) => behind === 0)?.name ?? null;
  return { models: told, best, message: messageOf(told, best) };
}

/** One model with its fit; without one where it has no motion. */
interface Compared {
  readonly name: string;
  readonly question: Question;
  readonly result: FitResult | undefined;
  readonly unknowns: number;
  readonly message: string;
  /** Why the model refuses what it is asked. */
  readonly refused?: BadInput;
}

const isFitted = ({ result }: Compared): boolean => result !== undefined && isEnded(result.status);

/** The question under a model's settings: what they hold at a number is not asked any more, and must be there. */
function questionWith(problem: Problem, asked: Fitting, recordings: readonly Recording[], set: Settings): Question {
  const without = (of: Fitting["shared"] = {}): Fitting["shared"] =>
    Object.fromEntries(Object.entries(of).filter(([unknown]) => !Object.hasOwn(set, unknown)));
  const left = { ...asked, shared: without(asked.shared), ...(asked.each && { each: without(asked.each) }) };
  return questionOf(problem, left, recordings, set);
}

/** The rows of first contacts under a model, where the question counts from them. */
async function touchesOf(question: Question, set: Settings): Promise<Question["touches"]> {
  const { rowsAfterTouch, predicts } = question.fitting;
  if (rowsAfterTouch === undefined && predicts === undefined) return undefined;
  const motions = await drive(explained(question, set));
  for (const motion of motions) motion.finish();
  return new Map(motions.map(({ recording, touch }) => [recording.name, touch] as const));
}

/** One model fitted; a model without a motion, or which refuses a recording, is no error of the others. */
async function compared(name: string, asked: Question, options: FitOptions): Promise<Compared> {
  const { shared, each, recordings } = asked;
  const unknowns = shared.length + each.length * recordings.length;
  let question = asked;
  try {
    // the rows that are asked follow from contacts: those of the first model that has some, for all of them
    const { touches = await touchesOf(asked, options.set ?? {}) } = asked;
    question = { ...asked, touches };
    const result = await fitOf(question, options);
    return { name, question, result, unknowns, message: result.message };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const refused = error.field === noMotion ? {} : { refused: error };
    return { name, question, result: undefined, unknowns, message: error.message, ...refused };
  }
}

function heldOf(result: FitResult | undefined): HeldScore | null {
  if (result?.validation === undefined) return null;
  const { residual, predictions, recordings } = result.validation;
  return { residual, median: median(Object.values(recordings)), predictions };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return 0.5 * (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]);
}

function messageOf(models: readonly ComparedModel[], best: string | null): string {
  if (best === null) return "None of these models was fitted.";
  const fewest = models.find(({ name }) => name === best)?.unknowns ?? 0;
  // what explains as much by more unknowns is behind by these alone, which say nothing of the motion
  const near = models.filter(
    ({ behind, unknowns, name }) =>
      behind !== null && name !== best && behind - 2 * Math.max(0, unknowns - fewest) < hardly,
  );
  const other = models.filter(({ behind }) => behind === null).map(({ name }) => name);
  return sentences(
    near.length === 0
      ? `The recordings prefer ${best}.`
      : `${best} has the smallest AIC, but ${near.map(({ name }) => name).join(" and ")} ${near.length === 1 ? "is" : "are"} hardly told from it.`,
    other.length === 0 ? undefined : `${other.join(" and ")} cannot be compared.`,
  );
}
