import type { Verb } from "../run/choice.js";
import { nowhere, type Place } from "../run/place.js";
import type { Family } from "./compare/family.js";
import type { Kept } from "./compare/kept.js";
import { begin, type History } from "./history.js";
import type {
  Answer,
  Branch,
  NamedProblem,
  News,
  ParameterInfo,
  ProblemInfo,
  Progress,
  Refusal,
  Robot,
} from "./messages.js";
import { type Ends, type Extent, type SliderRange, sliderRange } from "./settings.js";

/** A problem in the list. */
export interface Entry extends NamedProblem {
  /** Address of its picture, relative to the page. */
  readonly thumbnail?: string;
  /** How long its stored result took [s]. */
  readonly seconds?: number;
  /** The words of its story. */
  readonly words?: string;
}

export type Theme = "light" | "dark";

/** Everything that the page shows; a change makes another one. */
export interface State extends ListState, ProblemState, ComparedState, RunState, FoundState, PageState {}

/** The list of problems. */
export interface ListState {
  /** Undefined while it is loaded. */
  readonly catalogue: readonly Entry[] | undefined;
  readonly filter: string;
  readonly listOpen: boolean;
  /** Pages beside this one, and what of them is being built. */
  readonly beside: Pick<News, "pages" | "building">;
}

/** The problem, or the robot, that is open. */
export interface ProblemState {
  /** The page's place, and its former ones: what a link says without the time. */
  readonly history: History<Place>;
  readonly info: ProblemInfo | undefined;
  /** A robot that is shown in place of a problem. */
  readonly robot: Robot | undefined;
  /** The size of its scene as it was first seen, and the ends of sliders that somebody held or set. */
  readonly extent: Extent | undefined;
  readonly ends: Readonly<Record<string, Ends>>;
  /** Why a file could not be read, until it is read by somebody. */
  readonly complaint: string | undefined;
  /** Why the problem could not be opened. */
  readonly trouble: string | undefined;
}

/** Motions beside the one that is shown. */
export interface ComparedState {
  /** Motions of the problem that were kept to be compared. */
  readonly kept: readonly Kept[];
  /** Motions of it along one slider. */
  readonly family: Family | undefined;
}

/** The run that is under way, and the last answer. */
export interface RunState {
  readonly work: Work;
  readonly answer: Answer | undefined;
  /** The answer is that of what is set. */
  readonly current: boolean;
  /** The last run, where it ended without a solution and what was found before is still shown. */
  readonly ended: Answer | undefined;
  /** Why what is set cannot be run. */
  readonly refusal: Refusal | undefined;
}

/** Motions that a search found. */
export interface FoundState {
  /** Several motions of what is set, where they were searched, and which of them is shown. */
  readonly branches: readonly Branch[];
  readonly picked: number;
  /** The worth of each of them, where the best of all was asked for. */
  readonly ranked: Ranked | undefined;
  /** One of them that is pointed at: it is drawn meanwhile. */
  readonly pointed: number | undefined;
}

/** Motions of a search by a measure: which is the best, what each is worth in words, and a sentence about the best. */
export interface Ranked {
  readonly best: number;
  readonly words: readonly string[];
  readonly text: string;
}

/** The page itself. */
export interface PageState {
  /** The room in which a problem is drawn: two parts that draw themselves. */
  readonly maker: { readonly stage: Element; readonly panel: Element } | undefined;
  readonly theme: Theme;
  /** There is room for one column only. */
  readonly narrow: boolean;
  /** Groups of parameters that are open. */
  readonly open: ReadonlySet<string>;
  /** The last thing that happened, for those who cannot see it. */
  readonly told: string;
  /** The answer to a button that shows nothing else, for a moment. */
  readonly notice: string;
}

export type Work =
  | { readonly kind: "idle" }
  | { readonly kind: "opening" }
  | { readonly kind: "running"; readonly verb: Verb; readonly drag: boolean; readonly progress?: Progress };

export const initial: State = {
  maker: undefined,
  catalogue: undefined,
  filter: "",
  history: begin(nowhere),
  info: undefined,
  answer: undefined,
  current: false,
  ended: undefined,
  work: { kind: "idle" },
  refusal: undefined,
  robot: undefined,
  extent: undefined,
  ends: {},
  complaint: undefined,
  trouble: undefined,
  kept: [],
  family: undefined,
  branches: [],
  picked: 0,
  ranked: undefined,
  pointed: undefined,
  theme: "light",
  narrow: false,
  listOpen: false,
  beside: { pages: { docs: false, notebooks: false } },
  open: new Set(["target", "launch", "start"]),
  told: "",
  notice: "",
};

/** The verb that is done: the one in the link, or the problem's own. */
export function verbOf({ history, info }: Pick<State, "history" | "info">): Verb {
  const { verb } = history.now;
  return verb !== undefined && (info === undefined || info.verbs.includes(verb)) ? verb : (info?.verb ?? "solve");
}

/** The value of a parameter as it is shown: what was set, else what the last run used, else what is declared. */
export function shownValue({ history, answer, info }: State, name: string): number | string {
  const set = history.now.set[name];
  if (set !== undefined) return set;
  return answer?.parameters[name] ?? info?.parameters.find((one) => one.name === name)?.initial ?? "";
}

/** The range of a parameter's slider as it is shown. */
export function rangeOf(state: State, parameter: ParameterInfo): SliderRange {
  const { ends, extent } = state;
  return sliderRange(parameter, Number(shownValue(state, parameter.name)), { kept: ends[parameter.name], extent });
}
