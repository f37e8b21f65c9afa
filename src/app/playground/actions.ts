import type { Verb } from "../run/choice.js";
import type { ExportKind } from "./messages.js";

/** A change goes on, or is done. */
export type Phase = "drag" | "drop";

/** All that people can do on the page: views call these and nothing else. */
export interface Actions extends ListActions, EditActions, RunActions, PageActions {}

/** Choosing a problem. */
export interface ListActions {
  readonly find: (text: string) => void;
  readonly showList: (open: boolean) => void;
  readonly open: (problem: string) => void;
}

/** Changing what is set, which can be undone. */
export interface EditActions {
  readonly set: (values: Readonly<Record<string, number | string>>, phase: Phase) => void;
  readonly reset: (name: string) => void;
  readonly resetAll: () => void;
  readonly choose: (verb: Verb) => void;
  readonly searchFrom: (starts: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Running a problem, and looking at what was found. */
export interface RunActions {
  readonly fold: (group: string, open: boolean) => void;
  readonly run: () => void;
  readonly findAll: () => void;
  readonly cancel: () => void;
  readonly pick: (branch: number) => void;
}

/** Links, files and the look of the page. */
export interface PageActions {
  readonly copyLink: () => void;
  readonly dark: (on: boolean) => void;
  readonly save: (what: ExportKind | "png") => void;
  readonly load: (file: File) => void;
  readonly dismiss: () => void;
}
