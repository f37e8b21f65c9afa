import type { Status } from "../../solve/mcp.js";
import type { ElementStart } from "./element.js";
import type { Held } from "./held.js";
import type { Recorder } from "./record.js";

/** No element is shorter than this part of the motion. */
export const shortest = 1e-13;
/** Slopes, and what a step is a function of, are told by elements longer than this part of the motion. */
export const countedFrom = 1e-6;

/** One element of a finished motion: its length, its branches, and the switch on which it ends, −1 for none. */
export interface ElementRecord {
  readonly h: number;
  readonly modes: Float64Array;
  readonly event: number;
  /** The time at which inputs change, where it ends there. */
  readonly until?: number;
}

/** How a motion is asked for. */
export interface Asked {
  readonly end: number;
  /** Error of an element [parts of scales]. */
  readonly tolerance: number;
  readonly sensitivities: boolean;
  /** Elements of a neighbouring motion, to be followed: the map from parameters to the end is then smooth. */
  readonly plan?: readonly ElementRecord[];
  readonly signal: AbortSignal | undefined;
  /** Told every element that is finished. */
  readonly notes?: Notes;
  /** Inputs until the end, one piece after the other; none where there are no inputs. */
  readonly held?: readonly Held[];
  /** Elements at most, of which each is tried a few times on average. */
  readonly limit?: number;
}

/** The start of an element that was taken: its slopes, and how the time of it moves with what is freed. */
export interface Accepted extends ElementStart {
  readonly slopes: Float64Array;
  readonly times: Float64Array;
}

/** Those who are told every element, with the sensitivities at its start, and every impact. */
export interface Notes extends Pick<Recorder, "rest" | "struck"> {
  accept(start: Accepted, h: number, sensitivity: Float64Array): void;
  /** Told the end of every piece of held inputs, with the sensitivities there; may put both of the next one in their place. */
  piece?(end: Now, sensitivity: Float64Array): void;
  /** Told, behind an element that ends on a switch, which, when [s], and how that time moves: ∂t/∂(freed). */
  passed?(event: number, t: number, times: Float64Array): void;
  /** Told, after `accept`, the sensitivities of all stages (stages × freed × states), and how the end moves: ∂t/∂(freed). */
  carried?(stages: Float64Array, times: Float64Array): void;
  /** The longest element as a part of the motion: searches look at ends and events only, not at pictures. */
  readonly longest?: number;
  /** Asked after every element whether the motion is known far enough; it then ends there. */
  readonly stop?: () => boolean;
}

/** A finished, or broken off, motion. */
export interface ExactMarch {
  readonly status: Status;
  readonly message: string;
  readonly elements: readonly ElementRecord[];
  readonly t: number;
  readonly state: Float64Array;
  /** ∂(state at the end)/∂(freed parameters), states × freed by column. */
  readonly sensitivity: Float64Array;
}

/** How a motion came to where it is. */
export interface Here {
  /** True where no element was taken since the last event. */
  fresh: boolean;
  /** When branches went round last [s]: what closes there strikes, though its way in is rounding. */
  chattered: number;
  /** Slopes of states at the end of the last element that is long enough to tell those of steady forces [1/s]; empty where none was taken. */
  steadily: Float64Array;
}

/** A place on the way. */
export interface Now {
  t: number;
  state: Float64Array;
  modes: Float64Array;
  held: Held;
  slopes: Float64Array;
  h: number;
  readonly here: Here;
  /** ∂t/∂(freed): events move with the parameters. */
  readonly times: Float64Array;
}
