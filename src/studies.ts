/**
 * Studies of many motions: sweeps on all cores that are kept in a folder, and what their rows say. For programs in Node.
 * @module bankshot/studies
 */
export type { Front } from "./app/studies/analysis.js";
export type { StudyWatch, Totals } from "./app/studies/conduct.js";
export type { ExportForm } from "./app/studies/export.js";
export type { Row, RowRun, StudyRow } from "./app/studies/row.js";
export { studyMotion, studyRows } from "./app/studies/store.js";
export type { WrittenStudy } from "./app/studies/study-file.js";
export { type SweepOptions, type SweepResult, sweep } from "./app/studies/sweep.js";
export type { StudyAnalysis, StudySensitivity } from "./motion/study/analysis/analysis.js";
export { correlation } from "./motion/study/analysis/correlation.js";
export { type Distributed, distributed, type Extreme } from "./motion/study/analysis/distribution.js";
export { paretoFront } from "./motion/study/analysis/pareto.js";
export { type Sensitivity, type SobolIndex, sobolIndices } from "./motion/study/analysis/sensitivity.js";
export { type Share, wilson } from "./motion/study/analysis/yield.js";
export type { Distribution, LaunchSearch, Spread, StudyDesign, StudyQuestion } from "./motion/study/study.js";
