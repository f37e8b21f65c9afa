import type { Settings } from "../problem/parameters.js";
import type { Prediction } from "./predictions.js";
import type { Replay } from "./replay.js";
import type { Found } from "./search.js";
import type { Estimate, Statistics } from "./statistics.js";

/** Options of a fit besides its question. */
export interface FitOptions {
  readonly set?: Settings;
  readonly signal?: AbortSignal;
  /** Profile-likelihood intervals of the shared parameters too: some fits for each of them. */
  readonly profile?: boolean;
  /**
   * Searches from so many places over the ranges of the shared parameters, the guess among them: minima that explain the
   * recordings as well are told, and intervals hold them. 4 of a single recording with contacts, else 1.
   */
  readonly starts?: number;
  /** Cross-validation: shared parameters are found so many times again, each time without one recording in so many. */
  readonly folds?: number;
  /** The fitted motions beside their recordings are told, too: reports show these. */
  readonly replay?: boolean;
}

/** How well one recording is explained, and what is its own. */
export interface FittedRecording {
  readonly name: string;
  readonly estimates: Readonly<Record<string, Estimate>>;
  /** Root of the mean square of its residuals, in standard deviations of their noise. */
  readonly residual: number;
  /** Rows, from 1, with a residual beyond four times what is usual in this fit. */
  readonly outliers: readonly number[];
}

/** True of a search that came to its end, whatever its estimates are worth. */
export const isEnded = (status: FitResult["status"]): boolean =>
  status === "solved" || status === "coarse" || status === "singular" || status === "infeasible";

/** Told where it is asked for. */
interface Replayed {
  readonly replays?: readonly Replay[];
}

/** Parameters as recordings know them. */
export interface FitResult extends Pick<Statistics, "correlation" | "chiSquare">, Replayed {
  /**
   * `coarse` where steps are too long to say how far they move the estimates, `singular` where the recordings do not determine all,
   * `unphysical` where a fitted motion is against a law, `infeasible` where what is left of a recording is far beyond its noise and
   * half as large as it spreads, or larger, or thirty times the noise.
   */
  readonly status: Found["status"] | "coarse" | "singular" | "unphysical" | "infeasible";
  readonly message: string;
  /** The shared parameters by name. */
  readonly estimates: Readonly<Record<string, Estimate>>;
  readonly recordings: readonly FittedRecording[];
  /** How far the fitted motions are from the recordings at the rows of `predicts`, asked or not. */
  readonly predictions: readonly Prediction[];
  /** Root of the mean square of what is left of each column, in its own unit. */
  readonly residuals: Readonly<Record<string, number>>;
  readonly validation?: Validation;
  readonly counts: { readonly iterations: number; readonly evaluations: number; readonly seconds: number };
}

/** How well recordings are explained that had no part in the shared estimates. */
export interface Validation {
  readonly folds: number;
  /** Root of the mean square of what is left of the held recordings, in standard deviations of their noise. */
  readonly residual: number;
  /** The misses of the held recordings at the rows of `predicts`. */
  readonly predictions: readonly Prediction[];
  /** By the name of the held recording. */
  readonly recordings: Readonly<Record<string, number>>;
}
