/**
 * The solvers underneath, each usable alone, with their settings and answers; what runs report; the rows of a model.
 * @module bankshot/solvers
 */
export type { SparseMatrix } from "./algebra/sparse.js";
export type { Stepwise } from "./algebra/stepwise.js";
export type { ResultData } from "./app/run/saved/result-data.js";
export type { ArithmeticOp } from "./expr/arithmetic.js";
export type { Op } from "./expr/node.js";
export type { Assembly, SolidContact, SolidKind, Solids, SpaceSizes } from "./mechanics/assembly.js";
export type {
  ComplementarityForm,
  Leaves,
  Pair,
  Requirement,
  Row,
  StepGuess,
  Unknown,
} from "./mechanics/model.js";
export type { StepProgram, StepSolver, StepVerdict } from "./mechanics/program.js";
export type {
  BodyView,
  Compliance,
  ContactColumns,
  ContactCore,
  ContactView,
  DepthShares,
  Flight,
  Footprint,
  FootprintColumns,
  JointsView,
  ModelViews,
  Overlap,
  SceneView,
  Striking,
} from "./mechanics/views.js";
export type { QuasistaticLayout } from "./models/quasistatic/layout.js";
export type { QuasistaticContact, QuasistaticStep, QuasistaticUnknowns } from "./models/quasistatic/linearised.js";
export { type QuasistaticProgram, quasistaticProgram } from "./models/quasistatic/program.js";
export type { AssemblyRecord, ExactLaws, ExactRecord, Path, ProgramRecord } from "./motion/compile/path.js";
export { type DesignOptions, type DesignSearch, type Searched, searchFrom } from "./motion/design/search.js";
export type { CloseLaunch } from "./motion/exact/boundary.js";
export type { Compared, GridError } from "./motion/grid-error/grid-error.js";
export type { Search } from "./motion/launches/launch.js";
export { polishPointed, surveyPart } from "./motion/launches/survey-part.js";
export type { Pointed, Polished, Reported, ToldLaunch, ToldMotion } from "./motion/launches/windows/pointed.js";
export type { Part, PartSurveyed } from "./motion/launches/windows/windows.js";
export type { FailedStep } from "./motion/march/outcome.js";
export type { ProgressInfo, ScanProgress } from "./motion/march/task.js";
export type { Unfinished } from "./motion/march/unfinished.js";
export type { Horizon, Measurement, Move, Mpc, MpcOptions } from "./motion/mpc/mpc.js";
export type { OptimalSearch } from "./motion/optimal/optimal.js";
export { switching, switchingParameter } from "./motion/optimal/task.js";
export type { Guess, PlannedMotion, Strategy } from "./motion/problem/check-options.js";
export type { Steps } from "./motion/problem/grid.js";
export type { Piece } from "./motion/problem/inputs.js";
export type { Settings } from "./motion/problem/parameters.js";
export type { DesignConstraint, ExpectedValue, Reduction, TimeGrid } from "./motion/problem/problem.js";
export type { Region, RegionOfPoint } from "./motion/problem/region.js";
export type { Counts, Regularity, RunRecord } from "./motion/result.js";
export type { RunOptions } from "./motion/session.js";
export type { Settled } from "./motion/settled.js";
export type { RowsMcp } from "./motion/solve-mcp.js";
export type { Certificate, CertificateEntry } from "./motion/trajectory/certificate.js";
export type { ConditionMiss } from "./motion/trajectory/misses.js";
export type { ContactSegment } from "./motion/trajectory/segments.js";
export type { Touched } from "./motion/trajectory/touched.js";
export type { StepNotes, Trajectory } from "./motion/trajectory/trajectory.js";
export type { LinearSolver, LinearSystem } from "./solve/linear.js";
export {
  type LinearProgram,
  type LpAnswer,
  type LpProblem,
  type LpSolver,
  type LpStatus,
  loadLp,
} from "./solve/lp/lp.js";
export type { Mcp, Solution, Status, WorstRow } from "./solve/mcp.js";
export {
  type Miqp,
  type MiqpChoice,
  type MiqpHints,
  type MiqpSettings,
  type MiqpSolution,
  type MiqpSolver,
  miqpSolver,
  solveMiqp,
} from "./solve/miqp/miqp.js";
export type { Mode } from "./solve/miqp/problem.js";
export type { Order } from "./solve/mpcc/mpcc.js";
export type { ComplementarityFunction, ComplementarityName } from "./solve/newton/complementarity.js";
export {
  type Iterate,
  type IterationInfo,
  type Newton,
  type NewtonSettings,
  type NewtonState,
  newton,
  type StepKind,
} from "./solve/newton/newton.js";
export type { NewtonParts, Watch } from "./solve/newton/run.js";
export type { Semismooth } from "./solve/newton/semismooth.js";
