import type { ExportKind, Verb } from "./messages.js";

/** Whether a change goes on, or is done. */
export type Phase = "drag" | "drop";

/** What people can do on the page: views call these and nothing else. */
export interface Actions {
  readonly find: (text: string) => void;
  readonly showList: (open: boolean) => void;
  readonly open: (problem: string) => void;
  readonly set: (values: Readonly<Record<string, number | string>>, phase: Phase) => void;
  readonly reset: (name: string) => void;
  readonly resetAll: () => void;
  readonly fold: (group: string, open: boolean) => void;
  readonly choose: (verb: Verb) => void;
  readonly searchFrom: (starts: number) => void;
  readonly run: () => void;
  readonly findAll: () => void;
  readonly cancel: () => void;
  readonly pick: (branch: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly copyLink: () => void;
  readonly dark: (on: boolean) => void;
  readonly save: (what: ExportKind | "png") => void;
  readonly load: (file: File) => void;
  readonly dismiss: () => void;
}
