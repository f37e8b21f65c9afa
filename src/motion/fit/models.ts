import { sentences } from "../../checks/words.js";
import type { Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { fit as estimate } from "./fit.js";
import type { Fitting, Recording } from "./fitting.js";
import type { FitOptions, FitResult } from "./result.js";

/** One of several models of the same recordings, and how well it explains and foretells them. */
export interface ComparedModel {
  readonly name: string;
  readonly status: FitResult["status"];
  readonly message: string;
  /** Unknowns of all recordings and of each. */
  readonly unknowns: number;
  readonly chiSquare: FitResult["chiSquare"];
  /**
   * By how much its AIC exceeds that of the best model that was fitted; null where it was not fitted, or to other rows than the
   * others, so that nothing can be said.
   */
  readonly behind: number | null;
  /** Root of the mean square of what is left of held recordings, in standard deviations; null without `folds`. */
  readonly held: number | null;
  readonly estimates: FitResult["estimates"];
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
 * @throws {BadInput} for settings that are none, and whatever `fit` refuses.
 */
export async function compareModels(
  problem: Problem,
  asked: Fitting,
  recordings: readonly Recording[],
  { models, ...options }: CompareOptions,
): Promise<ModelComparison> {
  const named = Object.entries(models);
  if (named.length < 2) throw new BadInput("models", "A comparison needs two models at least.");
  const found: { readonly name: string; readonly result: FitResult; readonly unknowns: number }[] = [];
  for (const [name, set] of named) {
    const without = (of: Fitting["shared"] = {}): Fitting["shared"] =>
      Object.fromEntries(Object.entries(of).filter(([unknown]) => !Object.hasOwn(set, unknown)));
    const left = { ...asked, shared: without(asked.shared), ...(asked.each && { each: without(asked.each) }) };
    const result = await estimate(problem, left, recordings, { ...options, set: { ...options.set, ...set } });
    const each = Object.keys(left.each ?? {}).length * recordings.length;
    found.push({ name, result, unknowns: Object.keys(left.shared).length + each });
    if (result.status === "cancelled") break;
  }
  // rows and columns of a fit: its degrees of freedom, and one for each unknown
  const sizes = found.map(({ result, unknowns }) => result.chiSquare.degrees + unknowns);
  const counts = found.map(({ result }, i) => isFitted(result) && sizes[i] === sizes[0]);
  const least = Math.min(...found.flatMap(({ result }, i) => (counts[i] ? [result.chiSquare.aic] : [])));
  const told = found.map(
    ({ name, result, unknowns }, i): ComparedModel => ({
      name,
      status: result.status,
      message: result.message,
      unknowns,
      chiSquare: result.chiSquare,
      behind: counts[i] ? result.chiSquare.aic - least : null,
      held: result.validation?.residual ?? null,
      estimates: result.estimates,
    }),
  );
  const best = told.find(({ behind }) => behind === 0)?.name ?? null;
  return { models: told, best, message: messageOf(told, best) };
}

const isFitted = ({ status }: FitResult): boolean => status === "solved" || status === "singular";

function messageOf(models: readonly ComparedModel[], best: string | null): string {
  if (best === null) return "None of these models was fitted.";
  const near = models.filter(({ behind, name }) => behind !== null && behind < hardly && name !== best);
  const other = models.filter(({ behind }) => behind === null).map(({ name }) => name);
  return sentences(
    near.length === 0
      ? `The recordings prefer ${best}.`
      : `${best} has the smallest AIC, but ${near.map(({ name }) => name).join(" and ")} ${near.length === 1 ? "is" : "are"} hardly told from it.`,
    other.length === 0 ? undefined : `${other.join(" and ")} cannot be compared.`,
  );
}
