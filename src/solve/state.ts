import { complementarityFunctions } from "./complementarity.js";
import type { Levenberg } from "./levenberg.js";
import type { LinearSystem } from "./linear.js";
import type { Mcp, Status } from "./mcp.js";
import { type Semismooth, semismooth } from "./semismooth.js";
import type { NewtonSettings } from "./settings.js";

/** What moved the iterate last; `returned`: back to the best point so far. */
export type StepKind = "start" | "newton" | "levenberg" | "projected" | "perturbed" | "returned";

/** One iterate of a Newton, and its memory. Read what you like; write nothing but `status`, to stop it. */
export interface NewtonState {
  readonly system: Semismooth;
  readonly linear: LinearSystem;
  readonly z: Float64Array;
  iteration: number;
  /** The natural residual at z, unscaled; ∞ where the rows are not finite. */
  residual: number;
  /** ½‖Φ(z)‖², scaled. */
  merit: number;
  stepLength: number;
  stepKind: StepKind;
  status: Status | undefined;
  readonly best: Best;
  readonly search: Search;
  readonly fallback: Fallback;
}

/** How an iteration left a point: for good, or `crawling` down a valley to come back to if there is no better. */
export type Verdict = Status | "crawling";

/** The iterate of least merit, and how the iteration left it, if it got stuck there. */
interface Best {
  readonly z: Float64Array;
  merit: number;
  verdict: Verdict | undefined;
}

/** Memory of the line search: direction, trial point and the last merits. */
interface Search {
  readonly step: Float64Array;
  readonly trial: Float64Array;
  readonly history: Float64Array;
}

/** What is needed where the line search fails. */
interface Fallback {
  levenberg: Levenberg | undefined;
  damping: number;
  /** The merit at the last good progress, and the steps since. */
  mark: number;
  idle: number;
  rescues: number;
  random: () => number;
  /** The settings that the memory was made for. */
  readonly settings: Required<NewtonSettings>;
}

/** What `onIteration` is told of an iterate. */
export interface IterationInfo {
  readonly iteration: number;
  readonly residual: number;
  readonly merit: number;
  readonly stepLength: number;
  readonly stepKind: StepKind;
}

export function iterationInfo({ iteration, residual, merit, stepLength, stepKind }: NewtonState): IterationInfo {
  return { iteration, residual, merit, stepLength, stepKind };
}

/** Memory for an Mcp; no iterate yet. */
export function freshState(mcp: Mcp, settings: Required<NewtonSettings>): NewtonState {
  const n = mcp.lower.length;
  const system = semismooth(mcp, complementarityFunctions[settings.complementarity]);
  return {
    system,
    linear: settings.linear(system.matrix),
    z: new Float64Array(n),
    iteration: 0,
    residual: Number.POSITIVE_INFINITY,
    merit: Number.POSITIVE_INFINITY,
    stepLength: 0,
    stepKind: "start",
    status: undefined,
    best: { z: new Float64Array(n), merit: Number.POSITIVE_INFINITY, verdict: undefined },
    search: {
      step: new Float64Array(n),
      trial: new Float64Array(n),
      history: new Float64Array(settings.memory),
    },
    fallback: { levenberg: undefined, damping: 0, mark: 0, idle: 0, rescues: 0, random: () => 0, settings },
  };
}

/** Whether memory made for one Mcp and settings serves another: all but numbers must agree. */
export function serves(state: NewtonState, mcp: Mcp, settings: Required<NewtonSettings>): boolean {
  const made = state.fallback.settings;
  return (
    state.system.mcp === mcp &&
    made.complementarity === settings.complementarity &&
    made.linear === settings.linear &&
    made.memory === settings.memory
  );
}
