import type { Stepwise } from "../../algebra/stepwise.js";
import type { LinearSystem } from "../linear.js";
import { type Mcp, naturalResidual, type Status } from "../mcp.js";
import { complementarityFunctions } from "./complementarity.js";
import type { Levenberg } from "./levenberg.js";
import { laidOut, type Semismooth } from "./semismooth.js";
import type { NewtonSettings } from "./settings.js";

/** The way the iterate moved last; `returned`: back to the best point so far. */
export type StepKind = "start" | "newton" | "levenberg" | "projected" | "perturbed" | "returned";

/** One iterate of a Newton, and its memory. Read what you like; write nothing but `status`, to stop it. */
export interface NewtonState {
  readonly system: Semismooth;
  readonly linear: LinearSystem;
  settings: Required<NewtonSettings>;
  readonly iterate: Iterate;
  status: Status | undefined;
  readonly best: Best;
  readonly search: Search;
  readonly fallback: Fallback;
}

/** A point of the iteration, and the step that led to it. */
export interface Iterate {
  readonly z: Float64Array;
  iteration: number;
  /** The natural residual at z, unscaled; ∞ where the rows are not finite. */
  residual: number;
  /** ½‖Φ(z)‖², scaled. */
  merit: number;
  stepLength: number;
  stepKind: StepKind;
}

/** How an iteration left a point: for good, or `crawling` downhill, to come back to if there is no better. */
export type Verdict = Status | "crawling";

/** The iterate of least merit, and how the iteration left it, if it got stuck there. */
interface Best {
  readonly z: Float64Array;
  merit: number;
  verdict: Verdict | undefined;
}

/** Memory of the line search: direction, trial point and the last merits; iterations of the run before; and who may stop it inside a step. */
interface Search {
  readonly step: Float64Array;
  readonly trial: Float64Array;
  readonly history: Float64Array;
  usual: number;
  stopped: () => boolean;
}

/** Memory for where the line search fails. */
interface Fallback {
  levenberg: Levenberg | undefined;
  damping: number;
  /** The merit at the last good progress, and the steps since. */
  mark: number;
  idle: number;
  /** The iteration went back to its best point since. */
  returned: boolean;
  restarts: number;
  random: () => number;
}

/** Takes the point in `z`, of this merit, as a fresh start of all that looks back. */
export function begin(state: NewtonState, merit: number): void {
  state.search.history.fill(merit);
  state.fallback.mark = merit;
  state.fallback.idle = -1; // this point is the first to compare with
  measure(state, merit);
}

/** Moves to the trial point, of this merit, whose rows are in memory. */
export function accept(state: NewtonState, merit: number, length: number, kind: StepKind): void {
  const { iterate } = state;
  const { trial, history } = state.search;
  iterate.z.set(trial);
  iterate.stepLength = length;
  iterate.stepKind = kind;
  history[iterate.iteration % history.length] = merit;
  measure(state, merit);
}

/** A merit that falls to this part of what it was is good progress, and a restart that ends this much lower better. */
const good = 0.9;

function measure(state: NewtonState, merit: number): void {
  const { system, iterate, best, fallback } = state;
  const { z } = iterate;
  iterate.merit = merit;
  // where F is not defined the rows in memory are those of another point
  const finite = merit < Number.POSITIVE_INFINITY;
  iterate.residual = finite ? naturalResidual(system.mcp, z, system.residual) : Number.POSITIVE_INFINITY;
  fallback.idle++;
  if (merit <= good * fallback.mark) {
    fallback.mark = merit;
    fallback.idle = 0;
    fallback.returned = false;
  }
  if (merit < (best.verdict === undefined ? 1 : good) * best.merit) {
    best.merit = merit;
    best.z.set(z);
    best.verdict = undefined;
  }
}

/** An iterate as `onIteration` is told of it. */
export interface IterationInfo {
  readonly iteration: number;
  readonly residual: number;
  readonly merit: number;
  readonly stepLength: number;
  readonly stepKind: StepKind;
}

/** The state of an iteration as `onIteration` is told of it. */
export function iterationInfo({ iterate }: NewtonState): IterationInfo {
  const { iteration, residual, merit, stepLength, stepKind } = iterate;
  return { iteration, residual, merit, stepLength, stepKind };
}

/** Memory for an Mcp; no iterate yet. */
export function* freshState(mcp: Mcp, settings: Required<NewtonSettings>): Stepwise<NewtonState> {
  const n = mcp.lower.length;
  const system = yield* laidOut(mcp, complementarityFunctions[settings.complementarity]);
  return {
    system,
    linear: settings.linear(system.matrix),
    settings,
    iterate: {
      z: new Float64Array(n),
      iteration: 0,
      residual: Number.POSITIVE_INFINITY,
      merit: Number.POSITIVE_INFINITY,
      stepLength: 0,
      stepKind: "start",
    },
    status: undefined,
    best: { z: new Float64Array(n), merit: Number.POSITIVE_INFINITY, verdict: undefined },
    search: {
      step: new Float64Array(n),
      trial: new Float64Array(n),
      history: new Float64Array(settings.memory),
      usual: Number.POSITIVE_INFINITY,
      stopped: () => false,
    },
    fallback: {
      levenberg: undefined,
      damping: 0,
      mark: 0,
      idle: 0,
      returned: false,
      restarts: 0,
      random: () => 0,
    },
  };
}

/** True if memory made for one Mcp and settings serves another: all but numbers must agree. */
export function serves(state: NewtonState, mcp: Mcp, settings: Required<NewtonSettings>): boolean {
  const made = state.settings;
  return (
    state.system.mcp === mcp &&
    made.complementarity === settings.complementarity &&
    made.linear === settings.linear &&
    made.memory === settings.memory
  );
}
