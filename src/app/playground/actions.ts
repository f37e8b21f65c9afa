import type { Verb } from "../run/choice.js";
import type { ExportKind } from "./messages.js";
import type { Ends } from "./settings.js";

/** A change goes on, or is done. */
export type Phase = "drag" | "drop";

/** All that people can do on the page: views call these and nothing else. */
export interface Actions extends ListActions, EditActions, TypingActions, RunActions, CompareActions, PageActions {}

/** Choosing a problem. */
export interface ListActions {
  /** A problem of one's own is begun. */
  readonly begin: () => void;
  readonly find: (text: string) => void;
  readonly showList: (open: boolean) => void;
  readonly open: (problem: string) => void;
}

/** Changing what is set, which can be undone. */
export interface EditActions {
  readonly set: (values: Readonly<Record<string, number | string>>, phase: Phase) => void;
  /** Keeps the ends of a slider: they were set, or it is held. */
  readonly keepEnds: (name: string, ends: Ends) => void;
  readonly reset: (name: string) => void;
  readonly resetAll: () => void;
  readonly choose: (verb: Verb) => void;
  readonly searchFrom: (starts: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export interface TypingActions {
  /** Sets a value as it was typed with its unit. */
  readonly setTyped: (name: string, text: string) => void;
}

/** Running a problem, and looking at what was found. */
export interface RunActions {
  readonly fold: (group: string, open: boolean) => void;
  readonly run: () => void;
  readonly findAll: () => void;
  readonly cancel: () => void;
  /** Shows what the last run found though it is no solution. */
  readonly showEnded: () => void;
  readonly pick: (branch: number) => void;
  /** Draws one of several motions while it is pointed at, and what was picked after. */
  readonly point: (branch: number | undefined) => void;
}

/** Motions that are kept beside the one that is shown, by their numbers. */
export interface CompareActions {
  readonly keep: () => void;
  readonly letGo: (id: number) => void;
  readonly drawKept: (id: number, drawn: boolean) => void;
  /** Shows one again, as a change that can be undone. */
  readonly goToKept: (id: number) => void;
  /** Motions along the slider of a value, drawn faintly, with a curve of one of their numbers; and no longer. */
  readonly showFamily: (name: string) => void;
  readonly curve: (over: string) => void;
  readonly endFamily: () => void;
}

/** Links, files, studies and the look of the page. */
export interface PageActions {
  /** Asks for many motions at once, over a value where one is named. */
  readonly study: (over?: string) => void;
  readonly copyLink: () => void;
  readonly dark: (on: boolean) => void;
  readonly save: (what: ExportKind | "png") => void;
  readonly load: (file: File) => void;
  readonly dismiss: () => void;
}
