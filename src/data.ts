/**
 * Recorded motions and the questions that they answer: parameters with their intervals, from columns of numbers.
 * @module bankshot/data
 */
export { fit } from "./motion/fit/fit.js";
export type { Miss, Prediction } from "./motion/fit/predictions.js";
export type { Fitting, Recording } from "./motion/fit/question.js";
export type { FitOptions, FitResult, FittedRecording, Validation } from "./motion/fit/result.js";
export type { Estimate, Statistics } from "./motion/fit/statistics.js";
