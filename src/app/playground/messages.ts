import type { ProgressInfo } from "../../motion/march/task.js";
import type { Settings } from "../../motion/problem/parameters.js";
import type { Expected } from "../../motion/problem/problem.js";
import type { StudyQuestion } from "../../motion/study/study.js";
import type { Draft } from "../drafts/draft.js";
import type { SceneData } from "../motion-view/scene/scene-data.js";
import type { ReportData } from "../report/charts/figures.js";
import type { Verb } from "../run/choice.js";
import type { Definition } from "../run/saved/definition.js";
import type { StudyData } from "../studies/definition.js";
import type { Work } from "../studies/item.js";
import type { Row } from "../studies/row.js";
import type { Draggable } from "./draggable.js";

/** A parameter as a page shows it; `formula` is its default where that follows other parameters. */
export interface ParameterInfo extends ParameterRange {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly initial: number | string;
  readonly formula?: string;
}

/** The values that a parameter may have: from `min` to `max`, above a number, or one of some words. */
export interface ParameterRange {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly choices?: readonly string[];
}

/** A problem's declarations as plain data. */
export interface ProblemInfo extends Searches {
  readonly name: string;
  readonly title: string;
  /** The verb that its expected values belong to, and all that fit. */
  readonly verb: Verb;
  readonly verbs: readonly Verb[];
  readonly parameters: readonly ParameterInfo[];
  readonly conditions: readonly ConditionInfo[];
  readonly values: Readonly<Record<string, { readonly unit: string; readonly meaning: string }>>;
}

/** Searches that a problem allows. */
export interface Searches {
  /** Parameters that a design varies. */
  readonly varies: readonly string[];
  /** All launches can be searched: something is freed, within a finite range. */
  readonly launches: boolean;
  /** The verbs that can search from several starts. */
  readonly starts: readonly Verb[];
}

export interface ConditionInfo {
  readonly name: string;
  readonly unit: string;
  /** Its demand in words, such as `last.ball.x - target.x = 0`. */
  readonly text: string;
  /** The parameters that it frees; none of a condition more. */
  readonly frees: readonly string[];
}

/** A value that was found, beside what is expected of it where nothing was changed. */
export interface ValueRow {
  readonly name: string;
  readonly value: number | null;
  readonly expected?: { readonly value: number | string | null; readonly tolerance: number; readonly source: string };
  readonly holds?: boolean;
}

/** A law of the certificate: the worst that happened, where, and whether it is kept (left out where it only informs). */
export interface LawRow {
  readonly title: string;
  readonly meaning: string;
  readonly unit: string;
  readonly value: number;
  readonly where: string;
  readonly good?: boolean;
}

/** One of several motions that a search found. */
export interface Branch {
  /** Its number, what it does, and what was found: "2: flight, impact, flight (launch.vx 1.118, launch.vz −3.971)". */
  readonly name: string;
  readonly status: string;
  readonly values: Readonly<Record<string, number | null>>;
  /** Values of what was freed, or varied: they lead to this motion again. */
  readonly launch: readonly number[];
  readonly scene?: SceneData;
  /** How contacts follow each other: "flight, impact, flight"; left out where it was not searched by launches. */
  readonly sequence?: string;
}

/** A finished run as a page shows it: plain data, so that it can be stored. */
export interface Answer extends Outcome, Findings {
  readonly verb: Verb;
  /** Values of what was freed: the first guess of the next run. */
  readonly launch: readonly number[];
  /** All parameters as they were used, freed ones as found, and the time grid. */
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly handles: readonly Draggable[];
  readonly branches: readonly Branch[];
  readonly scene?: SceneData;
  readonly figures?: ReportData;
}

/** How a run ended, and after how much work. */
export interface Outcome {
  readonly status: string;
  readonly message: string;
  readonly residual: number;
  /** How much work it was, in words, and how long it took [s]. */
  readonly work: string;
  readonly seconds: number;
  /** Conditions that the motion does not meet, the worst first. */
  readonly misses?: readonly Miss[];
  /** A preview on a coarser grid than the one that is set. */
  readonly preview?: boolean;
  /** Of a motion that was shown at once: whether a finer computation has said by now how far off it is, or is to follow. */
  readonly confirmed?: boolean;
}

/** A condition that is not met, and by how much. */
export interface Miss {
  readonly name: string;
  readonly unit: string;
  readonly by: number;
}

/** The numbers that a run found. */
export interface Findings {
  readonly values: readonly ValueRow[];
  readonly laws: readonly LawRow[];
  /** Rows that stay open where there is no solution. */
  readonly worst: readonly { readonly row: string; readonly residual: number }[];
}

/** A problem and its answer as they are stored beside the page. */
export interface Stored {
  readonly info: ProblemInfo;
  readonly answer: Answer;
}

/** The same of a problem that is refused as it is declared. */
export interface StoredRefusal {
  readonly info: ProblemInfo;
  readonly refusal: Refusal;
}

/** News of the server of `bankshot open` for a page that stays open. */
export interface News {
  /** Other pages that are there, or will be. */
  readonly pages: { readonly docs: boolean; readonly notebooks: boolean };
  /** A part of the site that is being built: a sentence, and the share of all that is done. */
  readonly building?: { readonly text: string; readonly share: number };
  /** Changes with the file that is served. */
  readonly file?: string;
}

/** How much of a run is wanted by now. */
interface Pace {
  /** While something is dragged: on a grid of so many times fewer steps, a preview where that is more than one. */
  readonly drag?: number;
  /** The motion of a drawing is shown already, and how far off it is is asked for. */
  readonly confirms?: boolean;
}

/** A run that is asked for. While something is dragged only what is seen at once is computed. */
export interface RunRequest extends Pace {
  readonly problem: string;
  readonly verb: Verb;
  readonly set: Settings;
  readonly guess?: readonly number[];
  readonly all?: boolean;
  readonly starts?: number;
  /** The number of the run that is shown meanwhile: the worker goes on holding it. */
  readonly holds?: number;
}

export type ExportKind = "json" | "csv" | "report";

/** The statuses of a motion that is a solution. */
export const isGood = (status: string): boolean => status === "solved" || status === "feasible";

/** From the page to the worker. A problem is named by a name of the package, or one under which it was defined. */
export type Request =
  | {
      readonly kind: "open";
      readonly id: number;
      readonly problem: string;
      /** The problem itself, where it is none of the package. */
      readonly definition?: Definition;
      readonly expected?: Expected;
      /** Or as it was drawn. */
      readonly draft?: Draft;
    }
  | ({ readonly kind: "run"; readonly id: number } & RunRequest)
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "export"; readonly id: number; readonly what: ExportKind; readonly run: number }
  | { readonly kind: "robot"; readonly id: number; readonly urdf: string }
  /** A study is begun, and then an item of it asked for after the other. */
  | { readonly kind: "study"; readonly id: number; readonly problem: string; readonly question: StudyQuestion }
  | { readonly kind: "item"; readonly id: number; readonly work: Work };

export interface Progress {
  readonly phase: string;
  readonly iteration: number;
  readonly residual: number;
  /** Of a scan: how far it is. */
  readonly scanned?: NonNullable<ProgressInfo["scanned"]>;
}

/** From the worker to the page, with the number of the request. */
export type Reply =
  | { readonly kind: "opened"; readonly id: number; readonly info: ProblemInfo }
  | { readonly kind: "progress"; readonly id: number; readonly progress: Progress }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "refused"; readonly id: number; readonly refusal: Refusal }
  | { readonly kind: "exported"; readonly id: number; readonly pieces: readonly string[] }
  | ({ readonly kind: "robot"; readonly id: number } & Robot)
  | { readonly kind: "study"; readonly id: number; readonly study: StudyBegun }
  | { readonly kind: "item"; readonly id: number; readonly row: Row };

/** A study that a worker has begun: the question with everything said, and what its page needs to be drawn. */
export interface StudyBegun {
  readonly data: StudyData;
  readonly title: string;
  readonly units: Readonly<Record<string, string>>;
  /** Names of what conditions free, in the order of launches. */
  readonly freed: readonly string[];
  /** Items start from solved neighbours. */
  readonly continues: boolean;
}

/** A robot at rest, as a file describes it. */
export interface Robot {
  readonly name: string;
  readonly text: string;
  readonly scene: SceneData;
}

export interface NamedProblem {
  readonly name: string;
  readonly title: string;
  readonly verb: Verb;
}

/** Why nothing was computed: one sentence, and the field that it is about. */
export interface Refusal {
  readonly field: string;
  readonly message: string;
}
