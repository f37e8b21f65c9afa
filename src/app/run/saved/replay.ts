import type { SavedChoice, Verb } from "../choice.js";
import type { Definition } from "./definition.js";

/** A run as it is saved, so that it can be solved again. */
export interface Replay extends SavedChoice {
  readonly version: string;
  readonly verb: Verb;
  /** A problem of this package, or a user's file relative to the saved result. */
  readonly source?: { readonly name: string } | { readonly file: string };
  /** The whole problem as data, where it can be written down. */
  readonly definition?: Definition;
  /** A cancelled march that can be resumed, as data. */
  readonly unfinished?: unknown;
  /** Its checksum. */
  readonly unfinishedSum?: string;
}
