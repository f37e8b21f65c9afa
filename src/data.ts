/**
 * Recorded motions and the questions that they answer: parameters with their intervals, from columns of numbers; and motions
 * of which not everything is known: bands, contact sequences with their shares, the probability of success.
 * @module bankshot/data
 */
export type { ColumnBand, Scattering } from "./motion/chance/band.js";
export type { Difference } from "./motion/chance/differences.js";
export type { ValueBand } from "./motion/chance/sampled.js";
export type { Correlations, Scattered } from "./motion/chance/scatter.js";
export { fit } from "./motion/fit/fit.js";
export type { Fitting, Observed, Recording } from "./motion/fit/fitting.js";
export {
  type ComparedModel,
  type CompareOptions,
  compareModels,
  type HeldScore,
  type ModelComparison,
} from "./motion/fit/models.js";
export type { Miss, Prediction } from "./motion/fit/predictions.js";
export type { Replay, ReplayedColumn } from "./motion/fit/replay.js";
export type { FitOptions, FitResult, FittedRecording, Validation } from "./motion/fit/result.js";
export type { Estimate, Statistics } from "./motion/fit/statistics.js";
export { type Chances, type Predicted, type PredictOptions, predict, type SequenceShare } from "./motion/predict.js";
export type { Share } from "./motion/study/analysis/yield.js";
export type { Distribution, Spread } from "./motion/study/study.js";
